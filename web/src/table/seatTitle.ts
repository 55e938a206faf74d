import { t } from '../lib/i18n';
import type { TableInfo, TableSeat } from '../lib/types';

/** What a seat is called before anybody has a name: «Nord», «Place 3»; and for one who sits, who is the partner. */
export function seatTitle(table: TableInfo, seat: TableSeat): string {
  const compass = { N: 'table.seat.N', E: 'table.seat.E', S: 'table.seat.S', W: 'table.seat.W' } as const;
  const place =
    seat.seat in compass
      ? t(compass[seat.seat as keyof typeof compass])
      : t('table.seat_number', { n: seat.seat });
  const yours = table.seats.find((other) => other.you);
  const partner = yours && !seat.you && yours.side === seat.side;
  return partner ? `${place} · ${t('table.partner')}` : place;
}
