// A message tells what one action led to; a frame is what the table shows at one moment. The last card of a trick
// and what comes of it arrive together: they become two frames, so that the full trick can be seen.
import type { FromServer, PageView, PlayedCard, SheetEntry, Told } from '../lib/types';

export type EventsMessage = FromServer & { type: 'events' };

export type Rest = 'none' | 'word' | 'card' | 'trick' | 'pause' | 'scored';

export interface Frame {
  view: PageView;
  told: Told[]; // what is new in this frame
  sheet: SheetEntry[] | null;
  rest: Rest; // how long it stays before the next one
}

/** `reader`: somebody plays here and wants to read the score of a deal before the next one. */
export function framesOf(before: PageView | null, message: EventsMessage, reader: boolean): Frame[] {
  const { events, view } = message;
  const sheet = message.sheet ?? null;
  const won = events.findIndex((told) => told.event.event === 'trick_won');
  if (won < 0 || before === null || before.match !== view.match) {
    return [{ view, told: events, sheet, rest: restOf(events, reader) }];
  }
  const full = withCard(before, events.slice(0, won), view);
  const after = events.slice(won);
  return [
    { view: full, told: events.slice(0, won), sheet: null, rest: 'trick' },
    { view, told: after, sheet, rest: restOf(after, reader) },
  ];
}

function restOf(events: Told[], reader: boolean): Rest {
  const kinds = events.map((told) => told.event.event);
  if (kinds.includes('deal_scored')) return reader ? 'scored' : 'pause';
  if (kinds.includes('deal_voided')) return 'pause';
  if (kinds.includes('card_played')) return 'card';
  return events.some((told) => told.say) ? 'word' : 'none';
}

/** The view before, with the card that completes the trick on the table and nothing left to do. */
function withCard(before: PageView, events: Told[], after: PageView): PageView {
  const played = events.find((told) => told.event.event === 'card_played')?.event;
  if (!played) return before;
  const seat = String(played['seat']);
  const card = String(played['card']);
  const name = after.last_trick?.cards.find((laid) => laid.card === card)?.name ?? card;
  const laid: PlayedCard = { seat, card, name };
  return {
    ...before,
    seq: after.seq,
    trick: [...before.trick, laid],
    trick_winning: after.last_trick?.winner ?? null,
    hand: before.hand
      .filter((held) => held.card !== card)
      .map((held) => ({ ...held, playable: false, why: null })),
    seats: before.seats.map((other) => {
      if (other.seat !== seat) return other;
      const fromPile = other.piles.some((pile) => pile.top?.card === card);
      return {
        ...other,
        cards: fromPile ? other.cards : Math.max(0, other.cards - 1),
        known: other.known.filter((known) => known.card !== card),
        piles: other.piles.map((pile) =>
          pile.top?.card === card ? { ...pile, top: null, playable: false } : pile,
        ),
      };
    }),
    to_act: [],
    offers: [],
    table_offers: [],
    deadline: null,
    blind: before.blind && seat !== before.seat,
    prompt: '',
  };
}
