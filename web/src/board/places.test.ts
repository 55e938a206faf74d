import { expect, test } from 'vitest';
import { placesOf } from './places';

const sides = (places: ReturnType<typeof placesOf>) =>
  Object.fromEntries(places.map((place) => [place.seat, place.side]));

test('counter-clockwise, the next player sits on the right', () => {
  expect(sides(placesOf(['N', 'W', 'S', 'E'], 'S', 'counterclockwise'))).toEqual({
    S: 'bottom',
    E: 'right',
    N: 'top',
    W: 'left',
  });
});

test('clockwise, the next player sits on the left', () => {
  expect(sides(placesOf(['N', 'E', 'S', 'W'], 'N', 'clockwise'))).toEqual({
    N: 'bottom',
    E: 'left',
    S: 'top',
    W: 'right',
  });
});

test.each([2, 3, 4, 5, 6])('%i players have places of their own, you at the bottom', (count) => {
  const seats = Array.from({ length: count }, (_, index) => String(index + 1));
  const places = placesOf(seats, '2', 'clockwise');
  expect(places.find((place) => place.seat === '2')?.side).toBe('bottom');
  expect(new Set(places.map((place) => `${place.x} ${place.y}`)).size).toBe(count);
});

test('a spectator looks from the south', () => {
  expect(sides(placesOf(['N', 'E', 'S', 'W'], null, 'clockwise'))['S']).toBe('bottom');
});
