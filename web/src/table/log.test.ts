import { expect, test } from 'vitest';
import type { Told, ToldNote } from '../lib/types';
import { logged, noted } from './log';

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

const note = (number: number, seq: number, text: string): ToldNote => ({
  number,
  seq,
  at: 0,
  note: 'settings',
  text,
});

test('a note that is told again is there once, in the last language', () => {
  const before = [note(1, 3, 'Est part'), note(2, 4, 'Ana')];
  expect(noted(before, [note(1, 3, 'East leaves')]).map((each) => each.text)).toEqual(['East leaves', 'Ana']);
});
