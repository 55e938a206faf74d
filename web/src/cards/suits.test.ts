import { expect, test } from 'vitest';
import { cardName, rankLetter, splitSuits } from './suits';

test('indices follow the language', () => {
  expect(['A', 'K', 'Q', 'J', 'T', '9'].map((rank) => rankLetter(rank as 'A', 'fr'))).toEqual([
    'A',
    'R',
    'D',
    'V',
    '10',
    '9',
  ]);
  expect(rankLetter('K', 'en')).toBe('K');
});

test('names', () => {
  expect(cardName('JH', 'fr')).toBe('valet de cœur');
  expect(cardName('TS', 'en')).toBe('ten of spades');
});

test('suit signs are cut out of a text', () => {
  expect(splitSuits('80 ♠, Est')).toEqual(['80 ', { suit: 'S' }, ', Est']);
  expect(splitSuits('♥\uFE0F')).toEqual([{ suit: 'H' }]);
  expect(splitSuits('Je passe')).toEqual(['Je passe']);
});
