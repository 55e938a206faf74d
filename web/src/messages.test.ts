import { expect, test } from 'vitest';
import './board/words';
import './problems/words';
import './series/words';
import './pages/learn/words';
import './pages/study/words';
import { catalogues, message, type Message } from './lib/messages';

const texts = (entry: Message | undefined) =>
  entry === undefined ? [] : typeof entry === 'string' ? [entry] : [entry.one, entry.other];
const placeholders = (entry: Message | undefined) =>
  [...new Set(texts(entry).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

test('French and English have the same keys', () => {
  expect(Object.keys(catalogues.en).sort()).toEqual(Object.keys(catalogues.fr).sort());
});

const files = import.meta.glob<string>('./languages/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test.each(['fr', 'en'])(
  'no key stands twice, or the text that is read last takes the other’s place: %s',
  (lang) => {
    const texts = Object.entries(files).flatMap(([name, text]) =>
      name.endsWith(`.${lang}.json`) ? text : [],
    );
    const keys = texts.flatMap((text) => [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key));
    expect(keys.length).toBeGreaterThan(500);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  },
);

test.each(Object.keys(catalogues.fr))('%s: same placeholders and nothing empty', (key) => {
  expect(placeholders(catalogues.en[key])).toEqual(placeholders(catalogues.fr[key]));
  for (const lang of ['fr', 'en'] as const) {
    for (const text of texts(catalogues[lang][key])) expect(text.trim()).not.toBe('');
  }
});

test('no French text puts a name where it would have to be elided', () => {
  const elided = /(?<![\p{L}])(de|que|le|la|je) \{(name|player|side)\}/iu;
  const all = Object.values(catalogues.fr).flatMap(texts);
  expect(all.filter((text) => elided.test(text))).toEqual([]);
});

test('plurals follow the language', () => {
  expect(message('fr', 'common.points', { n: 0 })).toBe('0 point');
  expect(message('fr', 'common.points', { n: 2 })).toBe('2 points');
  expect(message('en', 'common.points', { n: 0 })).toBe('0 points');
  expect(message('en', 'common.points', { n: 1 })).toBe('1 point');
});

test('French signs stay with their word', () => {
  expect(message('fr', 'match.fair')).toMatch(/\u00a0\?$/);
  expect(message('en', 'match.fair')).not.toContain('\u00a0');
});
