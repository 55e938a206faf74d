// What the seats of a problem are called: «Vous», «Partenaire», and the others by where they sit.
import { t } from '../lib/i18n';
import type { ProblemView, Seat } from '../lib/types';

export function namesOf(problem: ProblemView): Record<Seat, string> {
  const names: Record<Seat, string> = { ...problem.names, [problem.seat]: t('problems.you') };
  for (const seat of problem.partners) names[seat] = t('problems.partner');
  return names;
}
