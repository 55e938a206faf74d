// Where the players sit on the screen: you at the bottom, the others around in the direction of play.
import type { Seat, TableInfo } from '../lib/types';

export interface Place {
  seat: Seat;
  /** The badge, in per cent of the table's width and height. */
  x: number;
  y: number;
  wideY: number; // where the screen is wide
  /** Which edge the badge leans on. */
  side: 'bottom' | 'left' | 'top' | 'right';
  /** The way from the middle to the player, for the card in the trick: 1 is as far as a card goes. */
  dx: number;
  dy: number;
}

type Spot = Omit<Place, 'seat'>;

const spot = (side: Place['side'], x: number, y: number, wideY: number, dx: number, dy: number): Spot => ({
  side,
  x,
  y,
  wideY,
  dx,
  dy,
});
const bottom = spot('bottom', 50, 100, 100, 0, 1);
const top = spot('top', 50, 0, 0, 0, -1);
const left = spot('left', 0, 24, 50, -1, 0);
const right = spot('right', 100, 24, 50, 1, 0);

// For each number of players, the spots clockwise from yours: to your left first.
const spots: Record<number, Spot[]> = {
  2: [
    { ...bottom, dx: 0.56, dy: 0.25 },
    { ...top, dx: -0.56, dy: -0.25 },
  ],
  3: [bottom, spot('top', 18, 0, 0, -0.8, -0.75), spot('top', 82, 0, 0, 0.8, -0.75)],
  4: [bottom, left, top, right],
  5: [
    bottom,
    spot('left', 0, 28, 62, -1.05, 0.75),
    spot('top', 18, 0, 0, -0.55, -0.95),
    spot('top', 82, 0, 0, 0.55, -0.95),
    spot('right', 100, 28, 62, 1.05, 0.75),
  ],
  6: [
    bottom,
    spot('left', 0, 33, 62, -1.05, 0.72),
    spot('top', 0, 0, 12, -1.05, -1),
    spot('top', 50, 0, 0, 0, -0.75),
    spot('top', 100, 0, 12, 1.05, -1),
    spot('right', 100, 33, 62, 1.05, 0.72),
  ],
};

/** `seats` in the direction of play; a spectator looks from the south, or from the first seat. */
export function placesOf(seats: Seat[], you: Seat | null, direction: TableInfo['direction']): Place[] {
  const around = spots[seats.length] ?? spots[4]!;
  const at = you !== null ? seats.indexOf(you) : seats.indexOf('S');
  const first = Math.max(at, 0);
  return seats.map((seat, index) => {
    const steps = (index - first + seats.length) % seats.length;
    const clockwise = direction === 'clockwise' ? steps : (seats.length - steps) % seats.length;
    return { seat, ...around[clockwise]! };
  });
}
