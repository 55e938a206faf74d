// The seats this browser holds: one token a table, kept so that a reload finds the seat again.
import { fromHex, hmac, toHex, utf8 } from './sha256';
import type { PageView, Seat } from './types';

export interface HeldSeat {
  token: string;
  seat: Seat;
  sat: number; // epoch ms
  share?: SeatShare; // missing in what older versions stored
}

/** What a seat has to do with the shuffles: the grain given on sitting down, and what its later grains follow from. */
export interface SeatShare {
  grain: string;
  secret: string; // never leaves this browser
}

export interface KnownMatch {
  match: string;
  table: string;
  rules: string; // the ruleset's name as it was
  started: number;
  anchor?: SeenAnchor; // as this browser first received it; missing in what older versions stored
  grains?: GivenGrains;
}

/** The fingerprint of a match's secret, and how many packs had been cut when it came here. */
export interface SeenAnchor {
  value: string;
  packs: number;
}

/** The grains that this browser gave to a match's shuffle. The server takes one a seat, the last that came in time. */
export interface GivenGrains {
  given: string[];
  counted: boolean; // the seat was still this browser's when the pack was cut: one of them has to be in the shuffle
}

const SEATS = 'rebelote.seats';
const MATCHES = 'rebelote.matches';
const KEEP = 200;

export function heldSeat(table: string): HeldSeat | null {
  return read<Record<string, HeldSeat>>(SEATS, {})[table] ?? null;
}

/** `grain`: the one given on sitting down; one who comes back has given it before. */
export function holdSeat(table: string, token: string, seat: Seat, grain: string | null): void {
  const seats = read<Record<string, HeldSeat>>(SEATS, {});
  const before = seats[table]?.token === token ? seats[table].share : undefined;
  const share = grain === null ? before : { grain, secret: newGrain() };
  seats[table] = { token, seat, sat: Date.now(), ...(share ? { share } : {}) };
  const newest = Object.entries(seats).sort(([, a], [, b]) => b.sat - a.sat);
  write(SEATS, Object.fromEntries(newest.slice(0, KEEP)));
}

export function dropSeat(table: string): void {
  const seats = read<Record<string, HeldSeat>>(SEATS, {});
  delete seats[table];
  write(SEATS, seats);
}

/** Every table at which this browser holds a seat, or held one. */
export function heldTables(): [string, HeldSeat][] {
  return Object.entries(read<Record<string, HeldSeat>>(SEATS, {}));
}

/** The matches that this browser took part in, newest first. */
export function knownMatches(): KnownMatch[] {
  return read<KnownMatch[]>(MATCHES, []);
}

export function rememberMatch(match: KnownMatch): void {
  write(MATCHES, withMatch(knownMatches(), match).slice(0, KEEP));
}

/** The match first; its beginning and its anchor stay as they were first seen. */
export function withMatch(known: KnownMatch[], match: KnownMatch): KnownMatch[] {
  const others = known.filter((other) => other.match !== match.match);
  const before = known.find((other) => other.match === match.match);
  const anchor = before?.anchor ?? match.anchor;
  const grains = match.grains ?? before?.grains;
  const first = { ...match, started: before?.started ?? match.started };
  return [{ ...first, ...(anchor ? { anchor } : {}), ...(grains ? { grains } : {}) }, ...others];
}

/** What this browser knows of a match, if it was at the table. */
export function knownMatch(match: string): KnownMatch | null {
  return knownMatches().find((known) => known.match === match) ?? null;
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

// Grains

const GRAIN_BYTES = 16;

/** This person's share of a shuffle: 16 random bytes. */
export function newGrain(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(GRAIN_BYTES)));
}

type Shuffle = Pick<PageView, 'match' | 'fairness'>;

/** A fresh grain for a match whose anchor was seen: from all tabs of this browser, and after a reload, the same. */
export function grainFor({ secret }: SeatShare, { match, fairness }: Shuffle): string {
  return toHex(hmac(fromHex(secret), utf8(`${match}\n${fairness.anchor}`)).slice(0, GRAIN_BYTES));
}

/** What is known of our grains once one who sits with this share has seen the match so far. */
export function withGrains(
  before: GivenGrains | undefined,
  share: SeatShare,
  seen: Shuffle,
): GivenGrains | undefined {
  const cut = seen.fairness.deal > 0;
  if (cut && !before?.given.includes(share.grain)) return before; // it may have come too late
  const given = new Set([...(before?.given ?? []), share.grain, grainFor(share, seen)]);
  return { given: [...given], counted: cut };
}

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the seat lasts as long as the tab.
  }
}
