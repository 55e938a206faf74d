// How a hand lies: one bent fan in which each card shows its index, a gap between suits; large cards in two rows.

export const STRIP = 36; // the narrowest strip of a card to touch
export const RATIO = 1.4;
const OVERLAP = 0.83; // of a card's width, from one to the next where there is room
const ROW_SHOWS = 0.62; // how much of the upper row the lower one leaves free
const LARGER = 1.14; // cards in two rows
const HALF_OF_EIGHT = 3.5;

export interface Spot {
  left: number;
  top: number;
  turn: number; // degrees
}

export interface Fan {
  width: number; // of a card
  height: number; // of the whole, without what the bend lowers
  spots: Spot[];
}

export interface FanWishes {
  card: number; // a card's width
  gap: number; // between suits
  bend: number; // degrees from one card to the next
  twoRows: boolean;
}

/** `suits`: that of each card, in the order of the hand. */
export function fanOf(suits: string[], room: number, wishes: FanWishes): Fan {
  const fits = stepFor(suits.length, room, wishes.card) >= STRIP;
  if (suits.length < 2 || (fits && !wishes.twoRows)) return oneRow(suits, room, wishes);
  return twoRows(suits, room, wishes);
}

function oneRow(suits: string[], room: number, wishes: FanWishes): Fan {
  const { card, gap } = wishes;
  const changes = suits.map((suit, place) => (place > 0 && suit !== suits[place - 1] ? 1 : 0));
  const before = changes.map((_, place) => sum(changes.slice(0, place + 1)));
  const gaps = before.at(-1) ?? 0;
  const bend = Math.min(wishes.bend, mostBend(suits.length, room - gaps * gap, card));
  const inside = room - gaps * gap - 2 * leaning(suits.length, card, bend);
  const step = Math.min(card * OVERLAP, stepFor(suits.length, inside, card));
  const wide = (suits.length - 1) * step + gaps * gap + card;
  const middle = (suits.length - 1) / 2;
  const flatter = flatness(suits.length);
  const spots = suits.map((_, place) => ({
    left: (room - wide) / 2 + place * step + before[place]! * gap,
    top: (place - middle) ** 2 * 1.5 * flatter,
    turn: (place - middle) * bend * flatter,
  }));
  return { width: card, height: card * RATIO, spots };
}

/** A long hand is bent less. */
function flatness(cards: number): number {
  return Math.min(1, HALF_OF_EIGHT / Math.max((cards - 1) / 2, 1)) ** 2;
}

/** How far the upper corner of the outermost card, which is turned about its foot, leans out. */
function leaning(cards: number, card: number, bend: number): number {
  return Math.sin((((cards - 1) / 2) * bend * flatness(cards) * Math.PI) / 180) * card * RATIO;
}

/** The bend with which each card still shows its strip and none leans out of the room. */
function mostBend(cards: number, room: number, card: number): number {
  const spare = Math.max(0, room - card - STRIP * (cards - 1)) / 2;
  const turn = (Math.asin(Math.min(1, spare / (card * RATIO))) * 180) / Math.PI;
  return turn / (Math.max((cards - 1) / 2, 1) * flatness(cards));
}

function twoRows(suits: string[], room: number, { card }: FanWishes): Fan {
  const upper = Math.ceil(suits.length / 2);
  const width = Math.round(Math.min(card * LARGER, room - (upper - 1) * STRIP));
  const step = Math.min(width * 0.92, stepFor(upper, room, width));
  const spots = suits.map((_, index) => {
    const row = index < upper ? 0 : 1;
    const count = row === 0 ? upper : suits.length - upper;
    const start = (room - (count - 1) * step - width) / 2;
    return { left: start + (index - row * upper) * step, top: row * width * RATIO * ROW_SHOWS, turn: 0 };
  });
  return { width, height: width * RATIO * (1 + ROW_SHOWS), spots };
}

function stepFor(cards: number, room: number, width: number): number {
  return cards < 2 ? width : (room - width) / (cards - 1);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
