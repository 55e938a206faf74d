import { describe, expect, it } from 'vitest';
import type { OptionInfo, RulesSummary } from '../../lib/types';
import { lengths, minutes, otherOptions, target } from './gameFacts';

const option: OptionInfo = {
  name: 'target',
  label: 'But',
  help: '',
  value: 1000,
  default: 1000,
  values: [],
  minimum: 1,
  fractions: false,
};
const declarations: OptionInfo = {
  ...option,
  name: 'declarations',
  default: false,
  minimum: null,
  values: [
    { value: false, label: 'Non' },
    { value: true, label: 'Oui' },
  ],
};
const game = (id: string, options: OptionInfo[]): RulesSummary => ({
  id,
  name: id,
  description: '',
  players: [4],
  group: 'ten',
  options,
});
const classique = game('classique', [option, declarations]);

describe('the length of a match', () => {
  it('is short, usual or long', () => {
    expect(lengths(classique)).toEqual([500, 1000, 2000]);
    expect(lengths(game('premiere', [{ ...option, default: 5 }]))).toEqual([3, 5, 10]);
    expect(lengths(game('escalier', [declarations]))).toEqual([]);
  });

  it('sets the minutes', () => {
    expect(target(classique, { target: 500 })).toBe(500);
    expect(minutes(classique, { target: 500 })).toBe(10);
    expect(minutes(classique, {})).toBe(20);
    expect(minutes(game('unheard-of', [option]), {})).toBeNull();
  });
});

it('the length is no option among others, and what is as usual is none', () => {
  const chosen = { target: 500, declarations: true };
  expect(otherOptions(classique, chosen)).toEqual([[declarations, true]]);
  expect(otherOptions(classique, { declarations: false })).toEqual([]);
});
