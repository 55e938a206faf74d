// Where the players sit on the screen: you at the bottom, the others around in the direction of play.
import type { Seat, TableInfo } from '../lib/types';

export interface Place {
  seat: Seat;
  /** The badge, in per cent of the table's width and height. */
  x: number;
  y: number;
  /** Which edge the badge leans on. */
  side: 'bottom' | 'left' | 'top' | 'right';
  /** The way from the middle to the player, for the card in the trick: 1 is as far as a card goes. */
  dx: number;
  dy: number;
}

type Spot = Omit<Place, 'seat'>;

const bottom: Spot = { x: 50, y: 100, side: 'bottom', dx: 0, dy: 1 };
const top: Spot = { x: 50, y: 0, side: 'top', dx: 0, dy: -1 };
const left: Spot = { x: 0, y: 24, side: 'left', dx: -1, dy: 0 };
const right: Spot = { ...left, x: 100, side: 'right', dx: 1 };

// For each number of players, the spots clockwise from yours: to your left first.
const spots: Record<number, Spot[]> = {
  2: [bottom, top],
  3: [
    bottom,
    { x: 18, y: 0, side: 'top', dx: -0.8, dy: -0.6 },
    { x: 82, y: 0, side: 'top', dx: 0.8, dy: -0.6 },
  ],
  4: [bottom, left, top, right],
  5: [
    bottom,
    { ...left, y: 38, dy: 0.2, dx: -1.15 },
    { x: 25, y: 0, side: 'top', dx: -0.6, dy: -0.9 },
    { x: 75, y: 0, side: 'top', dx: 0.6, dy: -0.9 },
    { ...right, y: 38, dy: 0.2, dx: 1.15 },
  ],
  6: [
    bottom,
    { ...left, y: 38, dy: 0.45, dx: -1.15 },
    { x: 16, y: 0, side: 'top', dx: -1.15, dy: -0.6 },
    top,
    { x: 84, y: 0, side: 'top', dx: 1.15, dy: -0.6 },
    { ...right, y: 38, dy: 0.45, dx: 1.15 },
  ],
};

/** `seats` in the direction of play; a spectator looks over the shoulder of the last one (South of N E S W is third). */
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
