// The figures of this browser's matches, asked for where they are not kept here yet.
import { Refusal, type Api } from '../lib/api';
import { heldSeat, knownMatches } from '../lib/seats';
import type { MatchFacts } from '../lib/types';
import { keepFacts, toAsk } from './statistics';

/** Asks for what is missing, one match after another; those that are gone are left as they are. */
export async function readMissing(
  ask: Api,
  facts: MatchFacts[],
  ondone: (facts: MatchFacts[], done: number, of: number) => void,
): Promise<void> {
  const known = knownMatches().filter(({ table }) => heldSeat(table) !== null);
  const wanted = toAsk(known, facts);
  let now = facts;
  for (const [place, match] of wanted.entries()) {
    const seat = heldSeat(known.find((each) => each.match === match)?.table ?? '')?.seat ?? 'S';
    try {
      const found = await ask.facts(match, seat);
      if (found.over) now = [...now.filter((each) => each.match !== match), found];
    } catch (error) {
      if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 403)) throw error;
    }
    keepFacts(now);
    ondone(now, place + 1, wanted.length);
  }
}
