import { expect, test } from 'vitest';
import { runsOf } from './picture';

test('figures in a title are those that stand on the line', () => {
  const runs = runsOf('3e sur 120', "400 64px 'Young Serif', serif");
  expect(runs.map(({ text }) => text)).toEqual(['3', 'e sur ', '120']);
  expect(runs.map(({ font }) => font.includes('Figtree'))).toEqual([true, false, true]);
  const score = runsOf('−512', "700 64px 'Roboto Serif', serif");
  expect(score.at(-1)).toEqual({ text: '512', font: '700 64px Figtree, sans-serif' });
});

test('other fonts have even figures already', () => {
  const font = '500 25px Figtree, sans-serif';
  expect(runsOf('8 donnes', font)).toEqual([{ text: '8 donnes', font }]);
});
