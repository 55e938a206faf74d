import { expect, test } from 'vitest';
import { grainFor, newGrain, withGrains, withMatch, type KnownMatch } from './seats';

const match = (id: string, more: Partial<KnownMatch> = {}): KnownMatch => ({
  match: id,
  table: 't',
  rules: 'Belote FFB',
  started: 1,
  ...more,
});

test('a match comes first and is there once', () => {
  const known = withMatch([match('a'), match('b')], match('b'));
  expect(known.map((each) => each.match)).toEqual(['b', 'a']);
});

test('its beginning and its anchor stay as they were first seen', () => {
  const first = match('a', { anchor: { value: '11', packs: 0 } });
  const [known] = withMatch([first], match('a', { started: 9, anchor: { value: '22', packs: 3 } }));
  expect(known).toEqual(first);
});

test('an anchor that comes later is kept', () => {
  const [known] = withMatch([match('a')], match('a', { anchor: { value: '11', packs: 0 } }));
  expect(known!.anchor).toEqual({ value: '11', packs: 0 });
});

const share = { grain: '11'.repeat(16), secret: '22'.repeat(16) };
const seen = (deal: number, match = 'm', anchor = 'ff') => ({ match, fairness: { anchor, deal } });

test('a grain is 16 bytes, and no two are the same', () => {
  expect(newGrain()).toMatch(/^[0-9a-f]{32}$/);
  expect(newGrain()).not.toBe(newGrain());
});

test('the grain of a match follows from the secret, the match and its anchor', () => {
  const grain = grainFor(share, seen(0));
  expect(grain).toMatch(/^[0-9a-f]{32}$/);
  expect(grainFor(share, seen(3))).toBe(grain);
  const others = [
    grainFor(share, seen(0, 'n')),
    grainFor(share, seen(0, 'm', 'ee')),
    grainFor({ ...share, secret: '33'.repeat(16) }, seen(0)),
  ];
  expect(new Set([grain, ...others]).size).toBe(4);
});

test('grains count once the pack is cut and the seat is still ours', () => {
  const given = [share.grain, grainFor(share, seen(0))];
  const before = withGrains(undefined, share, seen(0));
  expect(before).toEqual({ given, counted: false });
  expect(withGrains(before, share, seen(1))).toEqual({ given, counted: true });
});

test('a table opened by us counts, even if the pack was cut before we came', () => {
  const grains = withGrains({ given: [share.grain], counted: false }, share, seen(1));
  expect(grains?.counted).toBe(true);
});

test('one who sits down after the cut has given nothing to it', () => {
  expect(withGrains(undefined, share, seen(1))).toBeUndefined();
  const before = withGrains(undefined, share, seen(0));
  const again = { grain: '44'.repeat(16), secret: '55'.repeat(16) };
  expect(withGrains(before, again, seen(1))).toEqual(before);
});

test('one who sits down again before the cut has given to two seats', () => {
  const again = { grain: '44'.repeat(16), secret: '55'.repeat(16) };
  const grains = withGrains(withGrains(undefined, share, seen(0)), again, seen(0));
  expect(grains!.given).toHaveLength(4);
});

test('the grains of a match stay when nothing new is known of them', () => {
  const grains = { given: [share.grain], counted: true };
  const [known] = withMatch([match('a', { grains })], match('a'));
  expect(known!.grains).toEqual(grains);
  const later = { given: [share.grain, 'x'], counted: true };
  expect(withMatch([known!], match('a', { grains: later }))[0]!.grains).toEqual(later);
});
