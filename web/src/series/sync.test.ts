import { expect, test } from 'vitest';
import { pack, unpack, type Packed } from './sync';

function storage(given: Record<string, unknown>): Storage {
  const kept = new Map(Object.entries(given).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    get length() {
      return kept.size;
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

const match = (name: string, started: number) => ({ match: name, table: `t${name}`, rules: '', started });
const matchesOf = (kept: Storage) =>
  (JSON.parse(kept.getItem('rebelote.matches') ?? '[]') as { match: string }[]).map((each) => each.match);

test('matches, seats and the rest are put beside what is there; settings stay', () => {
  const first = storage({
    'rebelote.matches': [match('a', 3), match('b', 1)],
    'rebelote.seats': { ta: { token: 'x' } },
    'rebelote.lessons': { one: { step: 2, done: true } },
    'rebelote.settings': { nickname: 'Ana' },
  });
  const second = storage({
    'rebelote.matches': [match('b', 1), match('c', 2)],
    'rebelote.seats': { tc: { token: 'y' } },
    'rebelote.settings': { nickname: 'Bea' },
  });
  expect(unpack(pack(first), second)).toBe(1);
  expect(matchesOf(second)).toEqual(['a', 'c', 'b']);
  expect(JSON.parse(second.getItem('rebelote.seats') ?? '')).toEqual({
    ta: { token: 'x' },
    tc: { token: 'y' },
  });
  expect(second.getItem('rebelote.lessons')).toBe(first.getItem('rebelote.lessons'));
  expect(second.getItem('rebelote.settings')).toBe('{"nickname":"Bea"}');
});

test('what a stranger packed brings no rubbish, nothing twice, and nothing that only this browser can have seen', () => {
  const here = storage({ 'rebelote.matches': [match('a', 3)] });
  const packed = {
    matches: [
      null,
      5,
      { match: 'x' },
      { ...match('b', 1), started: 'soon' },
      { ...match('b', 1), started: 1e300 },
      { ...match('b', 2), opening: { seed: '00' }, commitment: { value: '11', packs: 0 }, over: 'yes' },
      match('b', 2),
    ],
  };
  expect(unpack(packed as unknown as Partial<Packed>, here)).toBe(1);
  expect(JSON.parse(here.getItem('rebelote.matches') ?? '')).toEqual([match('a', 3), match('b', 2)]);
});

test('of two that can’t be added up the fuller one stays', () => {
  const here = storage({ 'rebelote.lessons': { one: 1, two: 2 } });
  unpack({ others: { 'rebelote.lessons': { one: 1 }, 'rebelote.settings': {}, elsewhere: 1 } }, here);
  expect(here.getItem('rebelote.lessons')).toBe('{"one":1,"two":2}');
  expect(here.getItem('rebelote.settings')).toBeNull();
  expect(here.getItem('elsewhere')).toBeNull();
});

test('what is moved fits into one request', () => {
  const many = Array.from({ length: 2000 }, (_, place) => match(`m${place}`, place));
  const packed = pack(storage({ 'rebelote.matches': many }));
  expect(JSON.stringify(packed).length).toBeLessThanOrEqual(60_000);
  expect(packed.matches.length).toBeGreaterThan(100);
});
