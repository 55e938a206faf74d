// A hand in the order that its holder gave it.
import type { CardText, HandCard, PageView } from '../lib/types';

const KEY = 'rebelote.hand';

interface Kept {
  pack: string;
  order: CardText[];
}

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

/** The pack that a hand was dealt from: its order is kept for this one, so that a reload finds it again. */
export function packOf({ match, fairness }: Pick<PageView, 'match' | 'fairness'>): string {
  return `${match} ${fairness.deal}`;
}

export function keepOrder(pack: string, order: CardText[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ pack, order } satisfies Kept));
  } catch {
    // Then the order lasts as long as the page.
  }
}

export function keptOrder(pack: string): CardText[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    return kept?.pack === pack && Array.isArray(kept.order) ? kept.order : [];
  } catch {
    return [];
  }
}
