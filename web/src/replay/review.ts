// The review of a match, found by what the replay shows: decisions by event, faults in order, the curve's points.

import type { Grade, ReviewAnswer, ReviewedDeal, ReviewedDecision, TallyView } from '../lib/types';

/** A sign for a grade, beside its word. */
export const SIGNS: Record<Grade, string> = {
  best: '✓',
  fine: '·',
  inaccurate: '?!',
  mistake: '?',
  blunder: '??',
};

const FAULTS: Grade[] = ['inaccurate', 'mistake', 'blunder'];

export function isFault(decision: ReviewedDecision): boolean {
  return FAULTS.includes(decision.grade);
}

/** Called best though another choice is worth more on average: so where expert would have made it as often as not. */
export function isExpertsOwn({ grade, label, choices }: ReviewedDecision): boolean {
  return grade === 'best' && choices.some((choice) => choice.label === label && choice.behind > 0);
}

export function reviewOf(answer: ReviewAnswer | null, deal: number): ReviewedDeal | null {
  return answer?.deals.find(({ number }) => number === deal) ?? null;
}

/** The decision that one of these events was. */
export function decisionAt(review: ReviewedDeal | null, seqs: number[]): ReviewedDecision | null {
  return review?.decisions.find(({ seq }) => seqs.includes(seq)) ?? null;
}

/** The seq of the nearest fault before or after; null if there is none. */
export function faultBeside(review: ReviewedDeal, seq: number, forward: boolean): number | null {
  const seqs = review.decisions.filter(isFault).map((decision) => decision.seq);
  const found = forward ? seqs.find((each) => each > seq) : seqs.findLast((each) => each < seq);
  return found ?? null;
}

/** Is this deal done, or without one all that may be seen? */
export function isReviewed(answer: ReviewAnswer, deal: number | null): boolean {
  return deal === null ? answer.state === 'done' : reviewOf(answer, deal) !== null;
}

export interface Turn {
  deal: number; // its number
  decision: ReviewedDecision;
}

/** The decision that cost most: of one deal, or of the whole match. */
export function turningPoint(answer: ReviewAnswer, deal: number | null): Turn | null {
  const deals = answer.deals.filter(({ number }) => deal === null || number === deal);
  const turns = deals.flatMap(({ number, turning, decisions }) =>
    decisions.filter(({ seq }) => seq === turning).map((decision) => ({ deal: number, decision })),
  );
  return turns.sort((one, other) => other.decision.sure - one.decision.sure)[0] ?? null;
}

export interface CurvePoint {
  x: number;
  y: number;
}

/** How far below the highest of these a value lies in a picture of that height. */
export function depthIn(values: number[], height: number): (value: number) => number {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return (value) => (most === least ? height / 2 : (height * (most - value)) / (most - least));
}

/** The open-card values as points of a picture. */
export function curve(values: number[], width: number, depth: (value: number) => number): CurvePoint[] {
  const step = width / Math.max(values.length - 1, 1);
  return values.map((value, place) => ({ x: place * step, y: depth(value) }));
}

/** What the takers needed, as the curve counts: belote and declarations are not in it. Null where they needed something else. */
export function goalOf(
  { open_side, open_points, open_unit }: ReviewedDeal,
  tally: TallyView | null,
): number | null {
  const last = open_points.at(-1);
  if (!tally || tally.needed === null || open_side === null || last === undefined) return null;
  const reached = tally.reached[open_side];
  if (tally.takers !== open_side || tally.unit !== open_unit || reached === undefined) return null;
  return tally.needed - (reached - last);
}

export interface Band {
  trick: number; // from 1
  from: number; // places of the curve
  to: number;
}

/** The tricks as parts of a curve with so many values; a card of each of `players` is a trick. */
export function bandsOf(values: number, players: number): Band[] {
  const last = values - 1;
  return Array.from({ length: Math.ceil(values / players) }, (_, place) => ({
    trick: place + 1,
    from: place * players,
    to: Math.min((place + 1) * players, last),
  })).filter(({ from, to }) => to > from);
}

/** Which value of the curve a step has reached: that before the next card; after the last, nothing changes any more. */
export function reachedAt(cards: number[], seq: number, values: number): number {
  return Math.min(cards.filter((each) => each <= seq).length, values - 1);
}

/** What a card changed with every card open, for the side that played it: less than nothing is a loss. Null for a call, or
 * where the values are not known. */
export function openChange(review: ReviewedDeal, cards: number[], seq: number, own: boolean): number | null {
  const place = cards.indexOf(seq);
  const before = review.open_points[place];
  if (place < 0 || before === undefined) return null;
  const after = review.open_points[place + 1] ?? before;
  return own ? after - before : before - after;
}

/** How long a choice's bar is, from 0 to 1: the best is full, the worst is short. */
export function barOf(value: number, values: number[]): number {
  const best = Math.max(...values);
  const worst = Math.min(...values);
  return best === worst ? 1 : 0.15 + (0.85 * (value - worst)) / (best - worst);
}
