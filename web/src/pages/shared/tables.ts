// Sitting down at a new table.

import { api } from '../../lib/api';
import { t } from '../../lib/i18n';
import { router } from '../../lib/router.svelte';
import { paths } from '../../lib/routes';
import { holdSeat, newGrain, rememberMatch } from '../../lib/seats';
import { settings } from '../../lib/settings.svelte';
import type { RulesRef, TableSettings } from '../../lib/types';

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
  const grain = newGrain();
  const { table, token, seat } = await api().createTable({
    rules: wanted.rules,
    nickname: settings.nickname.trim() || t('home.you'),
    grain,
    settings: { bot: settings.bot, ...wanted.settings },
    ...(wanted.players ? { players: wanted.players } : {}),
    start,
  });
  holdSeat(table.id, token, seat, grain);
  if (table.match !== null) {
    rememberMatch({
      match: table.match,
      table: table.id,
      rules: table.rules.name,
      started: Date.now(),
      grains: { given: [grain], counted: false },
    });
  }
  settings.rules = wanted.rules;
  settings.players = wanted.players ?? null;
  router.go(paths.table(table.id));
}
