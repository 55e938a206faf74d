import { describe, expect, it, test } from 'vitest';
import { courtOf } from './courts/court';
import { glyphs } from './glyphs';
import { opticalSize } from './opticalSize';
import { pips } from './pips';
import { rankLetter, suits, type Rank } from './suits';

const RANKS: Rank[] = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7'];

describe('court cards', () => {
  const courts = ['K', 'Q', 'J'].flatMap((rank) => suits.map((suit) => courtOf(rank + suit)));

  it('are twelve different people, drawn differently', () => {
    expect(new Set(courts.map((court) => court?.name)).size).toBe(12);
    expect(new Set(courts.map((court) => court?.half)).size).toBe(12);
    expect(courtOf('KH')?.name).toBe('Charles');
    expect(courtOf('JS')?.name).toBe('Hogier');
  });

  it('have no style of their own: the content policy forbids it', () => {
    for (const court of courts) expect(court?.half).not.toContain('style=');
  });

  it('are no number cards', () => {
    expect(courtOf('TS')).toBeNull();
    expect(courtOf('AS')).toBeNull();
  });
});

test('every corner can be drawn in both languages', () => {
  const signs = RANKS.flatMap((rank) => [...rankLetter(rank, 'fr'), ...rankLetter(rank, 'en')]);
  expect(signs.filter((sign) => !(sign in glyphs))).toEqual([]);
});

test('a number card has as many pips as it says', () => {
  const counts = { A: 1, T: 10, '9': 9, '8': 8, '7': 7 } as const;
  for (const [rank, count] of Object.entries(counts)) expect(pips[rank as Rank]).toHaveLength(count);
});

test('the drawing follows the width', () => {
  expect([44, 59, 60, 119, 120].map(opticalSize)).toEqual(['petit', 'petit', 'courant', 'courant', 'grand']);
});
