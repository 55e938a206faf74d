// The server's HTTP side, typed. A refusal is thrown as a Refusal with the server's own sentence.
import { base } from './base';
import { keep, kept, mayBeKept } from './kept';
import { message } from './messages';
import { playerToken } from './player';
import { settings } from './settings.svelte';
import type {
  BotReason,
  Advice,
  Avatar,
  BotInfo,
  Entrant,
  Fairness,
  GivenPosition,
  Lang,
  League,
  LessonPage,
  LessonSummary,
  MatchFacts,
  MatchSummary,
  PositionFrame,
  PositionValues,
  PositionView,
  Problem,
  ProblemList,
  ProblemVerdict,
  ProblemView,
  ReadPosition,
  ReadRequest,
  Replay,
  ReviewAnswer,
  RulesPage,
  RulesRef,
  RulesSummary,
  Seat,
  SeriesInfo,
  SeriesResult,
  SolveRequest,
  TableInfo,
  TableSettings,
  Theme,
  Today,
  TransferCode,
} from './types';

export class Refusal extends Error {
  readonly problem: Problem;
  readonly status: number;
  constructor(problem: Problem, status: number) {
    super(problem.message);
    this.problem = problem;
    this.status = status;
  }
}

export interface Seated {
  table: TableInfo;
  token: string;
  seat: Seat;
  waits: boolean; // from the next deal on
}

export interface NewTable {
  rules: RulesRef;
  nickname: string;
  avatar: Avatar | null;
  client_commitment: string;
  settings?: Partial<TableSettings>;
  players?: number;
  seat?: Seat;
  start: boolean;
}

export interface Reveal {
  match: string;
  client_seed: string;
  next_commitment: string;
}

export type SeatOrder = { do: 'kick' } | { do: 'bot'; bot: string } | { do: 'empty' } | { do: 'host' };

export class Api {
  readonly lang: Lang;
  constructor(lang: Lang) {
    this.lang = lang;
  }

  rules = () => this.#get<RulesSummary[]>('/rules');
  ruleset = (id: string) => this.#get<RulesPage>(`/rules/${part(id)}`);
  checkRules = (rules: RulesRef) => this.#post<RulesPage>('/rules/check', { rules });
  rulesSchema = () => this.#get<unknown>('/rules/schema');
  bots = () => this.#get<BotInfo[]>('/bots');
  lessons = () => this.#get<LessonSummary[]>('/lessons');
  lesson = (id: string) => this.#get<LessonPage>(`/lessons/${part(id)}`);

  createTable = (table: NewTable) => this.#post<Seated>('/tables', table);
  table = (id: string, token: string | null = null) => this.#get<TableInfo>(`/tables/${part(id)}`, token);
  sit = (
    id: string,
    how: { nickname: string; avatar: Avatar | null; client_commitment: string; seat?: Seat },
    token: string | null,
  ) => this.#post<Seated>(`/tables/${part(id)}/sit`, how, token);
  /** The name goes from all that the server has of this table, and the token ends. */
  eraseMe = (id: string, token: string) =>
    this.#send<{ table: TableInfo }>(`/tables/${part(id)}/me`, { method: 'DELETE' }, token);
  leave = (id: string, token: string) => this.#order(id, 'leave', token);
  comeBack = (id: string, token: string) => this.#post<Seated>(`/tables/${part(id)}/return`, {}, token);
  askToSit = (id: string, token: string) => this.#order(id, 'ask', token);
  answer = (id: string, token: string, seat: Seat, agreed: boolean) =>
    this.#order(id, 'answer', token, { seat, agreed });
  invite = (id: string, token: string, number: number) => this.#order(id, 'invite', token, { number });
  /** Whoever sits on these two seats changes places. */
  swap = (id: string, token: string, seat: Seat, other: Seat) =>
    this.#order(id, 'swap', token, { seat, other });
  /** What expert would do in this seat's place, now. */
  advice = (id: string, token: string) => this.#post<Advice>(`/tables/${part(id)}/advice`, {}, token);
  /** Back to one's last choice; the table is told. */
  takeBack = (id: string, token: string, match: string, seq: number) =>
    this.#post<{ seq: number }>(`/tables/${part(id)}/takeback`, { match, seq }, token);
  start = (id: string, token: string) => this.#order(id, 'start', token);
  rematch = (id: string, token: string) => this.#order(id, 'rematch', token);
  commit = (id: string, token: string, client_commitment: string) =>
    this.#order(id, 'commit', token, { client_commitment });
  reveal = (id: string, token: string, given: Reveal) => this.#order(id, 'reveal', token, given);
  settings = (id: string, token: string, changed: Partial<TableSettings>) =>
    this.#order(id, 'settings', token, changed);
  seat = (id: string, token: string, seat: Seat, order: SeatOrder) =>
    this.#order(id, `seats/${part(seat)}`, token, order);

  match = (id: string) => this.#get<MatchSummary>(`/matches/${part(id)}`, playerToken());
  /** `from` is the place of the first deal; below 0 it counts from the end. */
  replay = (id: string, from: number, count: number) =>
    this.#get<Replay>(`/matches/${part(id)}/replay`, playerToken(), { from, count });
  fairness = (id: string) => this.#get<Fairness>(`/matches/${part(id)}/fairness`, playerToken());
  /** A robot's reason for the call or card at this seq, once its deal is over. */
  why = (id: string, seq: number) => this.#get<BotReason>(`/matches/${part(id)}/why`, playerToken(), { seq });
  /** `seat` is the reader's own: told of it, the reasons say «vous». */
  review = (id: string, seat: Seat | null = null) =>
    this.#get<ReviewAnswer>(`/matches/${part(id)}/review`, playerToken(), seat === null ? {} : { seat });
  /** All deals that may be seen; the one of this number before the others. */
  askForReview = (id: string, deal: number | null, seat: Seat | null) =>
    this.#post<ReviewAnswer>(`/matches/${part(id)}/review`, {}, playerToken(), {
      ...(deal === null ? {} : { deal }),
      ...(seat === null ? {} : { seat }),
    });

  today = () => this.#get<Today>('/daily', playerToken());
  league = (week: string) => this.#get<League>('/league', playerToken(), week ? { week } : {});
  makeChallenge = (game: string, nickname: string) =>
    this.#post<SeriesInfo>('/series', { game, nickname }, playerToken());
  series = (id: string) => this.#get<SeriesInfo>(`/series/${part(id)}`, playerToken());
  playSeries = (id: string, who: Entrant) =>
    this.#post<Seated>(`/series/${part(id)}/play`, who, playerToken());
  facts = (id: string, seat: Seat) =>
    this.#get<MatchFacts>(`/matches/${part(id)}/facts`, playerToken(), { seat });
  makeTransfer = (data: unknown) => this.#post<TransferCode>('/transfers', { data }, playerToken());
  takeTransfer = (code: string) => this.#post<{ data: unknown }>('/transfers/take', { code }, playerToken());
  forgetPlayer = (token: string) => this.#send<unknown>('/player', { method: 'DELETE' }, token);
  seriesResult = (id: string) => this.#get<SeriesResult>(`/series/${part(id)}/result`, playerToken());

  position = (given: GivenPosition) => this.#post<PositionView>('/positions', given);
  problems = (token: string) => this.#get<ProblemList>('/problems', token);
  dailyProblem = (token: string) => this.#get<ProblemView>('/problems/daily', token);
  /** One that this browser has not answered, of the theme if there is one. */
  nextProblem = (theme: Theme | null, token: string) =>
    this.#get<ProblemView>('/problems/next', token, theme === null ? {} : { theme });
  problem = (id: string, token: string) => this.#get<ProblemView>(`/problems/${part(id)}`, token);
  answerProblem = (id: string, answer: string, token: string) =>
    this.#post<ProblemVerdict>(`/problems/${part(id)}/answer`, { answer }, token);
  forgetProblems = (token: string) => this.#send<ProblemList>('/problems/me', { method: 'DELETE' }, token);
  solvePosition = (asked: SolveRequest) => this.#post<PositionValues>('/positions/solve', asked);
  positionFrame = (rules: RulesRef, players: number | null) =>
    this.#post<PositionFrame>('/positions/frame', { rules, players });
  readPosition = (asked: ReadRequest) => this.#post<ReadPosition>('/positions/read', asked);
  recordAddress = (id: string) => `${base}api/matches/${part(id)}/record`;
  /** The record as text, for one whose token says that he may see it. */
  record = (id: string) => this.#text(`/matches/${part(id)}/record`, playerToken());

  #get<T>(
    path: string,
    token: string | null = null,
    query: Record<string, number | string> = {},
  ): Promise<T> {
    return this.#send<T>(path, { method: 'GET' }, token, query);
  }

  #post<T>(
    path: string,
    body: unknown,
    token: string | null = null,
    query: Record<string, number | string> = {},
  ): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#send<T>(path, { method: 'POST', headers, body: JSON.stringify(body) }, token, query);
  }

  async #order(id: string, what: string, token: string, body: unknown = {}): Promise<TableInfo> {
    return (await this.#post<{ table: TableInfo }>(`/tables/${part(id)}/${what}`, body, token)).table;
  }

  /** What is no JSON. A refusal is. */
  async #text(path: string, token: string | null): Promise<string> {
    const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {});
    const response = await fetch(`${base}api${path}?lang=${this.lang}`, { headers }).catch(() => null);
    const body = (await response?.text().catch(() => null)) ?? null;
    if (!response || body === null)
      throw new Refusal({ code: 'network', message: message(this.lang, 'common.no_server') }, 0);
    if (!response.ok) throw new Refusal(problemOf(parsed(body), this.lang), response.status);
    return body;
  }

  async #send<T>(
    path: string,
    init: RequestInit,
    token: string | null,
    query: Record<string, number | string> = {},
  ): Promise<T> {
    const asked = new URLSearchParams({ lang: this.lang });
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
    const headers = new Headers(init.headers);
    headers.set('Accept', 'application/json');
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const address = `${path}?${asked}`;
    const keeps = init.method === 'GET' && mayBeKept(path);
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${base}api${address}`, { ...init, headers });
      body = await response.json();
    } catch {
      const before = keeps ? kept(address) : null;
      if (before !== null) return before as T;
      throw new Refusal({ code: 'network', message: message(this.lang, 'common.no_server') }, 0);
    }
    if (!response.ok) throw new Refusal(problemOf(body, this.lang), response.status);
    if (keeps) keep(address, body);
    return body as T;
  }
}

/** The API in the language of the settings. */
export function api(): Api {
  return new Api(settings.lang);
}

/** One sentence for whatever went wrong. */
export function complaint(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const notFetched = error instanceof Error && /fetch|import|preload/i.test(error.message); // a part of the page
  if (!notFetched) return message(settings.lang, 'common.something_wrong');
  return message(settings.lang, navigator.onLine ? 'common.no_server' : 'common.no_network');
}

function problemOf(body: unknown, lang: Lang): Problem {
  const error = (body as { error?: Partial<Problem> } | null)?.error;
  if (error && typeof error.message === 'string' && typeof error.code === 'string') return error as Problem;
  return { code: 'unknown', message: message(lang, 'common.no_server') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const part = encodeURIComponent;
