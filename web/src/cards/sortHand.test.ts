import { expect, it } from 'vitest';
import vectors from '../../../tests/data/hand-order.json';
import type { Trump } from '../lib/types';
import { sortHand } from './sortHand';

const HAND = ['7S', 'AS', '9H', 'JH', 'AH', 'KD', '8C', 'TC'];

it.each([
  [null, 'AS 7S AH JH 9H TC 8C KD'],
  ['H', 'JH 9H AH AS 7S KD TC 8C'],
  ['D', 'KD AS 7S AH JH 9H TC 8C'],
  ['SA', 'AS 7S AH JH 9H TC 8C KD'],
  ['TA', 'AS 7S JH 9H AH TC 8C KD'],
])('at trump %s', (trump, sorted) => {
  expect(sortHand(HAND, trump).join(' ')).toBe(sorted);
});

it('leaves the hand that it was given alone', () => {
  const hand = ['7S', 'AS'];
  sortHand(hand, null);
  expect(hand).toEqual(['7S', 'AS']);
});

it('sorts as Python does', () => {
  for (const { hand, trump, sorted } of vectors) {
    expect(sortHand(hand, trump as Trump | null)).toEqual(sorted);
  }
});
