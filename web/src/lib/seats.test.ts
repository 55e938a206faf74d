import { expect, test } from 'vitest';
import { withMatch, type KnownMatch } from './seats';

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
