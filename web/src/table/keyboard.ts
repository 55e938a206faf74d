// The table's keys: what is pressed becomes one of a few intentions.
import { meaning, type KeyMap } from '../lib/keys';

/** Where the focus is: on a card of one's hand, on a key of the pad, or elsewhere. */
export type Where = 'hand' | 'pad' | 'elsewhere';

export interface TableKeys {
  /** To the next card or choice; `every`: to forbidden cards too. */
  move(step: -1 | 1, where: Where, every: boolean): void;
  play(place: number | null): void; // that card of the hand, or the chosen one
  take(): void;
  pass(): void;
  contre(): void;
  lastTrick(): void;
  score(): void;
  takeBack(): void;
  crib(): void;
  help(): void;
}

export function pressKey(event: KeyboardEvent, map: KeyMap, keys: TableKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target.closest('dialog, input, textarea, select')) return;
  const wanted = meaning(event.key, map);
  if (wanted === null) return;
  if (typeof wanted === 'number') keys.play(wanted);
  else {
    switch (wanted) {
      case 'previous':
      case 'next':
        keys.move(wanted === 'next' ? 1 : -1, whereIs(target), event.shiftKey);
        break;
      case 'play':
        if (target.closest('button, a, summary')) return; // the browser presses it
        keys.play(null);
        break;
      default:
        keys[wanted]();
    }
  }
  event.preventDefault();
}

function whereIs(target: Element): Where {
  if (target.closest('[data-test=hand]')) return 'hand';
  return target.closest('[data-test=pad]') ? 'pad' : 'elsewhere';
}

/** The next of these places in a direction, around the end; without a step, the present one or the first. */
export function nextPlace(open: readonly number[], present: number, step: -1 | 0 | 1): number | null {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (step === 0) return open.includes(present) ? present : first;
  if (step > 0) return open.find((place) => place > present) ?? first;
  return open.findLast((place) => place < present) ?? last;
}
