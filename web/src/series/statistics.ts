// What this browser has played, in figures: kept here, so that they outlast the matches on the server.
import type { ErrorCount, Grade, MatchFacts } from '../lib/types';
import { isMoment, readList, writeList } from '../lib/storage';

export const FACTS = 'rebelote.facts';
const KEEP = 500;
const MOST_ASKED = 60; // at one visit
const ASKED_AGAIN = 20; // of those without a review: one may have been made since

export function knownFacts(): MatchFacts[] {
  return readList(FACTS, isFacts);
}

export function keepFacts(facts: MatchFacts[]): void {
  const newest = [...facts].sort((a, b) => b.started - a.started);
  writeList(FACTS, newest.slice(0, KEEP));
}

export function isFacts(value: unknown): value is MatchFacts {
  const found = value as Partial<MatchFacts> | null;
  return (
    typeof found?.match === 'string' &&
    typeof found.name === 'string' &&
    isMoment(found.started) &&
    [found.deals, found.called, found.made, found.fallen].every(Number.isFinite) &&
    [found.advice, found.takebacks].every((times) => times === undefined || Number.isFinite(times)) &&
    (found.accuracy === null || Number.isFinite(found.accuracy)) &&
    Array.isArray(found.errors) &&
    found.errors.every(isErrorCount)
  );
}

function isErrorCount(value: unknown): value is ErrorCount {
  const found = value as Partial<ErrorCount> | null;
  return (
    (found?.part === 'calls' || found?.part === 'cards') &&
    typeof found.grade === 'string' &&
    [found.times, found.lost].every(Number.isFinite)
  );
}

/** The matches of the list that there are no figures of, and the last ones that may have been reviewed since. */
export function toAsk(known: { match: string }[], facts: MatchFacts[]): string[] {
  const found = new Map(facts.map((each) => [each.match, each]));
  const fresh = known.filter(({ match }) => !found.has(match));
  const again = known.filter(({ match }) => mayBeOlder(found.get(match))).slice(0, ASKED_AGAIN);
  return [...fresh, ...again].slice(0, MOST_ASKED).map(({ match }) => match);
}

/** Not reviewed when it was asked for, or kept before help was counted. */
function mayBeOlder(facts: MatchFacts | undefined): boolean {
  return facts !== undefined && (facts.accuracy === null || facts.advice === undefined);
}

/** Was it played with advice, or with something taken back? */
function isHelped(facts: MatchFacts): boolean {
  return (facts.advice ?? 0) + (facts.takebacks ?? 0) > 0;
}

export interface Totals {
  matches: number;
  won: number;
  helped: number; // matches with advice or a takeback
  helpedWon: number;
  deals: number;
  called: number;
  made: number;
  fallen: number;
  reviewed: number;
  accuracy: number | null; // the mean of the reviewed matches
}

export function totalsOf(facts: MatchFacts[]): Totals {
  const sum = (of: (each: MatchFacts) => number) => facts.reduce((all, each) => all + of(each), 0);
  const reviewed = facts.filter(({ accuracy }) => accuracy !== null);
  const helped = facts.filter(isHelped);
  return {
    matches: facts.length,
    won: facts.filter(({ won }) => won === true).length,
    helped: helped.length,
    helpedWon: helped.filter(({ won }) => won === true).length,
    deals: sum(({ deals }) => deals),
    called: sum(({ called }) => called),
    made: sum(({ made }) => made),
    fallen: sum(({ fallen }) => fallen),
    reviewed: reviewed.length,
    accuracy: reviewed.length
      ? reviewed.reduce((all, { accuracy }) => all + (accuracy ?? 0), 0) / reviewed.length
      : null,
  };
}

export function byGame(facts: MatchFacts[]): { name: string; totals: Totals }[] {
  const names = [...new Set(facts.map(({ name }) => name))];
  return names
    .map((name) => ({ name, totals: totalsOf(facts.filter((each) => each.name === name)) }))
    .sort((a, b) => b.totals.matches - a.totals.matches);
}

export interface ErrorLine {
  part: 'calls' | 'cards';
  grade: Grade;
  times: number;
  lost: number;
}

/** What errors cost in all reviewed matches, the gravest kinds last. */
export function errorsOf(facts: MatchFacts[]): ErrorLine[] {
  const lines = new Map<string, ErrorLine>();
  for (const { part, grade, times, lost } of facts.flatMap(({ errors }) => errors)) {
    if (grade === 'best' || grade === 'fine') continue;
    const line = lines.get(part + grade) ?? { part, grade, times: 0, lost: 0 };
    lines.set(part + grade, { ...line, times: line.times + times, lost: line.lost + lost });
  }
  const order: Grade[] = ['inaccurate', 'mistake', 'blunder'];
  return [...lines.values()].sort(
    (a, b) => a.part.localeCompare(b.part) || order.indexOf(a.grade) - order.indexOf(b.grade),
  );
}

const WINDOW = 10;

/** The oldest first, without those that were helped: of ten matches up to each, the share that was won, in percent. */
export function wonOverTime(facts: MatchFacts[]): number[] {
  const results = [...facts]
    .filter((each) => each.won !== null && !isHelped(each))
    .sort((a, b) => a.started - b.started)
    .map(({ won }) => (won ? 100 : 0));
  return results.map((_, place) => {
    const last = results.slice(Math.max(0, place - WINDOW + 1), place + 1);
    return Math.round(last.reduce<number>((sum, each) => sum + each, 0) / last.length);
  });
}

/** The oldest first, without those that were helped: the accuracy of each reviewed match. */
export function accuracyOverTime(facts: MatchFacts[]): number[] {
  return [...facts]
    .filter((each) => !isHelped(each))
    .sort((a, b) => a.started - b.started)
    .flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
}

const COLUMNS = [
  'match',
  'rules',
  'name',
  'started',
  'won',
  'ours',
  'theirs',
  'deals',
  'called',
  'made',
  'fallen',
  'advice',
  'takebacks',
  'accuracy',
] as const;

/** For a spreadsheet; what could be taken for a formula is a text. */
export function csvOf(facts: MatchFacts[]): string {
  const rows = facts.map((each) =>
    COLUMNS.map((column) =>
      cell(column === 'started' ? new Date(each.started).toISOString() : each[column]),
    ).join(','),
  );
  return [COLUMNS.join(','), ...rows].join('\r\n') + '\r\n';
}

function cell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+@\t-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
