// A deal that is over, trick by trick: what its end tells besides the marks.
import type { CardText, ReplayDeal, Seat, Side, TallyView } from '../lib/types';

export interface WonTrick {
  number: number; // from 1
  winner: Seat;
  card: CardText; // the one that won it
  points: number | null; // null where tricks are counted; the last one's with what it is worth besides
  last: boolean;
}

export function tricksOf({ events }: Pick<ReplayDeal, 'events'>, tally: TallyView | null): WonTrick[] {
  const tricks: WonTrick[] = [];
  let laid = new Map<Seat, CardText>();
  for (const { event } of events) {
    if (event.event === 'card_played') laid.set(String(event['seat']), String(event['card']));
    if (event.event !== 'trick_won') continue;
    const winner = String(event['seat']);
    const points = tally?.unit === 'tricks' ? null : Number(event['points']);
    tricks.push({ number: tricks.length + 1, winner, card: laid.get(winner) ?? '', points, last: false });
    laid = new Map();
  }
  const last = tricks.at(-1);
  if (!last) return tricks;
  const besides = tally?.last_trick ?? 0;
  return [
    ...tricks.slice(0, -1),
    { ...last, last: true, points: last.points === null ? null : last.points + besides },
  ];
}

export interface Takings {
  tricks: number;
  points: number | null;
}

/** What one player took. */
export function takingsOf(tricks: WonTrick[], seat: Seat): Takings {
  const own = tricks.filter(({ winner }) => winner === seat);
  const counted = tricks.every(({ points }) => points !== null);
  return {
    tricks: own.length,
    points: counted ? own.reduce((sum, { points }) => sum + (points ?? 0), 0) : null,
  };
}

/** The side that took every trick. */
export function slamOf(tricks: WonTrick[], seats: { seat: Seat; side: Side }[]): Side | null {
  const sides = new Set(tricks.map(({ winner }) => seats.find(({ seat }) => seat === winner)?.side));
  return sides.size === 1 && tricks.length > 1 ? ([...sides][0] ?? null) : null;
}

export interface Measure {
  share: number; // of what both sides reached, in per cent, for the first side
  mark: number | null; // where the takers had to come to, in per cent from the first side's end
}

/** Two sides as one bar: the first one's part of it, and the takers' aim. */
export function measure(tally: TallyView, first: string, second: string): Measure {
  const own = tally.reached[first] ?? 0;
  const all = own + (tally.reached[second] ?? 0);
  if (all === 0) return { share: 50, mark: null };
  const needed = tally.needed === null ? null : Math.min(100, (100 * tally.needed) / all);
  const mark = needed === null ? null : tally.takers === first ? needed : 100 - needed;
  return { share: (100 * own) / all, mark };
}
