// Who was told what to play, or took something back: counted with the match.
import { t } from '../lib/i18n';
import type { HelpCount } from '../lib/types';

/** «2 conseils demandés, 1 coup repris» */
export function helpText({ advice, takebacks }: HelpCount): string {
  return [
    ...(advice > 0 ? [t('match.help_advice', { n: advice })] : []),
    ...(takebacks > 0 ? [t('match.help_takebacks', { n: takebacks })] : []),
  ].join(', ');
}
