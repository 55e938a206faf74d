import { expect, test } from 'vitest';
import type { PageView } from '../lib/types';
import { hintFor } from './hints';

const view = (turned: string | null, ...actions: Record<string, unknown>[]) =>
  ({
    turned: turned && { card: turned, name: turned },
    offers: actions.map((action) => ({ action, label: '' })),
  }) as unknown as PageView;

test('each moment has its hint', () => {
  expect(hintFor(view(null, { do: 'cut', at: 16 }))).toBe('cut');
  expect(hintFor(view('JH', { do: 'take', trump: 'H' }, { do: 'pass' }))).toBe('take');
  expect(hintFor(view('JH', { do: 'take', trump: 'S' }, { do: 'pass' }))).toBe('take_again');
  expect(hintFor(view(null, { do: 'bid', value: 80, trump: 'S' }, { do: 'pass' }))).toBe('bid');
  expect(hintFor(view(null, { do: 'bid', value: null, trump: 'S' }, { do: 'pass' }))).toBe('call');
  expect(hintFor(view(null, { do: 'play', card: 'JH' }))).toBe('play');
});

test('nothing is asked, nothing is hinted', () => {
  expect(hintFor(view(null))).toBeNull();
  expect(hintFor(view(null, { do: 'contre' }))).toBeNull();
  expect(hintFor(view(null, { do: 'guess', tricks: 1 }))).toBeNull();
});
