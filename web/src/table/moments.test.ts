import { expect, test } from 'vitest';
import { momentsIn } from './moments';

test('a belote, a coinche and a bid of all tricks have their moment', () => {
  expect(momentsIn([{ event: 'card_played', seat: 'N', card: 'KH', say: 'belote' }])).toEqual([
    { seat: 'N', kind: 'belote' },
  ]);
  expect(momentsIn([{ event: 'called', call: { do: 'contre', seat: 'E' } }])).toEqual([
    { seat: 'E', kind: 'coinche' },
  ]);
  expect(
    momentsIn([{ event: 'called', call: { do: 'bid', seat: 'S', value: 'capot', trump: 'H' } }]),
  ).toEqual([{ seat: 'S', kind: 'slam' }]);
});

test('what happens in every deal has none', () => {
  expect(
    momentsIn([
      { event: 'card_played', seat: 'N', card: 'KH', say: null },
      { event: 'called', call: { do: 'pass', seat: 'E' } },
      { event: 'called', call: { do: 'bid', seat: 'S', value: 80, trump: 'H' } },
      { event: 'trick_won', seat: 'N', points: 10 },
    ]),
  ).toEqual([]);
});
