import { expect, test, vi } from 'vitest';
import { defaultKeys } from '../lib/keys';
import { nextPlace, pressKey, type TableKeys } from './keyboard';

/** An element inside of those that the selectors name. */
const inside = (...names: string[]) => ({
  closest: (selector: string) => (names.some((name) => selector.includes(name)) ? {} : null),
});

function press(key: string, target = inside(), modifiers: Partial<KeyboardEvent> = {}) {
  const calls: string[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args].join(' '));
  const keys = Object.fromEntries(
    ['move', 'play', 'take', 'pass', 'contre', 'lastTrick', 'score', 'help'].map((name) => [
      name,
      note(name),
    ]),
  ) as unknown as TableKeys;
  const preventDefault = vi.fn();
  pressKey({ key, target, preventDefault, ...modifiers } as unknown as KeyboardEvent, defaultKeys, keys);
  return { calls, prevented: preventDefault.mock.calls.length > 0 };
}

test('keys become intentions', () => {
  expect(press('ArrowRight').calls).toEqual(['move 1 elsewhere ']);
  expect(press('ArrowLeft', inside('[data-test=hand]')).calls).toEqual(['move -1 hand ']);
  expect(press('ArrowLeft', inside('[data-test=pad]'), { shiftKey: true }).calls).toEqual([
    'move -1 pad true',
  ]);
  expect(press('J').calls).toEqual(['take']);
  expect(press('3').calls).toEqual(['play 2']);
  expect(press(' ').calls).toEqual(['play ']);
  expect(press('p').calls).toEqual(['pass']);
  expect(press('L').calls).toEqual(['lastTrick']);
});

test('a button under the focus is pressed by the browser, not twice', () => {
  expect(press('Enter', inside('button'))).toEqual({ calls: [], prevented: false });
});

test('typing and shortcuts are left alone', () => {
  expect(press('p', inside('input'))).toEqual({ calls: [], prevented: false });
  expect(press('p', inside(), { ctrlKey: true })).toEqual({ calls: [], prevented: false });
  expect(press('p', inside('dialog'))).toEqual({ calls: [], prevented: false });
});

test('arrows go round the end and over what is not open', () => {
  const open = [1, 2, 5];
  expect(nextPlace(open, 2, 1)).toBe(5);
  expect(nextPlace(open, 5, 1)).toBe(1);
  expect(nextPlace(open, 1, -1)).toBe(5);
  expect(nextPlace(open, 4, -1)).toBe(2);
  expect(nextPlace(open, 2, 0)).toBe(2);
  expect(nextPlace(open, 7, 0)).toBe(1);
  expect(nextPlace([], 0, 1)).toBeNull();
});
