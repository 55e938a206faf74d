import { expect, test } from 'vitest';
import type { Told } from '../lib/types';
import { soundsOf } from './cues';

const told = (event: Record<string, unknown>) => ({ event }) as unknown as Told;

test('each happening has its sound, once', () => {
  expect(soundsOf([told({ event: 'card_played', say: null })])).toEqual(['card']);
  expect(soundsOf([told({ event: 'card_played', say: 'belote' }), told({ event: 'trick_won' })])).toEqual([
    'belote',
    'trick',
  ]);
  expect(soundsOf([told({ event: 'called', call: { do: 'contre' } })])).toEqual(['coinche']);
  expect(soundsOf([told({ event: 'called', call: { do: 'pass' } }), told({ event: 'shuffled' })])).toEqual(
    [],
  );
});
