import { expect, test } from 'vitest';
import { curve } from './curve';

test('a line ends at its total, the higher one above', () => {
  const { lines, bottom, top } = curve({ NS: [0, 100, 300], EW: [0, 62, 80] }, ['NS', 'EW']);
  expect(lines[0]!.end).toMatchObject({ y: top, total: 300 });
  expect(lines[1]!.end.y).toBeGreaterThan(lines[0]!.end.y);
  expect(lines[0]!.path.startsWith(`M8 ${bottom}L`)).toBe(true);
});

test('below zero there is room too', () => {
  const { zero, lines, bottom } = curve({ 1: [0, -3], 2: [0, -1] }, ['1', '2']);
  expect(lines[0]!.end.y).toBe(bottom);
  expect(zero).toBeLessThan(lines[1]!.end.y);
});

test('names never lie on one another, nor below the box', () => {
  const sides = ['1', '2', '3', '4', '5', '6'];
  const { lines, bottom } = curve(Object.fromEntries(sides.map((side) => [side, [0, -5]])), sides);
  const rows = lines.map(({ labelY }) => labelY).sort((one, other) => one - other);
  expect(rows.every((row, place) => place === 0 || row - rows[place - 1]! >= 22)).toBe(true);
  expect(rows.at(-1)).toBeLessThanOrEqual(bottom);
});

test('few deals are numbered where there are many', () => {
  const { steps } = curve({ NS: Array.from({ length: 41 }, (_, deal) => deal) }, ['NS']);
  expect(steps.filter(({ label }) => label).length).toBeLessThanOrEqual(12);
});
