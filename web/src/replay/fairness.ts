// The luck of a match computed anew, as docs/api.md tells it and src/rebelote/fairness/ does it.

import type { KnownMatch } from '../lib/seats';
import { fromHex, hmac, sha256, toHex, utf8, type Bytes } from '../lib/sha256';
import type { CardText, Contribution, FairDeal, Fairness } from '../lib/types';
import { wasPlayed, type Played } from './played';

export type Checks = Record<string, boolean>;

/** What was found about one pack, by the name of the check; what could not be checked is not there. */
export interface DealChecks {
  number: number;
  attempt: number;
  checks: Checks;
}

export interface Verdict {
  checks: Checks;
  deals: DealChecks[];
  absent: string[]; // people whose seed is not in the match's luck
}

export type Kept = Pick<KnownMatch, 'commitment' | 'opening'>;

const LINKS = 4096;
const SECRET_BYTES = 32;
const SEED_BYTES = 32;
const SUITS = ['S', 'H', 'D', 'C'];
const PACK: CardText[] = SUITS.flatMap((suit) => [...'789TJQKA'].map((rank) => rank + suit));

/** `played`: a deal as it is replayed here; `kept`: what this browser kept from the table. */
export function verify(
  document: Fairness | FirstScheme,
  played: Played | null = null,
  kept: Kept | null = null,
): Verdict {
  const fairness = upgraded(document);
  return {
    checks: { ...keptChecks(fairness, kept), ...matchChecks(fairness) },
    deals: fairness.deals.map((deal) => ({
      number: deal.number,
      attempt: deal.attempt,
      checks: dealChecks(fairness, deal, played),
    })),
    absent: fairness.contributions.filter(({ seed }) => seed === null).map(({ seat }) => seat),
  };
}

export function holds(checks: Checks): boolean {
  return !Object.values(checks).includes(false);
}

// Scheme 1

/** The document of scheme 1, as it was before there was a `scheme` in it. */
export interface FirstScheme {
  match: string;
  anchor: string;
  grains: string[];
  deals: FirstDeal[];
}

type FirstDeal = Pick<FairDeal, 'number' | 'attempt' | 'secret' | 'cut' | 'order' | 'draws'> & {
  shuffled: boolean;
};

function upgraded(document: Fairness | FirstScheme): Fairness {
  if ('scheme' in document) return document;
  const { match, anchor, grains, deals } = document;
  return {
    scheme: 1,
    match,
    commitment: anchor,
    seats: [],
    contributions: grains.map((seed) => ({ seat: '', commitment: null, seed })),
    joined: [],
    dealer: '',
    smallest_heap: 1,
    deals: deals.map(({ shuffled, ...deal }) => ({
      ...deal,
      origin: shuffled ? 'shuffled' : 'exact',
      cutter: '',
      drawn: false,
      heaps: [],
    })),
  };
}

// The match

function keptChecks(fairness: Fairness, kept: Kept | null): Checks {
  const { commitment, opening } = kept ?? {};
  const checks: Checks = {};
  const told = [opening?.commitment, commitment?.value].filter((value) => value !== undefined);
  if (told.length > 0) checks['same_commitment'] = told.every((value) => value === fairness.commitment);
  if (opening) {
    checks['same_people'] = same(opening.contributions.map(committed), fairness.contributions.map(committed));
    checks['opened_once'] = opening.dropped.length === 0;
    const own = fairness.contributions.filter(({ seat }) => seat === opening.seat);
    checks['own_seed'] = own.length === 1 && own[0]!.seed === opening.seed;
  }
  return checks;
}

function committed({ seat, commitment }: Pick<Contribution, 'seat' | 'commitment'>): string {
  return `${seat} ${commitment}`;
}

function matchChecks(fairness: Fairness): Checks {
  if (fairness.scheme === 1) return {};
  const { contributions, seats, joined } = fairness;
  const own = contributions.map(({ seat }) => seat);
  const inOrder = seats.filter((seat) => own.includes(seat));
  const checks: Checks = { people: same(own, inOrder) && !own.some((seat) => joined.includes(seat)) };
  if (contributions.some(({ seed }) => seed !== null))
    checks['client_seeds'] = contributions.every(keptItsWord);
  const dealer = firstDealer(fairness);
  if (dealer !== null) checks['dealer'] = dealer === fairness.dealer;
  return checks;
}

function keptItsWord({ commitment, seed }: Contribution): boolean {
  if (seed === null) return true;
  const value = bytes(seed);
  return value.length === SEED_BYTES && toHex(sha256(value)) === commitment;
}

/** Drawn with link 1, to which every other leads; null while no link is known. */
function firstDealer(fairness: Fairness): string | null {
  const known = fairness.deals.find(({ attempt }) => attempt >= 1 && attempt <= LINKS);
  if (!known || fairness.seats.length === 0) return null;
  const first = hashed(bytes(known.secret), known.attempt - 1);
  return drawn(fairness.seats, new Luck(fairness, first).words('dealer', []));
}

// A pack

function dealChecks(fairness: Fairness, deal: FairDeal, played: Played | null): Checks {
  const key = bytes(deal.secret);
  const luck = new Luck(fairness, key);
  const after = [deal.attempt, deal.cut];
  const checks: Checks = { link: leadsTo(key, deal.attempt, fairness.commitment) };
  if (fairness.scheme > 1) checks['cut'] = cutHolds(fairness, deal, luck);
  if (deal.origin === 'shuffled' || deal.attempt === 1 || !same([...deal.order].sort(), [...PACK].sort())) {
    const order = arranged(PACK, luck.words('shuffle', after));
    checks['order'] = deal.origin === 'shuffled' && same(order, deal.order);
  } else if (fairness.scheme > 1) {
    const order = gathered(deal, luck);
    checks['gathering'] = deal.heaps.length > 0 && same(order, deal.order.slice(0, order.length));
  }
  if (deal.draws.length > 0) {
    const words = luck.words('draw', after);
    checks['draws'] = same(
      deal.draws.map(() => drawn(SUITS, words)),
      deal.draws,
    );
  }
  if (played?.deal.number === deal.number) checks['record'] = wasPlayed(deal, played);
  return checks;
}

function leadsTo(key: Bytes, n: number, commitment: string): boolean {
  return key.length === SECRET_BYTES && n >= 1 && n <= LINKS && toHex(hashed(key, n)) === commitment;
}

function hashed(start: Bytes, times: number): Bytes {
  let value = start;
  for (let n = 0; n < times; n++) value = sha256(value);
  return value;
}

/** A cut that nobody chose comes from the chain; another was made by a person. */
function cutHolds(fairness: Fairness, { attempt, cut, cutter, drawn }: FairDeal, luck: Luck): boolean {
  const least = fairness.smallest_heap;
  if (least < 1 || cut < least || cut > PACK.length - least) return false;
  if (drawn) return cut === least + below(PACK.length - 2 * least + 1, luck.words('cut', [attempt]));
  return [...fairness.contributions.map(({ seat }) => seat), ...fairness.joined].includes(cutter);
}

/** The heaps put together: the order of each group's heaps is drawn, then that of each heap's cards. */
function gathered({ attempt, heaps, origin }: FairDeal, luck: Luck): CardText[] {
  if (origin === 'exact') return heaps.flat(2);
  const words = luck.words('gather', [attempt]);
  const groups = heaps.map((group) =>
    arranged(
      group.filter((heap) => heap.length > 0),
      words,
    ),
  );
  return groups.flat().flatMap((heap) => arranged(heap, words));
}

// Numbers

type Words = Iterator<number, never>;
type Purpose = 'dealer' | 'cut' | 'gather' | 'shuffle' | 'draw';

/** Numbers of chance for each purpose, from one link. */
class Luck {
  #fairness: Fairness;
  #key: Bytes;
  constructor(fairness: Fairness, key: Bytes) {
    this.#fairness = fairness;
    this.#key = key;
  }

  words(purpose: Purpose, facts: number[]): Words {
    const { scheme, match, contributions } = this.#fairness;
    const first = purpose === 'draw' ? 'rebelote 1 draw' : 'rebelote 1';
    const title = scheme === 1 ? first : `rebelote ${scheme} ${purpose}`;
    const seeds = contributions.map(({ seat, seed }) => (scheme === 1 ? '' : `${seat}:`) + (seed ?? ''));
    return numbers(this.#key, [title, match, ...facts, seeds.join(',')].join('\n'));
  }
}

/** Numbers of 32 bits without end. */
function* numbers(key: Bytes, message: string): Generator<number, never> {
  const seed = hmac(key, utf8(message));
  const counter = new DataView(new ArrayBuffer(4));
  for (let block = 0; ; block++) {
    counter.setUint32(0, block);
    const view = new DataView(hmac(seed, new Uint8Array(counter.buffer)).buffer);
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

/** A number from 0 to bound - 1, each as likely: the last, incomplete run of them is passed over. */
function below(bound: number, words: Words): number {
  const whole = Math.floor(2 ** 32 / bound) * bound;
  let word = words.next().value;
  while (word >= whole) word = words.next().value;
  return word % bound;
}

function drawn<T>(among: T[], words: Words): T {
  return among[below(among.length, words)]!;
}

/** From the last place down, each changes places with one that is not behind it. */
function arranged<T>(things: T[], words: Words): T[] {
  const left = [...things];
  for (let place = left.length - 1; place > 0; place--) {
    const other = below(place + 1, words);
    [left[place], left[other]] = [left[other]!, left[place]!];
  }
  return left;
}

/** Nothing where the text is not hexadecimal, which leads to no commitment. */
function bytes(text: string): Bytes {
  try {
    return fromHex(text);
  } catch {
    return new Uint8Array(0);
  }
}

export function same(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
