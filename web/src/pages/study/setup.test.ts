import { expect, test } from 'vitest';
import type { PositionFrame } from '../../lib/types';
import {
  dealtRest,
  emptyLayout,
  handsOf,
  isPlayable,
  layoutOf,
  moved,
  PACK,
  sharedTricks,
  tricksLeft,
} from './setup';

const frame: PositionFrame = {
  rules: 'Petite',
  seats: [
    { seat: 'N', side: 'N', name: 'Nord' },
    { seat: 'S', side: 'S', name: 'Sud' },
  ],
  sides: { N: 'Nord', S: 'Sud' },
  direction: 'clockwise',
  pack: ['7S', '8S', '9S', 'TS', 'JS', 'QS', 'KS', 'AS'],
  tricks: 4,
  any_length: false,
  hand: 2,
  piles: 1,
  trumps: ['S'],
  solvable: true,
};

test('a card is given and taken back to its place', () => {
  const given = moved(emptyLayout(frame), '8S', 'N', frame.pack);
  expect(given['N']).toEqual(['8S']);
  expect(given[PACK]).not.toContain('8S');
  expect(moved(given, '8S', PACK, frame.pack)).toEqual(emptyLayout(frame));
});

test('the rest is dealt until everybody has enough', () => {
  const dealt = dealtRest(moved(emptyLayout(frame), 'AS', 'S', frame.pack), frame, () => 0.999);
  expect(dealt['S']).toContain('AS');
  expect(Object.values(dealt).map((cards) => cards.length)).toEqual([2, 2, 2, 2, 0]);
  expect(Object.values(dealt).flat().sort()).toEqual([...frame.pack].sort());
  expect(tricksLeft(dealt, frame)).toBe(4);
});

test('a position can be played when everybody has as many cards', () => {
  const one = moved(emptyLayout(frame), 'AS', 'S', frame.pack);
  expect(isPlayable(emptyLayout(frame), frame)).toBe(false);
  expect(isPlayable(one, frame)).toBe(false);
  expect(isPlayable(moved(one, '7S', 'tas-N', frame.pack), frame)).toBe(true);
});

test('piles give their tops to the hand; a position comes back as the same layout', () => {
  const layout = {
    [PACK]: [],
    N: ['7S', '8S'],
    'tas-N': ['9S', 'TS'],
    S: ['JS', 'QS'],
    'tas-S': ['KS', 'AS'],
  };
  const { hands, piles } = handsOf(layout, frame);
  expect(hands).toEqual({ N: ['7S', '8S', '9S'], S: ['JS', 'QS', 'KS'] });
  expect(piles).toEqual({ N: [['9S', 'TS']], S: [['KS', 'AS']] });
  const position = { rules: { id: 'x' }, trump: 'S' as const, leader: 'N', hands, piles: piles! };
  expect(layoutOf(position, frame)).toEqual(layout);
});

test('tricks that were played are shared out', () => {
  expect(sharedTricks(frame, 1)).toEqual({ N: 2, S: 1 });
  expect(sharedTricks({ ...frame, any_length: true }, 1)).toEqual({ N: 0, S: 0 });
});
