import { expect, test } from 'vitest';
import type { Speed } from '../lib/preferences';
import type { Frame, Rest } from './frames';
import { Pacing, restTime } from './pacing';

class Ticks {
  now = 0;
  due: { at: number; run: () => void }[] = [];
  set(run: () => void, ms: number) {
    const entry = { at: this.now + ms, run };
    this.due.push(entry);
    return entry;
  }
  clear(entry: unknown) {
    this.due = this.due.filter((other) => other !== entry);
  }
  pass(ms: number) {
    const end = this.now + ms;
    for (;;) {
      const next = this.due.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.now = next.at;
      this.clear(next);
      next.run();
    }
    this.now = end;
  }
}

const frame = (name: string, rest: Rest) => ({ name, rest }) as unknown as Frame;

function table(speed: Speed) {
  const shown: string[] = [];
  const ticks = new Ticks();
  const stage = {
    show: (next: Frame) => void shown.push((next as unknown as { name: string }).name),
    changed: () => undefined,
    speed: () => speed,
  };
  const pacing = new Pacing(stage, ticks);
  return { shown, ticks, pacing };
}

test('the first frame shows at once, the next after its rest', () => {
  const { shown, ticks, pacing } = table('normal');
  pacing.add([frame('a', 'card'), frame('b', 'card')]);
  expect(shown).toEqual(['a']);
  ticks.pass(599);
  expect(shown).toEqual(['a']);
  expect(pacing.busy).toBe(true);
  ticks.pass(1);
  expect(shown).toEqual(['a', 'b']);
  ticks.pass(600);
  expect(pacing.busy).toBe(false);
});

test('instant shows everything in the same moment', () => {
  const { shown, pacing } = table('instant');
  pacing.add([frame('a', 'card'), frame('b', 'trick'), frame('c', 'none')]);
  expect(shown).toEqual(['a', 'b', 'c']);
  expect(pacing.busy).toBe(false);
});

test('a hurried table is up to date', () => {
  const { shown, ticks, pacing } = table('relaxed');
  pacing.add([frame('a', 'card'), frame('b', 'trick'), frame('c', 'card')]);
  pacing.hurry();
  expect(shown).toEqual(['a', 'b', 'c']);
  expect(pacing.busy).toBe(false);
  expect(ticks.due).toEqual([]);
});

test('a score waits for its reader, hurried or not', () => {
  const { shown, pacing } = table('instant');
  pacing.add([frame('a', 'card'), frame('score', 'scored'), frame('next', 'none')]);
  expect(shown).toEqual(['a', 'score']);
  pacing.hurry();
  expect(shown).toEqual(['a', 'score']);
  pacing.goOn();
  expect(shown).toEqual(['a', 'score', 'next']);
});

test('a fresh state forgets what was waiting', () => {
  const { shown, ticks, pacing } = table('relaxed');
  pacing.add([frame('a', 'card'), frame('b', 'card')]);
  pacing.clear();
  ticks.pass(10_000);
  expect(shown).toEqual(['a']);
  expect(pacing.busy).toBe(false);
});

test('a trick rests longer than a card', () => {
  for (const speed of ['quick', 'normal', 'relaxed'] as const) {
    expect(restTime('trick', speed)).toBeGreaterThan(restTime('card', speed) ?? 0);
  }
});
