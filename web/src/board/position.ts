// A position as the page has it, and how it is stepped: the rules are asked of the server, none is stated here.
import { api } from '../lib/api';
import type { CardText, GivenPosition, PositionView, Seat } from '../lib/types';

export type { GivenPosition, PositionView };

/** How a seat's cards are drawn: large and in one's own place, small and open, or as backs. */
export type Face = 'own' | 'open' | 'backs';

/** A small sign on a card: a value, or whether it was right. `label` is what a screen reader says of it. */
export interface Badge {
  text: string;
  tone?: 'plain' | 'good' | 'bad';
  label?: string;
}

/** The position after its moves: cards that may be played, the trick, what was taken, sentences. */
export function step(position: GivenPosition, moves: CardText[] = []): Promise<PositionView> {
  return api().position({ ...position, moves: [...(position.moves ?? []), ...moves] });
}

/** Who sits at the bottom where nobody is «you»: south, or the first. */
export function bottomSeat(view: PositionView): Seat {
  const seats = view.seats.map(({ seat }) => seat);
  return seats.includes('S') ? 'S' : [...seats].sort()[0]!;
}
