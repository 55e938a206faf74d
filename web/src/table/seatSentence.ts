// A player as one sentence, for those who hear the table: «Marcel, robot, votre partenaire, donneur : 7 cartes, 2 plis.»
import { signed, t } from '../lib/i18n';
import type { PageView, SeatView, TableInfo, TableSeat } from '../lib/types';
import { sitterName } from './names';

export function seatSentence(seat: SeatView, sitter: TableSeat, view: PageView, table: TableInfo): string {
  const yours = table.seats.find((other) => other.you);
  const who = [
    sitterName(sitter),
    sitter.kind === 'bot' ? t('table.bot').toLocaleLowerCase() : null,
    yours && !sitter.you && yours.side === sitter.side ? t('table.partner') : null,
    view.dealer === seat.seat ? t('table.dealer') : null,
    view.contract?.seat === seat.seat ? t('table.is_taker') : null,
    view.to_act[0] === seat.seat ? t('table.is_to_act') : null,
    sitter.kind === 'human' && !sitter.present && !sitter.you ? t('table.is_away') : null,
  ];
  const has = [
    seat.cards > 0 ? t('table.cards_held', { n: seat.cards }) : null,
    seat.guess !== null ? t('table.guess_and_made', { guess: seat.guess, n: seat.tricks }) : null,
    seat.guess === null && seat.tricks > 0 ? t('table.tricks', { n: seat.tricks }) : null,
    seat.side === seat.seat ? `${signed(view.totals[seat.side] ?? 0)} ${t('table.total')}` : null,
  ];
  const said = view.phase === 'call' && seat.said ? t('table.has_said', { text: seat.said }) : null;
  const first = [list(who), list(has)].filter(Boolean).join(t('table.colon'));
  return [`${first}.`, said].filter(Boolean).join(' ');
}

const list = (parts: (string | null)[]) => parts.filter(Boolean).join(', ');
