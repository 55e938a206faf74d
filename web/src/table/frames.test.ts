import { expect, test } from 'vitest';
import type { PageView, SheetEntry, Told } from '../lib/types';
import { extended, framesOf, unread } from './frames';

const told = (event: Record<string, unknown>, say = false): Told => ({
  seq: 1,
  at: 0,
  event: event as Told['event'],
  text: null,
  say: say ? { seat: 'E', text: 'Je passe' } : null,
});

const view = (changes: Partial<PageView>): PageView => ({
  match: 'm',
  seq: 10,
  seat: 'S',
  phase: 'play',
  deal: 1,
  dealer: 'N',
  to_act: ['E'],
  prompt: '…',
  deadline: null,
  totals: {},
  held_points: 0,
  goal: '',
  target: null,
  turned: null,
  trump: 'H',
  contract: null,
  standing: null,
  hand: [
    { card: 'JH', name: 'valet de cœur', playable: true, why: null },
    { card: '7S', name: 'sept de pique', playable: false, why: null },
  ],
  blind: false,
  seats: ['N', 'E', 'S', 'W'].map((seat) => ({
    seat,
    side: seat,
    cards: 2,
    known: [],
    said: null,
    tricks: 0,
    guess: null,
    piles: [],
  })),
  trick: ['W', 'N', 'E'].map((seat) => ({ seat, card: 'AS', name: 'as de pique' })),
  trick_winning: 'N',
  last_trick: null,
  tricks: {},
  points: null,
  offers: [],
  table_offers: [],
  claim: false,
  result: null,
  fairness: { commitment: '', deal: 1 },
  ...changes,
});

test('the last card of a trick is seen before the trick goes', () => {
  const after = view({
    seq: 12,
    trick: [],
    last_trick: { winner: 'S', cards: [{ seat: 'S', card: 'JH', name: 'valet de cœur' }], points: 31 },
  });
  const frames = framesOf(
    view({}),
    {
      type: 'events',
      now: 0,
      view: after,
      events: [
        told({ event: 'card_played', seat: 'S', card: 'JH' }),
        told({ event: 'trick_won', seat: 'S' }),
      ],
    },
    true,
  );
  expect(frames.map((frame) => frame.rest)).toEqual(['trick', 'gathering']);
  const full = frames[0]!.view;
  expect(full.trick.map((laid) => laid.seat)).toEqual(['W', 'N', 'E', 'S']);
  expect(full.trick[3]).toEqual({ seat: 'S', card: 'JH', name: 'valet de cœur' });
  expect(full.hand.map((held) => held.card)).toEqual(['7S']);
  expect(full.seats.find((seat) => seat.seat === 'S')?.cards).toBe(1);
  expect(full.trick_winning).toBe('S');
  expect(frames[1]!.view).toBe(after);
});

test('the end of a deal rests until it was read', () => {
  const frames = framesOf(
    view({}),
    {
      type: 'events',
      now: 0,
      view: view({ seq: 13 }),
      events: [
        told({ event: 'card_played', seat: 'S', card: 'JH' }),
        told({ event: 'trick_won', seat: 'S' }),
        told({ event: 'deal_scored' }),
      ],
      sheet: [],
    },
    true,
  );
  expect(frames.map((frame) => frame.rest)).toEqual(['trick', 'scored']);
  expect(frames[0]!.sheet).toBeNull();
  expect(frames[1]!.sheet).toEqual([]);
});

test('a call is one frame', () => {
  const frames = framesOf(
    view({}),
    {
      type: 'events',
      now: 0,
      view: view({ seq: 11 }),
      events: [told({ event: 'called' }, true)],
    },
    true,
  );
  expect(frames.map((frame) => frame.rest)).toEqual(['word']);
});

test('a spectator is not asked to go on', () => {
  const scored = [told({ event: 'deal_scored' })];
  const [frame] = framesOf(view({}), { type: 'events', now: 0, view: view({}), events: scored }, false);
  expect(frame!.rest).toBe('pause');
});

test('the call that makes the contract is heard before the cards are dealt upon it', () => {
  const frames = framesOf(
    view({ phase: 'call', turned: { card: 'JH', name: 'valet de cœur' } }),
    {
      type: 'events',
      now: 0,
      view: view({ seq: 13, phase: 'play', turned: null, to_act: ['W'] }),
      events: [
        told({ event: 'called', seat: 'E' }, true),
        told({ event: 'contracted' }),
        told({ event: 'dealt' }),
      ],
    },
    true,
  );
  expect(frames.map((frame) => frame.rest)).toEqual(['trick', 'card']);
  expect(frames[0]!.view).toMatchObject({ seq: 13, phase: 'call', turned: { card: 'JH' }, offers: [] });
  expect(frames[1]!.view.phase).toBe('play');
});

test('a turned card is looked at, unless one is to speak oneself', () => {
  const events = [told({ event: 'dealt' }), told({ event: 'turned_up', card: 'JH' })];
  const rest = (seat: string) =>
    framesOf(view({}), { type: 'events', now: 0, view: view({ to_act: [seat] }), events }, true)[0]!.rest;
  expect(rest('E')).toBe('trick');
  expect(rest('S')).toBe('none');
});

test('a deal that was marked in one’s absence wants to be read', () => {
  const entry = (deal: number) => ({ deal }) as unknown as SheetEntry;
  const state = (seat: string | null, sheet: SheetEntry[]) => ({ view: view({ seat }), sheet });
  expect(unread(null, [], state('S', [entry(1)]))).toBe(true);
  expect(unread(null, [entry(1)], state('S', [entry(1)]))).toBe(false);
  expect(unread(null, [entry(1), entry(2)], state('S', [entry(2), entry(3)]))).toBe(true);
  expect(unread(entry(1), [entry(1)], state('S', [entry(1)]))).toBe(true);
  expect(unread(null, [], state(null, [entry(1)]))).toBe(false);
});

test('deals that were scored go behind those of the sheet, and once', () => {
  const entry = (deal: number) => ({ deal }) as SheetEntry;
  const deals = (sheet: SheetEntry[]) => sheet.map(({ deal }) => deal);
  expect(deals(extended([entry(1), entry(2)], [entry(3)]))).toEqual([1, 2, 3]);
  expect(deals(extended([entry(1), entry(2)], [entry(1), entry(2)]))).toEqual([1, 2]);
  expect(deals(extended([entry(1)], []))).toEqual([1]);
});
