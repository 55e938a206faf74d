import { expect, test } from 'vitest';
import type { CardCrib } from '../lib/types';
import { sectionsAt } from './crib';

const section = (...trumps: string[]) => ({ trumps, scales: [], total: 162, counted_as: 162, belote: 20 });
const crib: CardCrib = {
  unit: 'points',
  sections: [section('S', 'H', 'D', 'C'), section('SA'), section('TA')],
  last_trick: 10,
};

test('at a trump, the cards at that trump', () => {
  expect(sectionsAt(crib, 'D').map(({ trumps }) => trumps[0])).toEqual(['S']);
  expect(sectionsAt(crib, 'TA').map(({ trumps }) => trumps[0])).toEqual(['TA']);
});

test('before there is a trump, all of them', () => {
  expect(sectionsAt(crib, null)).toEqual(crib.sections);
});
