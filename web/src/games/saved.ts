// The house rules that this browser keeps.

import { readList, writeList } from '../lib/storage';

export interface SavedRule {
  name: string; // as its author wrote it
  code: string; // reproduces it exactly
  base: string;
}

const KEY = 'rebelote.house';

export function savedRules(): SavedRule[] {
  const rules = readList(KEY, isSavedRule);
  return [...new Map(rules.toReversed().map((rule) => [rule.name, rule])).values()].toReversed();
}

/** Keeps a rule in the place of the one called `before`, or as the newest. No two have the same name. */
export function saveRule(rule: SavedRule, before: string): void {
  const rules = savedRules().filter(({ name }) => name === before || name !== rule.name);
  const known = rules.findIndex(({ name }) => name === before);
  writeList(KEY, known === -1 ? [rule, ...rules] : rules.with(known, rule));
}

export function deleteRule(name: string): void {
  writeList(
    KEY,
    savedRules().filter((rule) => rule.name !== name),
  );
}

function isSavedRule(value: unknown): value is SavedRule {
  const rule = value as Partial<SavedRule> | null;
  return typeof rule?.name === 'string' && typeof rule.code === 'string' && typeof rule.base === 'string';
}
