// A hand in the order that its holder gave it.
import type { CardText, HandCard } from '../lib/types';

/** Known cards in the chosen order, new ones where the server put them: at the end. */
export function arranged(cards: HandCard[], order: CardText[]): HandCard[] {
  const place = (held: HandCard) => {
    const at = order.indexOf(held.card);
    return at < 0 ? order.length : at;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

export function moved(cards: HandCard[], card: CardText, to: number): CardText[] {
  const others = cards.map((held) => held.card).filter((other) => other !== card);
  const at = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, at), card, ...others.slice(at)];
}
