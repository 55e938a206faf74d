import { describe, expect, it } from 'vitest';

import type { Grade, ReviewAnswer, ReviewedDeal, ReviewedDecision, TallyView } from '../lib/types';
import {
  bandsOf,
  barOf,
  curve,
  decisionAt,
  depthIn,
  faultBeside,
  goalOf,
  isExpertsOwn,
  isFault,
  isReviewed,
  openChange,
  reachedAt,
  turningPoint,
} from './review';

function decision(seq: number, grade: Grade, sure = 0): ReviewedDecision {
  return { seq, seat: 'N', label: '', card: null, grade, loss: 0, error: 0, sure, because: '', choices: [] };
}

const DEAL: ReviewedDeal = {
  number: 1,
  stake: 160,
  decisions: [decision(5, 'best'), decision(9, 'mistake'), decision(14, 'fine'), decision(20, 'blunder')],
  cost: {},
  turning: 20,
  open_side: 'NS',
  open_points: [],
  open_unit: 'points',
  open_ahead: 0,
};

describe('a review', () => {
  it('is found by the events of a step', () => {
    expect(decisionAt(DEAL, [8, 9])?.grade).toBe('mistake');
    expect(decisionAt(DEAL, [10])).toBeNull();
    expect(decisionAt(null, [9])).toBeNull();
  });

  it('knows a choice that is called best because expert makes it too', () => {
    const choice = (label: string, behind: number) => ({
      label,
      card: null,
      value: 9 - behind,
      behind,
      error: 1,
    });
    const made = { ...decision(5, 'best'), label: '8♠', choices: [choice('7♠', 0), choice('8♠', 2)] };
    expect(isExpertsOwn(made)).toBe(true);
    expect(isExpertsOwn({ ...made, label: '7♠' })).toBe(false);
    expect(isExpertsOwn({ ...made, grade: 'fine' })).toBe(false);
  });

  it('goes from fault to fault', () => {
    expect(faultBeside(DEAL, 0, true)).toBe(9);
    expect(faultBeside(DEAL, 9, true)).toBe(20);
    expect(faultBeside(DEAL, 20, true)).toBeNull();
    expect(faultBeside(DEAL, 20, false)).toBe(9);
    expect(DEAL.decisions.map(isFault)).toEqual([false, true, false, true]);
  });

  it('has a turning point: what cost most in a deal, or in all of them', () => {
    const worse = { ...DEAL, number: 2, decisions: [decision(40, 'blunder', 90)], turning: 40 };
    const clean = { ...DEAL, number: 3, decisions: [decision(60, 'fine', 0)], turning: null };
    const answer: ReviewAnswer = {
      match: 'm',
      depth: 400,
      state: 'running',
      done: 3,
      of: 4,
      deals: [{ ...DEAL, decisions: [decision(20, 'blunder', 50)] }, worse, clean],
      players: [],
      moments: [],
    };
    expect(turningPoint(answer, 1)?.decision.seq).toBe(20);
    expect(turningPoint(answer, null)).toMatchObject({ deal: 2, decision: { seq: 40 } });
    expect(turningPoint(answer, 3)).toBeNull();
    expect([isReviewed(answer, 3), isReviewed(answer, 4), isReviewed(answer, null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('draws the highest value at the top and a flat line in the middle', () => {
    expect(curve([10, 20, 15], 100, depthIn([10, 20, 15], 40))).toEqual([
      { x: 0, y: 40 },
      { x: 50, y: 0 },
      { x: 100, y: 20 },
    ]);
    expect(curve([7, 7], 100, depthIn([7, 7], 40)).map(({ y }) => y)).toEqual([20, 20]);
  });

  it('knows what the takers needed, without the belote that the curve does not count', () => {
    const tally: TallyView = {
      unit: 'points',
      reached: { NS: 91, EW: 91 },
      takers: 'NS',
      needed: 92,
      last_trick: 10,
      belote: { NS: 20 },
      declarations: {},
      guesses: {},
    };
    const deal = { ...DEAL, open_points: [80, 71] };
    expect(goalOf(deal, tally)).toBe(72);
    expect(goalOf(deal, { ...tally, unit: 'tricks', needed: 8 })).toBeNull();
    expect(goalOf(deal, { ...tally, takers: 'EW' })).toBeNull();
    expect(goalOf(deal, { ...tally, needed: null })).toBeNull();
    expect(goalOf(DEAL, tally)).toBeNull();
    expect(goalOf(deal, null)).toBeNull();
  });

  it('has a band for each trick', () => {
    expect(bandsOf(8, 4)).toEqual([
      { trick: 1, from: 0, to: 4 },
      { trick: 2, from: 4, to: 7 },
    ]);
    expect(bandsOf(9, 4).map(({ trick }) => trick)).toEqual([1, 2]);
    expect(bandsOf(0, 4)).toEqual([]);
  });

  it('stands at the same place of the curve as the mark of the card that is shown', () => {
    const cards = [10, 12, 14, 17];
    expect([9, 10, 11, 14, 17, 20].map((seq) => reachedAt(cards, seq, 4))).toEqual([0, 1, 1, 3, 3, 3]);
  });

  it('tells what a card changed with open cards, for the side that played it', () => {
    const deal = { ...DEAL, open_points: [100, 90, 90] };
    const change = (seq: number, own: boolean) => openChange(deal, [10, 12, 14], seq, own);
    expect([change(10, true), change(10, false), change(12, true), change(14, true)]).toEqual([
      -10, 10, 0, 0,
    ]);
    expect(change(9, true)).toBeNull();
    expect(openChange(DEAL, [10], 10, true)).toBeNull();
  });

  it('gives the best choice the longest bar and the worst a short one', () => {
    expect(barOf(3, [3, 1])).toBe(1);
    expect(barOf(1, [3, 1])).toBeCloseTo(0.15);
    expect(barOf(2, [2, 2])).toBe(1);
  });
});
