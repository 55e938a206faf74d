// The calls on offer, sorted into what a pad shows.
import type { Offer, PageView, Trump } from '../lib/types';

export type BidValue = number | Slam;
export type Slam = 'capot' | 'generale';

export interface BidGrid {
  values: BidValue[]; // that may be called with some trump, low to high, slams last
  trumps: Trump[]; // in the order of the pad
  offer(value: BidValue, trump: Trump): Offer | null;
}

export interface Calls {
  pass: Offer | null;
  contre: Offer | null; // contre, coinche or surcontre
  takes: Offer[];
  bids: BidGrid | null;
  guesses: Offer[];
  cuts: Offer[];
  deals: Offer[];
  others: Offer[]; // everything that has no place of its own: a plain button each
}

const TRUMPS: readonly Trump[] = ['S', 'H', 'D', 'C', 'SA', 'TA'];
const SLAMS: readonly Slam[] = ['capot', 'generale']; // above every number, each above the one before
const BY_HAND = new Set(['play', 'play_blind']);

export function sortCalls(offers: Offer[]): Calls {
  const of = (...kinds: string[]) => offers.filter((offer) => kinds.includes(offer.action.do));
  const placed = new Set(['pass', 'contre', 'surcontre', 'take', 'bid', 'guess', 'cut', 'deal']);
  return {
    pass: of('pass')[0] ?? null,
    contre: of('contre', 'surcontre')[0] ?? null,
    takes: of('take').sort((a, b) => place(a) - place(b)),
    bids: gridOf(of('bid')),
    guesses: of('guess').sort((a, b) => Number(a.action['tricks']) - Number(b.action['tricks'])),
    cuts: of('cut').sort((a, b) => Number(a.action['at']) - Number(b.action['at'])),
    deals: of('deal'),
    others: offers.filter((offer) => !placed.has(offer.action.do) && !BY_HAND.has(offer.action.do)),
  };
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

export function trumpOf(offer: Offer): Trump {
  return String(offer.action['trump']);
}

function place(offer: Offer): number {
  return TRUMPS.indexOf(trumpOf(offer));
}

function gridOf(bids: Offer[]): BidGrid | null {
  if (bids.length === 0) return null;
  const key = (value: unknown, trump: unknown) => `${String(value)} ${String(trump)}`;
  const byCell = new Map(bids.map((offer) => [key(offer.action['value'], offer.action['trump']), offer]));
  const values = [...new Set(bids.map((offer) => offer.action['value'] as BidValue))];
  const rank = (value: BidValue) => (typeof value === 'number' ? value : SLAMS.indexOf(value) + 1e6);
  return {
    values: values.sort((a, b) => rank(a) - rank(b)),
    trumps: TRUMPS.filter((trump) => bids.some((offer) => trumpOf(offer) === trump)),
    offer: (value, trump) => byCell.get(key(value, trump)) ?? null,
  };
}
