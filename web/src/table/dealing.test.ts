import { expect, test, vi } from 'vitest';
import type { PageView } from '../lib/types';
import { dealIn, delayOf, LONGEST, type Deal } from './dealing';

vi.mock('../lib/settings.svelte', () => ({ settings: { speed: 'normal' }, system: { calm: false } }));

const view = (dealer: string, cards: number): PageView =>
  ({
    dealer,
    deal: 1,
    phase: 'call',
    seats: ['N', 'W', 'S', 'E'].map((seat) => ({ seat, cards })),
  }) as unknown as PageView;
const dealt = (packets: number[]) => [{ event: 'cut' }, { event: 'dealt', packets }];

test('the player after the dealer gets the first packet, the dealer the last', () => {
  const deal = dealIn(dealt([3, 2]), null, view('W', 5))!;
  expect(deal.seats).toEqual(['S', 'E', 'N', 'W']);
  expect(delayOf(deal, 'S', 0)).toBe(0);
  expect(delayOf(deal, 'S', 2)).toBe(0);
  expect(delayOf(deal, 'W', 0)).toBeLessThan(delayOf(deal, 'S', 3));
  expect(delayOf(deal, 'W', 4)).toBe(Math.max(...deal.seats.map((seat) => delayOf(deal, seat, 4))));
});

test('what is dealt upon a call joins the cards that each has', () => {
  const deal = dealIn(dealt([3]), view('W', 5), view('W', 8))!;
  expect(deal.first).toEqual({ N: 5, W: 5, S: 5, E: 5 });
  expect(delayOf(deal, 'S', 5)).toBe(0);
});

test.each([
  [[3, 2], 4],
  [[3, 2, 3], 4],
  [[1, 1, 1, 1, 1, 1, 1, 1], 6],
])('a deal of %j to %i players is over in time', (packets, players) => {
  const seats = Array.from({ length: players }, (_, index) => String(index));
  const deal: Deal = { dealer: seats.at(-1)!, seats, packets, first: {} };
  expect(delayOf(deal, seats.at(-1)!, 7) + 160).toBeLessThanOrEqual(LONGEST);
});

test('without cards there is no deal', () => {
  expect(dealIn([{ event: 'called' }], null, view('W', 5))).toBeNull();
});
