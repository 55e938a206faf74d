// Sitting down at a new table.

import { api } from '../lib/api';
import { router } from '../lib/router.svelte';
import { paths } from '../lib/routes';
import { holdSeat } from '../lib/seats';
import { commitmentOf, keepSeed, newSeed, reveal } from '../lib/seeds';
import { settings } from '../lib/settings.svelte';
import type { RulesRef, TableSettings } from '../lib/types';

export interface Wanted {
  rules: RulesRef;
  players?: number | null;
  settings?: Partial<TableSettings>;
}

/** Deals a match against bots at once. */
export function playNow(wanted: Wanted): Promise<void> {
  return open(wanted, true);
}

/** Opens a table with free seats, for friends. */
export function openTable(wanted: Wanted): Promise<void> {
  return open(wanted, false);
}

async function open(wanted: Wanted, start: boolean): Promise<void> {
  const seed = newSeed();
  const { table, token, seat } = await api().createTable({
    rules: wanted.rules,
    nickname: settings.nickname.trim(), // none: called by the seat, and «vous» to oneself
    avatar: settings.avatar,
    client_commitment: commitmentOf(seed),
    settings: { bot: settings.bot, by_hand: settings.cutByHand, ...wanted.settings },
    ...(wanted.players ? { players: wanted.players } : {}),
    start,
  });
  holdSeat(table.id, token, seat);
  keepSeed(table.id, seed);
  if (table.opening) await reveal(api(), table, token);
  settings.rules = wanted.rules;
  settings.players = wanted.players ?? null;
  router.go(paths.table(table.id));
}
