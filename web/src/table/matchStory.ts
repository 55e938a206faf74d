// A match that is over, as its last page tells it: the score as it grew, contracts, the best and the worst deal.
import type { DealLine, Seat, Side } from '../lib/types';

export type MarkedLine = DealLine & { score: Record<Side, number> };

export function marked(lines: DealLine[]): MarkedLine[] {
  return lines.filter((line): line is MarkedLine => line.score !== null);
}

/** For each side its total before the first deal and after each one. */
export function growth(lines: MarkedLine[], sides: Side[]): Record<Side, number[]> {
  return Object.fromEntries(
    sides.map((side) => {
      let total = 0;
      return [side, [0, ...lines.map(({ score }) => (total += score[side] ?? 0))]];
    }),
  );
}

export interface Contracts {
  made: number;
  failed: number;
}

/** What became of each side's contracts; sides that never took are not there. */
export function contracts(lines: MarkedLine[], sideOf: (seat: Seat) => Side): Map<Side, Contracts> {
  const found = new Map<Side, Contracts>();
  for (const { taker, outcome } of lines) {
    if (taker === null || (outcome !== 'made' && outcome !== 'failed')) continue;
    const own = found.get(sideOf(taker)) ?? { made: 0, failed: 0 };
    found.set(sideOf(taker), { ...own, [outcome]: own[outcome] + 1 });
  }
  return found;
}

export interface DealGain {
  deal: number; // as on the sheet
  gain: number; // more than the best of the others marked
}

/** The deal that brought a side most, and the one that cost it most; null where they would say nothing. */
export function extremes(lines: MarkedLine[], side: Side): { best: DealGain; worst: DealGain } | null {
  const gains = lines.map(({ number, score }) => {
    const others = Object.entries(score).filter(([other]) => other !== side);
    return { deal: number, gain: (score[side] ?? 0) - Math.max(...others.map(([, points]) => points)) };
  });
  const [first, ...rest] = gains.toSorted((one, other) => other.gain - one.gain);
  const last = rest.at(-1);
  return first && last && first.gain > last.gain ? { best: first, worst: last } : null;
}

export interface Rank {
  rank: number; // from 1; equal totals share it
  side: Side;
  total: number;
}

export function ranking(totals: Record<Side, number>, sides: Side[]): Rank[] {
  return sides
    .map((side) => ({ side, total: totals[side] ?? 0 }))
    .toSorted((one, other) => other.total - one.total)
    .map((each, _, all) => ({ ...each, rank: 1 + all.filter(({ total }) => total > each.total).length }));
}
