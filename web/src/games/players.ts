import { t } from '../lib/i18n';

/** «4 joueurs», «3 à 6 joueurs». */
export function playersText(players: readonly number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return least === most ? t('rules.players', { n: least }) : t('rules.players_range', { least, most });
}
