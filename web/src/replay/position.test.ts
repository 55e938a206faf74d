import { describe, expect, it } from 'vitest';
import type { ReplayDeal, Told } from '../lib/types';
import { endOfTrick, stepOf, steps, toldAt, trickCount } from './position';

let seq = 0;
function told(event: string, fields: Record<string, unknown> = {}, say: Told['say'] = null): Told {
  return { seq: seq++, at: 0, event: { event, ...fields }, text: event, say };
}

const CONTRACT = {
  seat: 'S',
  side: 'S',
  trump: 'H',
  value: null,
  contre: 1,
  contred: '×2',
  text: 'cœur, S',
  closed: false,
};

/** Two players, two cards each and one turned up that the taker gets. */
function twoHanded(): ReplayDeal {
  return {
    number: 1,
    dealer: 'N',
    voided: false,
    hands: { S: ['JH', '9H'], N: ['AS', 'TS'] },
    piles: {},
    turned: '9H',
    contract: CONTRACT,
    events: [
      told('shuffled', { order: [] }),
      told('dealt', { hands: { S: ['JH'], N: ['AS'] }, packets: [1] }),
      told('turned_up', { card: '9H' }),
      told('called', {}, { seat: 'N', text: 'Je passe' }),
      told('called', {}, { seat: 'S', text: 'Je prends' }),
      told('contracted'),
      told('dealt', { hands: { N: ['TS'] }, packets: [1] }),
      told('card_played', { seat: 'S', card: 'JH' }),
      told('card_played', { seat: 'N', card: 'AS' }),
      told('trick_won', { seat: 'S', points: 31 }),
      told('card_played', { seat: 'S', card: '9H' }),
      told('card_played', { seat: 'N', card: 'TS' }),
      told('trick_won', { seat: 'S', points: 34 }),
      told('deal_scored'),
    ],
    notes: [],
    entry: null,
  };
}

describe('a discard', () => {
  const taken = twoHanded();
  const at = taken.events.findIndex(({ event }) => event.event === 'card_played');
  const talon = told('dealt', { hands: { S: ['7C', '8C'] }, packets: [2] });
  const aside = told('discarded', { seat: 'S', cards: ['7C', '8C'], hidden: 0 });
  taken.events.splice(at, 0, talon, aside);
  const all = steps(taken);

  it('is a step of its own, after which the cards are gone', () => {
    expect(all[2]!.position.hands['S']).toEqual(['JH', '7C', '8C']);
    expect(all[3]).toMatchObject({ kind: 'call', position: { hands: { S: ['JH'] } } });
  });
});

describe('the steps of a deal', () => {
  const deal = twoHanded();
  const all = steps(deal);

  it('are its dealing, its calls, its cards and its score', () => {
    expect(all.map((step) => step.kind)).toEqual([
      'start',
      'call',
      'call',
      'card',
      'card',
      'card',
      'card',
      'end',
    ]);
  });

  it('show the hands as they were when somebody spoke', () => {
    expect(all[0]!.position).toMatchObject({ hands: { S: ['JH'], N: ['AS'] }, turned: '9H', contract: null });
    expect(all[1]!.position.said).toEqual({ N: 'Je passe' });
  });

  it('give the taker the turned card when play begins', () => {
    expect(all[2]!.position.contract).toBe(CONTRACT);
    expect(all[3]!.position).toMatchObject({ hands: { S: ['9H'], N: ['AS', 'TS'] }, turned: null, said: {} });
  });

  it('leave a full trick on the table until the next card', () => {
    expect(all[4]!.position.trick.map(({ card }) => card)).toEqual(['JH', 'AS']);
    expect(all[4]!.position).toMatchObject({ winner: 'S', won: { S: 1 }, trickNumber: 1 });
    expect(all[5]!.position).toMatchObject({ winner: null, trickNumber: 2 });
    expect(all[5]!.position.trick.map(({ card }) => card)).toEqual(['9H']);
  });

  it('end with empty hands and an empty table', () => {
    expect(all.at(-1)!.position).toMatchObject({
      hands: { S: [], N: [] },
      trick: [],
      scored: true,
      won: { S: 2 },
    });
  });

  it('tell every event once', () => {
    expect(all.flatMap((_, index) => toldAt(deal, all, index))).toEqual(deal.events);
  });

  it('are found by what happened in them', () => {
    expect([0, 2, 3, 7, 9, 13].map((event) => stepOf(all, event))).toEqual([0, 0, 1, 3, 4, 7]);
  });

  it('find the end of a trick', () => {
    expect(trickCount(all)).toBe(2);
    expect([1, 2, 9].map((trick) => endOfTrick(all, trick))).toEqual([4, 6, 7]);
  });

  it('do not change a position that was given out', () => {
    expect(all[0]!.position.hands).toEqual({ S: ['JH'], N: ['AS'] });
    expect(deal.hands).toEqual({ S: ['JH', '9H'], N: ['AS', 'TS'] });
  });
});

describe('piles', () => {
  it('lose their top card, then show the one under it', () => {
    const deal: ReplayDeal = {
      ...twoHanded(),
      hands: { S: ['7C'], N: ['8C'] },
      piles: { S: [{ top: 'AH', under: 'KD' }], N: [] },
      events: [
        told('dealt', {
          hands: { S: ['7C'], N: ['8C'] },
          packets: [1],
          piles: { S: [{ top: 'AH', under: 'KD' }] },
        }),
        told('card_played', { seat: 'S', card: 'AH' }),
        told('pile_turned', { seat: 'S', pile: 0, card: 'KD' }),
        told('card_played', { seat: 'N', card: '8C' }),
      ],
    };
    const [dealt, lead, reply] = steps(deal);
    expect(dealt!.position.piles).toEqual({ S: [{ top: 'AH', under: 'KD' }] });
    expect(lead!.position.piles['S']).toEqual([{ top: 'KD', under: null }]);
    expect(reply!.position.hands).toEqual({ S: ['7C'], N: [] });
  });
});

describe('a deal that nobody took', () => {
  const whole = twoHanded();
  const passes = whole.events
    .slice(0, 3)
    .concat([
      told('called', {}, { seat: 'N', text: 'Je passe' }),
      told('called', {}, { seat: 'S', text: 'Je passe' }),
      told('deal_voided'),
    ]);
  const all = steps({ ...whole, voided: true, contract: null, events: passes });

  it('ends without a trick, the hands as they were dealt', () => {
    const last = all.at(-1)!.position;
    expect(last.scored).toBe(true);
    expect(last.trickNumber).toBe(0);
    expect(last.hands).toEqual({ S: ['JH'], N: ['AS'] });
    expect(trickCount(all)).toBe(0);
  });
});
