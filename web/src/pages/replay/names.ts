// What players and sides are called in a replay.

import { t, type Key } from '../../lib/i18n';
import { catalogues } from '../../lib/messages';
import type { Replay, Seat, Side } from '../../lib/types';

type Players = Replay['seats'];

/** «Nous» and «Eux» for one who sat there; the sides' names for anybody else; a name where everybody plays alone. */
export function sideName(side: Side, seats: Players, you: Seat | null): string {
  const own = seats.filter((seat) => seat.side === side);
  if (own.length === 1) return own[0]!.name;
  if (you !== null) return own.some(({ seat }) => seat === you) ? t('match.us') : t('match.them');
  const key = `match.side.${side}`;
  return key in catalogues.fr ? t(key as Key) : side;
}

export function sidesOf(seats: Players): Side[] {
  return [...new Set(seats.map(({ side }) => side))];
}
