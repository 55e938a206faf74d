import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/data/fairness.json';
import type { Fairness, ReplayDeal } from '../lib/types';
import { holds, verify, type FirstScheme, type Kept } from './fairness';

const named = (about: string) =>
  vectors.find((vector) => vector.about === about)!.fairness as unknown as Fairness;
const plain = named('two people, a bot and a person cut');

describe('luck, as Python computes it', () => {
  it.each(vectors.map((vector) => [vector.about, vector] as const))('%s', (_, vector) => {
    const verdict = verify(vector.fairness as unknown as Fairness | FirstScheme);
    expect(verdict.checks).toEqual(vector.checks);
    expect(verdict.deals.map(({ checks }) => checks)).toEqual(vector.deals);
    expect([verdict.checks, ...verdict.deals.map(({ checks }) => checks)].every(holds)).toBe(vector.holds);
  });

  it('names those who did not reveal', () => {
    expect(verify(named('one did not reveal')).absent).toEqual(['N']);
    expect(verify(plain).absent).toEqual([]);
  });
});

describe('what this browser kept', () => {
  const opening = {
    commitment: plain.commitment,
    contributions: plain.contributions.map(({ seat, commitment }) => ({ seat, commitment })),
    seat: 'S',
    seed: plain.contributions[1]!.seed!,
    dropped: [] as string[],
  };
  const failed = (kept: Kept, fairness = plain) =>
    Object.entries(verify(fairness, null, kept).checks).flatMap(([name, good]) => (good ? [] : [name]));

  it('agrees with an honest server', () => {
    const { checks } = verify(plain, null, { opening });
    expect(Object.keys(checks)).toEqual(
      expect.arrayContaining(['same_commitment', 'same_people', 'opened_once', 'own_seed']),
    );
    expect(holds(checks)).toBe(true);
  });

  it('finds another commitment of the server', () => {
    expect(failed({ opening: { ...opening, commitment: '00'.repeat(32) } })).toEqual(['same_commitment']);
    expect(failed({ commitment: { value: '00'.repeat(32), packs: 0 } })).toEqual(['same_commitment']);
    expect(failed({ commitment: { value: plain.commitment, packs: 0 } })).toEqual([]);
  });

  it('finds a person more, a person less, another commitment', () => {
    const people = opening.contributions;
    const other = { seat: 'E', commitment: '00'.repeat(32) };
    for (const contributions of [
      people.slice(1),
      [...people, { seat: 'W', commitment: null }],
      [other, people[1]!],
    ]) {
      expect(failed({ opening: { ...opening, contributions } })).toEqual(['same_people']);
    }
  });

  it('misses its own seed where it was left out, exchanged or moved', () => {
    const absent = {
      ...plain,
      contributions: [plain.contributions[0]!, { ...plain.contributions[1]!, seed: null }],
    };
    expect(failed({ opening }, absent)).toContain('own_seed');
    expect(failed({ opening: { ...opening, seed: '00'.repeat(32) } })).toEqual(['own_seed']);
    expect(failed({ opening: { ...opening, seat: 'E' } })).toEqual(['own_seed']);
  });

  it('remembers a match that was opened and dropped', () => {
    expect(failed({ opening: { ...opening, dropped: ['another'] } })).toEqual(['opened_once']);
  });

  it('is not asked for where it kept nothing', () => {
    expect(Object.keys(verify(plain, null, {}).checks)).toEqual(['people', 'client_seeds', 'dealer']);
  });
});

describe('the deal that was played', () => {
  const first = plain.deals[0]!;

  function replayed(number: number, events: ReplayDeal['events'][number]['event'][]): ReplayDeal {
    return {
      number,
      dealer: 'S',
      voided: false,
      hands: {},
      piles: {},
      turned: null,
      contract: null,
      events: events.map((event, seq) => ({ seq, at: 0, event, text: null, say: null })),
      notes: [],
      entry: null,
    };
  }
  const shuffled = (order: string[], at: number, seat = first.cutter) =>
    replayed(first.number, [
      { event: 'shuffled', order },
      { event: 'cut', seat, at },
    ]);
  const record = (fairness: Fairness, deal: ReplayDeal, before?: ReplayDeal) =>
    verify(fairness, before ? { deal, before } : { deal }).deals[deal.number - 1]!.checks['record'];

  it('has the pack, the cutter and the cut that were revealed', () => {
    expect(record(plain, shuffled(first.order, first.cut))).toBe(true);
  });

  it('is found out when it has others', () => {
    expect(record(plain, shuffled([...first.order].reverse(), first.cut))).toBe(false);
    expect(record(plain, shuffled(first.order, first.cut + 1))).toBe(false);
    expect(record(plain, shuffled(first.order, first.cut, 'E'))).toBe(false);
  });

  it('is left alone where it is not shown', () => {
    const checks = verify(plain, { deal: shuffled(first.order, first.cut) }).deals[1]!.checks;
    expect(checks).not.toHaveProperty('record');
  });

  it('was gathered from the tricks of the deal before', () => {
    const tricks = Array.from({ length: 8 }, (_, n) => first.order.slice(4 * n, 4 * n + 4));
    const order = tricks.flat();
    const gathered = {
      ...plain.deals[1]!,
      origin: 'exact' as const,
      order,
      heaps: [tricks.slice(0, 3), tricks.slice(3)],
    };
    const { cutter, cut } = gathered;
    const before = (played: string[][]) =>
      replayed(1, [
        ...played.flatMap((trick) => [
          ...trick.map((card) => ({ event: 'card_played', seat: 'N', card })),
          { event: 'trick_won', seat: 'N' },
        ]),
        { event: 'gathered', order },
      ]);
    const now = replayed(2, [{ event: 'cut', seat: cutter, at: cut }]);
    const document = { ...plain, deals: [first, gathered] };
    expect(record(document, now, before(tricks))).toBe(true);
    const [one, two, ...rest] = tricks;
    const swapped = [[two![0]!, ...one!.slice(1)], [one![0]!, ...two!.slice(1)], ...rest];
    expect(record(document, now, before(swapped))).toBe(false);
  });
});
