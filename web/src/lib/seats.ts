// The seats this browser holds: one token a table, kept so that a reload finds the seat again.
import { isMoment, readList } from './storage';
import type { Seat } from './types';

export interface HeldSeat {
  token: string;
  seat: Seat;
  sat: number; // epoch ms
}

export interface KnownMatch {
  match: string;
  table: string;
  rules: string; // the ruleset's name as it was
  started: number;
  commitment?: SeenCommitment; // as this browser first received it; missing in what older versions stored
  opening?: SeenOpening;
  over?: boolean; // seen to its end here, or gone from the server
}

/** The server's commitment to a match's secret, and how many packs had been cut when it came here. */
export interface SeenCommitment {
  value: string;
  packs: number;
}

/** What everybody was told before any seed was revealed, and the seed that this browser then revealed. */
export interface SeenOpening {
  commitment: string;
  contributions: { seat: Seat; commitment: string | null }[];
  seat: Seat;
  seed: string;
  dropped: string[]; // matches opened before at this table that never began, though we had revealed a seed
}

const SEATS = 'rebelote.seats';
const MATCHES = 'rebelote.matches';
const KEEP = 200;

export function heldSeat(table: string): HeldSeat | null {
  return new Map(heldTables()).get(table) ?? null;
}

export function holdSeat(table: string, token: string, seat: Seat): void {
  const seats = new Map(heldTables()).set(table, { token, seat, sat: Date.now() });
  const newest = [...seats].sort(([, a], [, b]) => b.sat - a.sat);
  write(SEATS, Object.fromEntries(newest.slice(0, KEEP)));
}

export function dropSeat(table: string): void {
  write(SEATS, Object.fromEntries(heldTables().filter(([held]) => held !== table)));
}

/** Every table at which this browser holds a seat, or held one. */
export function heldTables(): [string, HeldSeat][] {
  return Object.entries(read(SEATS)).filter((held): held is [string, HeldSeat] => isHeldSeat(held[1]));
}

/** The matches that this browser took part in, newest first. */
export function knownMatches(): KnownMatch[] {
  return readList(MATCHES, isKnownMatch);
}

/** What is stored may have come from another browser, by a code that somebody sent. */
export function isKnownMatch(value: unknown): value is KnownMatch {
  const { match, table, rules, started } = (value ?? {}) as Partial<KnownMatch>;
  return [match, table, rules].every((text) => typeof text === 'string') && isMoment(started);
}

export function isHeldSeat(value: unknown): value is HeldSeat {
  const { token, seat, sat } = (value ?? {}) as Partial<HeldSeat>;
  return typeof token === 'string' && typeof seat === 'string' && isMoment(sat);
}

export function rememberMatch(match: KnownMatch): void {
  write(MATCHES, withMatch(knownMatches(), match).slice(0, KEEP));
}

/** The match first; its beginning, its opening and its commitment stay as they were first seen. */
export function withMatch(known: KnownMatch[], match: KnownMatch): KnownMatch[] {
  const others = known.filter((other) => other.match !== match.match);
  const before = known.find((other) => other.match === match.match);
  const commitment = before?.commitment ?? match.commitment;
  const opening = before?.opening ?? match.opening;
  const over = before?.over ?? match.over;
  const first = { ...match, started: before?.started ?? match.started, ...(over ? { over } : {}) };
  return [{ ...first, ...(commitment ? { commitment } : {}), ...(opening ? { opening } : {}) }, ...others];
}

/** What this browser knows of a match, if it was at the table. */
export function knownMatch(match: string): KnownMatch | null {
  return knownMatches().find((known) => known.match === match) ?? null;
}

/** It needs not be asked for any more when somebody wants to go on with what was left. */
export function markOver(match: string): void {
  write(
    MATCHES,
    knownMatches().map((known) => (known.match === match ? { ...known, over: true } : known)),
  );
}

export function forgetMatches(): void {
  write(MATCHES, []);
}

export function forgetMatch(match: string): void {
  write(
    MATCHES,
    knownMatches().filter((known) => known.match !== match),
  );
}

function read(key: string): object {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? 'null')) as object;
  } catch {
    return {};
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the seat lasts as long as the tab.
  }
}
