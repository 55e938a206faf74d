// Sitting down to deals that many play.
import { api } from '../lib/api';
import { keepPlayer } from '../lib/player';
import { router } from '../lib/router.svelte';
import { paths } from '../lib/routes';
import { holdSeat } from '../lib/seats';
import { settings } from '../lib/settings.svelte';

/** Begins the series, or goes on with it. */
export async function playSeries(id: string): Promise<void> {
  const who = { nickname: settings.nickname.trim(), avatar: settings.avatar };
  const { table, token, seat } = await api().playSeries(id, who);
  keepPlayer(token);
  holdSeat(table.id, token, seat);
  router.go(paths.table(table.id));
}
