import { expect, test } from 'vitest';
import { preferredLang, cleaned, defaults } from './preferences';

test('nothing stored gives the defaults', () => {
  expect(cleaned({})).toEqual(defaults);
  expect(cleaned(null)).toEqual(defaults);
  expect(cleaned([1])).toEqual(defaults);
});

test('nonsense is dropped, sense is kept', () => {
  const settings = cleaned({
    theme: 'dark',
    felt: 'pink',
    sounds: { card: true, turn: 'loud' },
    keys: { pass: 'x', score: 3 },
    rules: { id: 'coinche' },
    nickname: 'Marius',
  });
  expect(settings.theme).toBe('dark');
  expect(settings.felt).toBe('green');
  expect(settings.sounds).toEqual({ ...defaults.sounds, card: true });
  expect(settings.keys).toEqual({ ...defaults.keys, pass: 'x' });
  expect(settings.rules).toEqual({ id: 'coinche' });
  expect(settings.nickname).toBe('Marius');
});

test('a first visit is in the language that the browser asks for', () => {
  expect(preferredLang(['en-GB', 'fr'])).toBe('en');
  expect(preferredLang(['de-DE', 'fr-CH', 'en'])).toBe('fr');
  expect(preferredLang(['oc'])).toBe('fr');
  expect(preferredLang([])).toBe('fr');
});
