import { expect, test } from 'vitest';
import type { TableInfo } from '../lib/types';
import { seatRing } from './seatRing';

const table = (direction: TableInfo['direction'], ...seats: string[]) => ({
  direction,
  seats: seats.map((seat) => ({ seat }) as TableInfo['seats'][number]),
});
const side = (spot: { x: number; y: number }) => {
  if (Math.abs(spot.x - 50) < 1) return spot.y > 50 ? 'bottom' : 'top';
  return spot.x > 50 ? 'right' : 'left';
};

test('the reader sits at the bottom and his partner opposite', () => {
  const spots = seatRing(table('clockwise', 'N', 'E', 'S', 'W'), 'E');
  expect(spots.map(side)).toEqual(['right', 'bottom', 'left', 'top']);
});

test('the next to play sits at the right where one plays counter-clockwise', () => {
  const spots = seatRing(table('counterclockwise', 'S', 'E', 'N', 'W'), 'S');
  expect(spots.map(side)).toEqual(['bottom', 'right', 'top', 'left']);
});

test('any number of seats fits into the drawing', () => {
  for (const count of [2, 3, 4, 5, 6]) {
    const seats = Array.from({ length: count }, (_, place) => String(place + 1));
    const spots = seatRing(table('clockwise', ...seats), null);
    expect(spots).toHaveLength(count);
    expect(new Set(spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(count);
    for (const { x, y } of spots) expect(Math.max(Math.abs(x - 50), Math.abs(y - 50))).toBeLessThan(40);
  }
});
