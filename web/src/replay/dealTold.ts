// A deal told for the eye: calls and cards with the face of whoever made them, a trick that is over in one line. The
// sentences stay beside them, for ears.
import { suitOf } from '../cards/suits';
import type { CardText, Seat, Told, ToldNote, Trump } from '../lib/types';

export type How = 'leads' | 'follows' | 'ruffs' | 'discards';

export interface Laid {
  seat: Seat;
  card: CardText;
  how: How;
  word: string | null; // said with it
}

export type Line = { key: string; seq: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'call'; text: string; seat: Seat; said: string }
  | { kind: 'card'; text: string; trick: number; laid: Laid }
  | { kind: 'trick'; texts: string[]; trick: number; laid: Laid[]; winner: Seat; points: number }
);
type CardLine = Line & { kind: 'card' };

/** The lines of a deal; `folded`: the cards of a trick that is over become one line. */
export function linesOf(log: Told[], notes: ToldNote[], trump: Trump | null, folded: boolean): Line[] {
  const first = log[0]?.seq ?? 0;
  const rest = notes.filter(({ seq }) => seq >= first);
  const lines: Line[] = [];
  let open: CardLine[] = [];
  let trick = 1;
  for (const told of log) {
    const line = lineOf(told, open, trick, trump);
    if (told.event.event === 'trick_won') {
      if (folded && open.length > 0) {
        const over = foldedTrick(told, open, trick);
        lines.splice(0, Infinity, ...lines.filter((other) => !open.includes(other as CardLine)), over);
      } else if (line) lines.push(line);
      open = [];
      trick += 1;
    } else if (line) lines.push(line);
    if (line?.kind === 'card') open.push(line);
    for (const { number, seq, text } of rest.filter((note) => note.seq === told.seq))
      lines.push({ kind: 'text', key: `n${number}`, seq, text });
  }
  return lines;
}

function lineOf({ seq, event, text, say }: Told, open: CardLine[], trick: number, trump: Trump | null) {
  if (!text) return null;
  const line = { key: `e${seq}`, seq, text };
  if (event.event === 'card_played') {
    const card = event['card'] as CardText;
    const how = howPlayed(card, open[0]?.laid.card ?? null, trump);
    const laid = { seat: event['seat'] as Seat, card, how, word: say?.text ?? null };
    return { ...line, kind: 'card' as const, trick, laid };
  }
  if (say) return { ...line, kind: 'call' as const, seat: say.seat, said: say.text };
  return { ...line, kind: 'text' as const };
}

function howPlayed(card: CardText, led: CardText | null, trump: Trump | null): How {
  if (led === null) return 'leads';
  if (suitOf(card) === suitOf(led)) return 'follows';
  return suitOf(card) === trump ? 'ruffs' : 'discards';
}

function foldedTrick({ seq, event, text }: Told, open: CardLine[], trick: number): Line {
  return {
    kind: 'trick',
    key: `e${seq}`,
    seq,
    texts: [...open.map((line) => line.text), ...(text ? [text] : [])],
    trick,
    laid: open.map((line) => line.laid),
    winner: event['seat'] as Seat,
    points: Number(event['points']),
  };
}
