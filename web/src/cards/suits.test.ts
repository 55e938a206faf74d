import { expect, test } from 'vitest';
import { cardName, rankLetter, splitSuits, withSigns } from './suits';

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
  expect(splitSuits('80 ♠ par Est')).toEqual(['80 ', { suit: 'S' }, ' par Est']);
  expect(splitSuits('♥\uFE0F')).toEqual([{ suit: 'H' }]);
  expect(splitSuits('Je passe')).toEqual(['Je passe']);
});

test('a French quotation mark stays on the line of what is quoted', () => {
  expect(splitSuits('« Je passe » rapporte plus')).toEqual(['«\u00a0Je passe\u00a0» rapporte plus']);
});

test('a suit that is named gets its sign, for the eye', () => {
  expect(withSigns('80 carreau', 'fr')).toBe('80 ♦');
  expect(withSigns('Je prends à cœur', 'fr')).toBe('Je prends à ♥');
  expect(withSigns('110 spades', 'en')).toBe('110 ♠');
  expect(withSigns('Je passe', 'fr')).toBe('Je passe');
});
