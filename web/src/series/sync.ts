// A browser's history, packed for another browser, and put beside what that one has.
import { keepPlayer, playerToken } from '../lib/player';
import { isKnownMatch, type KnownMatch } from '../lib/seats';
import { FACTS, isFacts, keepFacts, knownFacts } from './statistics';

const SEATS = 'rebelote.seats';
const MATCHES = 'rebelote.matches';
/** This browser's taste, or what belongs to it alone. */
const STAYS = ['rebelote.settings', 'rebelote.player', 'rebelote.seeds', 'rebelote.hand', 'rebelote.hints'];
const MOST_BYTES = 60_000;

type Json = Record<string, unknown>;

export interface Packed {
  player: string | null;
  seats: Json;
  matches: KnownMatch[];
  facts: unknown[];
  others: Record<string, unknown>; // ratings, lessons, house rules
}

/** The newest first; figures that find no room can be asked for again. */
export function pack(storage: Storage = localStorage): Packed {
  const packed: Packed = {
    player: playerToken(),
    seats: read(storage, SEATS) ?? {},
    matches: list(read(storage, MATCHES)).filter(isKnownMatch).map(bare),
    facts: [],
    others: othersOf(storage),
  };
  const facts = list(read(storage, FACTS));
  while (facts.length && size({ ...packed, facts }) > MOST_BYTES) facts.length = Math.floor(facts.length / 2);
  while (packed.matches.length && size(packed) > MOST_BYTES)
    packed.matches.length = Math.floor(packed.matches.length / 2);
  return { ...packed, facts };
}

/** How many matches are new here. */
export function unpack(packed: Partial<Packed>, storage: Storage = localStorage): number {
  const seats = { ...(packed.seats ?? {}), ...(read(storage, SEATS) ?? {}) };
  const known = list(read(storage, MATCHES)).filter(isKnownMatch);
  const names = new Set(known.map(({ match }) => match));
  const fresh = list(packed.matches)
    .filter(isKnownMatch)
    .filter(({ match }) => !names.has(match) && names.add(match))
    .map(bare);
  const matches = [...known, ...fresh].sort((a, b) => b.started - a.started);
  storage.setItem(SEATS, JSON.stringify(seats));
  storage.setItem(MATCHES, JSON.stringify(matches));
  const here = knownFacts();
  const told = (Array.isArray(packed.facts) ? (packed.facts as unknown[]) : []).filter(isFacts);
  keepFacts([...here, ...told.filter(({ match }) => !here.some((each) => each.match === match))]);
  for (const [key, value] of Object.entries(packed.others ?? {})) keepFuller(storage, key, value);
  if (typeof packed.player === 'string') keepPlayer(packed.player);
  return fresh.length;
}

/** Of two that can't be added up, the one with more in it. */
function keepFuller(storage: Storage, key: string, value: unknown): void {
  if (!movesAlong(key)) return;
  const text = JSON.stringify(value);
  if (text.length > (storage.getItem(key)?.length ?? 0)) storage.setItem(key, text);
}

function othersOf(storage: Storage): Record<string, unknown> {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
  return Object.fromEntries(
    keys.filter(movesAlong).flatMap((key) => {
      const value = read(storage, key);
      return value === null ? [] : [[key, value]];
    }),
  );
}

const movesAlong = (key: string) =>
  /^rebelote\.[a-z-]+$/.test(key) && ![...STAYS, SEATS, MATCHES, FACTS].includes(key);

function read(storage: Storage, key: string): Json | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof found === 'object' ? (found as Json | null) : null;
  } catch {
    return null;
  }
}

/** Without what this browser itself saw of the match's luck: nobody else may say that. */
const bare = ({ match, table, rules, started, over }: KnownMatch): KnownMatch => ({
  match,
  table,
  rules,
  started,
  ...(over === true ? { over } : {}),
});

const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const size = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
