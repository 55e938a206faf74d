import { expect, test } from 'vitest';
import type { Told } from '../lib/types';
import { moveRows } from './moveRows';

let seq = 0;
function told(event: Record<string, unknown>, text = '', said?: string): Told {
  seq += 1;
  const say = said === undefined ? null : { seat: 'N', text: said };
  return { seq, at: 0, event, text, say } as Told;
}

test('the auction is a row, then each trick; what nobody decided is in none', () => {
  seq = 0;
  const events = [
    told({ event: 'shuffled', order: [] }),
    told({ event: 'called', call: { seat: 'N', call: 'pass' } }, 'Nord passe.', 'Je passe'),
    told({ event: 'called', call: { seat: 'E', call: 'bid' } }, 'Est annonce 90 pique.', '90 pique'),
    told({ event: 'card_played', seat: 'N', card: 'AS' }, 'Nord joue l’as de pique.'),
    told({ event: 'card_played', seat: 'E', card: '7S' }, 'Est joue le sept de pique.'),
    told({ event: 'trick_won', seat: 'N', points: 11 }, 'Pli pour Nord.'),
    told({ event: 'card_played', seat: 'N', card: 'KH' }, 'Nord joue le roi de cœur.'),
  ];
  const rows = moveRows({ events });
  expect(
    rows.map(({ trick, moves }) => [trick, moves.map((move) => [move.seat, move.card ?? move.said])]),
  ).toEqual([
    [
      null,
      [
        ['N', 'Je passe'],
        ['E', '90 pique'],
      ],
    ],
    [
      1,
      [
        ['N', 'AS'],
        ['E', '7S'],
      ],
    ],
    [2, [['N', 'KH']]],
  ]);
  expect(rows[1]?.moves[1]?.seq).toBe(5);
});

test('a deal that nobody took has no tricks', () => {
  seq = 0;
  const events = [told({ event: 'called', call: { seat: 'N', call: 'pass' } }, 'Nord passe.', 'Je passe')];
  expect(moveRows({ events }).map(({ trick }) => trick)).toEqual([null]);
});
