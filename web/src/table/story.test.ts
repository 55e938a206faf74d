import { expect, test } from 'vitest';
import type { TallyView, Told } from '../lib/types';
import { measure, slamOf, takingsOf, tricksOf } from './story';

const told = (event: Told['event']): Told => ({ seq: 0, at: 0, event, text: null, say: null });
const played = (seat: string, card: string) => told({ event: 'card_played', seat, card });
const won = (seat: string, points: number) => told({ event: 'trick_won', seat, points });

const POINTS: TallyView = {
  unit: 'points',
  reached: { NS: 71, EW: 91 },
  takers: 'NS',
  needed: 82,
  last_trick: 10,
  belote: {},
  declarations: {},
  guesses: {},
};
const events = [
  played('N', 'AS'),
  played('E', '7S'),
  won('N', 11),
  played('N', '8D'),
  played('E', 'TD'),
  won('E', 10),
];

test('each trick has the card that won it, and the last one is worth more', () => {
  expect(tricksOf({ events }, POINTS)).toEqual([
    { number: 1, winner: 'N', card: 'AS', points: 11, last: false },
    { number: 2, winner: 'E', card: 'TD', points: 20, last: true },
  ]);
});

test('where tricks are counted they have no points', () => {
  const tricks = tricksOf({ events }, { ...POINTS, unit: 'tricks', last_trick: 0 });
  expect(tricks.map(({ points }) => points)).toEqual([null, null]);
  expect(takingsOf(tricks, 'E')).toEqual({ tricks: 1, points: null });
});

test('what a player took is the sum of his tricks', () => {
  expect(takingsOf(tricksOf({ events }, POINTS), 'E')).toEqual({ tricks: 1, points: 20 });
  expect(takingsOf(tricksOf({ events }, POINTS), 'W')).toEqual({ tricks: 0, points: 0 });
});

test('a deal that was never played has no tricks', () => {
  expect(tricksOf({ events: [] }, null)).toEqual([]);
});

test('the aim stands at the takers’ distance from their own end', () => {
  expect(measure(POINTS, 'NS', 'EW')).toEqual({ share: (100 * 71) / 162, mark: (100 * 82) / 162 });
  expect(measure({ ...POINTS, takers: 'EW' }, 'NS', 'EW').mark).toBeCloseTo((100 * 80) / 162);
  expect(measure({ ...POINTS, needed: null, takers: null }, 'NS', 'EW').mark).toBeNull();
  expect(measure({ ...POINTS, reached: { NS: 0, EW: 0 } }, 'NS', 'EW')).toEqual({ share: 50, mark: null });
});

test('all tricks by one side are a capot', () => {
  const seats = ['N', 'E', 'S', 'W'].map((seat) => ({ seat, side: 'NS'.includes(seat) ? 'NS' : 'EW' }));
  const won = (...winners: string[]) =>
    winners.map((winner, at) => ({ number: at + 1, winner, card: '7S', points: 0, last: false }));
  expect(slamOf(won('N', 'S', 'N'), seats)).toBe('NS');
  expect(slamOf(won('N', 'E', 'N'), seats)).toBeNull();
  expect(slamOf([], seats)).toBeNull();
});
