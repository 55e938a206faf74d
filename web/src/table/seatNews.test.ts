import { expect, test } from 'vitest';
import type { NewcomerInfo, TableInfo, TableSeat } from '../lib/types';
import { newlyAsking, seatNews } from './seatNews';

const seat = (changes: Partial<TableSeat>): TableSeat => ({
  seat: 'N',
  side: 'NS',
  kind: 'human',
  name: 'Fanny',
  face: null,
  bot: null,
  present: true,
  you: false,
  host: false,
  ...changes,
});
const table = (changes: Partial<TableSeat>) => ({ seats: [seat(changes)] }) as TableInfo;
const bot = { kind: 'bot', name: 'Habitué', present: false } as const;

test('people come, go, fall silent and come back', () => {
  expect(seatNews(table(bot), table({}))).toEqual([{ what: 'sat', name: 'Fanny' }]);
  expect(seatNews(table({}), table(bot))).toEqual([{ what: 'left', name: 'Fanny' }]);
  expect(seatNews(table({}), table({ present: false }))).toEqual([{ what: 'away', name: 'Fanny' }]);
  expect(seatNews(table({ present: false }), table({}))).toEqual([{ what: 'back', name: 'Fanny' }]);
});

test('nothing is said of yourself or of what stays the same', () => {
  expect(seatNews(table({}), table({}))).toEqual([]);
  expect(seatNews(table({ you: true, present: false }), table({ you: true }))).toEqual([]);
  expect(seatNews(table({ ...bot }), table({ kind: 'empty', name: '' }))).toEqual([]);
});

test('a request is told to those who have not answered yet, once', () => {
  const asking = (waits_for: string[], asks = true): TableInfo => {
    const newcomer: NewcomerInfo = { seat: 'N', name: 'Marcel', asks, refused: false, waits_for };
    return { seats: [], newcomers: [newcomer], you: { seat: 'S', host: false, waits: null } } as never;
  };
  expect(newlyAsking(asking([], false), asking(['S', 'E'])).map((each) => each.name)).toEqual(['Marcel']);
  expect(newlyAsking(asking(['S', 'E']), asking(['S']))).toEqual([]);
  expect(newlyAsking(null, asking(['E']))).toEqual([]);
});
