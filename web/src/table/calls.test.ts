import { expect, test } from 'vitest';
import type { PageView } from '../lib/types';
import { afterTouch, type BidValue, discardOf, forcedCard, sizeOfDiscard, sortCalls } from './calls';

const offer = (action: Record<string, unknown>) => ({
  action: { seat: 'S', ...action } as { do: string; seat: string },
  label: JSON.stringify(action),
});
const bid = (value: BidValue, trump: string) => offer({ do: 'bid', value, trump });

test('bids become a grid: capot last, trumps in the order of the pad', () => {
  const calls = sortCalls([
    bid('generale', 'H'),
    bid('capot', 'H'),
    bid(100, 'TA'),
    bid(90, 'H'),
    bid(90, 'S'),
    offer({ do: 'pass' }),
  ]);
  expect(calls.bids?.values).toEqual([90, 100, 'capot', 'generale']);
  expect(calls.bids?.trumps).toEqual(['S', 'H', 'TA']);
  expect(calls.bids?.offer(90, 'S')?.action).toMatchObject({ value: 90, trump: 'S' });
  expect(calls.bids?.offer(100, 'S')).toBeNull();
  expect(calls.pass?.action.do).toBe('pass');
});

test('what has no place of its own stays a plain button; cards belong to the hand', () => {
  const calls = sortCalls([
    offer({ do: 'object' }),
    offer({ do: 'play', card: 'JH' }),
    offer({ do: 'play_blind' }),
    offer({ do: 'contre' }),
  ]);
  expect(calls.others.map((other) => other.action.do)).toEqual(['object']);
  expect(calls.contre?.action.do).toBe('contre');
});

test('a discard is made of the cards that were touched, in any order', () => {
  const discards = sortCalls([
    offer({ do: 'discard', cards: ['7S', '8S'] }),
    offer({ do: 'discard', cards: ['7S', 'TH'] }),
    offer({ do: 'discard', cards: ['8S', 'TH'] }),
  ]).discards;
  expect(sizeOfDiscard(discards)).toBe(2);
  expect(discardOf(discards, ['TH', '7S'])?.action['cards']).toEqual(['7S', 'TH']);
  expect(discardOf(discards, ['TH'])).toBeNull();
  expect(discardOf(discards, [])).toBeNull();
});

test('a touch chooses a card, a second one lets it go, one too many replaces the oldest', () => {
  expect(afterTouch([], '7S', 2)).toEqual(['7S']);
  expect(afterTouch(['7S'], '7S', 2)).toEqual([]);
  expect(afterTouch(['7S', '8S'], 'TH', 2)).toEqual(['8S', 'TH']);
});

test('numbers are sorted as numbers', () => {
  const calls = sortCalls([10, 9, 2].map((tricks) => offer({ do: 'guess', tricks })));
  expect(calls.guesses.map((guess) => guess.action['tricks'])).toEqual([2, 9, 10]);
});

test('the card that plays itself is the one that the player wants so', () => {
  const view = (cards: string[], piles: (string | null)[] = []) =>
    ({
      seat: 'S',
      hand: cards.map((card) => ({ card })),
      offers: [offer({ do: 'play', card: 'JH' })],
      seats: [{ seat: 'S', piles: piles.map((top) => ({ top: top && { card: top } })) }],
    }) as unknown as PageView;
  expect(forcedCard(view(['JH']), 'last')?.action['card']).toBe('JH');
  expect(forcedCard(view(['JH', '7S']), 'last')).toBeNull();
  expect(forcedCard(view(['JH'], [null, '8S']), 'last')).toBeNull();
  expect(forcedCard(view(['JH', '7S']), 'only')?.action['card']).toBe('JH');
  expect(forcedCard(view(['JH']), 'never')).toBeNull();
  const withWord = { ...view(['JH']), offers: [offer({ do: 'play', say: 'belote' }), offer({ do: 'play' })] };
  expect(forcedCard(withWord, 'last')).toBeNull();
  expect(forcedCard(withWord, 'only')).toBeNull();
});

test('trumps alone keep the order in which they rank; a card to the partner and a closed contre stand apart', () => {
  const alone = (trump: string, more = {}) => offer({ do: 'bid', value: null, trump, ...more });
  const ranked = sortCalls([offer({ do: 'pass' }), alone('C'), alone('D'), alone('SA')]);
  expect(ranked.bids?.values).toEqual([null]);
  expect(ranked.bids?.trumps).toEqual(['C', 'D', 'SA']);
  expect(ranked.bids?.offer(null, 'D')?.action['trump']).toBe('D');
  const bought = sortCalls([alone('H'), alone('SA'), alone('SA', { to_partner: true })]);
  expect(bought.bids?.offer(null, 'SA')?.action['to_partner']).toBeUndefined();
  expect(bought.others.map((each) => each.action.do)).toEqual(['bid']);
  const doubled = sortCalls([offer({ do: 'contre' }), offer({ do: 'contre', closed: true })]);
  expect(doubled.contre?.action['closed']).toBeUndefined();
  expect(doubled.others).toHaveLength(1);
});
