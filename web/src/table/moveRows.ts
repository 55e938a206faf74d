// Who called and played what in a deal that is over: the auction, then a row for each trick.
import { actorOf } from '../replay/position';
import type { CardText, ReplayDeal, Seat } from '../lib/types';

export interface Move {
  seq: number;
  seat: Seat;
  text: string; // the sentence that told it
  said: string; // a call in few words; nothing for a card
  card: CardText | null;
}

export interface MoveRow {
  trick: number | null; // the auction has none
  moves: Move[];
}

export function moveRows({ events }: Pick<ReplayDeal, 'events'>): MoveRow[] {
  const rows: MoveRow[] = [{ trick: null, moves: [] }];
  let trick = 1;
  for (const { seq, event, text, say } of events) {
    if (event.event === 'trick_won') trick += 1;
    for (const { seat } of actorOf(seq, event)) {
      const card = event.event === 'card_played' ? (event['card'] as CardText) : null;
      const move = { seq, seat, text: text ?? '', said: say?.text ?? text ?? '', card };
      const at = card === null ? null : trick;
      const row = rows.find((each) => each.trick === at);
      if (row) row.moves.push(move);
      else rows.push({ trick: at, moves: [move] });
    }
  }
  return rows.filter(({ moves }) => moves.length > 0);
}
