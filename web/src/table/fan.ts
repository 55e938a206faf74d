// How a hand lies: cards overlap so that each shows its index and a strip wide enough for a thumb.

export const STRIP = 44; // the narrowest strip to touch
export const RATIO = 1.4;

export interface Fan {
  rows: number[]; // cards in each row
  width: number; // of a card
  height: number;
  step: number; // from one card to the next
}

/** The largest cards that fit `available` pixels: one row if strips stay wide enough, else two. */
export function fanOf(cards: number, available: number, largest: number): Fan {
  const one = rowFor(cards, available, largest);
  if (cards <= 1 || one.width >= Math.min(largest, 64)) return { ...one, rows: [cards] };
  const upper = Math.ceil(cards / 2);
  return { ...rowFor(upper, available, largest), rows: [upper, cards - upper] };
}

function rowFor(cards: number, available: number, largest: number): Omit<Fan, 'rows'> {
  const gaps = Math.max(cards - 1, 0);
  const width = Math.floor(Math.max(STRIP, Math.min(largest, available - gaps * STRIP)));
  const step = gaps === 0 ? width : Math.min(width + 6, Math.floor((available - width) / gaps));
  return { width, height: Math.round(width * RATIO), step };
}
