import { expect, test } from 'vitest';
import { defaultKeys, meaning } from './keys';

test('letters in either case, digits as places, space as play', () => {
  expect(meaning('P', defaultKeys)).toBe('pass');
  expect(meaning('p', defaultKeys)).toBe('pass');
  expect(meaning('1', defaultKeys)).toBe(0);
  expect(meaning('8', defaultKeys)).toBe(7);
  expect(meaning(' ', defaultKeys)).toBe('play');
  expect(meaning('ArrowLeft', defaultKeys)).toBe('previous');
  expect(meaning('z', defaultKeys)).toBeNull();
});

test('a key may be changed, even to a digit', () => {
  expect(meaning('1', { ...defaultKeys, pass: '1' })).toBe('pass');
  expect(meaning('p', { ...defaultKeys, pass: 'x' })).toBeNull();
});
