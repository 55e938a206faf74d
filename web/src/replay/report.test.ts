import { expect, test } from 'vitest';
import type { Replay } from '../lib/types';
import { linkTo, reportText } from './report';

const told = (seq: number, event: object, text: string | null) => ({ seq, at: 0, event, text, say: null });

const replay = {
  match: 'm1',
  rules: { id: 'ffb-belote', name: 'Belote FFB', code: 'rb1-abc', options: { target: 500 } },
  seats: [
    { seat: 'S', side: 'NS', name: 'Zoé', kind: 'human' },
    { seat: 'N', side: 'NS', name: 'Habitué', kind: 'bot' },
  ],
  first: 0,
  lines: [{ number: 1 }],
  deals: [
    {
      number: 1,
      hands: { S: ['JH'], N: ['AS'] },
      piles: {},
      contract: null,
      events: [
        told(0, { event: 'dealt', hands: { S: ['JH'], N: ['AS'] } }, null),
        told(1, { event: 'card_played', seat: 'S', card: 'JH' }, 'Zoé : valet de cœur.'),
        told(2, { event: 'card_played', seat: 'N', card: 'AS' }, 'Nord : as de pique.'),
      ],
    },
  ],
} as unknown as Replay;

const teller = {
  lang: 'fr' as const,
  nameOf: (player: Replay['seats'][number]) => (player.kind === 'bot' ? 'Nord' : player.name),
};

test('the link leads to the very card', () => {
  expect(linkTo('http://host', '/m/m1', { deal: 0, step: 2 })).toBe('http://host/m/m1?donne=1&pas=2');
  expect(linkTo('http://host', '/m/m1', { deal: 1, step: null })).toBe('http://host/m/m1?donne=2');
});

test('a report names the rules, the move and the deal', () => {
  const link = 'http://host/m/m1?donne=1&pas=2';
  const text = reportText(replay, { deal: 0, step: 2 }, link, teller).replaceAll('\u00a0', ' ');
  for (const part of [
    'http://host/m/m1?donne=1&pas=2',
    'Belote FFB (ffb-belote, target=500)',
    'rb1-abc',
    'Coup : Nord : as de pique.',
    'Zoé : valet de cœur',
  ])
    expect(text).toContain(part);
});

test('a whole deal names no move', () => {
  expect(reportText(replay, { deal: 0, step: null }, 'l', teller)).not.toContain('Coup :');
});
