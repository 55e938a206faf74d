// Results as they are drawn and told.
import type { BoardInfo, HistogramBar, OwnResult } from '../lib/types';

export interface Bar {
  low: number;
  high: number;
  count: number;
  own: boolean;
}

const MOST_BARS = 13;
const STEPS = [1, 2, 5, 10, 20, 40, 50, 80, 100, 200, 400, 500, 1000, 2000, 5000];

/** At most thirteen bars of equal width, from the lowest score to the highest. */
export function barsOf(histogram: HistogramBar[], own: number | null): Bar[] {
  const [first, last] = [histogram[0], histogram.at(-1)];
  if (!first || !last) return [];
  const width = STEPS.find((step) => countOf(first.score, last.score, step) <= MOST_BARS) ?? 10_000;
  const start = Math.floor(first.score / width) * width;
  const bars = Array.from({ length: countOf(first.score, last.score, width) }, (_, place) => {
    const low = start + place * width;
    const high = low + width - 1;
    const within = histogram.filter(({ score }) => score >= low && score <= high);
    const count = within.reduce((sum, bar) => sum + bar.count, 0);
    return { low, high, count, own: own !== null && own >= low && own <= high };
  });
  return bars;
}

const countOf = (low: number, high: number, width: number) =>
  Math.floor(high / width) - Math.floor(low / width) + 1;

/** The percentage of the others who did worse, ties for a half; null where nobody else has a result. */
export function percentOf({ rank, tied, total }: OwnResult): number | null {
  if (rank === null || total < 2) return null;
  const behind = total - rank - tied;
  return Math.round((100 * (behind + tied / 2)) / (total - 1));
}

/** The percentage of the others who did worse, rounded down: what «better than 40 %» may say. Null as above. */
export function aheadOfPercent({ rank, tied, total }: OwnResult): number | null {
  return rank === null || total < 2 ? null : Math.floor((100 * (total - rank - tied)) / (total - 1));
}

/** Five squares, the better the fuller: they say how well, and nothing of the cards. */
export function squares(percent: number | null): string {
  const full = percent === null ? 0 : Math.round(percent / 20);
  return '🟩'.repeat(full) + '⬜'.repeat(5 - full);
}

export const aheadOf = (boards: BoardInfo[]): number =>
  boards.reduce((sum, { ours, theirs }) => sum + ours - theirs, 0);
