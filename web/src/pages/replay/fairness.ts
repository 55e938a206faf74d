// The luck of a match computed anew, as docs/api.md tells it and src/rebelote/fairness.py does it.

import type { KnownMatch } from '../../lib/seats';
import { fromHex, hmac, sha256, toHex, utf8, type Bytes } from '../../lib/sha256';
import type { CardText, Fairness, ReplayDeal } from '../../lib/types';

export type RevealedDeal = Fairness['deals'][number];

/** What was found about one pack; null where there was nothing to check. */
export interface DealCheck {
  number: number;
  attempt: number;
  anchor: boolean | null; // it is the anchor that this browser received; null where it received none
  grain: boolean | null; // a grain of this browser is among the published ones; null where none surely was
  link: boolean; // the secret leads to the anchor that was published when the match began
  order: boolean | null; // the pack follows from the secret, the cut and the grains; null where it was only cut
  draws: boolean | null; // so does what was drawn by lot
  played: boolean | null; // the replayed deal began with this pack and this cut
}

const LINKS = 4096;
const SECRET_BYTES = 32;
const SUITS = ['S', 'H', 'D', 'C'];
const PACK: CardText[] = SUITS.flatMap((suit) => [...'789TJQKA'].map((rank) => rank + suit));

export type Kept = Pick<KnownMatch, 'anchor' | 'grains'>;

/** `kept`: what this browser kept from the table. */
export function verify(
  fairness: Fairness,
  deals: ReplayDeal[] | null = null,
  kept: Kept | null = null,
): DealCheck[] {
  const anchor = kept?.anchor ? kept.anchor.value === fairness.anchor : null;
  const grain = hasGrain(fairness, kept);
  return fairness.deals.map((deal) => ({ ...checkDeal(fairness, deal, deals), anchor, grain }));
}

export function holds(check: DealCheck): boolean {
  const { anchor, grain, link, order, draws, played } = check;
  return ![anchor, grain, link, order, draws, played].includes(false);
}

/** Any of those given will do: the last may have come too late. */
function hasGrain({ grains }: Fairness, kept: Kept | null): boolean | null {
  if (kept?.grains?.given.some((grain) => grains.includes(grain))) return true;
  return kept?.grains?.counted ? false : null;
}

function checkDeal(
  fairness: Fairness,
  deal: RevealedDeal,
  deals: ReplayDeal[] | null,
): Omit<DealCheck, 'anchor' | 'grain'> {
  const key = bytes(deal.secret);
  const facts = [fairness.match, deal.attempt, deal.cut, fairness.grains.join(',')].join('\n');
  return {
    number: deal.number,
    attempt: deal.attempt,
    link: leadsTo(key, deal.attempt, fairness.anchor),
    order: deal.shuffled ? same(shuffled(key, facts), deal.order) : isCarriedOver(deal),
    draws: deal.draws.length > 0 ? same(drawn(key, facts, deal.draws.length), deal.draws) : null,
    played: deals === null ? null : wasPlayed(deal, deals),
  };
}

// The chain

function leadsTo(key: Bytes, n: number, anchor: string): boolean {
  return key.length === SECRET_BYTES && n >= 1 && n <= LINKS && toHex(hashed(key, n)) === anchor;
}

function hashed(start: Bytes, times: number): Bytes {
  let value = start;
  for (let n = 0; n < times; n++) value = sha256(value);
  return value;
}

// The luck of one pack

/** From the last place down, each card changes places with one that is not behind it. */
function shuffled(key: Bytes, facts: string): CardText[] {
  const words = numbers(key, `rebelote 1\n${facts}`);
  const pack = [...PACK];
  for (let place = pack.length - 1; place > 0; place--) {
    const other = below(place + 1, words);
    [pack[place], pack[other]] = [pack[other]!, pack[place]!];
  }
  return pack;
}

function drawn(key: Bytes, facts: string, times: number): string[] {
  const words = numbers(key, `rebelote 1 draw\n${facts}`);
  return Array.from({ length: times }, () => SUITS[below(SUITS.length, words)]!);
}

/** A number from 0 to bound - 1, each as likely: the last, incomplete run of them is passed over. */
function below(bound: number, words: Iterator<number, never>): number {
  const whole = Math.floor(2 ** 32 / bound) * bound;
  let word = words.next().value;
  while (word >= whole) word = words.next().value;
  return word % bound;
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

// What was played

function isCarriedOver(deal: RevealedDeal): false | null {
  return deal.attempt > 1 && same([...deal.order].sort(), [...PACK].sort()) ? null : false;
}

/** Whether one of the deals under that number was shuffled and cut so. A pack that was only cut is not told. */
function wasPlayed(deal: RevealedDeal, deals: ReplayDeal[]): boolean | null {
  const packs = deals.filter((each) => each.number === deal.number).map(packOf);
  if (packs.length === 0) return null;
  return packs.some(({ order, cut }) => cut === deal.cut && (order === null || same(order, deal.order)));
}

function packOf(deal: ReplayDeal): { order: CardText[] | null; cut: number | null } {
  const find = (name: string) => deal.events.find(({ event }) => event.event === name)?.event;
  return {
    order: (find('shuffled')?.['order'] as CardText[] | undefined) ?? null,
    cut: (find('cut')?.['at'] as number | undefined) ?? null,
  };
}

/** Nothing where the text is not hexadecimal, which leads to no anchor. */
function bytes(text: string): Bytes {
  try {
    return fromHex(text);
  } catch {
    return new Uint8Array(0);
  }
}

function same(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
