// What deserves a moment of its own: a belote, a coinche, a bid of all the tricks.
import type { EventJson, Seat } from '../lib/types';

export interface Moment {
  seat: Seat;
  kind: 'belote' | 'coinche' | 'slam';
}

interface CallJson {
  do?: string;
  seat?: Seat;
  value?: unknown;
}

const PLAIN = new Set(['pass', 'bid', 'take', 'guess']);

export function momentsIn(events: EventJson[]): Moment[] {
  return events.flatMap((event): Moment[] => {
    if (event.event === 'card_played' && event['say'])
      return [{ seat: String(event['seat']), kind: 'belote' }];
    if (event.event !== 'called') return [];
    const { do: said, seat, value } = (event['call'] ?? {}) as CallJson;
    if (seat === undefined) return [];
    if (said !== undefined && !PLAIN.has(said)) return [{ seat, kind: 'coinche' }];
    return said === 'bid' && typeof value === 'string' ? [{ seat, kind: 'slam' }] : [];
  });
}
