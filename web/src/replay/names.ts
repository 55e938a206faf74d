// What players and sides are called in a replay: people by their nickname, bots as they were called at the table, as the sentences do.

import { onCompass, placeName } from '../cast/placeName';
import { t } from '../lib/i18n';
import type { Replay, Seat, Side } from '../lib/types';

export type Player = Replay['seats'][number];

const PAIRS = { NS: 'match.side.NS', EW: 'match.side.EW' } as const;

export function playerName(player: Player): string {
  return player.name || placeName(player.seat);
}

interface Called {
  contract: string;
  call: string;
  taker: Seat | null;
}

/** «80 ♠ par Camille»: a contract by its taker's name. */
export function calledBy({ contract, call, taker }: Called, players: Player[]): string {
  const player = players.find(({ seat }) => seat === taker);
  return player && call ? `${call} ${t('table.taken_by', { name: playerName(player) })}` : contract;
}

/** «Nous» and «Eux» for one who sat there; the sides' names for anybody else; a name where everybody plays alone. */
export function sideName(side: Side, players: Player[], you: Seat | null): string {
  const own = players.filter((player) => player.side === side);
  if (own.length === 1) return playerName(own[0]!);
  if (you !== null) return own.some(({ seat }) => seat === you) ? t('match.us') : t('match.them');
  return isKey(side, PAIRS) ? t(PAIRS[side]) : side;
}

/** All who play on a side, by name: for those who were not there. */
export function allNames(side: Side, players: Player[]): string {
  return players
    .filter((player) => player.side === side)
    .map(playerName)
    .join(' · ');
}

/** For the head of a narrow column. */
export function shortName(side: Side, players: Player[], you: Seat | null): string {
  const alone = players.find(
    (player) => player.side === side && player.kind === 'bot' && player.seat === side,
  );
  return alone && !onCompass(alone.seat)
    ? t('match.player_short', { n: alone.seat })
    : sideName(side, players, you);
}

/** The sides, yours first. */
export function sidesOf(players: Player[], you: Seat | null): Side[] {
  const yours = players.find(({ seat }) => seat === you)?.side;
  const sides = [...new Set(players.map(({ side }) => side))];
  return sides.sort((one, other) => Number(other === yours) - Number(one === yours));
}

function isKey<T extends object>(key: PropertyKey, record: T): key is keyof T {
  return key in record;
}
