// The page's words, in the language of the settings; a change of language changes them in place.
import { message, type Key, type Values } from './messages';
import { settings } from './settings.svelte';

export function t(key: Key, values: Values = {}): string {
  return message(settings.lang, key, values);
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(settings.lang).format(value);
}

export function formatDate(epochMs: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(epochMs);
}

export type { Key };
