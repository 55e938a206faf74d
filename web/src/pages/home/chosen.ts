// The game that one press on «Jouer» deals, and how it is told.
import { t } from '../../lib/i18n';
import type { RulesRef, RulesSummary } from '../../lib/types';
import { savedRules } from '../../games/saved';
import { valueText, type OptionValue } from '../../games/rules';
import { minutes, otherOptions, target } from './gameFacts';

export type Options = Record<string, OptionValue>;

/** The game of these rules, where they are one of the server's. */
export function gameOf(games: readonly RulesSummary[], rules: RulesRef): RulesSummary | null {
  return games.find(({ id }) => id === rules.id) ?? null;
}

export function optionsOfRules(rules: RulesRef): Options {
  return rules.options ?? {};
}

export function rulesName(games: readonly RulesSummary[], rules: RulesRef): string {
  const own = savedRules().find(({ code }) => code === rules.code);
  return gameOf(games, rules)?.name ?? own?.name ?? t('home.other_rules');
}

/** «en 1000 points, environ 20 minutes», as far as it is known. */
export function lengthText(game: RulesSummary, options: Options): string {
  const goal = target(game, options);
  const time = minutes(game, options);
  return [
    ...(goal === null ? [] : [t('home.to', { n: goal })]),
    ...(time === null ? [] : [t('home.about_minutes', { n: time })]),
  ].join(', ');
}

/** «Annonces : oui», for each option that is not as usual; the length is told apart. */
export function optionTexts(game: RulesSummary, options: Options): string[] {
  return otherOptions(game, options).map(([option, value]) =>
    t('home.option', { name: option.label, value: valueText(option, value) }),
  );
}

/** How many sit at the table: what was chosen, else what is usual. */
export function playersOf(game: RulesSummary, players: number | null): number {
  const usual = game.options.find(({ name }) => name === 'players')?.default;
  return players ?? (typeof usual === 'number' ? usual : (game.players[0] ?? 4));
}
