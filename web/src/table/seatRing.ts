// Where the seats are drawn around the lobby's table: the reader's at the bottom, the others in the direction of play.
import type { Seat, TableInfo } from '../lib/types';

export interface Spot {
  seat: Seat;
  x: number; // per cent of the drawing
  y: number;
}

const RADIUS_X = 38;
const RADIUS_Y = 30;

export function seatRing(table: Pick<TableInfo, 'seats' | 'direction'>, bottom: Seat | null): Spot[] {
  const seats = table.seats.map(({ seat }) => seat);
  const first = Math.max(bottom === null ? 0 : seats.indexOf(bottom), 0);
  const turn = table.direction === 'clockwise' ? 1 : -1;
  return seats.map((seat, place) => {
    const angle = Math.PI / 2 + (turn * (place - first) * 2 * Math.PI) / seats.length;
    return { seat, x: 50 + RADIUS_X * Math.cos(angle), y: 50 + RADIUS_Y * Math.sin(angle) };
  });
}
