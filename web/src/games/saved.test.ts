import { beforeEach, expect, it, vi } from 'vitest';
import { deleteRule, saveRule, savedRules, type SavedRule } from './saved';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

function rule(name: string, code = 'abc'): SavedRule {
  return { name, code, base: 'coinche' };
}

function names(): string[] {
  return savedRules().map(({ name }) => name);
}

it('the newest rule comes first', () => {
  saveRule(rule('one'), 'one');
  saveRule(rule('two'), 'two');
  expect(names()).toEqual(['two', 'one']);
});

it('a changed rule stays in its place, under its new name', () => {
  for (const name of ['one', 'two', 'three']) saveRule(rule(name), name);
  saveRule(rule('deux', 'xyz'), 'two');
  expect(names()).toEqual(['three', 'deux', 'one']);
  expect(savedRules()[1]?.code).toBe('xyz');
});

it('no two rules have the same name', () => {
  for (const name of ['one', 'two']) saveRule(rule(name), name);
  saveRule(rule('one', 'xyz'), 'two');
  expect(savedRules()).toEqual([rule('one', 'xyz')]);
});

it('a rule can be deleted, and what is no rule is not read', () => {
  saveRule(rule('one'), 'one');
  deleteRule('one');
  expect(names()).toEqual([]);
  kept.set('rebelote.house', '[{"name": 3}, null, "x"]');
  expect(names()).toEqual([]);
  kept.set('rebelote.house', '{broken');
  expect(names()).toEqual([]);
});
