// The games and the bots that the server offers, asked once for each language.

import { api, type Api } from '../lib/api';
import type { BotInfo, Lang, RulesSummary } from '../lib/types';

const games = new Map<Lang, Promise<RulesSummary[]>>();
const bots = new Map<Lang, Promise<BotInfo[]>>();

export function loadGames(): Promise<RulesSummary[]> {
  return once(games, (ask) => ask.rules());
}

export function loadBots(): Promise<BotInfo[]> {
  return once(bots, (ask) => ask.bots());
}

export function loadGamesAndBots(): Promise<[RulesSummary[], BotInfo[]]> {
  return Promise.all([loadGames(), loadBots()]);
}

function once<T>(known: Map<Lang, Promise<T>>, load: (ask: Api) => Promise<T>): Promise<T> {
  const ask = api();
  const before = known.get(ask.lang);
  if (before) return before;
  const coming = load(ask);
  known.set(ask.lang, coming);
  coming.catch(() => known.delete(ask.lang));
  return coming;
}
