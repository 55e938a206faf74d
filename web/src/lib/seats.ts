// The seats this browser holds: one token a table, kept so that a reload finds the seat again.
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
  anchor?: SeenAnchor; // as this browser first received it; missing in what older versions stored
}

/** The fingerprint of a match's secret, and how many packs had been cut when it came here. */
export interface SeenAnchor {
  value: string;
  packs: number;
}

const SEATS = 'rebelote.seats';
const MATCHES = 'rebelote.matches';
const KEEP = 200;

export function heldSeat(table: string): HeldSeat | null {
  return read<Record<string, HeldSeat>>(SEATS, {})[table] ?? null;
}

export function holdSeat(table: string, token: string, seat: Seat): void {
  const seats = read<Record<string, HeldSeat>>(SEATS, {});
  seats[table] = { token, seat, sat: Date.now() };
  const newest = Object.entries(seats).sort(([, a], [, b]) => b.sat - a.sat);
  write(SEATS, Object.fromEntries(newest.slice(0, KEEP)));
}

export function dropSeat(table: string): void {
  const seats = read<Record<string, HeldSeat>>(SEATS, {});
  delete seats[table];
  write(SEATS, seats);
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
  return [{ ...match, started: before?.started ?? match.started, ...(anchor ? { anchor } : {}) }, ...others];
}

/** The anchor that this browser received at the table, if it was there. */
export function seenAnchor(match: string): SeenAnchor | null {
  return knownMatches().find((known) => known.match === match)?.anchor ?? null;
}

export function forgetMatch(match: string): void {
  write(
    MATCHES,
    knownMatches().filter((known) => known.match !== match),
  );
}

/** This person's share of the shuffle: 16 random bytes. */
export function newGrain(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
