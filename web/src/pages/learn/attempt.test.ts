import { expect, test } from 'vitest';
import type { LessonStep } from '../../lib/types';
import { confirm, touch, untouched } from './attempt';

const step = (ask: LessonStep['ask'], right: string[], wrong: string[] = []): LessonStep => ({
  ask,
  text: '',
  trump: null,
  hand: [],
  cards: [],
  trick: [],
  then: [],
  turned: null,
  calls: [],
  choices: [...right, ...wrong].map((value) => ({
    value,
    label: value,
    right: right.includes(value),
    reply: `about ${value}`,
    clause: wrong.includes(value) ? { id: 'A-5.2.1', title: '', text: '' } : null,
  })),
  right,
  solved: '',
  missing: 'more',
});

test('one right card solves, a wrong one is answered with its rule', () => {
  const play = step('play', ['TS'], ['AS']);
  const tried = touch(play, untouched, 'AS');
  expect(tried).toMatchObject({ solved: false, reply: 'about AS', clause: { id: 'A-5.2.1' } });
  expect(touch(play, tried, 'TS')).toMatchObject({ solved: true, picked: ['TS'], clause: null });
});

test('cards are picked and put back before they are confirmed', () => {
  const pick = step('pick', ['TD', '7D'], ['AS']);
  let attempt = ['TD', 'AS'].reduce((before, card) => touch(pick, before, card), untouched);
  expect(confirm(pick, attempt)).toMatchObject({ solved: false, reply: 'about AS' });
  attempt = touch(pick, attempt, 'AS');
  expect(confirm(pick, attempt)).toMatchObject({ solved: false, reply: 'more' });
  attempt = touch(pick, attempt, '7D');
  expect(confirm(pick, attempt).solved).toBe(true);
});

test('an order is kept up to the first wrong card', () => {
  const order = step('order', ['JH', '9H', 'AH']);
  let attempt = touch(order, untouched, 'JH');
  attempt = touch(order, attempt, 'AH');
  expect(attempt).toMatchObject({ picked: ['JH'], reply: 'about AH', solved: false });
  attempt = touch(order, touch(order, attempt, '9H'), 'AH');
  expect(attempt.solved).toBe(true);
});

test('after the solution nothing changes any more', () => {
  const count = step('count', ['25'], ['14']);
  const solved = touch(count, untouched, '25');
  expect(touch(count, solved, '14')).toBe(solved);
});
