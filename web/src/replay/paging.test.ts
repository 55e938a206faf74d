import { expect, test } from 'vitest';
import type { DealLine, ReplayDeal } from '../lib/types';
import { dealAt, PAGE, pageOf, placeIn } from './paging';

test('a page begins at a multiple of its length', () => {
  expect([0, 1, PAGE - 1, PAGE, 3 * PAGE + 2].map(pageOf)).toEqual([0, 0, 0, PAGE, 3 * PAGE]);
});

test('a place that does not exist is the nearest that does', () => {
  const lines = Array.from({ length: 7 }, (_, n) => ({ number: n + 1 }) as DealLine);
  expect([-3, 0, 6, 7, 1000].map((asked) => placeIn({ lines }, asked))).toEqual([0, 0, 6, 6, 6]);
  expect(placeIn({ lines: [] }, 4)).toBe(0);
});

test('a page has its own deals and no others', () => {
  const deals = [{ number: 6 }, { number: 7 }] as ReplayDeal[];
  const page = { first: 5, deals };
  expect([4, 5, 6, 7].map((place) => dealAt(page, place)?.number)).toEqual([undefined, 6, 7, undefined]);
});
