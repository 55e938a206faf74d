import { expect, test } from 'vitest';
import { aheadOfPercent, barsOf, percentOf, squares } from './results';

const own = (rank: number | null, tied: number, total: number) => ({
  score: 0,
  rank,
  tied,
  total,
  boards: [],
  limits: [],
  match: null,
  table: '',
});

test('bars are as wide as each other, hold every result and mark one’s own', () => {
  const histogram = [
    { score: -162, count: 1 },
    { score: 0, count: 2 },
    { score: 20, count: 3 },
    { score: 252, count: 4 },
  ];
  const bars = barsOf(histogram, 20);
  expect(bars.length).toBeLessThanOrEqual(13);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  expect(new Set(bars.map(({ low, high }) => high - low)).size).toBe(1);
  expect(bars.filter((bar) => bar.own).map(({ low, high }) => low <= 20 && 20 <= high)).toEqual([true]);
});

test('one result is one bar, none is none', () => {
  expect(barsOf([{ score: 7, count: 1 }], 7)).toEqual([{ low: 7, high: 7, count: 1, own: true }]);
  expect(barsOf([], null)).toEqual([]);
});

test('the percentage counts those who did worse, and half of those who did the same', () => {
  expect(percentOf(own(1, 0, 11))).toBe(100);
  expect(percentOf(own(11, 0, 11))).toBe(0);
  expect(percentOf(own(1, 10, 11))).toBe(50);
  expect(percentOf(own(1, 0, 1))).toBeNull();
  expect(percentOf(own(null, 0, 0))).toBeNull();
});

test('«better than» counts none who did the same', () => {
  expect(aheadOfPercent(own(1, 0, 11))).toBe(100);
  expect(aheadOfPercent(own(1, 10, 11))).toBe(0);
  expect(aheadOfPercent(own(1, 1, 4))).toBe(66);
  expect(aheadOfPercent(own(1, 0, 1))).toBeNull();
  expect(aheadOfPercent(own(null, 0, 0))).toBeNull();
});

test('five squares', () => {
  expect([...squares(100)]).toEqual(['🟩', '🟩', '🟩', '🟩', '🟩']);
  expect([...squares(42)]).toEqual(['🟩', '🟩', '⬜', '⬜', '⬜']);
  expect([...squares(null)]).toEqual(['⬜', '⬜', '⬜', '⬜', '⬜']);
});
