import { expect, test } from 'vitest';
import { CLOCKS, offered, PATIENCE } from './times';

test('two minutes can be chosen, for the clock and for an absent player', () => {
  expect(offered(CLOCKS, null)).toContain(120);
  expect(offered(PATIENCE, 20)).toContain(120);
});

test('an unusual time that is set stays among the choices, in its place', () => {
  expect(offered(CLOCKS, 45)).toEqual([null, 15, 30, 45, 60, 120]);
  expect(offered(CLOCKS, 60)).toEqual([...CLOCKS]);
});
