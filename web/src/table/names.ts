// What seats and sides are called at this table.
import { t } from '../lib/i18n';
import type { PageView, Seat, Side, TableInfo, TableSeat } from '../lib/types';

export function seatName(table: TableInfo, seat: Seat): string {
  const found = table.seats.find((other) => other.seat === seat);
  return found ? sitterName(found) : seat;
}

/** People by their nickname, robots by the name that they have at this table, as in the log. */
export function sitterName(sitter: TableSeat): string {
  if (sitter.you) return t('table.you');
  return sitter.name || t('table.empty_seat');
}

/** «Nous» and «Eux» for one who plays in a side, names for everybody else. */
export function sideName(table: TableInfo, side: Side): string {
  const members = table.seats.filter((seat) => seat.side === side);
  const yours = table.seats.find((seat) => seat.you)?.side;
  if (members.length > 1 && yours !== undefined) return yours === side ? t('table.us') : t('table.them');
  if (members.length === 1) return seatName(table, members[0]!.seat);
  return members.map((sitter) => isolated(sitterName(sitter))).join(' · ');
}

/** A name that is written from right to left turns nothing around but itself. */
const isolated = (name: string) =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(name) ? `\u2068${name}\u2069` : name;

/** The sides, yours first. */
export function sidesOf(view: PageView): Side[] {
  const yours = view.seats.find((seat) => seat.seat === view.seat)?.side;
  const sides = [...new Set(view.seats.map((seat) => seat.side))];
  return sides.sort((a, b) => Number(b === yours) - Number(a === yours));
}
