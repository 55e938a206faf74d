import { expect, test } from 'vitest';
import { STRIP, fanOf } from './fan';

test('eight cards on a small phone lie in two rows', () => {
  const fan = fanOf(8, 344, 84);
  expect(fan.rows).toEqual([4, 4]);
  expect(fan.width).toBe(84);
});

test('six cards on a small phone lie in one row', () => {
  expect(fanOf(6, 344, 84).rows).toEqual([6]);
});

test.each([320, 344, 374, 396, 760])(
  'every card shows a strip for the thumb at %i px and nothing sticks out',
  (available) => {
    for (let cards = 1; cards <= 10; cards++) {
      const fan = fanOf(cards, available, 84);
      expect(fan.rows.reduce((sum, row) => sum + row, 0)).toBe(cards);
      expect(fan.step).toBeGreaterThanOrEqual(STRIP);
      expect((Math.max(...fan.rows) - 1) * fan.step + fan.width).toBeLessThanOrEqual(available);
      expect(fan.width).toBeGreaterThanOrEqual(56);
    }
  },
);
