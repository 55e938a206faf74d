import { expect, test } from 'vitest';
import type { DealLine } from '../lib/types';
import { contracts, extremes, growth, marked, ranking } from './matchStory';

const line = (number: number, score: DealLine['score'], more: Partial<DealLine> = {}): DealLine => ({
  number,
  voided: score === null,
  contract: '',
  call: '',
  taker: null,
  result: '',
  outcome: 'none',
  score,
  ...more,
});
const LINES = marked([
  line(1, { NS: 100, EW: 62 }, { taker: 'N', outcome: 'made' }),
  line(2, null),
  line(2, { NS: 0, EW: 162 }, { taker: 'S', outcome: 'failed' }),
  line(3, { NS: 81, EW: 81 }, { taker: 'E', outcome: 'tie' }),
]);

test('the score grows with every marked deal', () => {
  expect(growth(LINES, ['NS', 'EW'])).toEqual({ NS: [0, 100, 100, 181], EW: [0, 62, 224, 305] });
});

test('contracts are counted for the side of their taker', () => {
  const found = contracts(LINES, (seat) => (seat === 'N' || seat === 'S' ? 'NS' : 'EW'));
  expect([...found]).toEqual([['NS', { made: 1, failed: 1 }]]);
});

test('the best and the worst deal are by the difference', () => {
  expect(extremes(LINES, 'NS')).toEqual({ best: { deal: 1, gain: 38 }, worst: { deal: 2, gain: -162 } });
  expect(extremes(LINES.slice(0, 1), 'NS')).toBeNull();
});

test('places are sorted, and shared where totals are equal', () => {
  expect(ranking({ 1: -4, 2: 0, 3: -4, 4: -9 }, ['1', '2', '3', '4'])).toEqual([
    { rank: 1, side: '2', total: 0 },
    { rank: 2, side: '1', total: -4 },
    { rank: 2, side: '3', total: -4 },
    { rank: 4, side: '4', total: -9 },
  ]);
});
