import { t } from '../lib/i18n';
import type { TableInfo, TableSeat } from '../lib/types';
import { placeName } from './names';

/** A seat's place, and whether your partner sits there. */
export function seatTitle(table: TableInfo, seat: TableSeat): string {
  const yours = table.seats.find((other) => other.you);
  const partner = yours && !seat.you && yours.side === seat.side;
  return partner ? `${placeName(seat.seat)} · ${t('table.partner')}` : placeName(seat.seat);
}
