// The host's orders about a seat, as the table stands.
import type { SeatOrder } from '../lib/api';
import { t } from '../lib/i18n';
import type { TableInfo, TableSeat } from '../lib/types';

export interface Order {
  label: string;
  order: SeatOrder;
}

export function ordersFor(table: TableInfo, seat: TableSeat): Order[] {
  if (!table.you.host || seat.you) return [];
  const kick: Order = { label: t('table.seat_kick'), order: { do: 'kick' } };
  if (table.newcomers.some((other) => other.seat === seat.seat)) return [kick];
  switch (seat.kind) {
    case 'empty':
      return [{ label: t('table.seat_bot'), order: { do: 'bot', bot: table.settings.bot } }];
    case 'bot':
      return table.status === 'waiting' ? [{ label: t('table.seat_free'), order: { do: 'empty' } }] : [];
    case 'human':
      return [kick, { label: t('table.seat_host'), order: { do: 'host' } }];
  }
}
