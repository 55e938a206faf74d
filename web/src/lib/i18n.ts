// The page's words, in the language of the settings; a change of language changes them in place.
import { message, type Key, type Values } from './messages';
import { settings } from './settings.svelte';
import { frenchTypeset } from './typeset';

export function t(key: Key, values: Values = {}): string {
  return message(settings.lang, key, values);
}

/** A text of the server, in the language of the page. */
export function typeset(text: string): string {
  return settings.lang === 'fr' ? frenchTypeset(text) : text;
}

/** `digits`: as many after the comma, no fewer. */
export function formatNumber(value: number, digits?: number): string {
  const exact = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(settings.lang, exact).format(value);
}

/** Points with a proper minus sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** By how much one is ahead, or a rating has changed: «+20», «0», «−162». */
export function leadText(points: number): string {
  return points > 0 ? `+${points}` : signed(points);
}

export function formatDate(epochMs: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(epochMs);
}

export type { Key };
