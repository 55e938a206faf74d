// Lines that houses change most often, with the words for them.

import { t, type Key } from '../lib/i18n';
import { catalogues } from '../lib/messages';

export const HABITS = [
  { part: 'dealing', key: 'shuffle', values: ['every_deal', 'first_deal'] },
  { part: 'seating', key: 'direction', values: ['clockwise', 'counterclockwise'] },
  { part: 'play', key: 'cannot_overruff', values: ['trump', 'any', 'discard'] },
  { part: 'play', key: 'partner_master', values: ['ruff', 'free_before_a_ruff', 'free'] },
] as const;

/** What a value of a line means; one that has no words is itself, without the marks of a text. */
export function lineText(part: string, key: string, value: string): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'common.yes' : 'common.no');
  const plain = value.replace(/^"(.*)"$/, '$1');
  const name = `line.${part}.${key}.${plain}`;
  return name in catalogues.fr ? t(name as Key) : plain;
}

/** What a line is about, or null where there are no words for it. */
export function lineName(part: string, key: string): string | null {
  const name = `line.${part}.${key}`;
  return name in catalogues.fr ? t(name as Key) : null;
}
