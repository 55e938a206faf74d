// One line for somebody who has never played here, at the first cut, the first call and the first card. Each is shown
// once: it goes away for good when it was closed or when its moment has passed.
import type { PageView } from '../lib/types';
import { sortCalls } from './calls';

export const hints = ['cut', 'take', 'take_again', 'bid', 'call', 'play'] as const;
export type Hint = (typeof hints)[number];

const KEY = 'rebelote.hints';

/** What a beginner would want to be told before doing what is asked now. */
export function hintFor(view: PageView): Hint | null {
  const calls = sortCalls(view.offers);
  if (calls.cuts.length > 0) return 'cut';
  if (calls.takes.length > 0) {
    const suit = view.turned?.card[1];
    return calls.takes.some((offer) => offer.action['trump'] === suit) ? 'take' : 'take_again';
  }
  if (calls.bids) return calls.bids.values.every((value) => value === null) ? 'call' : 'bid';
  return view.offers.some((offer) => offer.action.do === 'play') ? 'play' : null;
}

export function seenHints(): Hint[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? hints.filter((hint) => stored.includes(hint)) : [];
  } catch {
    return [];
  }
}

export function keepHints(seen: readonly Hint[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    // Then the hint comes once a visit.
  }
}
