import { expect, test } from 'vitest';
import { arranged, moved } from './handOrder';

const hand = (...cards: string[]) => cards.map((card) => ({ card, name: card, playable: true, why: null }));

test('a card moves, the others close up', () => {
  expect(moved(hand('A', 'B', 'C'), 'A', 2)).toEqual(['B', 'C', 'A']);
  expect(moved(hand('A', 'B', 'C'), 'C', -1)).toEqual(['C', 'A', 'B']);
  expect(moved(hand('A', 'B', 'C'), 'B', 9)).toEqual(['A', 'C', 'B']);
});

test('cards that came later stand at the end, in the order they came', () => {
  expect(arranged(hand('A', 'B', 'C', 'D'), ['D', 'B']).map((held) => held.card)).toEqual([
    'D',
    'B',
    'A',
    'C',
  ]);
});
