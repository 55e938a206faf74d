// A position being laid out: which card lies where.
import type { CardText, GivenPosition, PositionFrame, PositionView, Seat, Side } from '../../lib/types';

export const PACK = ''; // the zone of the cards that nobody has

/** A hand by its seat, a seat's piles by `tas-` and its seat. */
export type Zone = string;
export type Layout = Record<Zone, CardText[]>;

export const pilesZone = (seat: Seat): Zone => `tas-${seat}`;
const isPiles = (zone: Zone) => zone.startsWith('tas-');

export function emptyLayout(frame: PositionFrame): Layout {
  const zones = zonesOf(frame).map((zone): [Zone, CardText[]] => [zone, []]);
  return { ...Object.fromEntries(zones), [PACK]: [...frame.pack] };
}

/** Hands and piles, each with how many cards go there. */
export function zonesOf(frame: PositionFrame): Zone[] {
  return frame.seats.flatMap(({ seat }) => [
    ...(frame.hand > 0 ? [seat] : []),
    ...(frame.piles > 0 ? [pilesZone(seat)] : []),
  ]);
}

export const roomOf = (frame: PositionFrame, zone: Zone): number =>
  isPiles(zone) ? 2 * frame.piles : frame.hand;

/** The layout of a position; what no hand of the frame has stays in the pack. */
export function layoutOf(position: GivenPosition, frame: PositionFrame): Layout {
  const layout = emptyLayout(frame);
  for (const { seat } of frame.seats) {
    const row = position.piles?.[seat] ?? [];
    const tops = new Set(row.map(([top]) => top));
    if (pilesZone(seat) in layout) layout[pilesZone(seat)] = row.flat();
    const own = (position.hands[seat] ?? []).filter((card) => !tops.has(card));
    const zone = seat in layout ? seat : pilesZone(seat);
    layout[zone] = [...(layout[zone] ?? []), ...own];
  }
  const given = new Set(Object.entries(layout).flatMap(([zone, cards]) => (zone === PACK ? [] : cards)));
  layout[PACK] = frame.pack.filter((card) => !given.has(card));
  return layout;
}

/** The layout with a card in another zone; back in the pack it lies where it belongs. */
export function moved(layout: Layout, card: CardText, to: Zone, pack: CardText[]): Layout {
  const without = Object.fromEntries(
    Object.entries(layout).map(([zone, cards]) => [zone, cards.filter((each) => each !== card)]),
  );
  const there = [...(without[to] ?? []), card];
  return { ...without, [to]: to === PACK ? pack.filter((each) => there.includes(each)) : there };
}

/** The rest of the pack dealt at random to those who lack cards. `luck` is from 0 to 1. */
export function dealtRest(layout: Layout, frame: PositionFrame, luck: () => number): Layout {
  const left = [...(layout[PACK] ?? [])];
  const filled: Layout = { ...layout };
  for (const zone of zonesOf(frame)) {
    const cards = [...(filled[zone] ?? [])];
    while (cards.length < roomOf(frame, zone) && left.length > 0)
      cards.push(left.splice(Math.floor(luck() * left.length), 1)[0]!);
    filled[zone] = cards;
  }
  return { ...filled, [PACK]: left };
}

function cardsEach(layout: Layout, frame: PositionFrame): number[] {
  return frame.seats.map(({ seat }) => (layout[seat]?.length ?? 0) + (layout[pilesZone(seat)]?.length ?? 0));
}

/** How many tricks a layout has to come: the most cards that anybody has. */
export function tricksLeft(layout: Layout, frame: PositionFrame): number {
  return Math.max(0, ...cardsEach(layout, frame));
}

/** Can it be played: has everybody as many cards, and at least one? */
export function isPlayable(layout: Layout, frame: PositionFrame): boolean {
  const left = tricksLeft(layout, frame);
  return left > 0 && cardsEach(layout, frame).every((count) => count === left);
}

/** The tricks that were played before, shared out as evenly as can be: nobody has a capot then. */
export function sharedTricks(frame: PositionFrame, left: number): Record<Side, number> {
  const sides = Object.keys(frame.sides);
  const before = frame.any_length ? 0 : Math.max(0, frame.tricks - left);
  const each = Math.floor(before / sides.length);
  return Object.fromEntries(
    sides.map((side, place) => [side, each + (place < before % sides.length ? 1 : 0)]),
  );
}

/** Hands as a position has them: the tops of piles among them. A last card of a pile covers nothing. */
export function handsOf(layout: Layout, frame: PositionFrame): Pick<GivenPosition, 'hands' | 'piles'> {
  const hands: Record<Seat, CardText[]> = {};
  const piles: Record<Seat, CardText[][]> = {};
  for (const { seat } of frame.seats) {
    const row = layout[pilesZone(seat)] ?? [];
    const tops = row.filter((_, place) => place % 2 === 0);
    hands[seat] = [...(layout[seat] ?? []), ...tops];
    const covered = tops.flatMap((top, place) => (row[2 * place + 1] ? [[top, row[2 * place + 1]!]] : []));
    if (covered.length > 0) piles[seat] = covered;
  }
  return { hands, piles };
}

/** Who has each card of a position. */
export function holders({ hands, piles = {}, trick = [] }: GivenPosition): Map<CardText, Seat> {
  return new Map([
    ...Object.entries(hands).flatMap(([seat, cards]) => cards.map((card): [CardText, Seat] => [card, seat])),
    ...Object.entries(piles).flatMap(([seat, row]) =>
      row.flat().map((card): [CardText, Seat] => [card, seat]),
    ),
    ...trick.map(([seat, card]): [CardText, Seat] => [card!, seat!]),
  ]);
}

/** Where a study stands as a position of its own. Cards on the table go back to those who laid them. */
export function positionAt(start: GivenPosition, view: PositionView): GivenPosition {
  const laid = new Map(view.trick.map(({ seat, card }) => [seat, card]));
  const back = (seat: Seat) => (laid.has(seat) ? [laid.get(seat)!] : []);
  const piles = view.seats.map(({ seat, cards }): [Seat, CardText[][]] => [
    seat,
    cards.flatMap(({ card, under }) => (under === null ? [] : [[card, under]])),
  ]);
  return {
    ...start,
    leader: view.leader,
    hands: Object.fromEntries(
      view.seats.map(({ seat, cards }) => [seat, [...back(seat), ...cards.map(({ card }) => card)]]),
    ),
    trick: [],
    tricks: view.tricks,
    piles: Object.fromEntries(piles.filter(([, row]) => row.length > 0)),
    moves: [],
  };
}
