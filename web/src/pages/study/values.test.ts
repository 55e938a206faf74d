import { expect, test } from 'vitest';
import { groupsOf } from './values';

test('the best cards come first, whichever side the values are for', () => {
  expect(groupsOf({ value: 92, cards: { JH: 92, '7D': 60, '9H': 92, AS: 88 } })).toEqual([
    { value: 92, cards: ['JH', '9H'] },
    { value: 88, cards: ['AS'] },
    { value: 60, cards: ['7D'] },
  ]);
  expect(groupsOf({ value: 10, cards: { JH: 40, '7D': 10 } }).map(({ value }) => value)).toEqual([10, 40]);
});
