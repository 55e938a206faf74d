import { describe, expect, it } from 'vitest';
import { fromToml, idFrom, lineAt, optionsInLines, toToml, withLine, type HouseRule } from './document';

const CAFE: HouseRule = {
  id: 'cafe-du-port',
  base: 'ffb-contree',
  options: { target: 2000, sans_tout_atout: true, scoring: 'announced' },
  lines: '[play]\ncannot_overruff = "trump"\n\n[trump_choice]\nhighest = 180',
};

describe('a house rule', () => {
  it('comes back from its file as it was', () => {
    expect(fromToml(toToml(CAFE))).toEqual(CAFE);
  });

  it('is written as a person would write it', () => {
    expect(toToml({ id: 'courte', base: 'ffb-belote', options: { target: 501 }, lines: '' })).toBe(
      'id = "courte"\nversion = 1\nextends = "ffb-belote"\n\n[options.target]\ndefault = 501\n',
    );
  });

  it('keeps what the form has no place for', () => {
    const file = [
      '# Chez nous',
      'id = "a-nous" # le nom',
      "extends = 'coinche'",
      'conduct = { announce = "manual" }',
      '',
      '[options.short]',
      'values = [false, true]',
      'default = false',
      '',
      '[[variants]]',
      'when = { short = true }',
      'set = { match_end = { target = 501 } }',
    ].join('\r\n');
    const rule = fromToml(file);
    expect(rule).toMatchObject({ id: 'a-nous', base: 'coinche', options: {} });
    expect(rule.lines).toContain('# Chez nous\n\n[conduct]\nannounce = "manual"');
    expect(rule.lines).toContain('[options.short]\nvalues = [false, true]\ndefault = false');
    const again = toToml({ ...rule, options: { target: 701 } });
    expect(again.indexOf('# Chez nous')).toBeLessThan(again.indexOf('[options.target]'));
    expect(fromToml(again)).toEqual({ ...rule, options: { target: 701 } });
  });

  it('does not take an array that is spread over lines for a table', () => {
    const lines = '[dealing]\nlayout = { kind = "hands", packets = [\n  [3, 2],\n  [2, 3],\n], rest = 3 }';
    expect(fromToml(`id = "x"\nextends = "coinche"\n\n${lines}\n`).lines).toBe(lines);
  });

  it('finds options in the forms that the server writes', () => {
    const inline =
      'id = "x"\nextends = "coinche"\noptions = { target = { default = 701 }, scoring = { default = "a, b" } }\n';
    expect(fromToml(inline)).toMatchObject({ options: { target: 701, scoring: 'a, b' }, lines: '' });
    const section =
      'id = "x"\nextends = "coinche"\n\n[options]\ntarget = { default = 701 }\nshort = { values = [true, false], default = true }\n';
    expect(fromToml(section)).toMatchObject({
      options: { target: 701 },
      lines: '[options.short]\nvalues = [true, false]\ndefault = true',
    });
  });

  it('knows which options its lines speak of', () => {
    expect([...optionsInLines('[play]\n[options.target]\nminimum = 100')]).toEqual(['target']);
  });
});

describe('one line', () => {
  const lines = '[dealing]\nshuffle = "first_deal" # as always\nsmallest_heap = 4';

  it('is read wherever it stands', () => {
    expect(lineAt(lines, 'dealing', 'shuffle')).toBe('first_deal');
    expect(lineAt('dealing = { shuffle = "first_deal" }', 'dealing', 'shuffle')).toBe('first_deal');
    expect(lineAt(lines, 'play', 'shuffle')).toBe(null);
  });

  it('is written into its part, and taken out again', () => {
    expect(withLine('', 'dealing', 'shuffle', 'first_deal')).toBe('[dealing]\nshuffle = "first_deal"');
    expect(withLine(lines, 'dealing', 'shuffle', 'every_deal')).toBe(
      '[dealing]\nsmallest_heap = 4\nshuffle = "every_deal"',
    );
    expect(withLine(lines, 'dealing', 'shuffle', null)).toBe('[dealing]\nsmallest_heap = 4');
    expect(
      withLine(
        '[dealing]\nshuffle = "first_deal"\n\n[play]\ncannot_overruff = "any"',
        'dealing',
        'shuffle',
        null,
      ),
    ).toBe('[play]\ncannot_overruff = "any"');
  });
});

describe('a name', () => {
  it.each([
    ['Café du Port', 'cafe-du-port'],
    ['  Belote à 501 ! ', 'belote-a-501'],
    ['Cœur de Marseille', 'coeur-de-marseille'],
    ['—', ''],
  ])('%j makes the id %j', (name, id) => {
    expect(idFrom(name)).toBe(id);
  });
});
