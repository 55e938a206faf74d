// The twelve court cards: who they are, and how each is drawn.
import type { CardText } from '../../lib/types';
import { rankOf, suitOf, suitPaths, type Suit } from '../suits';
import { jacks } from './jacks';
import { kings } from './kings';
import type { Drawings } from './parts';
import { queens } from './queens';

export type CourtRank = 'J' | 'Q' | 'K';

/** As they have been called on French cards since the seventeenth century. */
const names: Record<CourtRank, Record<Suit, string>> = {
  K: { S: 'David', H: 'Charles', D: 'César', C: 'Alexandre' },
  Q: { S: 'Pallas', H: 'Judith', D: 'Rachel', C: 'Argine' },
  J: { S: 'Hogier', H: 'Lahire', D: 'Hector', C: 'Lancelot' },
};
const hair: Record<CourtRank, Record<Suit, string>> = {
  K: { S: '#c9cdd6', H: '#f3e3bd', D: '#b9722c', C: '#3b4257' },
  Q: { S: '#3b4257', H: '#e2a731', D: '#b9722c', C: '#e2a731' },
  J: { S: '#e2a731', H: '#3b4257', D: '#3b4257', C: '#b9722c' },
};
const drawings: Record<CourtRank, Drawings> = { K: kings, Q: queens, J: jacks };

export interface Court {
  name: string;
  hair: string;
  half: string; // what an SVG <g> holds
}

const drawn = new Map<CardText, Court>();

/** The court card, or null for a number card. Drawn once. */
export function courtOf(card: CardText): Court | null {
  const rank = rankOf(card);
  if (rank !== 'J' && rank !== 'Q' && rank !== 'K') return null;
  const known = drawn.get(card) ?? draw(rank, suitOf(card));
  drawn.set(card, known);
  return known;
}

function draw(rank: CourtRank, suit: Suit): Court {
  const mark = (x: number, y: number, size: number) =>
    `<path class="p n" d="${suitPaths[suit]}" transform="translate(${x} ${y}) scale(${size / 20}) translate(-10 -10)"/>`;
  return { name: names[rank][suit], hair: hair[rank][suit], half: drawings[rank][suit](mark) };
}
