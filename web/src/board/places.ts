// Where the players sit on the screen: you at the bottom, the others on an arc in the direction of play.
import type { Seat, TableInfo } from '../lib/types';

/** `narrow`: a phone upright. `low`: a phone on its side. `wide`: everything larger. */
export type Layout = 'narrow' | 'low' | 'wide';

export interface Place {
  seat: Seat;
  /** The avatar's middle: from 0 to 1 across the cloth, its margins left out. */
  x: number;
  y: number;
  side: 'bottom' | 'left' | 'top' | 'right';
  /** Where the name is: beside the avatar, above it, or under it in a row of many. */
  plate: 'before' | 'after' | 'above' | 'under';
  /** In degrees: how far the fan of backs is turned from pointing down, so that it points to the middle. */
  turn: number;
  /** The way from the middle to the player, for the card in the trick: 1 is as far as a card goes. */
  dx: number;
  dy: number;
}

type Spot = Omit<Place, 'seat'>;
type Corner = [x: number, y: number, dx: number, dy: number];

/** How far down the lowest seat is where nobody sits at the screen: above what is asked there. */
const WATCHED: Record<Layout, number> = { wide: 0.82, narrow: 0.82, low: 0.78 };
const BOTTOM: Spot = { side: 'bottom', plate: 'after', x: 0.5, y: 1, turn: 180, dx: 0, dy: 1 };

// For each number of players, the others clockwise: the one at your left first.
const wide: Record<number, Corner[]> = {
  2: [[0.5, 0, -0.5, -0.3]],
  3: [
    [0.2, 0.07, -0.75, -0.62],
    [0.8, 0.07, 0.75, -0.62],
  ],
  4: [
    [0, 0.37, -1, 0],
    [0.5, 0, 0, -1],
    [1, 0.37, 1, 0],
  ],
  5: [
    [0, 0.42, -1.7, 0.3],
    [0.26, 0, -0.6, -0.82],
    [0.74, 0, 0.6, -0.82],
    [1, 0.42, 1.7, 0.3],
  ],
  6: [
    [0, 0.47, -2.15, 0.3],
    [0.17, 0.08, -1.12, -0.35],
    [0.5, 0, 0, -1],
    [0.83, 0.08, 1.12, -0.35],
    [1, 0.47, 2.15, 0.3],
  ],
};
const upright: Record<number, Corner[]> = {
  2: wide[2]!,
  3: [
    [0.1, 0.08, -0.75, -0.62],
    [0.9, 0.08, 0.75, -0.62],
  ],
  4: [
    [0, 0.183, -1, 0.18],
    [0.5, 0, 0, -1],
    [1, 0.183, 1, 0.18],
  ],
};
const aside: Record<number, Corner[]> = {
  ...upright,
  4: [
    [0, 0.3, -1, 0],
    [0.5, 0, 0, -1],
    [1, 0.3, 1, 0],
  ],
};
// On a phone upright the others sit in a row; their cards lie around the middle nevertheless.
const laidUpright: Record<number, Corner[]> = {
  5: [
    [0, 0, -1.12, 0.5],
    [0, 0, -0.6, -0.9],
    [0, 0, 0.6, -0.9],
    [0, 0, 1.12, 0.5],
  ],
  6: [
    [0, 0, -1.12, 0.9],
    [0, 0, -1.12, -0.6],
    [0, 0, 0, -1],
    [0, 0, 1.12, -0.6],
    [0, 0, 1.12, 0.9],
  ],
};
const tables: Record<Layout, Record<number, Corner[]>> = { wide, narrow: upright, low: aside };

function spotsOf(players: number, layout: Layout): Spot[] {
  const known = tables[layout][players];
  if (known) return known.map((corner) => spotAt(corner, layout));
  const others = wide[players] ?? wide[4]!;
  const laid = (layout === 'narrow' && laidUpright[players]) || others;
  return others.map((_, place) => ({
    ...spotAt(
      [others.length > 1 ? place / (others.length - 1) : 0.5, 0, laid[place]![2], laid[place]![3]],
      layout,
    ),
    side: 'top',
    plate: 'under',
  }));
}

/** A seat of a side column leans on its edge; the fan of every seat points to the middle. */
function spotAt([x, y, dx, dy]: Corner, layout: Layout): Spot {
  const side = x === 0 ? 'left' : x === 1 ? 'right' : 'top';
  const ahead = layout === 'wide' ? 0.37 : 0.42;
  const turn = side === 'top' && y === 0 ? 0 : (Math.atan2((x - 0.5) * 1.5, ahead - y) * 180) / Math.PI;
  const plate = side !== 'top' || y > 0 ? 'above' : x > 0.5 ? 'before' : 'after';
  const level = side === 'left' ? -90 : side === 'right' ? 90 : turn;
  return { side, plate, x, y, turn: level, dx, dy };
}

/** `seats` in the direction of play; a spectator looks from the south, or from the first seat. */
export function placesOf(
  seats: Seat[],
  you: Seat | null,
  direction: TableInfo['direction'],
  layout: Layout = 'wide',
): Place[] {
  const bottom = bottomOf(seats.length);
  const lowest = you === null ? { ...bottom, y: WATCHED[layout] } : bottom;
  const around = [lowest, ...spotsOf(seats.length, layout)];
  const at = you !== null ? seats.indexOf(you) : seats.indexOf('S');
  const first = Math.max(at, 0);
  return seats.map((seat, index) => {
    const steps = (index - first + seats.length) % seats.length;
    const clockwise = direction === 'clockwise' ? steps : (seats.length - steps) % seats.length;
    return { seat, ...(around[clockwise] ?? BOTTOM) };
  });
}

/** With two, the cards of a trick lie side by side. */
function bottomOf(players: number): Spot {
  return players === 2 ? { ...BOTTOM, dx: 0.5, dy: 0.3 } : BOTTOM;
}
