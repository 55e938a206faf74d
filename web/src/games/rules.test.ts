import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../lib/types';
import { changed, optionsOf, searchOf, valueText, withOptions } from './rules';

const target: OptionInfo = {
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
  ...target,
  name: 'declarations',
  value: false,
  default: false,
  minimum: null,
  values: [
    { value: false, label: 'Non' },
    { value: true, label: 'Oui' },
  ],
};
const options = [target, declarations];

describe('options in an address', () => {
  it('come back as they were', () => {
    const chosen = { target: 501, declarations: true };
    expect(optionsOf(searchOf(chosen), options)).toEqual(chosen);
    expect(searchOf({})).toBe('');
  });

  it('are left out where they make no sense', () => {
    expect(optionsOf('?target=many&declarations=perhaps&other=1', options)).toEqual({});
    expect(optionsOf('?target=0', options)).toEqual({});
    expect(optionsOf('?target=1.5', options)).toEqual({});
    expect(optionsOf('?target=', options)).toEqual({});
  });
});

it('what is as usual is not a change', () => {
  expect(changed(options, { target: 1000, declarations: true })).toEqual({ declarations: true });
});

it('rules without options are named by their id alone', () => {
  expect(withOptions('coinche', {})).toEqual({ id: 'coinche' });
  expect(withOptions('coinche', { target: 5 })).toEqual({ id: 'coinche', options: { target: 5 } });
});

it('a value has a name', () => {
  expect(valueText(declarations, true)).toBe('Oui');
  expect(valueText(target, 501)).toBe('501');
});
