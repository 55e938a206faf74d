import { afterEach, expect, test, vi } from 'vitest';
import { arranged, keepOrder, keptOrder, moved, packOf } from './handOrder';

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

const pack = (deal: number, match = 'm') => packOf({ match, fairness: { commitment: '', deal } });

function store(text: string | null = null) {
  let kept = text;
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, value: string) => (kept = value),
  });
}
afterEach(() => vi.unstubAllGlobals());

test('an order is kept for its deal and for no other', () => {
  store();
  keepOrder(pack(2), ['B', 'A']);
  expect(keptOrder(pack(2))).toEqual(['B', 'A']);
  expect(keptOrder(pack(3))).toEqual([]);
  expect(keptOrder(pack(2, 'n'))).toEqual([]);
});

test('what is kept may be anything, or nothing', () => {
  for (const text of [null, '', '{', 'null', '[]', '{"pack": "m 2"}', '{"pack": "m 2", "order": 5}']) {
    store(text);
    expect(keptOrder(pack(2))).toEqual([]);
  }
  vi.unstubAllGlobals();
  keepOrder(pack(2), ['A']);
  expect(keptOrder(pack(2))).toEqual([]);
});
