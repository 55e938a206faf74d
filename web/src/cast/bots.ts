import { t, type Key } from '../lib/i18n';
import { catalogues } from '../lib/messages';

/** A bot's name for people; one that the page has not heard of keeps its own. */
export function botName(name: string): string {
  const key = `bots.${name}`;
  return key in catalogues.fr ? t(key as Key) : name.charAt(0).toUpperCase() + name.slice(1);
}
