// Who came and who went, by comparing the table before and after.
import type { NewcomerInfo, Seat, TableInfo, TableSeat } from '../lib/types';

export interface SeatNews {
  what: 'sat' | 'left' | 'away' | 'back';
  name: string;
}

export function seatNews(before: TableInfo, after: TableInfo): SeatNews[] {
  return after.seats.flatMap((seat) => {
    const was = before.seats.find((other) => other.seat === seat.seat);
    const what = was && !seat.you && !was.you ? change(was, seat) : null;
    return what && was ? [{ what, name: what === 'left' ? was.name : seat.name }] : [];
  });
}

function change(was: TableSeat, is: TableSeat): SeatNews['what'] | null {
  if (was.kind !== 'human') return is.kind === 'human' ? 'sat' : null;
  if (is.kind !== 'human') return 'left';
  if (was.name !== is.name) return 'sat';
  if (was.present === is.present) return null;
  return is.present ? 'back' : 'away';
}

/** Does this person sit with others, so that they would notice his going? */
export function leavesOthers(table: TableInfo): boolean {
  const others = table.seats.some((seat) => seat.kind === 'human' && !seat.you);
  return table.you.seat !== null && others && table.status !== 'over';
}

/** Does the same person sit there as before? */
export function sameSitter(before: TableInfo, after: TableInfo, seat: Seat): boolean {
  const at = (table: TableInfo) => table.seats.find((other) => other.seat === seat);
  const [was, is] = [at(before), at(after)];
  return was?.kind === is?.kind && was?.name === is?.name;
}

/** Those who ask this person to let them sit down at once, and did not before. */
export function newlyAsking(before: TableInfo | null, after: TableInfo): NewcomerInfo[] {
  const asked = new Set(before ? askingYou(before).map((newcomer) => newcomer.seat) : []);
  return askingYou(after).filter((newcomer) => !asked.has(newcomer.seat));
}

/** Those who wait for this person's answer. */
export function askingYou(table: TableInfo): NewcomerInfo[] {
  const you = table.you.seat;
  return table.newcomers.filter(
    (newcomer) => newcomer.asks && you !== null && newcomer.waits_for.includes(you),
  );
}
