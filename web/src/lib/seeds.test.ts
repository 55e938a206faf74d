import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reveal } from './api';
import { knownMatch, rememberMatch } from './seats';
import { commitmentOf, commitNext, keepSeed, newSeed, reveal, seedFor } from './seeds';
import type { TableInfo } from './types';

const asked: { what: string; given: unknown }[] = [];
const answer = {} as TableInfo;
const server = {
  commit(_table: string, _token: string, given: string) {
    asked.push({ what: 'commit', given });
    return Promise.resolve(answer);
  },
  reveal(_table: string, _token: string, given: Reveal) {
    asked.push({ what: 'reveal', given });
    return Promise.resolve(answer);
  },
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

function opened(table: string, commitment: string | null, more: Partial<TableInfo> = {}): TableInfo {
  const contributions = [
    { seat: 'N', commitment: 'ab', seed: null },
    { seat: 'S', commitment, seed: null },
  ];
  return {
    id: table,
    rules: { name: 'Coinche' },
    match: null,
    previous: [],
    you: { seat: 'S', host: true, committed: false },
    opening: { match: 'new', commitment: 'cd', contributions, until: 0 },
    ...more,
  } as unknown as TableInfo;
}

test('a seed is 32 bytes, no two are the same, and its commitment is its SHA-256', () => {
  expect(newSeed()).toMatch(/^[0-9a-f]{64}$/);
  expect(newSeed()).not.toBe(newSeed());
  const zeros = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
  expect(commitmentOf('00'.repeat(32))).toBe(zeros);
});

test('the seed of a commitment is found again, at its own table', () => {
  const seed = newSeed();
  keepSeed('one', seed);
  expect(seedFor('one', commitmentOf(seed))).toBe(seed);
  expect(seedFor('two', commitmentOf(seed))).toBeNull();
  for (let n = 0; n < 4; n++) keepSeed('one', newSeed());
  expect(seedFor('one', commitmentOf(seed))).toBeNull();
});

test('a match that is opened gets our seed, and the next one our commitment', async () => {
  const seed = newSeed();
  keepSeed('t', seed);
  await reveal(server, opened('t', commitmentOf(seed)), 'token');
  const { what, given } = asked[0] as { what: string; given: Reveal };
  expect(what).toBe('reveal');
  expect(given).toMatchObject({ match: 'new', client_seed: seed });
  expect(seedFor('t', given.next_commitment)).not.toBeNull();
  expect(knownMatch('new')!.opening).toEqual({
    commitment: 'cd',
    contributions: [
      { seat: 'N', commitment: 'ab' },
      { seat: 'S', commitment: commitmentOf(seed) },
    ],
    seat: 'S',
    seed,
    dropped: [],
  });
});

test('a commitment that is not ours is left alone', async () => {
  expect(await reveal(server, opened('t', commitmentOf(newSeed())), 'token')).toBeNull();
  expect(await reveal(server, opened('t', null), 'token')).toBeNull();
  expect(await reveal(server, opened('t', null, { opening: null }), 'token')).toBeNull();
  expect(asked).toEqual([]);
});

test('a match that was opened before and never began is remembered', async () => {
  const before = (match: string) => {
    const opening = { commitment: '', contributions: [], seat: 'S', seed: '', dropped: [] };
    rememberMatch({ match, table: 't', rules: '', started: 0, opening });
  };
  before('lost');
  before('long ago'); // the table names it no more, but we saw it begin
  rememberMatch({
    match: 'long ago',
    table: 't',
    rules: '',
    started: 0,
    commitment: { value: '', packs: 0 },
  });
  before('finished');
  before('played');
  const seed = newSeed();
  keepSeed('t', seed);
  await reveal(server, opened('t', commitmentOf(seed), { match: 'played', previous: ['finished'] }), 'token');
  expect(knownMatch('new')!.opening!.dropped).toEqual(['lost']);
});

test('a commitment for the next match can be given at any time', async () => {
  await commitNext(server, 't', 'token');
  expect(asked[0]!.what).toBe('commit');
  expect(seedFor('t', asked[0]!.given as string)).not.toBeNull();
});
