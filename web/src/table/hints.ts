// One line for somebody who has never played this game here, at the first cut, the first call and the first card. Each
// is shown once a game: it goes away for good when it was closed or when its moment has passed.
import type { PageView } from '../lib/types';
import { sortCalls } from './calls';

export const hints = ['cut', 'take', 'take_again', 'bid', 'call', 'play'] as const;
export type Hint = (typeof hints)[number];

/** What is kept of a game's hints. `on`: as the player chose; null: in the first match of that game. */
export interface GameHints {
  on: boolean | null;
  seen: readonly Hint[];
}

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

/** Of the game with this id. */
export function hintsOf(game: string): GameHints {
  const stored = allHints()[game];
  if (typeof stored !== 'object' || stored === null) return { on: null, seen: [] };
  const { on, seen } = stored as { on?: unknown; seen?: unknown };
  return {
    on: typeof on === 'boolean' ? on : null,
    seen: Array.isArray(seen) ? hints.filter((hint) => seen.includes(hint)) : [],
  };
}

export function keepHints(game: string, kept: GameHints): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...allHints(), [game]: kept }));
  } catch {
    // Then the hint comes once a visit.
  }
}

/** What older versions stored, one list for all games, counts for none. */
function allHints(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
  } catch {
    return {};
  }
}
