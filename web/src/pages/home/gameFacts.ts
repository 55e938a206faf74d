// What a tile says of a game besides its rules. A game that is not listed here has a tile too, with less on it.
import type { OptionInfo, RulesSummary } from '../../lib/types';
import { changed, type OptionValue } from '../../games/rules';

export type Difficulty = 1 | 2 | 3;

export interface GameFacts {
  minutes: number; // of a match to the usual target, a minute and a half for a deal of eight tricks
  difficulty: Difficulty;
}

const known: Record<string, GameFacts> = {
  'ffb-belote': { minutes: 15, difficulty: 1 },
  'belote-annonces': { minutes: 15, difficulty: 2 },
  'ffb-contree': { minutes: 20, difficulty: 3 },
  premiere: { minutes: 10, difficulty: 1 },
  'premiere-grands': { minutes: 20, difficulty: 2 },
  classique: { minutes: 20, difficulty: 1 },
  coinche: { minutes: 20, difficulty: 3 },
  escalier: { minutes: 15, difficulty: 2 },
  comptoir: { minutes: 15, difficulty: 2 },
  'belote-501': { minutes: 10, difficulty: 1 },
  baloot: { minutes: 25, difficulty: 3 },
  bela: { minutes: 15, difficulty: 2 },
  'belot-bg': { minutes: 20, difficulty: 3 },
  'belote-bridgee': { minutes: 30, difficulty: 3 },
  'belote-trois': { minutes: 10, difficulty: 2 },
  'coinche-annonces': { minutes: 20, difficulty: 3 },
  decouverte: { minutes: 20, difficulty: 2 },
  klaberjass: { minutes: 10, difficulty: 2 },
  klaverjas: { minutes: 25, difficulty: 2 },
  pilotta: { minutes: 30, difficulty: 3 },
};

export function factsOf(id: string): GameFacts | null {
  return known[id] ?? null;
}

type Chosen = Record<string, OptionValue>;

const targetOf = (game: RulesSummary): OptionInfo | undefined =>
  game.options.find(({ name, minimum }) => name === 'target' && minimum !== null);

/** To how many points a match goes, or null where the game has no such thing. */
export function target(game: RulesSummary, chosen: Chosen): number | null {
  const option = targetOf(game);
  return option ? Number(chosen['target'] ?? option.default) : null;
}

/** A short match, the usual one and a long one, by their targets. */
export function lengths(game: RulesSummary): number[] {
  const option = targetOf(game);
  if (!option) return [];
  const usual = Number(option.default);
  const short = Math.max(option.minimum ?? 1, Math.ceil(usual / 2));
  return [...new Set([short, usual, usual * 2])];
}

/** How long a match takes with this target, in minutes, rounded to five. */
export function minutes(game: RulesSummary, chosen: Chosen): number | null {
  const facts = factsOf(game.id);
  const usual = Number(targetOf(game)?.default ?? 1);
  if (!facts) return null;
  return Math.max(5, Math.round((facts.minutes * (target(game, chosen) ?? usual)) / usual / 5) * 5);
}

/** What is played otherwise than usual, the length aside: it is told by itself. */
export function otherOptions(game: RulesSummary, chosen: Chosen): [OptionInfo, OptionValue][] {
  const different = changed(game.options, chosen);
  return game.options.flatMap((option): [OptionInfo, OptionValue][] => {
    const value = different[option.name];
    return value === undefined || option.name === 'target' ? [] : [[option, value]];
  });
}
