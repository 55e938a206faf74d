// The four suits as drawn shapes, each in a box of 20 × 20.
import type { CardText, Lang, Trump } from '../lib/types';
import { message } from '../lib/messages';

export type Suit = 'S' | 'H' | 'D' | 'C';
export type Rank = '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A';

export const suits: readonly Suit[] = ['S', 'H', 'D', 'C'];
export const trumps: readonly Trump[] = [...suits, 'SA', 'TA'];

export const suitPaths: Record<Suit, string> = {
  S: 'M10 .8C12.2 5 18.6 8 18.6 12.3c0 2.3-1.7 3.9-3.8 3.9-1.6 0-2.9-.8-3.6-2 .1 2 .8 3.5 2.2 5H6.6c1.4-1.5 2.1-3 2.2-5-.7 1.2-2 2-3.6 2-2.1 0-3.8-1.6-3.8-3.9C1.4 8 7.8 5 10 .8z',
  H: 'M10 18.6C3.8 13.7 1 10.3 1 6.6 1 3.7 3.2 1.6 5.8 1.6c1.8 0 3.4 1 4.2 2.7.8-1.7 2.4-2.7 4.2-2.7C16.8 1.6 19 3.7 19 6.6c0 3.7-2.8 7.1-9 12z',
  D: 'M10 .6c1.8 3.4 4 6.5 7 9.4-3 2.9-5.2 6-7 9.4-1.8-3.4-4-6.5-7-9.4 3-2.9 5.2-6 7-9.4z',
  C: 'M10 1a4.2 4.2 0 013.3 6.8 4.3 4.3 0 11-2 6.3c.1 2 .8 3.6 2.2 5.1h-7c1.4-1.5 2.1-3.1 2.2-5.1a4.3 4.3 0 11-2-6.3A4.2 4.2 0 0110 1z',
};

export function isSuit(trump: string): trump is Suit {
  return (suits as readonly string[]).includes(trump);
}

export function suitOf(card: CardText): Suit {
  return card[1] as Suit;
}

export function rankOf(card: CardText): Rank {
  return card[0] as Rank;
}

const letters: Record<Lang, Partial<Record<Rank, string>>> = {
  fr: { T: '10', J: 'V', Q: 'D', K: 'R' },
  en: { T: '10' },
};

/** What stands in the corner: A R D V 10 9 8 7 in French, A K Q J 10 9 8 7 in English. */
export function rankLetter(rank: Rank, lang: Lang): string {
  return letters[lang][rank] ?? rank;
}

/** «valet de cœur», for cards that come without their name. */
export function cardName(card: CardText, lang: Lang): string {
  return message(lang, 'common.card', {
    rank: message(lang, `common.rank.${rankOf(card)}`),
    suit: message(lang, `common.suit.${suitOf(card)}`),
  });
}

const signs: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** A text with the signs of the suits that it names: «80 ♦» for «80 carreau». Only for the eye. */
export function withSigns(text: string, lang: Lang): string {
  const named = (shown: string, suit: Suit) =>
    shown.replace(message(lang, `common.suit.${suit}`), signs[suit]);
  return suits.reduce(named, text);
}

const glyphs: Record<string, Suit> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };

/** A text cut at its suit signs, so that they can be drawn instead of typed; its apostrophes as printers set them. */
export function splitSuits(text: string): (string | { suit: Suit })[] {
  return text
    .replace(/ (?=[?!:;»])/g, '\u00a0') // French keeps these signs with the word beside them
    .replace(/« /g, '«\u00a0')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .split(/([♠♥♦♣])\uFE0F?/u)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const suit = glyphs[piece];
      return suit ? { suit } : piece;
    });
}
