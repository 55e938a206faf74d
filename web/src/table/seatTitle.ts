import { placeName } from '../cast/placeName';
import { t } from '../lib/i18n';
import type { TableInfo, TableSeat } from '../lib/types';

/** A seat's place, and with whom one plays there. */
export function seatTitle(table: TableInfo, seat: TableSeat): string {
  const yours = table.seats.find((other) => other.you);
  const partner = yours && !seat.you && yours.side === seat.side;
  const mate = table.seats.find((other) => other.side === seat.side && other.seat !== seat.seat);
  if (!yours && mate?.kind === 'human')
    return `${placeName(seat.seat)} · ${t('table.with', { name: mate.name })}`;
  return partner ? `${placeName(seat.seat)} · ${t('table.partner')}` : placeName(seat.seat);
}
