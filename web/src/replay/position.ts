// A deal as it stood after each call and each card: what a replay shows, step by step.

import type { CardText, ReplayDeal, Seat, Told } from '../lib/types';

export interface OpenPile {
  top: CardText | null; // the card that may be played
  under: CardText | null; // the one that it covers
}

export interface Position {
  events: number; // how many of the deal's events have happened
  hands: Record<Seat, CardText[]>;
  piles: Record<Seat, OpenPile[]>;
  turned: CardText | null;
  contract: ReplayDeal['contract'];
  trick: { seat: Seat; card: CardText }[];
  winner: Seat | null; // of a full trick, as long as it lies there
  won: Record<Seat, number>; // tricks
  points: Record<Seat, number>; // of the cards in them
  said: Record<Seat, string>;
  trickNumber: number; // 0 before the first card
  scored: boolean;
}

export interface Step {
  position: Position;
  kind: 'start' | 'call' | 'card' | 'end';
}

const STOPS: Record<string, Step['kind']> = {
  called: 'call',
  discarded: 'call',
  card_played: 'card',
  deal_scored: 'end',
  deal_voided: 'end',
};

/** Every position of a deal that is worth a look: after dealing, after each call, each card, and the score. */
export function steps(deal: ReplayDeal): Step[] {
  const found: Step[] = [];
  let position = OPENING;
  let kind: Step['kind'] = 'start';
  for (const told of deal.events) {
    const stop = STOPS[told.event.event];
    if (stop !== undefined) {
      found.push({ position, kind });
      kind = stop;
    }
    position = after(position, told, deal);
  }
  found.push({ position, kind });
  return found;
}

/** The step at which a trick (from 1) is complete, or the last one. */
export function endOfTrick(all: Step[], trick: number): number {
  const next = all.findIndex((step) => step.position.trickNumber > trick);
  const end = next === -1 ? all.length - 1 : next - 1;
  const full = all.findIndex((step) => step.position.trickNumber === trick && step.position.winner !== null);
  return full === -1 ? end : full;
}

export function trickCount(all: Step[]): number {
  return all[all.length - 1]?.position.trickNumber ?? 0;
}

/** The step that shows an event of the deal. */
export function stepOf(all: Step[], event: number): number {
  const found = all.findIndex((step) => step.position.events > event);
  return found === -1 ? all.length - 1 : found;
}

/** The sentences told between the step before and this one. */
export function toldAt(deal: ReplayDeal, all: Step[], index: number): Told[] {
  const from = all[index - 1]?.position.events ?? 0;
  return deal.events.slice(from, all[index]?.position.events ?? from);
}

const OPENING: Position = {
  events: 0,
  hands: {},
  piles: {},
  turned: null,
  contract: null,
  trick: [],
  winner: null,
  won: {},
  points: {},
  said: {},
  trickNumber: 0,
  scored: false,
};

function after(before: Position, told: Told, deal: ReplayDeal): Position {
  const position = { ...before, events: before.events + 1, ...change(before, told, deal) };
  return told.say === null
    ? position
    : { ...position, said: { ...position.said, [told.say.seat]: told.say.text } };
}

function change(before: Position, { event }: Told, deal: ReplayDeal): Partial<Position> {
  switch (event.event) {
    case 'dealt':
      return {
        hands: added(before.hands, event.hands as Record<Seat, CardText[]>),
        piles:
          'piles' in event
            ? { ...before.piles, ...laid(event.piles as Record<Seat, OpenPile[]>) }
            : before.piles,
      };
    case 'turned_up':
      return { turned: event.card as CardText };
    case 'contracted':
      return { contract: deal.contract };
    case 'card_played':
      return played(before, event.seat as Seat, event.card as CardText, deal);
    case 'discarded':
      return { hands: without(before.hands, event.seat as Seat, event.cards as CardText[]) };
    case 'pile_turned':
      return { piles: turnedOver(before.piles, event.seat as Seat, event.pile as number) };
    case 'trick_won':
      return won(before, event.seat as Seat, Number(event.points ?? 0));
    case 'deal_scored':
    case 'deal_voided':
      return { scored: true, trick: [], winner: null };
    default:
      return {};
  }
}

function added(hands: Record<Seat, CardText[]>, dealt: Record<Seat, CardText[]>): Record<Seat, CardText[]> {
  const sum = { ...hands };
  for (const [seat, cards] of Object.entries(dealt)) sum[seat] = [...(sum[seat] ?? []), ...cards];
  return sum;
}

function without(hands: Record<Seat, CardText[]>, seat: Seat, cards: CardText[]): Record<Seat, CardText[]> {
  return { ...hands, [seat]: (hands[seat] ?? []).filter((held) => !cards.includes(held)) };
}

function laid(piles: Record<Seat, OpenPile[]>): Record<Seat, OpenPile[]> {
  return Object.fromEntries(
    Object.entries(piles).map(([seat, own]) => [seat, own.map(({ top, under }) => ({ top, under }))]),
  );
}

function played(before: Position, seat: Seat, card: CardText, deal: ReplayDeal): Partial<Position> {
  const first = before.trickNumber === 0;
  const fresh = first || before.winner !== null;
  const hands = first ? deal.hands : before.hands;
  return {
    hands: { ...hands, [seat]: (hands[seat] ?? []).filter((held) => held !== card) },
    piles: {
      ...before.piles,
      [seat]: (before.piles[seat] ?? []).map((pile) => (pile.top === card ? { ...pile, top: null } : pile)),
    },
    turned: null,
    trick: [...(fresh ? [] : before.trick), { seat, card }],
    winner: null,
    trickNumber: before.trickNumber + (fresh ? 1 : 0),
    said: fresh ? {} : before.said,
  };
}

function turnedOver(piles: Record<Seat, OpenPile[]>, seat: Seat, index: number): Record<Seat, OpenPile[]> {
  const own = (piles[seat] ?? []).map((pile, at) => (at === index ? { top: pile.under, under: null } : pile));
  return { ...piles, [seat]: own };
}

function won(before: Position, seat: Seat, points: number): Partial<Position> {
  return {
    winner: seat,
    won: { ...before.won, [seat]: (before.won[seat] ?? 0) + 1 },
    points: { ...before.points, [seat]: (before.points[seat] ?? 0) + points },
  };
}

/** Who called or played a card, if anybody did. */
export function actorOf(seq: number, event: Told['event']): { seq: number; seat: string }[] {
  const call = event['call'] as { seat?: string } | undefined;
  const seat = event.event === 'card_played' ? event['seat'] : event.event === 'called' ? call?.seat : null;
  return typeof seat === 'string' ? [{ seq, seat }] : [];
}
