// Small truths about rulesets.

import type { OptionInfo, RulesRef } from '../lib/types';

export type OptionValue = OptionInfo['value'];

/** The options whose value is not the ruleset's own. */
export function changed(
  options: readonly OptionInfo[],
  chosen: Record<string, OptionValue>,
): Record<string, OptionValue> {
  return Object.fromEntries(
    options.flatMap(({ name, default: usual }) => {
      const value = chosen[name];
      return value === undefined || value === usual ? [] : [[name, value]];
    }),
  );
}

/** The options that an address names, as far as the ruleset knows them. */
export function optionsOf(search: string, options: readonly OptionInfo[]): Record<string, OptionValue> {
  const query = new URLSearchParams(search);
  const found: Record<string, OptionValue> = {};
  for (const option of options) {
    const text = query.get(option.name);
    const value = text === null ? undefined : readOption(text, option);
    if (value !== undefined) found[option.name] = value;
  }
  return found;
}

export function searchOf(options: Record<string, OptionValue>): string {
  const query = new URLSearchParams(
    Object.entries(options).map(([name, value]) => [name, String(value)]),
  ).toString();
  return query === '' ? '' : `?${query}`;
}

export function withOptions(id: string, options: Record<string, OptionValue>): RulesRef {
  return Object.keys(options).length > 0 ? { id, options } : { id };
}

function readOption(text: string, option: OptionInfo): OptionValue | undefined {
  if (option.values.length > 0) return option.values.find(({ value }) => String(value) === text)?.value;
  const number = Number(text);
  const wrong = text.trim() === '' || !Number.isFinite(number) || number < (option.minimum ?? 0);
  return wrong || (!option.fractions && !Number.isInteger(number)) ? undefined : number;
}

/** What a value is called: its label, or the number itself. */
export function valueText(option: OptionInfo, value: OptionValue): string {
  return option.values.find((each) => each.value === value)?.label ?? String(value);
}
