// The match that this browser left in the middle, however many it has finished since.
import { Refusal } from './api';
import { heldSeat, knownMatches, markOver } from './seats';
import type { MatchSummary } from './types';

/** Asked for at one visit; what is found to be over is not asked for again. */
const MOST_ASKED = 8;

export async function findUnfinished(
  ask: (match: string) => Promise<MatchSummary>,
): Promise<MatchSummary | null> {
  const open = knownMatches().filter(({ table, over }) => !over && heldSeat(table) !== null);
  for (const { match } of open.slice(0, MOST_ASKED)) {
    const found = await ask(match).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 404) markOver(match);
      return null;
    });
    if (found && !found.over) return found;
    if (found) markOver(match);
  }
  return null;
}
