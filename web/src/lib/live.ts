// The live connection to one table: says hello, keeps in step by seq, comes back by itself when the network fails.
import { base } from './base';
import type { Action, FromClient, FromServer, Lang, PageView, Phrase, Problem } from './types';

export type LiveStatus = 'connecting' | 'open' | 'lost' | 'gone';

export interface LiveHandlers {
  status(status: LiveStatus): void;
  message(message: Heard): void;
}

export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

const PING_EVERY = 20_000;
const ANSWER_WITHIN = 8_000;
const SLOW = 2_000;

/** What the page hears: what has changed of a view comes to it as the events and the whole view. */
export type Heard = Exclude<FromServer, { type: 'changes' }>;

/** How long to wait before the n-th new try (from 0): 0.3 s, doubling up to 8 s, half of it by chance. */
export function backoff(attempt: number, chance: number): number {
  const longest = Math.min(8_000, 300 * 2 ** attempt);
  return longest / 2 + (longest / 2) * chance;
}

/** How long the n-th try (from 0) may take until the table is there: 4 s, doubling up to 16 s, for slow networks. */
export function patience(attempt: number): number {
  return Math.min(16_000, 4_000 * 2 ** attempt);
}

type Answer = (problem: Problem | null) => void;

export class Live {
  #address: string;
  #handlers: LiveHandlers;
  #open: (address: string) => Socket;
  #token: string | null;
  #lang: Lang;
  #socket: Socket | null = null;
  #match: string | null = null;
  #seq: number | null = null;
  #view: PageView | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #nextId = 1;
  #waiting = new Map<number, Answer>();
  #closed = false;

  constructor(
    table: string,
    token: string | null,
    lang: Lang,
    handlers: LiveHandlers,
    open: (address: string) => Socket = openSocket,
  ) {
    this.#address = `${base}api/tables/${encodeURIComponent(table)}/live`;
    this.#token = token;
    this.#lang = lang;
    this.#handlers = handlers;
    this.#open = open;
  }

  connect(): void {
    clearTimeout(this.#retry);
    if (this.#closed || this.#socket) return;
    this.#handlers.status(this.#attempt === 0 ? 'connecting' : 'lost');
    const socket = this.#open(this.#address);
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = () => this.#lost(socket);
    this.#opening = setTimeout(() => this.#lost(socket), patience(this.#attempt));
  }

  /** The network or the tab came back: don't wait for the next try. */
  wake(): void {
    if (this.#closed) return;
    if (this.#socket) this.#send({ do: 'ping' });
    else this.connect();
  }

  /** The network went away: no use in waiting for an answer. */
  drop(): void {
    if (this.#socket) this.#lost(this.#socket);
  }

  close(): void {
    this.#closed = true;
    if (this.#socket) this.#lost(this.#socket);
    clearTimeout(this.#retry);
  }

  setLang(lang: Lang): void {
    this.#lang = lang;
    this.#send({ do: 'lang', lang });
  }

  /** Another seat at the same table: a fresh hello, from nothing. */
  setToken(token: string | null): void {
    this.#token = token;
    this.#match = null;
    this.#seq = null;
    if (this.#socket) this.#lost(this.#socket);
    this.#attempt = 0;
    this.connect();
  }

  /** Ask for an action; null when it was taken. */
  act(match: string, seq: number, action: Action): Promise<Problem | null> {
    return this.#ask((id) => ({ do: 'act', id, match, seq, action }));
  }

  /** Take every trick that is left; null when it was certain. */
  claim(match: string, seq: number): Promise<Problem | null> {
    return this.#ask((id) => ({ do: 'claim', id, match, seq }));
  }

  /** Say one of the set phrases; null when it was heard. */
  say(phrase: Phrase): Promise<Problem | null> {
    return this.#ask((id) => ({ do: 'say', id, phrase }));
  }

  #ask(message: (id: number) => FromClient): Promise<Problem | null> {
    return new Promise((resolve) => {
      const id = this.#nextId++;
      if (!this.#send(message(id))) resolve({ code: 'lost', message: '' });
      else this.#waiting.set(id, resolve);
      setTimeout(() => this.#waiting.has(id) && this.#ping(), SLOW);
    });
  }

  hello(): void {
    this.#send({
      do: 'hello',
      token: this.#token,
      lang: this.#lang,
      match: this.#match,
      seq: this.#seq,
      changes: true,
    });
  }

  #opened(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    this.hello();
    this.#pinger = setInterval(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    const asked = Date.now();
    if (!this.#send({ do: 'ping' })) return;
    const socket = this.#socket;
    setTimeout(() => {
      if (socket && socket === this.#socket && this.#heard < asked) this.#lost(socket);
    }, ANSWER_WITHIN);
  }

  #received(socket: Socket, data: string): void {
    if (socket !== this.#socket) return;
    this.#heard = Date.now();
    clearTimeout(this.#opening);
    const message = this.#whole(JSON.parse(data) as FromServer);
    if (message === null) {
      this.hello();
      return;
    }
    switch (message.type) {
      case 'state':
        this.#attempt = 0;
        this.#view = message.view;
        this.#match = message.view?.match ?? null;
        this.#seq = message.view?.seq ?? null;
        this.#handlers.status('open');
        break;
      case 'events':
        if (!this.#follows(message)) {
          this.hello();
          return;
        }
        this.#match = message.view.match;
        this.#seq = message.view.seq;
        this.#view = message.view;
        break;
      case 'done':
        this.#answer(message.id, null);
        return;
      case 'refused':
        this.#answer(message.id, message.error);
        return;
      case 'pong':
        return;
      case 'gone':
        this.close();
        this.#handlers.status('gone');
        break;
      case 'table':
      case 'note':
      case 'said':
        break;
    }
    this.#handlers.message(message);
  }

  /** Changes laid over the view that they are of; null where we have another. */
  #whole(message: FromServer): Heard | null {
    if (message.type !== 'changes') return message;
    const { match, after, changes, ...rest } = message;
    if (this.#view?.match !== match || this.#view.seq !== after) return null;
    const moved = new Map(changes.seats?.map((seat) => [seat.seat, seat]));
    const seats = this.#view.seats.map((seat) => moved.get(seat.seat) ?? seat);
    return { ...rest, type: 'events', view: { ...this.#view, ...changes, seats } };
  }

  #follows(message: FromServer & { type: 'events' }): boolean {
    if (message.view.match !== this.#match || this.#seq === null) return this.#match === null;
    return message.view.seq - message.events.length === this.#seq;
  }

  #answer(id: number, problem: Problem | null): void {
    this.#waiting.get(id)?.(problem);
    this.#waiting.delete(id);
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#pinger);
    clearTimeout(this.#opening);
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    for (const answer of this.#waiting.values()) answer({ code: 'lost', message: '' });
    this.#waiting.clear();
    if (this.#closed) return;
    this.#handlers.status('lost');
    this.#retry = setTimeout(() => this.connect(), backoff(this.#attempt++, Math.random()));
  }

  #send(message: FromClient): boolean {
    if (!this.#socket) return false;
    try {
      this.#socket.send(JSON.stringify(message));
      return true;
    } catch {
      return false;
    }
  }
}

function openSocket(address: string): Socket {
  const url = new URL(address, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url) as unknown as Socket;
}

/** Follow the browser's own news about network and tab; gives back how to stop. */
export function watchNetwork(live: Live): () => void {
  const wake = () => live.wake();
  const drop = () => live.drop();
  const seen = () => {
    if (document.visibilityState === 'visible') live.wake();
  };
  addEventListener('online', wake);
  addEventListener('offline', drop);
  document.addEventListener('visibilitychange', seen);
  return () => {
    removeEventListener('online', wake);
    removeEventListener('offline', drop);
    document.removeEventListener('visibilitychange', seen);
  };
}
