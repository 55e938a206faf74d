// Made by `make types` from src/rebelote/server/messages/; docs/api.md tells what each is for.

export type Lang = 'fr' | 'en';
export type Seat = string; // N E S W; N S for two players; 1 2 3 … at a round table
export type Side = string; // NS EW, or the seat where everybody plays alone
export type CardText = string; // rank 7 8 9 T J Q K A and suit S H D C: "JH"
export type Trump = string; // S H D C SA TA
export type OptionValue = string | number | boolean; // what an option may be
export type PhaseName = 'cut' | 'deal' | 'misdeal' | 'call' | 'discard' | 'swap' | 'play' | 'count' | 'over'; // what is done now
export type Direction = 'clockwise' | 'counterclockwise'; // of play
export type Avatar = 'cup' | 'rooster' | 'fox' | 'owl' | 'lighthouse' | 'bicycle' | 'umbrella' | 'lemon' | 'whale' | 'balloon' | 'clover' | 'sun'; // a person's
export type Phrase = 'hello' | 'well_played' | 'thanks' | 'sorry' | 'belote' | 'oops' | 'one_moment' | 'good_game'; // said to each other
export type Grade = 'best' | 'fine' | 'inaccurate' | 'mistake' | 'blunder'; // of a decision, from best to worst
export type ReviewState = 'none' | 'running' | 'done'; // of a review
export type SeriesState = 'new' | 'playing' | 'done' | 'closed'; // for one who asks
export type Theme = 'trumps' | 'ace' | 'ruff' | 'fork' | 'belote' | 'capot' | 'last_trick' | 'points' | 'call' | 'contre'; // of problems
export type Action = { do: string; seat: Seat; [field: string]: unknown }; // as in docs/bot-protocol.md
export type EventJson = { event: string; [field: string]: unknown }; // as in src/rebelote/events.py
export type PageView = SharedView & SeatsView & OwnView; // the match as one reader sees it, in one object
export type ViewChanges = Partial<PageView>; // the keys that have changed, whole; `seats` has those that have changed

/** A rule as the referee cites it. A house rule's own clause has an id and nothing else. */
export interface Clause {
  id: string;
  title: string;
  text: string;
}

// ---- Words and bounds of the wire.

export type Name = string;

export type Hash = string;

export type Place = string;

export type Id = string;

export type BotName = string;

export type Token = string;

export type Seconds = number;

// ---- Errors.

export interface Problem {
  code: string; // "illegal", "stale", "bad_field", "no_table", "not_your_seat", "rate" …
  message: string; // one sentence in the reader's language
  field?: string;
  clause?: Clause;
}

export interface Failure {
  error: Problem;
}

// ---- Rules.

export interface ValueInfo {
  value: OptionValue;
  label: string;
}

export interface OptionInfo {
  name: string;
  label: string;
  help: string;
  value: OptionValue; // chosen
  default: OptionValue;
  values: ValueInfo[]; // empty for a number
  minimum: number | null; // for a number
  fractions: boolean;
}

export interface RulesSummary {
  id: string;
  name: string;
  description: string;
  players: number[]; // how many may play: [4], [2], [3, 4, 5, 6]
  group: 'ten' | 'family'; // one of the ten games, or of the wider family
  options: OptionInfo[];
}

export interface RulesPart {
  name: string;
  title: string;
  clauses: Clause[];
}

export interface Difference {
  path: string;
  base: string;
  ours: string;
}

export interface RulesPage extends RulesSummary {
  extends: string | null; // the base of a house rule
  code: string; // reproduces these rules exactly, options and all
  parts: RulesPart[];
  differences: Difference[]; // from its base, for a house rule or chosen options
  toml: string; // the house rule as a file
  docs: string | null; // where every clause is told in full, with `#A-5.2.3` added
}

/** One of: `id` with `options`, `code`, `toml`. */
export interface RulesRef {
  id?: string | null;
  options?: Record<string, OptionValue> | null;
  code?: string | null;
  toml?: string | null;
}

export interface CheckRules {
  rules: RulesRef;
}

export interface CastInfo {
  face: string;
  name: string;
}

export interface BotInfo {
  name: string;
  strength: number;
  description: string;
  cast: CastInfo[]; // whom one meets at this level
}

// ---- What the cards are worth and beat in a game.

/** One suit's ranks from strongest to weakest. `points`: of each; none where tricks are counted. */
export interface CribScale {
  kind: 'trump' | 'plain' | 'sans_atout' | 'tout_atout';
  ranks: string[];
  points: number[];
}

/** The cards at these trumps. `total`: all points of a deal, the last trick's too. `counted_as`: what they are brought to when they are counted. `belote`: 0 where there is none. */
export interface CribSection {
  trumps: Trump[];
  scales: CribScale[];
  total: number;
  counted_as: number;
  belote: number;
}

/** What the cards are worth and beat in this game. */
export interface CardCrib {
  unit: 'points' | 'tricks';
  sections: CribSection[];
  last_trick: number;
}

// ---- Tables.

export interface TableSettings {
  turn_seconds: number | null; // time to act; null: no clock
  absent_seconds: number; // after which a bot plays for one who is away
  bot: string; // who fills empty seats
  spectators: boolean;
  by_hand: boolean; // people cut and deal themselves; else it is done for them
  advice: boolean; // people may ask what to play though others sit with them
  takebacks: boolean; // people may take back a call or a card though others sit with them
}

/** `turn_seconds` and `absent_seconds` have a floor besides (`Settings.least_seconds`). */
export interface SettingsChange {
  turn_seconds?: number | null;
  absent_seconds?: Seconds;
  bot?: BotName;
  spectators?: boolean;
  by_hand?: boolean;
  advice?: boolean;
  takebacks?: boolean;
}

export interface NewTable {
  rules: RulesRef;
  nickname?: Name; // none: called by the seat
  avatar?: Avatar | null;
  client_commitment?: Hash | null;
  settings?: SettingsChange;
  players?: number | null;
  seat?: Place | null;
  start?: boolean;
}

export interface SitDown {
  nickname?: Name; // none: called by the seat
  avatar?: Avatar | null;
  client_commitment?: Hash | null;
  seat?: Place | null;
}

/** SHA-256 of the seed for the next match. */
export interface Commit {
  client_commitment: Hash;
}

/** The seed for the match that is being opened; with it may come the commitment for the one after it. */
export interface Reveal {
  match: Id;
  client_seed: Hash;
  next_commitment?: Hash | null;
}

export interface SeatOrder {
  do: 'kick' | 'bot' | 'empty' | 'host';
  bot?: BotName | null;
}

/** `number` is that of one who was sent away. */
export interface Invitation {
  number: number;
}

/** Whoever sits on these two seats changes places; one of them may be nobody's, or a bot's. */
export interface Swap {
  seat: Place;
  other: Place;
}

/** To one who asks to sit down at this seat at once. */
export interface SeatAnswer {
  seat: Place;
  agreed: boolean;
}

export interface TableSeat {
  seat: Seat;
  side: Side;
  kind: 'human' | 'bot' | 'empty';
  name: string; // nickname, or what the bot is called at this table: "Josette"
  face: string | null; // the avatar that a person chose, a bot's face, "somebody"; null: a monogram
  bot: string | null; // which bot: the one who sits, or the one who stands in for an absent player
  present: boolean; // a human who is connected
  you: boolean;
  host: boolean;
}

/** `followable`: the pack is only cut, and gathered exactly: who remembers the tricks can follow it. `strict`: a wrong card is refused; else it lies, and whoever notices it calls the referee. */
export interface TableRules {
  id: string;
  name: string;
  description: string; // the game in a sentence; empty for a house rule
  goal: string; // "Partie en 1000 points"
  strict: boolean;
  code: string;
  options: Record<string, OptionValue>;
  followable: boolean;
  cards: CardCrib;
}

/** `waits`: the seat that is yours from the next deal on. `committed`: to a seed for the next match. */
export interface You {
  seat: Seat | null;
  host: boolean;
  waits: Seat | null;
  committed: boolean;
}

/** One who sits down at the next deal. `waits_for`: who has not agreed yet that it be at once. */
export interface NewcomerInfo {
  seat: Seat;
  name: string;
  asks: boolean;
  refused: boolean;
  waits_for: Seat[];
}

export interface SentAwayInfo {
  number: number;
  name: string;
}

export interface TableInfo {
  id: string;
  status: 'waiting' | 'playing' | 'over';
  rules: TableRules;
  seats: TableSeat[]; // in the direction of play
  direction: Direction;
  settings: TableSettings;
  next_settings: TableSettings | null; // from the next deal on
  match: string | null;
  commitment: string | null; // of that match
  opening: Opening | null; // a match that waits for client seeds
  previous: string[]; // matches finished at this table before, the last 20
  you: You;
  next_seat: Seat | null; // for one who sits down and names none; null: the table is full
  spectators: number;
  mid_deal: boolean; // a seat that is taken now is taken from the next deal on
  newcomers: NewcomerInfo[];
  sent_away: SentAwayInfo[]; // told to the host alone
  series: string | null; // the deals of this table are those of a day or of a challenge
}

export interface TableAnswer {
  table: TableInfo;
}

/** `waits`: the seat is theirs from the next deal on. */
export interface Seated {
  table: TableInfo;
  token: string;
  seat: Seat;
  waits: boolean;
}

// ---- Deals that many play.

export interface Entrant {
  nickname?: Name; // none: nobody's name is in the league
  avatar?: Avatar | null;
}

export interface NewChallenge {
  game: string; // the id of its rules
  nickname?: Name;
}

/** Deals that everybody plays with the same cards. `table` is one's own, `players` how many are done. */
export interface SeriesInfo {
  series: string;
  kind: 'daily' | 'challenge';
  game: string;
  day: string | null; // 2026-11-17
  rules: TableRules;
  deals: number;
  closes: number; // when nobody may begin any more, in ms since 1970
  maker: string; // of a challenge; empty: one without a name
  players: number;
  state: SeriesState;
  table: string | null;
  commitment: string;
}

/** `streak` and `best_streak` are days in a row. `coming` has the commitments, today's first. */
export interface Today {
  day: string;
  closes: number;
  series: SeriesInfo[];
  streak: number;
  best_streak: number;
  coming: Day[];
}

/** One deal: `ours` is what the player's side marked. */
export interface BoardInfo {
  called: string; // "90 ♥ par Nord"
  result: string; // "made", "failed", "tie", "none" …
  ours: number;
  theirs: number;
}

/** `score` is by how much one's side was ahead; null where it came too late to count. `tied`: others with the same. `limits`: for each deal the same with every card open and best play by all, at that contract. */
export interface OwnResult {
  score: number | null;
  rank: number | null;
  tied: number;
  total: number;
  boards: BoardInfo[];
  limits: (number | null)[];
  match: string | null;
  table: string;
}

export interface HistogramBar {
  score: number;
  count: number;
}

export interface CalledCount {
  called: string;
  count: number;
  average: number;
  yours: boolean;
}

export interface OtherResult {
  name: string;
  score: number;
  boards: BoardInfo[];
  you: boolean;
}

/** `called` is of a day, `others` of a challenge. `expert`: what it made of the deals in the same seat; null while that is worked out. */
export interface SeriesResult {
  info: SeriesInfo;
  you: OwnResult | null;
  histogram: HistogramBar[]; // the lowest score first
  called: CalledCount[]; // the most frequent first
  others: OtherResult[]; // the best first
  expert: BoardInfo[] | null;
}

/** `percent` is a sum over the deals: in each, how many of the others were behind. Those with the same have the same `place`, and are `tied`. */
export interface LeagueLine {
  place: number;
  name: string;
  percent: number;
  deals: number;
  you: boolean;
  tied: boolean;
}

/** From a Monday to a Sunday. `lines` are the first hundred, and one's own. */
export interface League {
  first: string;
  last: string;
  players: number;
  lines: LeagueLine[];
}

// ---- The match as one seat sees it. What everybody sees is made once for all of them.

export interface NamedCard {
  card: CardText;
  name: string;
}

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

export interface PileView {
  top: NamedCard | null;
  covers: boolean;
  playable: boolean;
  why: Clause | null;
}

export interface SeatView {
  seat: Seat;
  side: Side;
  cards: number; // in hand
  known: NamedCard[]; // cards of it that you know (shown, or on the forehead)
  said: string | null; // the last thing it said this deal: "Je passe", "80 pique"
  tricks: number; // won by this seat
  guess: number | null; // escalier
  piles: PileView[];
}

export interface PlayedCard {
  seat: Seat;
  card: CardText;
  name: string;
}

export interface LastTrick {
  winner: Seat;
  cards: PlayedCard[];
  points: number | null;
}

export interface ContractView {
  seat: Seat | null;
  side: Side | null;
  trump: Trump;
  value: number | 'capot' | 'generale' | null;
  contre: number;
  contred: string; // what contre does to it: "×2", "+1", ""
  text: string;
  closed: boolean; // no trump may be led
}

export interface ResultView {
  winners: Side[];
  text: string;
  clause: Clause;
  stakes: Record<Seat, number>;
}

/** The server's commitment, and how many packs have been cut. */
export interface Committed {
  commitment: string;
  deal: number;
}

/** The part of a PageView that is the same for everybody. */
export interface SharedView {
  match: string;
  seq: number;
  phase: PhaseName;
  deal: number;
  dealer: Seat;
  to_act: Seat[]; // the one whose turn it is first
  deadline: number | null; // epoch ms
  totals: Record<Side, number>;
  held_points: number;
  goal: string; // "Partie en 1000 points"
  target: number | null; // its points, where it is played to points
  turned: NamedCard | null;
  trump: Trump | null;
  contract: ContractView | null;
  standing: ContractView | null; // the bid that holds so far, during an auction
  trick: PlayedCard[];
  trick_winning: Seat | null;
  last_trick: LastTrick | null;
  tricks: Record<Side, number>;
  points: Record<Side, number> | null; // of the cards so far, where the rules let one count
  fairness: Committed;
}

/** The part that is the same for all who know and may do no more than everybody. */
export interface SeatsView {
  prompt: string; // one short sentence: "À vous de jouer", "Est réfléchit"
  seats: SeatView[]; // in the direction of play
}

/** The rest of a PageView: what this reader alone sees and may do. */
export interface OwnView {
  seat: Seat | null;
  hand: HandCard[]; // sorted: trumps first, colours alternating
  blind: boolean; // you hold a card that only the others see
  result: ResultView | null; // once the match is over; the reader's own side is «vous»
  offers: Offer[]; // all that you may do; a card with its word is its own offer
  table_offers: Offer[]; // at a table that judges afterwards
  claim: boolean; // every trick that is left is certainly yours: you may say so
}

export interface SheetLine {
  side: Side | null;
  points: number;
  label: string; // "Points des cartes"
  clause: Clause;
  kind: string; // what the line is for, in every language: "last_trick", "belote", "capot" …
}

/** What a deal was judged by, where one side played against the other or all guessed their tricks. */
export interface TallyView {
  unit: 'points' | 'tricks';
  reached: Record<Side, number>;
  takers: Side | null;
  needed: number | null; // by the takers, at least
  last_trick: number; // what the last trick counts besides its cards, or besides one trick
  belote: Record<Side, number>; // in points; sides that have one
  declarations: Record<Side, number>; // likewise
  guesses: Record<Side, number>;
}

export interface SheetEntry {
  deal: number;
  dealer: Seat;
  contract: string; // "80 ♠ par Est"; empty where there is none
  call: string; // the same without its taker: "80 ♠ ×2"
  taker: Seat | null;
  result: string; // "Contrat rempli"
  outcome: 'made' | 'failed' | 'tie' | 'none';
  headline: string; // "Vous avez fait 71, il en fallait 82 : chute."
  tally: TallyView | null;
  lines: SheetLine[];
  score: Record<Side, number>;
  totals: Record<Side, number>;
  held_points: number;
}

export interface Saying {
  seat: Seat;
  text: string;
}

export interface Told {
  seq: number;
  at: number; // epoch ms
  event: EventJson; // redacted, as in src/rebelote/events.py
  text: string | null; // one sentence in the reader's language
  say: Saying | null; // for a bubble
}

/** What happened beside the cards, after the event `seq`. */
export interface ToldNote {
  number: number;
  seq: number;
  at: number;
  note: string;
  text: string;
}

// ---- The live connection.

export interface Hello {
  do: 'hello';
  token?: Token | null;
  lang?: Lang;
  match?: string | null;
  seq?: number | null;
  changes?: boolean; // be told what has changed of the view where that is enough
}

export interface Act {
  do: 'act';
  id: number;
  match: string;
  seq: number;
  action: Action;
}

export interface Say {
  do: 'say';
  id: number;
  phrase: Phrase;
}

/** «The rest is mine»: refused unless it is certain (`claim` of the view). */
export interface Claim {
  do: 'claim';
  id: number;
  match: string;
  seq: number;
}

export interface SpeakLang {
  do: 'lang';
  lang: Lang;
}

export interface Ping {
  do: 'ping';
}

export type FromClient = Hello | Act | Claim | Say | SpeakLang | Ping;

export interface Done {
  type: 'done';
  id: number;
  seq: number;
}

export interface RefusedAct {
  type: 'refused';
  id: number;
  error: Problem;
}

export interface Pong {
  type: 'pong';
  now: number;
}

export interface Gone {
  type: 'gone';
  error: Problem;
}

export interface NoteMessage {
  type: 'note';
  note: ToldNote;
}

/** Somebody at the table says one of the set phrases. */
export interface SaidMessage {
  type: 'said';
  seat: Seat;
  phrase: Phrase;
}

export interface TableMessage {
  type: 'table';
  table: TableInfo;
  deadline: number | null;
}

/** Everything: the answer to a hello, and after a change that touches all. */
export interface StateMessage {
  type: 'state';
  now: number; // epoch ms
  table: TableInfo;
  view: PageView | null;
  sheet: SheetEntry[];
  events: Told[];
  notes: ToldNote[];
}

/** What one action came to, and the view after it. */
export interface EventsMessage {
  type: 'events';
  now: number; // epoch ms
  events: Told[];
  view: PageView;
  sheet?: SheetEntry[]; // the deals that were scored just now
}

/** The same for one who asked for changes and has the view of the match at the seq `after`: its keys that are not here are as they were, and so are seats that are not among its seats. Who has another view says hello again. */
export interface ChangesMessage {
  type: 'changes';
  now: number; // epoch ms
  match: string;
  after: number;
  events: Told[];
  changes: ViewChanges;
  sheet?: SheetEntry[]; // as above
}

export type FromServer = StateMessage | EventsMessage | ChangesMessage | TableMessage | NoteMessage | SaidMessage | Done | RefusedAct | Pong | Gone;

// ---- The same by HTTP alone

export interface ActRequest {
  match: string;
  seq: number;
  action: Record<string, unknown>; // as in docs/bot-protocol.md
}

/** `seq` is how far the player has seen the match. */
export interface TakebackRequest {
  match: string;
  seq: number;
}

export interface Acted {
  seq: number;
}

// ---- Matches that were played.

export interface Person {
  seat: Seat;
  side: Side;
  name: string;
  kind: 'human' | 'bot';
  face: string | null; // as in a TableSeat
  bot: string | null; // which bot
}

export interface ReplayPile {
  top: CardText;
  under: CardText;
}

export interface ReplayDeal {
  number: number;
  dealer: Seat;
  voided: boolean;
  hands: Record<Seat, CardText[]>; // as they stood when play began
  piles: Record<Seat, ReplayPile[]>;
  turned: CardText | null;
  contract: ContractView | null;
  events: Told[]; // nothing hidden
  notes: ToldNote[];
  entry: SheetEntry | null;
}

/** A row of the sheet, for every deal that may be seen. */
export interface DealLine {
  number: number;
  voided: boolean;
  contract: string;
  call: string; // the contract without its taker
  taker: Seat | null;
  result: string;
  outcome: 'made' | 'failed' | 'tie' | 'none';
  score: Record<Side, number> | null;
}

/** How often a player was told what to play, and took a call or a card back. */
export interface HelpCount {
  seat: Seat;
  advice: number;
  takebacks: number;
}

export interface Replay {
  match: string;
  table: string;
  over: boolean; // else only the deals already marked are here
  started: number;
  rules: TableRules;
  direction: Direction;
  seats: Person[];
  first: number; // the place of the first of these deals among all that may be seen
  deals: ReplayDeal[]; // a page of them
  lines: DealLine[]; // one for each that may be seen
  totals: Record<Side, number>;
  result: ResultView | null;
  help: HelpCount[]; // of those who had some
}

export interface MatchSummary {
  match: string;
  table: string;
  over: boolean;
  started: number;
  rules: TableRules;
  seats: Person[];
  totals: Record<Side, number>;
  winners: Side[];
  deals: number;
  help: HelpCount[]; // of those who had some
}

// ---- Advice.

/** Something that may be done, and by how many points it is behind the advice on average. */
export interface AdvisedChoice {
  label: string;
  card: CardText | null;
  behind: number;
}

/** What expert would do in the player's place, and why. `choices`: the advice, then the best first. */
export interface Advice {
  match: string;
  seq: number;
  label: string;
  card: CardText | null;
  reason: string;
  choices: AdvisedChoice[];
}

// ---- The review of a match.

/** Something that could have been done. Values are marks of the sheet, on average. */
export interface ReviewedChoice {
  label: string;
  card: CardText | null;
  value: number;
  behind: number; // by how much less than the best
  error: number; // the standard error of that
}

/** Judged by what its player could know. `seq` is that of its event in the replay. */
export interface ReviewedDecision {
  seq: number;
  seat: Seat;
  label: string;
  card: CardText | null;
  grade: Grade;
  loss: number;
  error: number;
  sure: number; // what of the loss chance does not explain
  because: string; // a sentence, where there is something to say
  choices: ReviewedChoice[]; // best first, the one made among them
}

/** `open_points`: what `open_side` takes with every card open and best play by all, before each card. */
export interface ReviewedDeal {
  number: number;
  stake: number;
  decisions: ReviewedDecision[];
  cost: Record<Side, number>; // what each side gave away for sure
  turning: number | null; // the seq of the decision that cost most
  open_side: Side | null;
  open_points: number[];
  open_unit: 'points' | 'tricks'; // what they count
  open_ahead: number; // by how much that side would have outscored the others
}

export interface ReviewedPlayer {
  seat: Seat;
  decisions: number;
  grades: Record<Grade, number>;
  accuracy: number; // percent
  lost: number; // marks given away for sure
  contracts_made: number;
  contracts_fallen: number;
}

export interface ReviewedMoment {
  deal: number;
  seq: number;
}

/** The review of the deals that may be seen. While it runs, those that are done are here already. */
export interface ReviewAnswer {
  match: string;
  depth: number;
  state: ReviewState;
  done: number;
  of: number;
  deals: ReviewedDeal[];
  players: ReviewedPlayer[];
  moments: ReviewedMoment[];
}

/** Why a bot did so at `seq`; `again` is what it would do there now, `choices` all that it thought of. Where a search found it and the bot can't say more itself, `because` names the cards, or says that all choices were about as good; else it is empty. */
export interface BotReason {
  seq: number;
  seat: Seat;
  reason: string;
  because: string;
  done: string;
  again: string;
  choices: AdvisedChoice[];
}

// ---- Positions: deals with every card open, to be studied. Nothing of a table is in them.

export type GivenCard = string;

export type GivenCards = GivenCard[];

export type GivenTrick = Place[][];

export type GivenPiles = Record<Place, GivenCard[][]>;

export type BySide = Record<Place, number>;

/** A deal in the middle of its play, as `rebelote solve` takes it. `trick` is on the table, `tricks` were won before, `piles` are tops that are in `hands` with what they cover, `moves` cards played from there. */
export interface GivenPosition {
  rules: RulesRef;
  trump: 'S' | 'H' | 'D' | 'C' | 'SA' | 'TA';
  leader: Place; // of the trick that is played now
  hands: Record<Place, GivenCards>; // without the cards on the table
  trick?: GivenTrick;
  tricks?: BySide;
  piles?: GivenPiles;
  closed?: boolean; // after a closed double no trump is led
  moves?: GivenCards;
}

export interface BoardCard {
  card: CardText;
  name: string; // "valet de cœur"
  playable: boolean; // may be played now
  why: Clause | null; // why not, when it is this seat's turn and it may not
  under: CardText | null; // the card that it covers, where cards lie in piles
}

export interface BoardSeat {
  seat: Seat;
  side: Side;
  name: string; // "Nord"
  cards: BoardCard[]; // sorted: trumps first, colours alternating
  hidden: number; // cards that are not told, where one seat's view is shown
}

/** A card of the line in a sentence; `won` is told with the last card of a trick. */
export interface MoveTold {
  seat: Seat;
  card: CardText;
  name: string;
  text: string;
  won: string | null;
}

/** A position after its moves, as the rules have it. */
export interface PositionView {
  rules: string; // "Contrée FFB"
  trump: Trump;
  trump_name: string; // "cœur"
  direction: Direction;
  unit: 'points' | 'tricks'; // what values and `taken` count
  solvable: boolean; // values can be asked for
  seats: BoardSeat[]; // in the direction of play
  sides: Record<Side, string>; // with their names
  leader: Seat;
  turn: Seat | null; // null when every card is played
  trick: PlayedCard[];
  trick_winning: Seat | null;
  last_trick: LastTrick | null; // of the moves
  trick_number: number; // of the deal, from 1: the one that is played now
  tricks: Record<Side, number>; // of the deal
  taken: Record<Side, number>; // since the position was given
  told: MoveTold[];
}

/** What a side still takes, with every card open and best play by all: by default the side to move. */
export interface SolveRequest extends GivenPosition {
  side: Place | null;
}

/** As `rebelote solve` says it. `text` is the position as that command reads it, null for a house rule. */
export interface PositionValues {
  side: Side;
  value: number;
  cards: Record<CardText, number>; // after each card that may be played
  line: CardText[]; // to the end; nobody errs in it
  text: string | null;
}

export interface FrameRequest {
  rules: RulesRef;
  players?: number | null;
}

export interface FrameSeat {
  seat: Seat;
  side: Side;
  name: string;
}

/** What a position of a game is made of. `hand` and `piles` are dealt to each; a pile is two cards. */
export interface PositionFrame {
  rules: string;
  seats: FrameSeat[]; // in the direction of play
  sides: Record<Side, string>;
  direction: Direction;
  pack: CardText[];
  tricks: number; // of a deal; where it may have any length, at most
  any_length: boolean;
  hand: number;
  piles: number;
  trumps: Trump[];
  solvable: boolean;
}

/** A deal in text, a question in JSON, a record or a log: which deal of it, after how many cards. */
export interface ReadRequest {
  text: string;
  deal?: number;
  after?: number | null; // null: at the end of what is given
}

export interface ReadPosition {
  position: GivenPosition; // as its play begins; `moves` are all cards of the deal
  after: number; // how many of the moves lead to what was asked for
  deals: number[]; // the deals of a record that can be asked for; empty for a deal
}

// ---- Lessons, as a newcomer takes them.

export interface LessonSummary {
  id: string;
  group: 'rules' | 'tactics';
  title: string;
  summary: string;
  length: number; // steps
}

/** Something that can be answered: a card, a number or a call. `reply`: what is then said. */
export interface LessonChoice {
  value: string;
  label: string;
  right: boolean;
  reply: string;
  clause: Clause | null; // the rule that forbids it
}

/** One thing to do. `ask`: play one card; pick every card of a kind; touch cards from the strongest on; touch the card that wins the trick; choose a number; choose a call. The learner sits at S. */
export interface LessonStep {
  ask: 'play' | 'pick' | 'order' | 'winner' | 'count' | 'call';
  text: string;
  trump: Trump | null;
  hand: NamedCard[];
  cards: NamedCard[]; // to be put in order
  trick: PlayedCard[];
  then: PlayedCard[]; // what the others play after the learner
  turned: NamedCard | null;
  calls: Saying[]; // what was said before
  choices: LessonChoice[];
  right: string[]; // in their order, where an order is asked for
  solved: string;
  missing: string; // said when something that was to be picked was left out
}

export interface LessonPage extends LessonSummary {
  rules: string; // the game's name
  steps: LessonStep[];
  next: string | null; // the lesson after it
}

// ---- What a browser knows of its own matches, and how that moves to another.

/** Decisions of one grade that cost something: `lost` is what they gave away for sure, in marks. */
export interface ErrorCount {
  part: 'calls' | 'cards';
  grade: Grade;
  times: number;
  lost: number;
}

/** A match as one seat's player remembers it. `called`, `made` and `fallen` are contracts that this seat took. `accuracy` and `errors` are of the deals that were reviewed; null and empty where none was. */
export interface MatchFacts {
  match: string;
  rules: string; // the ruleset's id
  name: string;
  started: number;
  over: boolean;
  won: boolean | null; // null while it is not over
  ours: number;
  theirs: number;
  deals: number;
  called: number;
  made: number;
  fallen: number;
  advice: number; // how often this seat was told what to play
  takebacks: number;
  accuracy: number | null;
  errors: ErrorCount[];
}

/** What is to move: the browser's own words, which the server does not read. */
export interface NewTransfer {
  data: Record<string, unknown>;
}

export interface TransferCode {
  code: string; // "abcd-efgh-jkmn"
  until: number; // in ms since 1970
}

export interface TakeTransfer {
  code: string;
}

export interface Transferred {
  data: Record<string, unknown>;
}

/** How many results are nobody's now. */
export interface Forgotten {
  results: number;
}

// ---- Problems: a deal as one seat sees it, and what is told once it was answered.

export interface ProblemTheme {
  theme: Theme;
  name: string; // "Tirer les atouts"
  count: number; // problems of it
}

/** How a browser stands. `streak` are right answers in a row, `days` problems of the day in a row. */
export interface ProblemStanding {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
  days: number;
  daily_done: boolean; // today's was answered
}

/** What there is; `standing` is null without a token. */
export interface ProblemList {
  count: number;
  themes: ProblemTheme[];
  standing: ProblemStanding | null;
}

export interface ProblemCall {
  seat: Seat;
  text: string; // "80 pique"
}

/** `answer` is what is sent back: a card, or a call as text. */
export interface ProblemChoice {
  answer: string;
  label: string;
}

/** All that `seat` knows, and nothing else. A call has no `position`, a card no `choices`. */
export interface ProblemView {
  id: string;
  day: string | null; // the date, where it is the problem of the day
  rating: number;
  game: string; // "Belote contrée"
  kind: 'card' | 'call';
  seat: Seat;
  dealer: Seat;
  names: Record<Seat, string>;
  partners: Seat[];
  contract: string | null; // without its taker
  taker: Seat | null;
  turned: NamedCard | null;
  calls: ProblemCall[];
  tricks: LastTrick[]; // those played, the first one first
  hand: NamedCard[];
  position: PositionView | null; // others' cards are counted, not told
  choices: ProblemChoice[];
}

export interface ProblemAnswer {
  answer: string;
}

/** An imagined deal that fits, in which the answer costs something. A call has no `position`. */
export interface ProblemRefutation {
  told: string[];
  hands: Record<Seat, NamedCard[]>;
  position: GivenPosition | null; // every card open
  moves: CardText[];
}

export interface ProblemValue {
  answer: string;
  label: string;
  right: boolean;
  behind: number; // what it loses on average, in marks
}

export interface ProblemVerdict {
  right: boolean;
  best: ProblemChoice;
  themes: string[];
  explanation: string[];
  why: string | null; // why the answer is not right
  refutation: ProblemRefutation | null;
  values: ProblemValue[]; // best first
  rated: boolean; // a first answer, with a token
  change: number; // of the rating
  standing: ProblemStanding | null;
}

// ---- The proof of the shuffle

export type Origin = 'shuffled' | 'exact' | 'loose';

/** A person who sat there when the match began. Without a commitment, he had given none; without a seed, he did not reveal it in time. Both are hex. */
export interface Contribution {
  seat: string;
  commitment: string | null;
  seed: string | null;
}

/** A pack whose link was revealed: `secret`, as hex. `number` is the deal's on the score sheet, `attempt` the pack's in the match: deals dealt again count too. `order` is the pack from top to bottom before the cut. `heaps` are what a pack that is only cut was gathered from, group by group. `drawn` says that nobody chose the cut: it came from the chain. */
export interface FairDeal {
  number: number;
  attempt: number;
  secret: string;
  cut: number;
  order: string[];
  origin: Origin;
  draws: string[];
  cutter: string;
  drawn: boolean;
  heaps: string[][][];
}

/** `contributions` are of the people who sat there at the start, `joined` the seats of who came later. */
export interface Fairness {
  scheme: 1 | 2;
  match: string;
  commitment: string;
  seats: string[];
  contributions: Contribution[];
  joined: string[];
  dealer: string;
  smallest_heap: number;
  deals: FairDeal[];
}

/** What everybody at the table is told before any client seed is revealed. `until` is in ms since 1970. */
export interface Opening {
  match: string;
  commitment: string;
  contributions: Contribution[];
  until: number;
}

/** One of the day's games: `series` is what its luck is drawn for, `commitment` the end of its chain. */
export interface DayGame {
  series: string;
  game: string;
  commitment: string;
}

/** What a server publishes about a day, before it (without `link`) and after it. Days are written 2026-11-17; `first` is the day of the chain's first link. */
export interface Day {
  day: string;
  first: string;
  number: number;
  anchor: string;
  link: string | null;
  games: DayGame[];
}
