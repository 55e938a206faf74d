// What a place at a table is called: «Nord», «Joueur 3».
import { t } from '../lib/i18n';
import type { Seat } from '../lib/types';

const COMPASS = { N: 'table.seat.N', E: 'table.seat.E', S: 'table.seat.S', W: 'table.seat.W' } as const;

export function placeName(seat: Seat): string {
  return onCompass(seat) ? t(COMPASS[seat]) : t('table.seat_number', { n: seat });
}

/** Where all play alone round a table, places have numbers. */
export function onCompass(seat: Seat): seat is keyof typeof COMPASS {
  return seat in COMPASS;
}
