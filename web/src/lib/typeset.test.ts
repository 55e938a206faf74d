import { expect, test } from 'vitest';
import { frenchTypeset } from './typeset';

test('no line begins with a colon, and an apostrophe is curved', () => {
  expect(frenchTypeset("Cherche : redistribue ce qu'il ne voit pas.")).toBe(
    'Cherche\u00a0: redistribue ce qu’il ne voit pas.',
  );
});
