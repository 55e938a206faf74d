// A message tells what one action led to; a frame is what the table shows at one moment. The last card of a trick
// and what comes of it arrive together: they become two frames, so that the full trick can be seen. So do the call
// that makes the contract and the cards that are dealt upon it: the turned card stays until the word was heard.
import type { FromServer, PageView, PlayedCard, SheetEntry, Told } from '../lib/types';

export type EventsMessage = FromServer & { type: 'events' };

export type Rest = 'none' | 'word' | 'card' | 'trick' | 'gathering' | 'pause' | 'scored';

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
  const turns = turnIn(events.map((told) => told.event.event));
  if (turns < 0 || before === null || before.match !== view.match) {
    return [{ view, told: events, sheet, rest: restOf(events, reader, view) }];
  }
  const until = events.slice(0, turns);
  const after = events.slice(turns);
  return [
    { view: stillBefore(before, until, view), told: until, sheet: null, rest: 'trick' },
    { view, told: after, sheet, rest: restOf(after, reader, view) },
  ];
}

/** Where one picture ends and another begins: a trick is gathered, a call becomes the contract. */
function turnIn(kinds: string[]): number {
  const won = kinds.indexOf('trick_won');
  if (won >= 0) return won;
  return kinds.includes('called') ? kinds.indexOf('contracted') : -1;
}

/** The sheet with what has come on it: a deal that is told again stands where it stood. */
export function extended(shown: SheetEntry[], fresh: SheetEntry[]): SheetEntry[] {
  const first = fresh[0]?.deal ?? Infinity;
  return [...shown.filter(({ deal }) => deal < first), ...fresh];
}

/** A deal was marked while this browser was away, or its score was still being read: it wants to be read now. */
export function unread(
  reading: SheetEntry | null,
  shown: SheetEntry[],
  state: { view: PageView | null; sheet: SheetEntry[] },
): boolean {
  if (!state.view || state.view.seat === null) return false;
  const last = (sheet: SheetEntry[]) => sheet.at(-1)?.deal ?? 0; // only the last deals are on a sheet
  return last(state.sheet) > last(shown) || (reading !== null && state.sheet.length > 0);
}

function restOf(events: Told[], reader: boolean, view: PageView): Rest {
  const kinds = events.map((told) => told.event.event);
  if (kinds.includes('deal_scored')) return reader ? 'scored' : 'pause';
  if (kinds.includes('deal_voided')) return 'pause';
  if (kinds.includes('card_played')) return 'card';
  if (kinds.includes('trick_won')) return 'gathering';
  // Fresh cards are looked at before the next one speaks; whoever is to speak looks as long as he likes.
  if (kinds.includes('dealt') && view.to_act[0] !== view.seat) {
    return kinds.includes('turned_up') ? 'trick' : 'card';
  }
  return events.some((told) => told.say) ? 'word' : 'none';
}

/** The view before, with the card that completes the trick or the last word said, and nothing left to do. */
function stillBefore(before: PageView, events: Told[], after: PageView): PageView {
  const played = events.find((told) => told.event.event === 'card_played')?.event;
  if (!played) return waiting(before, events, after);
  const seat = String(played['seat']);
  const card = String(played['card']);
  const name = after.last_trick?.cards.find((laid) => laid.card === card)?.name ?? card;
  const laid: PlayedCard = { seat, card, name };
  return {
    ...waiting(before, events, after),
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
    blind: before.blind && seat !== before.seat,
  };
}

/** Nothing to do for anybody: what was said is heard. */
function waiting(before: PageView, events: Told[], after: PageView): PageView {
  const said = new Map(events.flatMap(({ say }) => (say ? [[say.seat, say.text] as const] : [])));
  return {
    ...before,
    seq: after.seq,
    seats: before.seats.map((seat) => ({ ...seat, said: said.get(seat.seat) ?? seat.said })),
    to_act: [],
    offers: [],
    table_offers: [],
    claim: false,
    deadline: null,
    prompt: '',
  };
}
