// What a game's tile shows at its left: a ground and cards, a face or a few signs on it. A game without an emblem of its
// own gets two cards on a ground that its name decides.
import type { CardText } from '../lib/types';
import type { Suit } from '../cards/suits';

export interface Laid {
  card: CardText | null; // null: a back
  x: number; // of its middle, in hundredths of the emblem's width; y of its height
  y: number;
  width: number; // in px
  turn: number; // in degrees
}

export interface Emblem {
  ground: string;
  cards?: Laid[];
  face?: string;
  sign?: { text: string; look: 'bid' | 'token' | 'frame'; suit?: Suit };
}

const laid = (card: CardText | null, x: number, y: number, width: number, turn = 0): Laid => ({
  card,
  x,
  y,
  width,
  turn,
});
const pair = (one: CardText, two: CardText): Laid[] => [laid(one, 34, 53, 38, -9), laid(two, 66, 48, 38, 8)];

const emblems: Record<string, Emblem> = {
  classique: { ground: '#226049', cards: pair('KS', 'AD') },
  'ffb-belote': { ground: '#2a5d9c', cards: pair('9H', 'JH') },
  'belote-annonces': {
    ground: '#c0202b',
    cards: [laid('TS', 26, 54, 32, -10), laid('JS', 50, 49, 32), laid('QS', 74, 54, 32, 10)],
  },
  'ffb-contree': { ground: '#1b2233', sign: { text: '100', look: 'bid', suit: 'H' } },
  coinche: { ground: '#e2a731', sign: { text: '×2', look: 'token' } },
  premiere: { ground: '#a9c3dd', face: 'pompon' },
  'premiere-grands': { ground: '#f0b9a8', face: 'theo' },
  escalier: {
    ground: '#226049',
    cards: [laid(null, 24, 72, 25), laid(null, 50, 50, 25), laid(null, 76, 28, 25)],
  },
  comptoir: {
    ground: '#7a4a26',
    cards: [
      laid(null, 30, 29, 27, -4),
      laid(null, 70, 29, 27, 4),
      laid('AH', 30, 70, 27, 4),
      laid(null, 70, 70, 27, -4),
    ],
  },
  'belote-501': { ground: '#c0202b', sign: { text: '501', look: 'frame' } },
  baloot: { ground: '#143a2a', sign: { text: '152', look: 'frame' } },
  bela: { ground: '#2a5d9c', cards: pair('QC', 'KC') },
  'belot-bg': { ground: '#226049', sign: { text: '×4', look: 'token' } },
  'belote-bridgee': { ground: '#1b2233', cards: pair('AC', 'AS') },
  'belote-trois': {
    ground: '#7a4a26',
    cards: [laid('9D', 26, 54, 32, -10), laid('JC', 50, 49, 32), laid('AH', 74, 54, 32, 10)],
  },
  'coinche-annonces': {
    ground: '#e2a731',
    cards: [laid('JD', 26, 54, 32, -10), laid('QD', 50, 49, 32), laid('KD', 74, 54, 32, 10)],
  },
  decouverte: {
    ground: '#8f1620',
    cards: [
      laid('KH', 30, 29, 27, -4),
      laid('9S', 70, 29, 27, 4),
      laid('AC', 30, 70, 27, 4),
      laid('TD', 70, 70, 27, -4),
    ],
  },
  klaberjass: { ground: '#3f4a5a', cards: pair('7S', 'JS') },
  klaverjas: { ground: '#c9622a', cards: pair('JC', '9C') },
  pilotta: { ground: '#2a5d9c', sign: { text: '12', look: 'bid', suit: 'S' } },
};

/** Of what is not a game. The deal of the day has its date. */
export const wayEmblems = {
  daily: (day: number): Emblem => ({
    ground: '#c11f2c',
    sign: { text: String(day), look: 'bid', suit: 'H' },
  }),
  problems: { ground: '#2a5d9c', sign: { text: '?', look: 'token' } },
  learn: {
    ground: '#a9c4dd',
    cards: [laid('7C', 30, 58, 34, -14), laid('TC', 50, 52, 34), laid('AC', 70, 58, 34, 14)],
  },
  challenge: { ground: '#e0a52e', cards: [laid(null, 32, 52, 36, -8), laid(null, 68, 52, 36, 8)] },
  league: { ground: '#226049', sign: { text: '1', look: 'token' } },
  study: {
    ground: '#1b2233',
    cards: [laid('QS', 50, 26, 25), laid('9H', 50, 74, 25), laid('KD', 24, 50, 25), laid('8C', 76, 50, 25)],
  },
} as const satisfies Record<string, Emblem | ((day: number) => Emblem)>;

const GROUNDS = ['#226049', '#2a5d9c', '#7a4a26', '#1b2233', '#8f1620'] as const;
const PAIRS: [CardText, CardText][] = [
  ['JC', '9C'],
  ['QH', 'KH'],
  ['AS', 'TS'],
  ['JD', 'AD'],
  ['KC', 'QC'],
  ['9S', 'JS'],
];

export function emblemOf(id: string): Emblem {
  const sum = [...id].reduce((total, sign) => total * 3 + sign.charCodeAt(0), 0);
  const [one, two] = PAIRS[sum % PAIRS.length] ?? ['JC', '9C'];
  return emblems[id] ?? { ground: GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0], cards: pair(one, two) };
}
