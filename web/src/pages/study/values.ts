// The values of a position, put in order.
import type { CardText, PositionValues } from '../../lib/types';

export interface Group {
  value: number;
  cards: CardText[];
}

/** Cards of one value together; those that keep the position's value first, the farthest from it last. */
export function groupsOf({ value, cards }: Pick<PositionValues, 'value' | 'cards'>): Group[] {
  const groups = new Map<number, CardText[]>();
  for (const [card, each] of Object.entries(cards)) groups.set(each, [...(groups.get(each) ?? []), card]);
  return [...groups]
    .map(([each, held]) => ({ value: each, cards: held }))
    .sort((one, other) => Math.abs(one.value - value) - Math.abs(other.value - value));
}
