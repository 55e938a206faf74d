import { expect, test, vi } from 'vitest';
import { defaultKeys } from '../lib/keys';
import { pressKey, type TableKeys } from './keyboard';

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
    ['move', 'play', 'pass', 'contre', 'lastTrick', 'score', 'help'].map((name) => [name, note(name)]),
  ) as unknown as TableKeys;
  const preventDefault = vi.fn();
  pressKey({ key, target, preventDefault, ...modifiers } as unknown as KeyboardEvent, defaultKeys, keys);
  return { calls, prevented: preventDefault.mock.calls.length > 0 };
}

test('keys become intentions', () => {
  expect(press('ArrowRight').calls).toEqual(['move 1 false']);
  expect(press('ArrowLeft', inside('[data-test=hand]')).calls).toEqual(['move -1 true']);
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
