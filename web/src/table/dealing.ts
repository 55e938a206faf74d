// A deal seen: packets go from the dealer to each player, in the order and sizes of the rules, all within 400 ms.
import { cubicOut } from 'svelte/easing';
import type { EventJson, PageView, Seat } from '../lib/types';
import { seatBox, slideTime, wayFrom } from './flight';

const FLIGHT = 160;
const STAGGER = 35;
export const LONGEST = 400;

export interface Deal {
  dealer: Seat;
  seats: Seat[]; // in the order of dealing
  packets: number[];
  first: Record<Seat, number>; // cards that each held before
}

/** What is dealt in these events, if anything is: the first to get cards sits after the dealer. */
export function dealIn(events: EventJson[], before: PageView | null, view: PageView): Deal | null {
  const dealt = events.find(({ event }) => event === 'dealt');
  if (!dealt) return null;
  const order = view.seats.map(({ seat }) => seat);
  const next = order.indexOf(view.dealer) + 1;
  const again = before?.deal === view.deal && before.phase === 'call';
  return {
    dealer: view.dealer,
    seats: [...order.slice(next), ...order.slice(0, next)],
    packets: dealt['packets'] as number[],
    first: Object.fromEntries((again ? before.seats : []).map(({ seat, cards }) => [seat, cards])),
  };
}

/** When the packet with that card of a seat leaves, in ms after the first; `place`: among all the seat's cards. */
export function delayOf(deal: Deal, seat: Seat, place: number): number {
  const flights = deal.packets.length * deal.seats.length;
  const step = Math.min(STAGGER, (LONGEST - FLIGHT) / Math.max(1, flights - 1));
  return step * (packetOf(deal, seat, place) * deal.seats.length + deal.seats.indexOf(seat));
}

function packetOf(deal: Deal, seat: Seat, place: number): number {
  let end = deal.first[seat] ?? 0;
  const packet = deal.packets.findIndex((size) => place < (end += size));
  return packet < 0 ? deal.packets.length - 1 : packet;
}

let current: Deal | null = null;

/** Cards that appear from now until the page has been drawn come from this deal. */
export function beginDeal(deal: Deal | null): void {
  current = deal;
  if (deal) requestAnimationFrame(() => requestAnimationFrame(() => (current = null)));
}

/** How long the deal that is being shown takes. */
export function dealTime(): number {
  if (!current) return 0;
  return slideTime(delayOf(current, current.seats.at(-1)!, Infinity) + FLIGHT);
}

/** A card of a hand, or the back of one: from the dealer to where it lies. */
export function dealt(node: Element, { seat, place }: { seat: Seat; place: number }) {
  const from = current && seatBox(current.dealer);
  if (!current || !from || slideTime(FLIGHT) === 0) return { duration: 0 };
  const { x, y } = wayFrom(from, node.getBoundingClientRect());
  return {
    duration: FLIGHT,
    delay: delayOf(current, seat, place),
    easing: cubicOut,
    css: (t: number, u: number) => `translate: ${x * u}px ${y * u}px; opacity: ${Math.min(1, t * 4)}`,
  };
}
