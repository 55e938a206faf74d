// One table as this browser follows it: what has arrived, what is shown of it, and the one action under way.
import { placeName } from '../cast/placeName';
import { api, complaint } from '../lib/api';
import { t } from '../lib/i18n';
import { Live, watchNetwork, type Heard, type LiveStatus } from '../lib/live';
import { dropSeat, heldSeat, holdSeat, markOver, rememberMatch } from '../lib/seats';
import { commitmentOf, commitNext, keepSeed, newSeed, reveal } from '../lib/seeds';
import type { Speed } from '../lib/preferences';
import { settings } from '../lib/settings.svelte';
import type {
  Action,
  Clause,
  FromServer,
  PageView,
  Phrase,
  Problem,
  Seat,
  SheetEntry,
  TableInfo,
  Told,
  ToldNote,
} from '../lib/types';
import { answersOf, forcedCard } from './calls';
import { soundsOf } from './cues';
import { extended, framesOf, unread, type Frame } from './frames';
import { logged, noted } from './log';
import { beginDeal, dealIn } from './dealing';
import { momentsIn, type Moment } from './moments';
import { Pacing } from './pacing';
import { seatName } from './names';
import { newlyAsking, sameSitter, seatNews } from './seatNews';
import { playSound } from '../lib/sounds';
import { vibrate } from '../lib/vibration';

export interface Notice {
  kind: 'trouble' | 'news';
  text: string;
  reason: Clause | null;
}

const BUBBLE_TIME = 2400;
const NOTICE_TIME = 6000;
const READING_TIME = 5000;
/** What no card and no bubble shows. */
const NEWS = new Set(['deal_voided', 'misdealt', 'ruled', 'card_excused', 'declarations_unproved']);

export class Game {
  readonly id: string;
  status: LiveStatus = $state('connecting');
  table: TableInfo | null = $state.raw(null);
  view: PageView | null = $state.raw(null); // what is shown
  latest: PageView | null = $state.raw(null); // what has arrived
  sheet: SheetEntry[] = $state.raw([]);
  log: Told[] = $state.raw([]);
  notes: ToldNote[] = $state.raw([]);
  bubbles: Record<Seat, string> = $state({});
  moments: Record<Seat, Moment['kind']> = $state({});
  busy = $state(false); // something has arrived that is not shown yet
  pending = $state(false); // an action is on its way
  notice: Notice | null = $state.raw(null);
  gone: Problem | null = $state.raw(null);
  muted: Seat[] = $state([]); // whose phrases this reader does not want
  scored: SheetEntry | null = $state.raw(null); // the deal that was just marked, until it was read
  spoken = $state(''); // for the live region
  skew = $state(0); // the server's clock less ours

  #live: Live;
  #pacing: Pacing;
  #stopWatching: () => void;
  #arrived: PageView | null = null;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #bubbleTimers = new Map<Seat, ReturnType<typeof setTimeout>>();
  #goOnTimer: ReturnType<typeof setTimeout> | undefined;
  #token: string | null;
  #remembered: string | null = null; // what is in this browser's list
  #noticed: number | null = null; // the seq of the turn that was last noticed
  #given: string | null = null; // for what a seed was last given
  #unsaid: string[] = [];
  #relearn = false; // another language was asked for
  #claimed = false; // the rest of this deal

  constructor(id: string) {
    this.id = id;
    this.#token = heldSeat(id)?.token ?? null;
    this.#pacing = new Pacing({
      show: (frame) => this.#show(frame),
      changed: () => this.#settle(),
      speed: () => this.#speed(),
    });
    this.#live = new Live(id, this.#token, settings.lang, {
      status: (status) => (this.status = status),
      message: (message) => this.#receive(message),
    });
    this.#stopWatching = watchNetwork(this.#live);
    document.addEventListener('visibilitychange', this.hurry);
    this.#live.connect();
  }

  close(): void {
    this.#live.close();
    this.#pacing.clear();
    this.#stopWatching();
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.#noticeTimer);
    clearTimeout(this.#goOnTimer);
    for (const timer of this.#bubbleTimers.values()) clearTimeout(timer);
  }

  get seat(): Seat | null {
    return this.view?.seat ?? this.table?.you.seat ?? null;
  }

  get seated(): boolean {
    return this.#token !== null;
  }

  /** What is shown is up to date and waits for this player. */
  get yourTurn(): boolean {
    const view = this.view;
    if (!view || view.seat === null || this.busy || this.pending) return false;
    if (answersOf(view).length > 0) return true;
    return view.offers.length > 0 && (view.to_act[0] === view.seat || view.phase !== 'call');
  }

  setLang(): void {
    this.#relearn = true;
    this.#live.setLang(settings.lang);
  }

  hurry = (): void => this.#pacing.hurry();

  goOn(): void {
    this.keepScore();
    this.scored = null;
    this.#pacing.goOn();
  }

  /** The score is being read: it stays until somebody goes on. */
  keepScore(): void {
    clearTimeout(this.#goOnTimer);
  }

  #goOnSoon(): void {
    clearTimeout(this.#goOnTimer);
    if (settings.autoNext && this.view?.result === null)
      this.#goOnTimer = setTimeout(() => this.goOn(), READING_TIME);
  }

  async act(action: Action): Promise<void> {
    await this.#ask((view) => this.#live.act(view.match, view.seq, action));
  }

  /** Every trick that is left, when it is certain: the others see why. */
  async claim(): Promise<void> {
    await this.#ask((view) => this.#live.claim(view.match, view.seq));
  }

  /** Back to this player's last choice of the deal; what has arrived and is not shown yet is undone too. */
  async takeBack(): Promise<void> {
    const [view, token] = [this.latest, this.#token];
    if (!view || !token) return;
    await this.#try(async () => {
      await api().takeBack(this.id, token, view.match, view.seq);
    });
  }

  async #ask(ask: (view: PageView) => Promise<Problem | null>): Promise<void> {
    const view = this.latest;
    if (!view || this.pending) return;
    this.pending = true;
    this.hideNotice();
    const problem = await ask(view);
    this.pending = false;
    this.#noticeTurn();
    if (!problem) return;
    if (problem.code === 'stale') this.#live.hello();
    else if (problem.code !== 'lost') this.tell(problem.message, problem.clause ?? null);
  }

  /** Say one of the set phrases to the table. */
  async say(phrase: Phrase): Promise<void> {
    const problem = await this.#live.say(phrase);
    if (problem && problem.code !== 'lost') this.tell(problem.message);
  }

  mute(seat: Seat, muted: boolean): void {
    this.muted = muted ? [...this.muted, seat] : this.muted.filter((other) => other !== seat);
  }

  #hear(seat: Seat, phrase: Phrase): void {
    const own = seat === this.seat;
    if (!own && (!settings.phrases || this.muted.includes(seat))) return;
    const text = t(`table.phrase.${phrase}`);
    this.#bubble(seat, text);
    if (!own && this.table) this.#speak(t('table.says', { name: seatName(this.table, seat), text }));
  }

  tell(text: string, reason: Clause | null = null): void {
    this.#notify({ kind: 'trouble', text, reason });
    this.#speak(text);
  }

  #notify(notice: Notice): void {
    clearTimeout(this.#noticeTimer);
    this.notice = notice;
    this.#noticeTimer = setTimeout(() => (this.notice = null), NOTICE_TIME);
  }

  hideNotice(): void {
    clearTimeout(this.#noticeTimer);
    this.notice = null;
  }

  // Sitting down and getting up

  async sit(nickname: string, seat?: Seat): Promise<void> {
    await this.#try(async () => {
      const seed = newSeed();
      keepSeed(this.id, seed);
      const how = {
        nickname,
        avatar: settings.avatar,
        client_commitment: commitmentOf(seed),
        ...(seat === undefined ? {} : { seat }),
      };
      const seated = await api().sit(this.id, how, this.#token);
      settings.nickname = nickname;
      this.#hold(seated.token, seated.seat);
      this.table = seated.table;
    });
  }

  async leave(): Promise<void> {
    await this.#order((token) => api().leave(this.id, token));
  }

  async comeBack(): Promise<void> {
    const token = this.#token;
    if (!token) return;
    await this.#try(async () => {
      const seated = await api().comeBack(this.id, token);
      this.#hold(seated.token, seated.seat);
      this.table = seated.table;
    });
  }

  /** An order to the table by one who sits there. */
  async order(give: (token: string) => Promise<TableInfo>): Promise<void> {
    await this.#order(give);
  }

  async #order(give: (token: string) => Promise<TableInfo>): Promise<void> {
    const token = this.#token;
    if (!token) return;
    await this.#try(async () => {
      this.table = await give(token);
    });
  }

  async #try(attempt: () => Promise<void>): Promise<void> {
    if (this.pending) return;
    this.pending = true;
    try {
      await attempt();
    } catch (error) {
      this.tell(complaint(error));
    } finally {
      this.pending = false;
    }
  }

  #hold(token: string, seat: Seat): void {
    this.#token = token;
    holdSeat(this.id, token, seat);
    this.#live.setToken(token);
  }

  // What the server says

  #receive(message: Heard): void {
    switch (message.type) {
      case 'state':
        this.#start(message);
        break;
      case 'events': {
        this.skew = message.now - Date.now();
        const reader = message.view.seat !== null;
        const frames = framesOf(this.#arrived, message, reader);
        this.#arrived = this.latest = message.view;
        this.#remember(message.view);
        this.#pacing.add(frames);
        break;
      }
      case 'table':
        this.#seatTable(message.table);
        if (message.deadline !== undefined) this.#moveDeadline(message.deadline);
        break;
      case 'said':
        this.#hear(message.seat, message.phrase);
        break;
      case 'note':
        this.#claimed = message.note.note === 'claimed';
        this.notes = noted(this.notes, [message.note]);
        this.#speak(message.note.text);
        this.#notify({ kind: 'news', text: message.note.text, reason: null });
        break;
      case 'gone':
        this.gone = message.error;
        dropSeat(this.id);
        break;
    }
  }

  /** All of it anew; what was still to be shown is forgotten, but for a score that nobody has read yet. */
  #start(message: FromServer & { type: 'state' }): void {
    const { view, sheet } = message;
    this.skew = message.now - Date.now();
    this.#seatTable(message.table);
    if (view) this.#remember(view);
    const same = view?.match === this.view?.match;
    const missed = same && view !== null && unread(this.scored, this.sheet, message);
    const back = same && view !== null && view.seq < (this.latest?.seq ?? 0);
    if (!same) this.#newMatch();
    if (back) this.#forgetAfter(view.seq);
    if (!same && view && message.table.rules.followable)
      this.#notify({ kind: 'news', text: t('table.followable'), reason: null });
    this.#arrived = this.latest = this.view = view;
    this.sheet = sheet;
    // In another language all of it is told again: what is not would stay in the one before.
    this.log = logged(this.#relearn ? [] : this.log, message.events);
    this.notes = noted(this.#relearn ? [] : this.notes, message.notes);
    this.#relearn = false;
    this.#pacing.replace(missed ? [{ view, told: [], sheet, rest: 'scored' }] : []);
  }

  #seatTable(table: TableInfo): void {
    const before = this.table;
    const news = before ? seatNews(before, table) : [];
    this.table = table;
    if (table.status === 'over' && table.match) markOver(table.match);
    this.muted = this.muted.filter((seat) => before && sameSitter(before, table, seat));
    this.#giveSeed(table);
    const text = news.map(({ what, name }) => t(`table.news.${what}`, { name })).join(' ');
    for (const asking of newlyAsking(before, table))
      this.#speak(t('table.asks_to_sit', { name: asking.name, seat: placeName(asking.seat) }));
    if (!text) return;
    this.#speak(text);
    if (this.view && !this.notice) this.#notify({ kind: 'news', text, reason: null });
  }

  /** Our seed for the match that is being opened, once; else a commitment for the next, if there is none. */
  #giveSeed(table: TableInfo): void {
    const token = this.#token;
    const wanted = table.opening ? table.opening.match : `after ${table.match}`;
    if (!token || table.you.seat === null || this.#given === wanted) return;
    if (!table.opening && table.you.committed) return;
    this.#given = wanted;
    const giving = table.opening ? reveal(api(), table, token) : commitNext(api(), this.id, token);
    giving.catch(() => {}); // too late, or no network: the match begins without it, and the check says so
  }

  #newMatch(): void {
    this.log = [];
    this.notes = [];
    this.sheet = [];
    this.scored = null;
    this.bubbles = {};
    this.#noticed = null;
  }

  /** Something was taken back: it is not shown any more. */
  #forgetAfter(seq: number): void {
    this.log = this.log.filter((told) => told.seq <= seq);
    this.bubbles = {};
    this.#noticed = null;
  }

  #moveDeadline(deadline: number | null): void {
    if (this.latest) this.#arrived = this.latest = { ...this.latest, deadline };
    if (this.view) this.view = { ...this.view, deadline };
  }

  /** As soon as a match's first message is here: what it tells is to be compared later. */
  #remember(view: PageView): void {
    if (!this.table || view.seat === null) return;
    const { commitment, deal } = view.fairness;
    const moment = [view.match, this.#token].join(' ');
    if (this.#remembered === moment) return;
    this.#remembered = moment;
    rememberMatch({
      match: view.match,
      table: this.id,
      rules: this.table.rules.name,
      started: Date.now(),
      commitment: { value: commitment, packs: deal },
    });
  }

  #show(frame: Frame): void {
    if (this.view?.match !== frame.view.match) this.#newMatch();
    const happened = frame.told.map(({ event }) => event);
    beginDeal(dealIn(happened, this.view, frame.view));
    this.moments = Object.fromEntries(momentsIn(happened).map(({ seat, kind }) => [seat, kind]));
    this.view = frame.view;
    if (frame.sheet) this.sheet = extended(this.sheet, frame.sheet);
    this.log = logged(this.log, frame.told);
    if (frame.rest === 'scored') {
      this.scored = this.sheet.at(-1) ?? null;
      this.bubbles = {};
      this.#goOnSoon();
      this.#claimed = false;
    }
    const news = frame.told.flatMap(({ event, text }) => (text && NEWS.has(event.event) ? [text] : []));
    if (news.length > 0) this.#notify({ kind: 'news', text: news.join(' '), reason: null });
    for (const told of frame.told) {
      if (told.text) this.#speak(told.text);
      if (told.say) this.#bubble(told.say.seat, told.say.text);
    }
    for (const sound of soundsOf(frame.told)) playSound(sound);
  }

  #bubble(seat: Seat, text: string): void {
    clearTimeout(this.#bubbleTimers.get(seat));
    this.bubbles[seat] = text;
    this.#bubbleTimers.set(
      seat,
      setTimeout(() => delete this.bubbles[seat], BUBBLE_TIME),
    );
  }

  /** Cards that only follow from a claim go by quickly. */
  #speed(): Speed {
    if (document.hidden) return 'instant';
    return this.#claimed && settings.speed !== 'instant' ? 'quick' : settings.speed;
  }

  #settle(): void {
    this.busy = this.#pacing.busy;
    this.#noticeTurn();
  }

  /** Once, when everything was shown and it is this player's turn. */
  #noticeTurn(): void {
    const view = this.view;
    if (!view || !this.yourTurn || this.#noticed === view.seq) return;
    this.#noticed = view.seq;
    const only = forcedCard(view, settings.forcedCard);
    if (only) void this.act(only.action);
    else {
      playSound('turn');
      vibrate();
    }
  }

  /** To the live region: all that is said in one moment, together. */
  #speak(text: string): void {
    if (this.#unsaid.length === 0) queueMicrotask(() => (this.spoken = this.#unsaid.splice(0).join(' ')));
    this.#unsaid.push(text);
  }
}
