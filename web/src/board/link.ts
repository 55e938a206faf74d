// A position and a line of cards as an address: everything is in it, the server remembers nothing.
import { trumps } from '../cards/suits';
import type { CardText, GivenPosition, OptionValue, RulesRef, Seat } from '../lib/types';

export interface Studied {
  position: GivenPosition; // without moves
  line: CardText[];
  at: number; // how many cards of the line are played
}

const RESERVED = new Set([
  'regles',
  'code',
  'options',
  'atout',
  'entame',
  'pli',
  'plis',
  'ferme',
  'coups',
  'ici',
]);
const PILES = /^tas-(.{1,2})$/;

/** What stands after the `?`. */
export function searchOf({ position, line, at }: Studied): string {
  const { rules, trump, leader, hands, trick = [], tricks = {}, piles = {}, closed } = position;
  const parts: [string, string][] = rules.code ? [['code', rules.code]] : [['regles', rules.id ?? '']];
  const options = Object.entries(rules.options ?? {});
  if (options.length > 0) parts.push(['options', options.map((pair) => pair.join(':')).join('_')]);
  parts.push(['atout', trump], ['entame', leader]);
  for (const [seat, cards] of Object.entries(hands)) parts.push([seat, cards.join('')]);
  for (const [seat, row] of Object.entries(piles)) parts.push([`tas-${seat}`, row.flat().join('')]);
  if (trick.length > 0) parts.push(['pli', trick.map((pair) => pair.join('')).join('_')]);
  const won = Object.entries(tricks).filter(([, number]) => number > 0);
  if (won.length > 0) parts.push(['plis', won.map((pair) => pair.join(':')).join('_')]);
  if (closed) parts.push(['ferme', '1']);
  if (line.length > 0) parts.push(['coups', line.join('')]);
  if (at !== line.length) parts.push(['ici', String(at)]);
  return `?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** The position of an address, or null if it names none. What is wrong with one, the server says. */
export function studiedOf(search: string): Studied | null {
  const query = new URLSearchParams(search);
  const trump = query.get('atout') ?? '';
  const rules = rulesOf(query);
  if (rules === null || !trumps.includes(trump)) return null;
  const hands: Record<Seat, CardText[]> = {};
  const piles: Record<Seat, CardText[][]> = {};
  for (const [name, value] of query) {
    const piled = PILES.exec(name)?.[1];
    if (piled !== undefined) piles[piled] = pairs(cardsOf(value));
    else if (!RESERVED.has(name) && name.length <= 2) hands[name] = cardsOf(value);
  }
  const line = cardsOf(query.get('coups') ?? '');
  const at = Number(query.get('ici') ?? line.length);
  return {
    position: {
      rules,
      trump: trump as GivenPosition['trump'],
      leader: query.get('entame') ?? '',
      hands,
      trick: split(query.get('pli')).map((text) => [text.slice(0, -2), text.slice(-2)]),
      tricks: Object.fromEntries(split(query.get('plis')).map((text) => numbered(text))),
      piles,
      closed: query.has('ferme'),
    },
    line,
    at: Number.isInteger(at) ? Math.min(Math.max(at, 0), line.length) : line.length,
  };
}

function rulesOf(query: URLSearchParams): RulesRef | null {
  const code = query.get('code');
  const id = query.get('regles');
  if (!code && !id) return null;
  const options = Object.fromEntries(split(query.get('options')).map((text) => valued(text)));
  const chosen = Object.keys(options).length > 0 ? { options } : {};
  return code ? { code, ...chosen } : { id, ...chosen };
}

function valued(text: string): [string, OptionValue] {
  const [name = '', value = ''] = text.split(':');
  if (value === 'true' || value === 'false') return [name, value === 'true'];
  return [name, /^\d+$/.test(value) ? Number(value) : value];
}

function numbered(text: string): [string, number] {
  const [side = '', number = '0'] = text.split(':');
  return [side, Number(number) || 0];
}

const split = (text: string | null) => (text ? text.split('_') : []);

/** Two signs each; what is no card the server refuses by name. */
export function cardsOf(text: string): CardText[] {
  return text.match(/.{1,2}/g) ?? [];
}

const pairs = (cards: CardText[]) =>
  Array.from({ length: Math.ceil(cards.length / 2) }, (_, n) => cards.slice(2 * n, 2 * n + 2));

export type Linked =
  { kind: 'study'; search: string } | { kind: 'match'; match: string; deal: number; step: number };

/** What a pasted address of a site like this one leads to: a study, or a moment of a match. */
export function linkIn(text: string): Linked | null {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  if (studiedOf(url.search) !== null) return { kind: 'study', search: url.search };
  const match = /\/m\/([a-z0-9]{10})\/?$/.exec(url.pathname)?.[1];
  if (match === undefined) return null;
  const number = (name: string) => Math.max(0, Math.trunc(Number(url.searchParams.get(name)) || 0));
  return { kind: 'match', match, deal: Math.max(0, number('donne') - 1), step: number('pas') };
}
