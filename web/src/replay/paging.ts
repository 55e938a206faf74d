// A replay comes page by page: which page has a deal, and whether it is the one that is here.
import type { Replay } from '../lib/types';

export const PAGE = 5; // deals

/** The first deal of the page that has this one. */
export function pageOf(place: number): number {
  return Math.max(0, place - (place % PAGE));
}

/** A place that exists: the nearest one to what an address asks for. */
export function placeIn(replay: Pick<Replay, 'lines'>, asked: number): number {
  return Math.max(0, Math.min(asked, replay.lines.length - 1));
}

export function dealAt(replay: Pick<Replay, 'first' | 'deals'>, place: number) {
  return replay.deals[place - replay.first];
}
