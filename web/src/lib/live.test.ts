import { expect, test, vi } from 'vitest';
import { Live, backoff, patience, type Heard, type LiveStatus, type Socket } from './live';
import type { PageView, SeatView } from './types';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {}
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const seats = [
  { seat: 'S', cards: 8 },
  { seat: 'E', cards: 8 },
] as SeatView[];
const view = (seq: number, deal = 1) =>
  ({ match: 'm', seq, seat: 'S', seats, fairness: { commitment: '', deal } }) as PageView;
const state = (seq: number, deal = 1) => ({
  type: 'state',
  now: 0,
  table: {},
  view: view(seq, deal),
  sheet: [],
  events: [],
});
const hello = { do: 'hello', token: 'secret', lang: 'fr', changes: true };
const changes = (after: number, count = 1, changed = {}) => ({
  type: 'changes',
  now: 0,
  match: 'm',
  after,
  changes: { seq: after + count, ...changed },
  events: Array.from({ length: count }, () => ({})),
});
const events = (seq: number, count = 1) => ({
  type: 'events',
  now: 0,
  view: view(seq),
  events: Array.from({ length: count }, () => ({})),
});

function start() {
  vi.useFakeTimers();
  const sockets: FakeSocket[] = [];
  const received: Heard['type'][] = [];
  const views: (PageView | null)[] = [];
  const statuses: LiveStatus[] = [];
  const live = new Live(
    'table',
    'secret',
    'fr',
    {
      status: (status) => statuses.push(status),
      message: (message) => {
        received.push(message.type);
        if ('view' in message) views.push(message.view);
      },
    },
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  );
  live.connect();
  sockets[0]!.onopen?.();
  return { live, sockets, received, statuses, views };
}

test('says hello, from nothing', () => {
  const { sockets } = start();
  expect(sockets[0]!.sent).toEqual([{ ...hello, match: null, seq: null }]);
});

test('follows events one by one and says hello again at a gap', () => {
  const { sockets, received } = start();
  sockets[0]!.say(state(10));
  sockets[0]!.say(events(12, 2));
  sockets[0]!.say(events(14, 1));
  expect(received).toEqual(['state', 'events']);
  expect(sockets[0]!.sent.at(-1)).toEqual({ ...hello, match: 'm', seq: 12 });
});

test('lays changes over the view that they are of', () => {
  const { sockets, received, views } = start();
  sockets[0]!.say(state(10));
  sockets[0]!.say(changes(10, 2, { dealer: 'E' }));
  sockets[0]!.say(changes(12, 1, { prompt: 'À vous' }));
  expect(received).toEqual(['state', 'events', 'events']);
  expect(views.at(-1)).toEqual({ ...view(13), dealer: 'E', prompt: 'À vous' });
});

test('seats that are not told stay as they were', () => {
  const { sockets, views } = start();
  sockets[0]!.say(state(10));
  sockets[0]!.say(changes(10, 1, { seats: [{ seat: 'E', cards: 7 }] }));
  expect(views.at(-1)?.seats).toEqual([seats[0], { seat: 'E', cards: 7 }]);
});

test('asks for all of it where it has not the view that changes are of', () => {
  const { sockets, received } = start();
  sockets[0]!.say(state(10));
  sockets[0]!.say(changes(11));
  sockets[0]!.say({ ...changes(10), match: 'another' });
  expect(received).toEqual(['state']);
  expect(sockets[0]!.sent.slice(1)).toEqual(Array(2).fill({ ...hello, match: 'm', seq: 10 }));
});

test('comes back by itself, with what it has seen', () => {
  const { sockets, statuses } = start();
  sockets[0]!.say(state(10));
  sockets[0]!.onclose?.();
  expect(statuses.at(-1)).toBe('lost');
  vi.advanceTimersByTime(400);
  sockets[1]!.onopen?.();
  expect(sockets[1]!.sent[0]).toMatchObject({ do: 'hello', match: 'm', seq: 10 });
  sockets[1]!.say(state(10));
  expect(statuses.at(-1)).toBe('open');
});

test('an action is answered, refused or lost', async () => {
  const { live, sockets } = start();
  sockets[0]!.say(state(10));
  const action = { do: 'pass', seat: 'S' };
  const taken = live.act('m', 10, action);
  const refused = live.act('m', 10, action);
  const lost = live.act('m', 10, action);
  const [first, second] = sockets[0]!.sent.slice(-3);
  sockets[0]!.say({ type: 'done', id: first!['id'], seq: 11 });
  sockets[0]!.say({ type: 'refused', id: second!['id'], error: { code: 'stale', message: '' } });
  sockets[0]!.onclose?.();
  expect(await taken).toBeNull();
  expect(await refused).toMatchObject({ code: 'stale' });
  expect(await lost).toMatchObject({ code: 'lost' });
});

test('a silent connection is given up', () => {
  const { sockets, statuses } = start();
  sockets[0]!.say(state(10));
  vi.advanceTimersByTime(20_000 + 8_000);
  expect(statuses.at(-1)).toBe('lost');
});

test('a try that gets no answer is given up, each later than the one before', () => {
  const { sockets, statuses } = start();
  vi.advanceTimersByTime(3_900);
  expect(statuses.at(-1)).toBe('connecting');
  vi.advanceTimersByTime(400);
  expect(statuses.at(-1)).toBe('lost');
  vi.advanceTimersByTime(300);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(7_500);
  sockets[1]!.onopen?.();
  sockets[1]!.say(state(10));
  vi.advanceTimersByTime(10_000);
  expect(statuses.at(-1)).toBe('open');
  expect([patience(2), patience(9)]).toEqual([16_000, 16_000]);
});

test('where an action is not answered, the connection is asked whether it lives', async () => {
  const { live, sockets, statuses } = start();
  sockets[0]!.say(state(10));
  const asked = live.act('m', 10, { do: 'pass', seat: 'S' });
  vi.advanceTimersByTime(2_000 + 8_000);
  expect(sockets[0]!.sent.map((sent) => sent['do'])).toEqual(['hello', 'act', 'ping']);
  expect(statuses.at(-1)).toBe('lost');
  expect(await asked).toMatchObject({ code: 'lost' });
});

test('tries get rarer, up to a limit', () => {
  expect(backoff(0, 1)).toBe(300);
  expect(backoff(3, 0)).toBe(1200);
  expect(backoff(30, 1)).toBe(8000);
});

test('gives none once the pack was cut', () => {
  const { sockets } = start();
  sockets[0]!.say(state(10));
  expect(sockets[0]!.sent.map((sent) => sent['do'])).toEqual(['hello']);
});
