import { describe, expect, it } from 'vitest';
import vectors from '../../../../tests/data/fairness.json';
import type { Fairness, ReplayDeal } from '../../lib/types';
import { holds, verify } from './fairness';

describe('the shuffle, as Python computes it', () => {
  it.each(vectors.map((vector) => [vector.about, vector] as const))('%s', (_, vector) => {
    const checks = verify(vector.fairness as Fairness);
    expect(checks.map(({ link, order, draws }) => ({ link, order, draws }))).toEqual(vector.checks);
    expect(checks.every(holds)).toBe(vector.holds);
  });
});

describe('the anchor that this browser received', () => {
  const vector = vectors.find(({ holds }) => holds)!;
  const fairness = vector.fairness as Fairness;

  it('is compared with the one of the server', () => {
    const received = (value: string) => ({ anchor: { value, packs: 0 } });
    expect(verify(fairness, null, received(fairness.anchor))[0]!.anchor).toBe(true);
    const [check] = verify(fairness, null, received('00'.repeat(32)));
    expect(check!.anchor).toBe(false);
    expect(holds(check!)).toBe(false);
  });

  it('is left alone where there was none', () => {
    const [check] = verify(fairness);
    expect(check!.anchor).toBeNull();
    expect(holds(check!)).toBe(true);
  });
});

describe('the grain that this browser gave', () => {
  const fairness = vectors.find(({ holds, fairness }) => holds && fairness.grains.length > 0)!
    .fairness as Fairness;
  const given = (counted: boolean, ...given: string[]) =>
    verify(fairness, null, { grains: { given, counted } })[0]!;

  it('is among those of the shuffle', () => {
    expect(given(true, fairness.grains[0]!).grain).toBe(true);
    expect(given(false, fairness.grains.at(-1)!).grain).toBe(true);
  });

  it('is one of several, of which the last may have come too late', () => {
    expect(given(true, fairness.grains[0]!, '00'.repeat(16)).grain).toBe(true);
  });

  it('is missed where it has to be there', () => {
    const check = given(true, '00'.repeat(16));
    expect(check.grain).toBe(false);
    expect(holds(check)).toBe(false);
  });

  it('is left alone where it did not surely count, or none was given', () => {
    expect(given(false, '00'.repeat(16)).grain).toBeNull();
    expect(holds(given(false, '00'.repeat(16)))).toBe(true);
    expect(verify(fairness)[0]!.grain).toBeNull();
  });
});

describe('the deal that was played', () => {
  const fairness = vectors[0]!.fairness as Fairness;
  const first = fairness.deals[0]!;

  function replayed(order: string[], at: number): ReplayDeal {
    const events = [
      { event: 'shuffled', order },
      { event: 'cut', seat: 'N', at },
    ];
    return {
      number: first.number,
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

  it('has the pack and the cut that were revealed', () => {
    expect(verify(fairness, [replayed(first.order, first.cut)])[0]!.played).toBe(true);
  });

  it('is found out when it has others', () => {
    expect(verify(fairness, [replayed([...first.order].reverse(), first.cut)])[0]!.played).toBe(false);
    expect(verify(fairness, [replayed(first.order, first.cut + 1)])[0]!.played).toBe(false);
  });

  it('is left alone where it is not shown', () => {
    expect(verify(fairness, [])[0]!.played).toBe(null);
  });
});
