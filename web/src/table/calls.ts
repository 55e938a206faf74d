// The calls on offer, sorted into what a pad shows.
import { trumps } from '../cards/suits';
import type { CardText, Offer, PageView, Trump } from '../lib/types';
import type { Layout } from '../board/places';

export type BidValue = number | Slam | null; // null: the trump alone
export type Slam = 'capot' | 'generale';

export interface BidGrid {
  values: BidValue[]; // that may be called with some trump, low to high, slams last
  trumps: Trump[]; // in the order of the pad; without numbers as they rank
  offer(value: BidValue, trump: Trump): Offer | null;
}

export interface Calls {
  pass: Offer | null;
  contre: Offer | null; // contre, coinche or surcontre; other ways to say it are among the others
  takes: Offer[];
  bids: BidGrid | null;
  guesses: Offer[];
  cuts: Offer[];
  deals: Offer[];
  discards: Offer[]; // the cards are chosen in the hand
  others: Offer[]; // everything that has no place of its own: a plain button each
}

const SLAMS: readonly Slam[] = ['capot', 'generale']; // above every number, each above the one before
const RISING = new Set(['bid', 'contre', 'surcontre']);
const BY_HAND = new Set(['play', 'play_blind']);

export function sortCalls(offers: Offer[]): Calls {
  const of = (...kinds: string[]) => offers.filter((offer) => kinds.includes(offer.action.do));
  const placed = new Set(['pass', 'take', 'guess', 'cut', 'deal', 'discard']);
  const [contre, ...contres] = of('contre', 'surcontre');
  const toPartner = of('bid').filter((offer) => offer.action['to_partner'] === true);
  const apart = new Set([...contres, ...toPartner]);
  return {
    pass: of('pass')[0] ?? null,
    contre: contre ?? null,
    takes: of('take').sort((a, b) => place(a) - place(b)),
    bids: gridOf(of('bid').filter((offer) => !apart.has(offer))),
    guesses: of('guess').sort((a, b) => Number(a.action['tricks']) - Number(b.action['tricks'])),
    cuts: of('cut').sort((a, b) => Number(a.action['at']) - Number(b.action['at'])),
    deals: of('deal'),
    discards: of('discard'),
    others: offers.filter(
      ({ action }, place) =>
        apart.has(offers[place]!) ||
        !(placed.has(action.do) || BY_HAND.has(action.do) || RISING.has(action.do)),
    ),
  };
}

/** The pad shows the turned card itself, where its keys speak of it or it covers the middle of the cloth. */
export function showsTurned(calls: Calls, layout: Layout): boolean {
  return calls.takes.length > 0 || calls.bids !== null || (calls.guesses.length > 0 && layout === 'wide');
}

/** The card that plays itself, as the player wants it: never, the hand's last, or whenever there is but one. */
export function forcedCard(view: PageView, wish: 'never' | 'last' | 'only'): Offer | null {
  const [only, ...more] = view.offers;
  if (wish === 'never' || !only || more.length > 0 || only.action.do !== 'play') return null;
  if (wish === 'only') return only;
  if (view.hand.length !== 1) return null;
  const piles = view.seats.find((seat) => seat.seat === view.seat)?.piles ?? [];
  return piles.every((pile) => pile.top === null) ? only : null;
}

/** A proposal waits for this player's word: it comes with what the table offers, but can't stay in a menu. */
export function answersOf(view: PageView): Offer[] {
  return view.table_offers.filter((offer) => offer.action.do === 'accept' || offer.action.do === 'refuse');
}

/** How many cards are laid aside together. */
export function sizeOfDiscard(discards: Offer[]): number {
  return discards[0] ? cardsOf(discards[0]).length : 0;
}

/** The discard of just these cards, in whatever order they were chosen. */
export function discardOf(discards: Offer[], aside: CardText[]): Offer | null {
  const same = (cards: CardText[]) =>
    cards.length === aside.length && cards.every((card) => aside.includes(card));
  return discards.find((offer) => same(cardsOf(offer))) ?? null;
}

/** The chosen cards after a touch: one more, one less, or the newest in place of the oldest. */
export function afterTouch(aside: CardText[], card: CardText, size: number): CardText[] {
  if (aside.includes(card)) return aside.filter((other) => other !== card);
  return [...aside, card].slice(-size);
}

function cardsOf(offer: Offer): CardText[] {
  return offer.action['cards'] as CardText[];
}

export function trumpOf(offer: Offer): Trump {
  return String(offer.action['trump']);
}

function place(offer: Offer): number {
  return trumps.indexOf(trumpOf(offer));
}

function gridOf(bids: Offer[]): BidGrid | null {
  if (bids.length === 0) return null;
  const key = (value: unknown, trump: unknown) => `${String(value)} ${String(trump)}`;
  const byCell = new Map(bids.map((offer) => [key(offer.action['value'], offer.action['trump']), offer]));
  const values = [...new Set(bids.map((offer) => offer.action['value'] as BidValue))];
  const rank = (value: BidValue) =>
    typeof value === 'number' ? value : value === null ? 0 : SLAMS.indexOf(value) + 1e6;
  const alone = values.every((value) => value === null);
  return {
    values: values.sort((a, b) => rank(a) - rank(b)),
    trumps: alone
      ? bids.map(trumpOf)
      : trumps.filter((trump) => bids.some((offer) => trumpOf(offer) === trump)),
    offer: (value, trump) => byCell.get(key(value, trump)) ?? null,
  };
}
