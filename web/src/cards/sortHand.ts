// A hand as players sort it: trumps first, then suits in alternating colours, each from high to low.

import { rankOf, suitOf, suits, type Rank, type Suit } from './suits';
import type { CardText, Trump } from '../lib/types';

const PLAIN: Rank[] = [...'ATKQJ987'] as Rank[];
const TRUMPS: Rank[] = [...'J9ATKQ87'] as Rank[];

export function sortHand(cards: readonly CardText[], trump: Trump | null): CardText[] {
  const held = suits.filter((suit) => cards.some((card) => suitOf(card) === suit));
  return alternating(held, held.find((suit) => suit === trump) ?? null).flatMap((suit) => {
    const order = trump === suit || trump === 'TA' ? TRUMPS : PLAIN;
    const own = cards.filter((card) => suitOf(card) === suit);
    return own.sort((one, other) => order.indexOf(rankOf(one)) - order.indexOf(rankOf(other)));
  });
}

/** Red after black and black after red, as far as it goes, beginning with `first` if there is one. */
function alternating(held: readonly Suit[], first: Suit | null): Suit[] {
  const order: Suit[] = first === null ? [] : [first];
  const red = held.filter((suit) => isRed(suit) && suit !== first);
  const black = held.filter((suit) => !isRed(suit) && suit !== first);
  while (red.length > 0 || black.length > 0) {
    const last = order.at(-1);
    const wantsRed = last === undefined ? red.length > black.length : !isRed(last);
    order.push((red.length > 0 && (wantsRed || black.length === 0) ? red : black).shift()!);
  }
  return order;
}

function isRed(suit: Suit): boolean {
  return suit === 'H' || suit === 'D';
}
