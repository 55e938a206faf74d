// The catalogues and how a message is filled in. A message is a text, or one text for each plural form of {n}.
import commonEn from '../languages/common.en.json';
import commonFr from '../languages/common.fr.json';
import siteEn from '../languages/site.en.json';
import siteFr from '../languages/site.fr.json';
import tableEn from '../languages/table.en.json';
import tableFr from '../languages/table.fr.json';
import type boardFr from '../languages/board.fr.json';
import type seriesFr from '../languages/series.fr.json';
import type learnFr from '../languages/learn.fr.json';
import type problemsFr from '../languages/problems.fr.json';
import type studyFr from '../languages/study.fr.json';
import type { Lang } from './types';

export type Message = string | { one: string; other: string };
export type Values = Record<string, string | number>;
export type Key =
  | keyof typeof commonFr
  | keyof typeof siteFr
  | keyof typeof tableFr
  | keyof typeof boardFr
  | keyof typeof seriesFr
  | keyof typeof learnFr
  | keyof typeof problemsFr
  | keyof typeof studyFr;

export const catalogues: Record<Lang, Record<string, Message>> = {
  fr: { ...commonFr, ...siteFr, ...tableFr },
  en: { ...commonEn, ...siteEn, ...tableEn },
};

/** The words of a part of the page that is loaded when it is first wanted. */
export function addWords(words: Record<Lang, Record<string, Message>>): void {
  for (const lang of ['fr', 'en'] as const) Object.assign(catalogues[lang], words[lang]);
}

const plurals: Record<Lang, Intl.PluralRules> = {
  fr: new Intl.PluralRules('fr'),
  en: new Intl.PluralRules('en'),
};

export function message(lang: Lang, key: Key, values: Values = {}): string {
  const found = catalogues[lang][key];
  if (found === undefined) return key;
  const text = kept(lang, typeof found === 'string' ? found : found[form(lang, values['n'])]);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** French keeps its double signs on the line of the word before them. */
function kept(lang: Lang, text: string): string {
  return lang === 'fr' ? text.replace(/ (?=[?!:;»])/g, '\u00a0').replace(/« /g, '«\u00a0') : text;
}

function form(lang: Lang, n: string | number | undefined): 'one' | 'other' {
  return plurals[lang].select(Number(n ?? 0)) === 'one' ? 'one' : 'other';
}
