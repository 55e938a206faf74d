import { expect, test } from 'vitest';
import type { MatchFacts } from '../lib/types';
import {
  accuracyOverTime,
  byGame,
  csvOf,
  errorsOf,
  isFacts,
  toAsk,
  totalsOf,
  wonOverTime,
} from './statistics';

const facts = (match: string, more: Partial<MatchFacts> = {}): MatchFacts => ({
  match,
  rules: 'coinche',
  name: 'Coinche',
  started: 0,
  over: true,
  won: true,
  ours: 0,
  theirs: 0,
  deals: 4,
  called: 2,
  made: 1,
  fallen: 1,
  advice: 0,
  takebacks: 0,
  accuracy: null,
  errors: [],
  ...more,
});

test('sums and shares', () => {
  const all = [
    facts('a', { accuracy: 90 }),
    facts('b', { won: false, accuracy: 80 }),
    facts('c', { name: 'Belote' }),
  ];
  expect(totalsOf(all)).toEqual({
    matches: 3,
    won: 2,
    helped: 0,
    helpedWon: 0,
    deals: 12,
    called: 6,
    made: 3,
    fallen: 3,
    reviewed: 2,
    accuracy: 85,
  });
  expect(byGame(all).map(({ name, totals }) => [name, totals.matches])).toEqual([
    ['Coinche', 2],
    ['Belote', 1],
  ]);
  expect(totalsOf([]).accuracy).toBeNull();
});

test('errors are added up by where and how grave; what is fine is none', () => {
  const one = { part: 'cards' as const, grade: 'mistake' as const, times: 1, lost: 12 };
  const all = [
    facts('a', { errors: [one, { ...one, grade: 'fine', times: 5 }] }),
    facts('b', {
      errors: [
        { ...one, lost: 8 },
        { ...one, part: 'calls' },
      ],
    }),
  ];
  expect(errorsOf(all)).toEqual([
    { part: 'calls', grade: 'mistake', times: 1, lost: 12 },
    { part: 'cards', grade: 'mistake', times: 2, lost: 20 },
  ]);
});

test('progress is of the last ten, the oldest first', () => {
  const all = Array.from({ length: 12 }, (_, place) =>
    facts(`${place}`, { started: -place, won: place < 6 }),
  );
  const won = wonOverTime(all);
  expect(won).toHaveLength(12);
  expect(won[0]).toBe(0);
  expect(won.at(-1)).toBe(60);
});

test('what is known is not asked for again, unless it may have been reviewed since', () => {
  const known = ['a', 'b', 'c'].map((match) => ({ match }));
  expect(toAsk(known, [facts('a', { accuracy: 90 }), facts('b')])).toEqual(['c', 'b']);
});

test('a table for a spreadsheet holds no formula', () => {
  const [, line] = csvOf([facts('a', { name: '=1+1, "x"' })]).split('\r\n');
  expect(line).toContain(`"'=1+1, ""x"""`);
});

test('what is not figures is left out', () => {
  expect(isFacts(facts('a'))).toBe(true);
  expect(isFacts({ match: 'a' })).toBe(false);
  expect(isFacts(null)).toBe(false);
  const one = { part: 'cards', grade: 'mistake', times: 1, lost: 3 };
  expect(isFacts({ ...facts('a'), errors: [one] })).toBe(true);
  for (const wrong of [
    { errors: [null] },
    { errors: [{ ...one, lost: 'much' }] },
    { errors: [{ ...one, part: 'talk' }] },
    { accuracy: 'good' },
    { started: 1e300 },
    { advice: '2' },
  ])
    expect(isFacts({ ...facts('a'), ...wrong }), JSON.stringify(wrong)).toBe(false);
});

test('matches with help are counted apart and left out of the curves', () => {
  const all = [
    facts('a', { started: 1, accuracy: 70 }),
    facts('b', { started: 2, advice: 2, accuracy: 99 }),
    facts('c', { started: 3, takebacks: 1, won: false }),
    facts('d', { started: 4, won: false }),
  ];
  const { matches, won, helped, helpedWon } = totalsOf(all);
  expect({ matches, won, helped, helpedWon }).toEqual({ matches: 4, won: 2, helped: 2, helpedWon: 1 });
  expect(wonOverTime(all)).toEqual([100, 50]);
  expect(accuracyOverTime(all)).toEqual([70]);
});

test('figures kept before help was counted are asked for again', () => {
  const { advice: _advice, ...older } = facts('a', { accuracy: 80 });
  expect(toAsk([{ match: 'a' }], [older as MatchFacts])).toEqual(['a']);
  expect(toAsk([{ match: 'a' }], [facts('a', { accuracy: 80 })])).toEqual([]);
});
