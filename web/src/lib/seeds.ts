// This person's share of a match's luck: a seed, its hash given before the match, the seed itself once all hashes are known.
import type { Api } from './api';
import { knownMatches, rememberMatch, type SeenOpening } from './seats';
import { fromHex, sha256, toHex } from './sha256';
import type { Opening, Seat, TableInfo } from './types';

type Server = Pick<Api, 'commit' | 'reveal'>;

const SEEDS = 'rebelote.seeds';
const SEED_BYTES = 32;
const KEEP = 4; // a table: one is for the next match, those before it may still be asked for
const KEEP_TABLES = 50;

const here = new Map<string, string[]>(); // where the browser stores nothing

export function newSeed(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
}

/** What is told of a seed before the match. */
export function commitmentOf(seed: string): string {
  return toHex(sha256(fromHex(seed)));
}

/** Keeps a seed until its match is opened: in all tabs of this browser, and after a reload. */
export function keepSeed(table: string, seed: string): void {
  const kept = [...seedsOf(table), seed].slice(-KEEP);
  here.set(table, kept);
  try {
    const others = Object.entries(stored()).filter(([id]) => id !== table);
    const newest = [...others, [table, kept] as const].slice(-KEEP_TABLES);
    localStorage.setItem(SEEDS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage it lasts as long as the tab.
  }
}

/** The seed that was committed to, if it is ours. */
export function seedFor(table: string, commitment: string): string | null {
  return seedsOf(table).find((seed) => commitmentOf(seed) === commitment) ?? null;
}

function seedsOf(table: string): string[] {
  return stored()[table] ?? here.get(table) ?? [];
}

function stored(): Record<string, string[]> {
  try {
    return (JSON.parse(localStorage.getItem(SEEDS) ?? 'null') as Record<string, string[]> | null) ?? {};
  } catch {
    return {};
  }
}

/** Commits to a fresh seed for the next match. */
export function commitNext(server: Server, table: string, token: string): Promise<TableInfo> {
  const seed = newSeed();
  keepSeed(table, seed);
  return server.commit(table, token, commitmentOf(seed));
}

/** Reveals our seed for the match that is being opened, and commits to the next. Null where there is nothing to reveal. */
export async function reveal(server: Server, table: TableInfo, token: string): Promise<TableInfo | null> {
  const { opening, you } = table;
  const own = opening?.contributions.find(({ seat }) => seat === you.seat);
  const seed = own?.commitment ? seedFor(table.id, own.commitment) : null;
  if (!opening || you.seat === null || seed === null) return null;
  const next = newSeed();
  keepSeed(table.id, next);
  rememberMatch({
    match: opening.match,
    table: table.id,
    rules: table.rules.name,
    started: Date.now(),
    opening: seen(table, opening, you.seat, seed),
  });
  const given = { match: opening.match, client_seed: seed, next_commitment: commitmentOf(next) };
  return server.reveal(table.id, token, given);
}

/** The opening as it is now told, and those for which we revealed a seed at this table and that came to no match. */
function seen(table: TableInfo, opening: Opening, seat: Seat, seed: string): SeenOpening {
  // The table names its last matches only: those that we saw begin have their commitment here.
  const begun = [...table.previous, table.match, opening.match];
  const dropped = knownMatches()
    .filter((known) => known.table === table.id && known.opening && !known.commitment)
    .filter((known) => !begun.includes(known.match))
    .map(({ match }) => match);
  const contributions = opening.contributions.map(({ seat, commitment }) => ({ seat, commitment }));
  return { commitment: opening.commitment, contributions, seat, seed, dropped };
}
