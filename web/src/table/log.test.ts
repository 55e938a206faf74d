import { expect, test } from 'vitest';
import type { Told } from '../lib/types';
import { logged } from './log';

const told = (seq: number, event: string, text = event): Told => ({
  seq,
  at: 0,
  event: { event },
  text,
  say: null,
});
const texts = (log: Told[]) => log.map((line) => line.text);

test('a new deal begins a new log', () => {
  const before = [told(1, 'cut'), told(2, 'dealt'), told(3, 'card_played')];
  expect(texts(logged(before, [told(4, 'deal_scored')]))).toEqual([
    'cut',
    'dealt',
    'card_played',
    'deal_scored',
  ]);
  expect(texts(logged(before, [told(4, 'deal_scored'), told(5, 'shuffled')]))).toEqual(['shuffled']);
});

test('told again in another language, the new telling stands', () => {
  const before = [told(1, 'cut', 'Est coupe'), told(2, 'dealt', 'Chacun reçoit 8 cartes')];
  const after = logged(before, [told(1, 'cut', 'East cuts'), told(2, 'dealt', 'Everybody gets 8 cards')]);
  expect(texts(after)).toEqual(['East cuts', 'Everybody gets 8 cards']);
});
