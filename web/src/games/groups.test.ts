import { expect, it } from 'vitest';
import type { RulesSummary } from '../lib/types';
import { groupsOf } from './groups';

const game = (id: string, group: RulesSummary['group']) => ({ id, group }) as RulesSummary;

const told = (games: RulesSummary[]) =>
  groupsOf(games).map(({ title, games }) => [title, games.map(({ id }) => id).join(' ')]);

it('puts each game under its heading', () => {
  const games = [game('bela', 'family'), game('coinche', 'ten'), game('premiere', 'ten')];
  expect(told(games)).toEqual([
    ['home.games', 'coinche premiere'],
    ['home.family', 'bela'],
  ]);
});

it('has no heading over nothing', () => {
  expect(told([game('coinche', 'ten')])).toEqual([['home.games', 'coinche']]);
});
