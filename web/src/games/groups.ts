// The games under their headings: the ten of the rules' first page, and the wider family.
import type { RulesSummary } from '../lib/types';

export interface GameGroup {
  title: 'home.games' | 'home.family';
  games: RulesSummary[];
}

/** Those groups that have a game. */
export function groupsOf(games: readonly RulesSummary[]): GameGroup[] {
  const of = (wanted: RulesSummary['group']) => games.filter(({ group }) => group === wanted);
  const groups: GameGroup[] = [
    { title: 'home.games', games: of('ten') },
    { title: 'home.family', games: of('family') },
  ];
  return groups.filter((group) => group.games.length > 0);
}
