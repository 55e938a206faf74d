// A move that somebody finds odd, as a small text to paste anywhere: there is no account and no mail to send it from.
import { cardName } from '../cards/suits';
import { message } from '../lib/messages';
import type { Lang, Replay, Seat } from '../lib/types';
import { dealAt } from './paging';
import { steps, toldAt } from './position';

export interface Spot {
  deal: number; // its place among all deals that may be seen
  step: number | null; // null: the deal as a whole
}

/** The address of that very card. */
export function linkTo(origin: string, path: string, { deal, step }: Spot): string {
  return `${origin}${path}?donne=${deal + 1}${step === null ? '' : `&pas=${step}`}`;
}

export interface Teller {
  lang: Lang;
  nameOf: (player: Replay['seats'][number]) => string;
}

export function reportText(replay: Replay, spot: Spot, link: string, { lang, nameOf }: Teller): string {
  const deal = dealAt(replay, spot.deal);
  if (!deal) return link;
  const say = (told: { text: string | null }[]) => told.flatMap(({ text }) => text ?? []);
  const name = (seat: Seat) => {
    const player = replay.seats.find((each) => each.seat === seat);
    return player ? nameOf(player) : seat;
  };
  const move = spot.step === null ? [] : say(toldAt(deal, steps(deal), spot.step));
  const options = Object.entries(replay.rules.options).map(([option, value]) => `${option}=${String(value)}`);
  const rules = [replay.rules.name, `(${[replay.rules.id, ...options].join(', ')})`].join(' ');
  return [
    message(lang, 'match.report_title'),
    link,
    message(lang, 'match.report_rules', { rules }),
    message(lang, 'match.report_code', { code: replay.rules.code }),
    message(lang, 'match.deal_of', { n: spot.deal + 1, all: replay.lines.length }),
    ...(move.length > 0 ? [message(lang, 'match.report_move', { move: move.join(' ') })] : []),
    '',
    message(lang, 'match.report_hands'),
    ...Object.entries(deal.hands).map(
      ([seat, cards]) => `${name(seat)} : ${cards.map((card) => cardName(card, lang)).join(', ')}`,
    ),
    '',
    message(lang, 'match.report_story'),
    ...say(deal.events),
    '',
  ].join('\n');
}
