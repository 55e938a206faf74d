// The server's messages. docs/api.md tells what they mean; src/rebelote/server/view_messages.py makes them.

export type Lang = 'fr' | 'en';
export type Seat = string; // N E S W; N S for two players; 1 2 3 … at a round table
export type Side = string; // NS EW, or the seat where everybody plays alone
export type CardText = string; // rank 7 8 9 T J Q K A and suit S H D C: "JH"
export type Trump = string; // S H D C SA TA

// ---- Actions: what a seat may ask, exactly as in docs/bot-protocol.md

export interface Action {
  do: string;
  seat: Seat;
  [field: string]: unknown;
}

// ---- Rules

export interface OptionInfo {
  name: string;
  label: string;
  help: string;
  value: string | number | boolean; // chosen
  default: string | number | boolean;
  values: { value: string | number | boolean; label: string }[]; // empty for a number
  minimum: number | null; // for a number
  fractions: boolean;
}

export interface RulesSummary {
  id: string;
  name: string;
  description: string;
  players: number[]; // how many may play: [4], [2], [3, 4, 5, 6]
  options: OptionInfo[];
}

export interface Clause {
  id: string;
  title: string;
  text: string;
}

export interface RulesPage extends RulesSummary {
  extends: string | null; // the base of a house rule
  code: string; // reproduces these rules exactly, options and all
  parts: { name: string; title: string; clauses: Clause[] }[];
  differences: { path: string; base: string; ours: string }[]; // from its base, for a house rule or chosen options
  toml: string; // the house rule as a file
  docs: string | null; // from the site's base: where every clause is told in full, with `#A-5.2.3` added
}

// How rules are named in a request: by id with options, by code, or as a house rule's TOML.
export type RulesRef =
  { id: string; options?: Record<string, string | number | boolean> } | { code: string } | { toml: string };

export interface BotInfo {
  name: string;
  strength: number;
  description: string;
}

// ---- Tables

export interface TableSettings {
  turn_seconds: number | null; // time to act; null: no clock
  absent_seconds: number; // after which a bot plays for one who is away
  bot: string; // who fills empty seats
  spectators: boolean;
}

export interface TableSeat {
  seat: Seat;
  side: Side;
  kind: 'human' | 'bot' | 'empty';
  name: string; // nickname, or the bot's name in the reader's language
  bot: string | null; // which bot: the one who sits, or the one who stands in for an absent player
  present: boolean; // a human who is connected
  you: boolean;
  host: boolean;
}

/** One who sits down at the next deal, and may have asked the table to do so at once. */
export interface Newcomer {
  seat: Seat;
  name: string;
  asks: boolean;
  refused: boolean;
  waits_for: Seat[]; // who has not agreed yet
}

export interface TableInfo {
  id: string;
  status: 'waiting' | 'playing' | 'over';
  rules: {
    id: string;
    name: string;
    code: string;
    options: Record<string, string | number | boolean>;
    followable: boolean; // the pack is only cut, and gathered exactly
  };
  seats: TableSeat[]; // in the direction of play
  direction: 'clockwise' | 'counterclockwise';
  settings: TableSettings;
  next_settings: TableSettings | null; // from the next deal on
  match: string | null;
  commitment: string | null; // of that match
  opening: Opening | null; // a match that waits for client seeds
  previous: string[]; // matches finished at this table
  you: {
    seat: Seat | null;
    host: boolean;
    waits: Seat | null; // yours from the next deal on
    committed: boolean; // to a seed for the next match
  };
  spectators: number;
  mid_deal: boolean; // a seat that is taken now is taken from the next deal on
  newcomers: Newcomer[];
  sent_away: { number: number; name: string }[]; // told to the host alone
}

/** What everybody at the table is told before any client seed is revealed. */
export interface Opening {
  match: string;
  commitment: string; // hex, the server's
  contributions: Contribution[];
  until: number; // epoch ms
}

/** A person who sat there at the start: without a commitment he gave none, without a seed he did not reveal it in time. */
export interface Contribution {
  seat: Seat;
  commitment: string | null; // hex
  seed: string | null; // hex
}

// ---- The match as one seat sees it

export interface HandCard {
  card: CardText;
  name: string; // "valet de cœur"
  playable: boolean; // may be played now
  why: Clause | null; // why not, when it is your turn and it may not
}

export interface Offer {
  action: Action;
  label: string; // "Je prends", "80 pique", "Couper à 16 cartes"
}

export interface SeatView {
  seat: Seat;
  side: Side;
  cards: number; // in hand
  known: { card: CardText; name: string }[]; // cards of it that you know (shown, or on the forehead)
  said: string | null; // the last thing it said this deal: "Je passe", "80 pique", "Belote !"
  tricks: number; // won by this seat
  guess: number | null; // escalier
  piles: {
    top: { card: CardText; name: string } | null;
    covers: boolean;
    playable: boolean;
    why: Clause | null;
  }[];
}

export interface PlayedCard {
  seat: Seat;
  card: CardText;
  name: string;
}

export interface SheetLine {
  side: Side | null;
  points: number;
  label: string; // "Points des cartes"
  clause: Clause;
}

export interface SheetEntry {
  deal: number;
  dealer: Seat;
  contract: string; // "80 ♠, Est"; empty where there is none
  result: string; // "Contrat rempli"
  lines: SheetLine[];
  score: Record<Side, number>;
  totals: Record<Side, number>;
  held_points: number;
}

export interface PageView {
  match: string;
  seq: number;
  seat: Seat | null;
  phase: 'cut' | 'deal' | 'call' | 'play' | 'count' | 'misdeal' | 'over';
  deal: number;
  dealer: Seat;
  to_act: Seat[]; // the one whose turn it is first
  prompt: string; // one short sentence: "À vous de jouer", "Est réfléchit"
  deadline: number | null; // epoch ms
  totals: Record<Side, number>;
  held_points: number;
  goal: string; // "Partie en 1000 points"
  turned: { card: CardText; name: string } | null;
  trump: Trump | null;
  contract: {
    seat: Seat | null;
    side: Side | null;
    trump: Trump;
    value: number | 'capot' | null;
    contre: number;
    contred: string; // what it does: "×2", "+1", ""
    text: string;
  } | null;
  standing?: PageView['contract']; // the bid that holds so far, during an auction
  hand: HandCard[]; // sorted: trumps first, colours alternating
  blind: boolean; // you hold a card that only the others see
  seats: SeatView[]; // in the direction of play
  trick: PlayedCard[];
  trick_winning: Seat | null;
  last_trick: { winner: Seat; cards: PlayedCard[]; points: number | null } | null;
  tricks: Record<Side, number>;
  points: Record<Side, number> | null; // of the cards so far, where the rules let one count
  offers: Offer[]; // all that you may do, the cards included (a card with its word is its own offer)
  table_offers: Offer[]; // at a table that judges afterwards
  result: { winners: Side[]; text: string; clause: Clause; stakes: Record<Seat, number> } | null;
  fairness: { commitment: string; deal: number };
}

// ---- What happened

export interface Told {
  seq: number;
  at: number; // epoch ms
  event: { event: string; [field: string]: unknown }; // redacted, as in src/rebelote/events.py
  text: string | null; // one sentence in the reader's language
  say: { seat: Seat; text: string } | null; // for a bubble
}

/** What happened beside the cards, after the event `seq`. */
export interface ToldNote {
  number: number;
  seq: number;
  at: number;
  note: 'sits_next' | 'sat_at_once' | 'sent_away' | 'invited' | 'settings';
  text: string;
}

// ---- The live connection

export type FromServer =
  | {
      type: 'state';
      now: number;
      table: TableInfo;
      view: PageView | null;
      sheet: SheetEntry[];
      events: Told[];
      notes: ToldNote[];
    }
  | { type: 'note'; note: ToldNote }
  | { type: 'events'; now: number; events: Told[]; view: PageView; sheet?: SheetEntry[] }
  | { type: 'table'; table: TableInfo; deadline?: number | null }
  | { type: 'done'; id: number; seq: number }
  | { type: 'refused'; id: number; error: Problem }
  | { type: 'pong'; now: number }
  | { type: 'gone'; error: Problem };

export type ToServer =
  | {
      do: 'hello';
      token: string | null;
      lang: Lang;
      match: string | null;
      seq: number | null;
    }
  | { do: 'act'; id: number; match: string; seq: number; action: Action }
  | { do: 'lang'; lang: Lang }
  | { do: 'ping' };

export interface Problem {
  code: string; // "illegal", "stale", "bad_field", "no_table", "not_your_seat", "rate" …
  message: string; // one sentence in the reader's language
  field?: string;
  clause?: Clause;
}

// ---- After the deal and the match

export interface ReplayDeal {
  number: number;
  dealer: Seat;
  voided: boolean;
  hands: Record<Seat, CardText[]>; // as they stood when play began
  piles: Record<Seat, { top: CardText; under: CardText }[]>;
  turned: CardText | null;
  contract: PageView['contract'];
  events: Told[]; // nothing hidden
  notes: ToldNote[];
  entry: SheetEntry | null;
}

export interface DealLine {
  number: number;
  voided: boolean;
  contract: string;
  result: string;
  score: Record<Side, number> | null;
}

export interface Replay {
  match: string;
  table: string;
  over: boolean; // else only the deals already marked are here
  started: number;
  rules: TableInfo['rules'];
  direction: TableInfo['direction'];
  seats: { seat: Seat; side: Side; name: string; kind: 'human' | 'bot' }[];
  first: number; // the place of the first of these deals among all that may be seen
  deals: ReplayDeal[]; // a page of them
  lines: DealLine[]; // one for each that may be seen
  totals: Record<Side, number>;
  result: PageView['result'];
}

export interface MatchSummary {
  match: string;
  table: string;
  over: boolean;
  started: number;
  rules: TableInfo['rules'];
  seats: { seat: Seat; side: Side; name: string; kind: 'human' | 'bot' }[];
  totals: Record<Side, number>;
  winners: Side[];
  deals: number;
}

export interface Fairness {
  scheme: 1 | 2;
  match: string;
  commitment: string; // hex, the server's
  seats: Seat[];
  contributions: Contribution[];
  joined: Seat[]; // people who came later
  dealer: Seat;
  smallest_heap: number;
  deals: FairDeal[]; // revealed ones
}

export interface FairDeal {
  number: number;
  attempt: number;
  secret: string; // hex
  cutter: Seat;
  cut: number;
  drawn: boolean; // nobody chose the cut: it came from the chain
  origin: 'shuffled' | 'exact' | 'loose';
  order: CardText[];
  heaps: CardText[][][]; // what the pack was gathered from
  draws: string[];
}
