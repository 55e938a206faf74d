// Which page an address means. Paths begin with the site's base; `routeOf` takes them with it.
import { base, withoutBase } from './base';

export type Route =
  | { page: 'home' }
  | { page: 'rules' }
  | { page: 'ruleset'; id: string }
  | { page: 'house' }
  | { page: 'table'; id: string }
  | { page: 'table-rules'; id: string }
  | { page: 'match'; id: string }
  | { page: 'history' }
  | { page: 'settings' }
  | { page: 'study' }
  | { page: 'daily'; id: string | null }
  | { page: 'challenge'; id: string | null }
  | { page: 'league' }
  | { page: 'statistics' }
  | { page: 'learn'; id: string | null }
  | { page: 'problems'; id: string | null }
  | { page: 'help' }
  | { page: 'not-found' };

export function routeOf(path: string): Route {
  const [first, id, third, ...rest] = withoutBase(path).split('/').filter(Boolean).map(decode);
  if (first === undefined) return { page: 'home' };
  if (rest.length > 0 || (third !== undefined && first !== 't')) return { page: 'not-found' };
  if (id === undefined) {
    switch (first) {
      case 'regles':
        return { page: 'rules' };
      case 'maison':
        return { page: 'house' };
      case 'parties':
        return { page: 'history' };
      case 'reglages':
        return { page: 'settings' };
      case 'etude':
        return { page: 'study' };
      case 'donne-du-jour':
        return { page: 'daily', id: null };
      case 'defi':
        return { page: 'challenge', id: null };
      case 'ligue':
        return { page: 'league' };
      case 'statistiques':
        return { page: 'statistics' };
      case 'apprendre':
        return { page: 'learn', id: null };
      case 'problemes':
        return { page: 'problems', id: null };
      case 'aide':
        return { page: 'help' };
      default:
        return { page: 'not-found' };
    }
  }
  if (first === 'regles') return { page: 'ruleset', id };
  if (first === 'apprendre') return { page: 'learn', id };
  if (first === 'problemes') return { page: 'problems', id };
  if (first === 'm') return { page: 'match', id };
  if (first === 'donne-du-jour') return { page: 'daily', id };
  if (first === 'defi') return { page: 'challenge', id };
  if (first === 't' && third === undefined) return { page: 'table', id };
  if (first === 't' && third === 'regles') return { page: 'table-rules', id };
  return { page: 'not-found' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where the home page has the form of a table for friends. */
export const FRIENDS = '#amis';

export const paths = {
  home: base,
  friends: `${base}${FRIENDS}`,
  rules: `${base}regles`,
  ruleset: (id: string) => `${base}regles/${encodeURIComponent(id)}`,
  house: `${base}maison`,
  table: (id: string) => `${base}t/${encodeURIComponent(id)}`,
  tableRules: (id: string) => `${base}t/${encodeURIComponent(id)}/regles`,
  match: (id: string) => `${base}m/${encodeURIComponent(id)}`,
  history: `${base}parties`,
  settings: `${base}reglages`,
  study: `${base}etude`,
  daily: `${base}donne-du-jour`,
  challenge: `${base}defi`,
  /** Deals that many play: a day's begin with its date. */
  series: (id: string) => `${base}${/^\d{8}/.test(id) ? 'donne-du-jour' : 'defi'}/${encodeURIComponent(id)}`,
  league: `${base}ligue`,
  statistics: `${base}statistiques`,
  learn: `${base}apprendre`,
  lesson: (id: string) => `${base}apprendre/${encodeURIComponent(id)}`,
  problems: `${base}problemes`,
  problem: (id: string) => `${base}problemes/${encodeURIComponent(id)}`,
  help: `${base}aide`,
};
