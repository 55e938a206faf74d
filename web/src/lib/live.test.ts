import { expect, test, vi } from 'vitest';
import { Live, backoff, type LiveStatus, type Socket } from './live';
import type { FromServer, PageView } from './types';

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

const view = (seq: number, deal = 1) =>
  ({ match: 'm', seq, seat: 'S', fairness: { commitment: '', deal } }) as PageView;
const state = (seq: number, deal = 1) => ({
  type: 'state',
  now: 0,
  table: {},
  view: view(seq, deal),
  sheet: [],
  events: [],
});
const hello = { do: 'hello', token: 'secret', lang: 'fr' };
const events = (seq: number, count = 1) => ({
  type: 'events',
  now: 0,
  view: view(seq),
  events: Array.from({ length: count }, () => ({})),
});

function start() {
  vi.useFakeTimers();
  const sockets: FakeSocket[] = [];
  const received: FromServer['type'][] = [];
  const statuses: LiveStatus[] = [];
  const live = new Live(
    'table',
    'secret',
    'fr',
    {
      status: (status) => statuses.push(status),
      message: (message) => received.push(message.type),
    },
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  );
  live.connect();
  sockets[0]!.onopen?.();
  return { live, sockets, received, statuses };
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
