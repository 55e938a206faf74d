// The table's keys: what is pressed becomes one of a few intentions.
import { meaning, type KeyMap } from '../lib/keys';

export interface TableKeys {
  move(step: -1 | 1, inHand: boolean): void;
  play(place: number | null): void; // that card of the hand, or the chosen one
  pass(): void;
  contre(): void;
  lastTrick(): void;
  score(): void;
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
        keys.move(wanted === 'next' ? 1 : -1, target.closest('[data-test=hand]') !== null);
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
