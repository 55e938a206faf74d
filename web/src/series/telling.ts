// A result in words that give nothing away: no card, no contract, no score.
import { t } from '../lib/i18n';
import { settings } from '../lib/settings.svelte';
import type { OwnResult, SeriesResult } from '../lib/types';
import { aheadOf, percentOf, squares } from './results';

/** «3e sur 120», «3e ex æquo sur 120». */
export function rankText({ rank, tied, total }: OwnResult): string {
  const place = rank === 1 ? t('result.first') : t('result.nth', { n: rank ?? 0 });
  return t(tied > 0 ? 'result.rank_tied' : 'result.rank', { place, n: total });
}

export function shareText(result: SeriesResult): string {
  const { info, you } = result;
  if (!you) return '';
  const game = info.rules.name;
  if (info.kind === 'challenge') return t('challenge.share_text', { game, rank: rankText(you) });
  return t('result.share_text', {
    day: info.day ? formatDay(info.day) : '',
    game,
    rank: rankText(you),
    bar: squares(percentOf(you)),
    expert: againstExpert(result),
  }).trim();
}

export function againstExpert({ you, expert }: SeriesResult): string {
  if (!you || expert === null) return '';
  const more = aheadOf(you.boards) - aheadOf(expert);
  return t(more > 0 ? 'result.beats_expert' : more === 0 ? 'result.equals_expert' : 'result.below_expert');
}

/** A day as the server writes it, 2026-11-17, in the reader's language. */
export const formatDay = (day: string): string => days().format(dateOf(day));

/** «16–22 novembre 2026». */
/** «16 au 22 novembre 2026» */
export const formatDays = (first: string, last: string): string =>
  days()
    .formatRange(dateOf(first), dateOf(last))
    .replace(/\s*–\s*/, t('league.until'));

const days = () => new Intl.DateTimeFormat(settings.lang, { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
