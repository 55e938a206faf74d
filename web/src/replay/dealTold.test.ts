import { expect, test } from 'vitest';
import type { EventJson, Told, ToldNote } from '../lib/types';
import { linesOf } from './dealTold';

const told = (seq: number, event: EventJson, text: string, say: Told['say'] = null): Told => ({
  seq,
  at: 0,
  event,
  text,
  say,
});
const played = (seq: number, seat: string, card: string) =>
  told(seq, { event: 'card_played', seat, card }, `${seat} : ${card}`);
const TRICK = [
  played(4, 'E', 'AD'),
  played(5, 'N', '9H'),
  played(6, 'W', '8D'),
  played(7, 'S', '7C'),
  told(8, { event: 'trick_won', seat: 'N', points: 25 }, 'Pli pour Nord'),
];
const DEAL = [
  told(1, { event: 'dealt' }, 'Chacun reçoit 8 cartes'),
  told(2, { event: 'called', call: { do: 'pass', seat: 'E' } }, 'Est passe', {
    seat: 'E',
    text: 'Je passe',
  }),
  ...TRICK,
  played(9, 'N', 'AS'),
];
const note = (number: number, seq: number): ToldNote => ({ number, seq, at: 0, note: 'x', text: 'noté' });

test('a trick that is over is one line, the cards of the next one each', () => {
  const lines = linesOf(DEAL, [], 'H', true);
  expect(lines.map((line) => line.kind)).toEqual(['text', 'call', 'trick', 'card']);
  expect(lines[2]).toMatchObject({ trick: 1, winner: 'N', points: 25 });
  expect(lines[3]).toMatchObject({ trick: 2, laid: { seat: 'N', how: 'leads' } });
});

test('each card says what it does', () => {
  const lines = linesOf(DEAL, [], 'H', true);
  const how = lines[2]?.kind === 'trick' ? lines[2].laid.map((laid) => laid.how) : [];
  expect(how).toEqual(['leads', 'ruffs', 'follows', 'discards']);
});

test('unfolded, every sentence has its line', () => {
  expect(linesOf(DEAL, [], 'H', false).map((line) => line.seq)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
});

test('every sentence can be heard, folded or not', () => {
  const heard = linesOf(DEAL, [], 'H', true).flatMap((line) =>
    line.kind === 'trick' ? line.texts : [line.text],
  );
  expect(heard).toEqual(DEAL.map((each) => each.text));
});

test('a note stands after the event that it came after, and only in its deal', () => {
  const lines = linesOf(DEAL, [note(1, 0), note(2, 1), note(3, 9)], 'H', true);
  expect(lines.map((line) => line.key)).toEqual(['e1', 'n2', 'e2', 'e8', 'e9', 'n3']);
});
