// The contrasts that the look promises, worked out from the palette itself.
import { describe, expect, it } from 'vitest';
import tokens from './tokens.css?raw';

type Palette = Map<string, string>;
const THEMES = ['light', 'dark'] as const;
const FELTS = ['green', 'slate', 'sand'] as const;

/** The custom properties as they hold for a theme, a cloth and a deck. */
function palette(theme: string, felt = 'green', cards = 'two'): Palette {
  const found: Palette = new Map();
  for (const [, selector = '', body = ''] of tokens.matchAll(/(:root[^{,]*)\{([^}]*)\}/g)) {
    const wanted = [...selector.matchAll(/data-(\w+)='(\w+)'/g)];
    const holds = wanted.every(([, name, value]) => ({ theme, felt, cards })[name as 'theme'] === value);
    if (!holds) continue;
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(name, value);
  }
  return found;
}

function luminance(hex: string | undefined): number {
  if (!hex?.match(/^#[0-9a-f]{6}$/)) throw new Error(`no colour: ${hex}`);
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colours: Palette, one: string, other: string): number {
  const [a, b] = [one, other].map((name) => luminance(colours.get(name)));
  return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05);
}

describe.each(THEMES)('%s', (theme) => {
  it.each([
    ['text', 'ground', 7],
    ['muted', 'ground', 4.5],
    ['muted', 'surface', 4.5],
    ['muted', 'sunken', 4.5],
    ['link', 'ground', 4.5],
    ['tile-facts', 'surface', 4.5],
    ['on-primary', 'primary', 4.5],
    ['danger', 'surface', 4.5],
    ['good', 'surface', 4.5],
    ['fault', 'surface', 4.5],
    ['ours', 'surface', 4.5],
    ['line-strong', 'surface', 3],
    ['on-paper-muted', 'paper-2', 4.5],
    ['on-gold', 'gold', 7],
    ['suit-H', 'card-face', 4.5],
    ['suit-S', 'card-face', 7],
  ])('%s on %s is at least %d', (one, other, least) => {
    expect(contrast(palette(theme), one, other)).toBeGreaterThanOrEqual(least);
  });

  it.each(FELTS)('the %s cloth lets text and gold be seen', (felt) => {
    const colours = palette(theme, felt);
    expect(contrast(colours, 'on-felt', 'felt-lit')).toBeGreaterThanOrEqual(5);
    expect(contrast(colours, 'on-felt-muted', 'felt-lit')).toBeGreaterThanOrEqual(4);
    expect(contrast(colours, 'on-panel-muted', 'panel-top')).toBeGreaterThanOrEqual(7);
    expect(contrast(colours, 'gold', 'felt-lit')).toBeGreaterThanOrEqual(3);
    expect(contrast(colours, 'on-room', 'room-top')).toBeGreaterThanOrEqual(7);
  });

  it.each(['four', 'safe'])('every suit of the deck «%s» can be read', (cards) => {
    const colours = palette(theme, 'green', cards);
    for (const suit of ['S', 'H', 'D', 'C'])
      expect(contrast(colours, `suit-${suit}`, 'card-face')).toBeGreaterThanOrEqual(4.5);
  });
});
