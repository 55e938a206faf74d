// A moment of a replay as a study: the deal from its first card, with all that was played.
import type { CardText, GivenPosition, Replay, ReplayDeal, Seat } from '../lib/types';
import type { Step } from './position';
import type { Studied } from '../board/link';

/** Null where no card was played, or before there is a contract to play. */
export function studiedFrom(replay: Replay, deal: ReplayDeal, steps: Step[], index: number): Studied | null {
  const played = deal.events.filter(({ event }) => event.event === 'card_played');
  const trump = deal.contract?.trump;
  const leader = played[0]?.event['seat'] as Seat | undefined;
  if (trump === undefined || leader === undefined) return null;
  const upTo = steps[index]?.position.events ?? 0;
  const before = deal.events.slice(0, upTo).filter(({ event }) => event.event === 'card_played');
  return {
    position: {
      rules: { code: replay.rules.code },
      trump: trump as GivenPosition['trump'],
      leader,
      hands: withTops(deal),
      trick: [],
      tricks: {},
      piles: Object.fromEntries(
        Object.entries(deal.piles).map(([seat, row]) => [seat, row.map(({ top, under }) => [top, under])]),
      ),
      closed: deal.contract?.closed ?? false,
    },
    line: played.map(({ event }) => event['card'] as CardText),
    at: before.length,
  };
}

/** The hands with the tops of their piles, which may be played too. */
function withTops(deal: ReplayDeal): Record<Seat, CardText[]> {
  return Object.fromEntries(
    Object.entries(deal.hands).map(([seat, cards]) => [
      seat,
      [...cards, ...(deal.piles[seat] ?? []).map(({ top }) => top)],
    ]),
  );
}
