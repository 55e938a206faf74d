import { expect, test } from 'vitest';
import { isHeldSeat, isKnownMatch, withMatch, type KnownMatch } from './seats';

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

test('its beginning and its commitment stay as they were first seen', () => {
  const first = match('a', { commitment: { value: '11', packs: 0 } });
  const [known] = withMatch([first], match('a', { started: 9, commitment: { value: '22', packs: 3 } }));
  expect(known).toEqual(first);
});

test('a commitment that comes later is kept, and the opening stays', () => {
  const opening = { commitment: '11', contributions: [], seat: 'S', seed: '22', dropped: [] };
  const [known] = withMatch([match('a', { opening })], match('a', { commitment: { value: '11', packs: 0 } }));
  expect(known).toEqual(match('a', { opening, commitment: { value: '11', packs: 0 } }));
});

test('rubbish is neither a match nor a seat', () => {
  expect(isKnownMatch(match('a'))).toBe(true);
  for (const wrong of [{ match: 5 }, { table: {} }, { rules: null }, { started: 'soon' }, { started: 1e300 }])
    expect(isKnownMatch({ ...match('a'), ...wrong }), JSON.stringify(wrong)).toBe(false);
  expect(isKnownMatch(null)).toBe(false);
  expect(isHeldSeat({ token: 'x', seat: 'S', sat: 0 })).toBe(true);
  for (const wrong of [null, 5, {}, { token: 'x', seat: 'S' }, { token: 5, seat: 'S', sat: 0 }])
    expect(isHeldSeat(wrong), JSON.stringify(wrong)).toBe(false);
});
