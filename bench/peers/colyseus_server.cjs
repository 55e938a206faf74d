// The same trick-taking game for four on Colyseus: 32 cards, eight each, follow suit, the highest of the suit led wins.
// A room tells each of its clients what happened and, whose turn it is, what may be played: plain messages, sent at
// once, each client its own (a schema's state would wait for the next patch). Run by bench/load_servers.py; COLYSEUS is
// where it is installed.
const { createRequire } = require('node:module');

const need = createRequire(process.env.COLYSEUS + '/');
const { Server, Room } = need('@colyseus/core');
const { WebSocketTransport } = need('@colyseus/ws-transport');

const PACK = [...'SHDC'].flatMap((suit) => [...'789TJQKA'].map((rank) => rank + suit));
const STRENGTH = '789JQKTA';
const SEATS = 4;

function shuffled() {
  const pack = [...PACK];
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  return pack;
}

function winner(trick) {
  const following = trick.filter(({ card }) => card[1] === trick[0].card[1]);
  return following.reduce((best, each) =>
    STRENGTH.indexOf(each.card[0]) > STRENGTH.indexOf(best.card[0]) ? each : best,
  ).seat;
}

class Tricks extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.patchRate = null;
    this.seatReservationTimeout = 300;
    this.seq = 0;
    this.next = 0;
    this.won = [0, 0, 0, 0];
    this.deal();
    this.onMessage('play', (client, card) => this.play(client, card));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    if (this.clients.length === SEATS) this.tell([]);
  }

  deal() {
    const pack = shuffled();
    this.hands = [0, 1, 2, 3].map((seat) => pack.slice(8 * seat, 8 * seat + 8));
    this.trick = [];
    this.played = 0;
  }

  legal(seat) {
    if (seat !== this.next) return [];
    const hand = this.hands[seat];
    const following = hand.filter((card) => this.trick.length > 0 && card[1] === this.trick[0].card[1]);
    return following.length > 0 ? following : hand;
  }

  play(client, card) {
    const { seat } = client.userData;
    if (!this.legal(seat).includes(card)) return client.send('refused', { card });
    const hand = this.hands[seat];
    hand.splice(hand.indexOf(card), 1);
    this.trick.push({ seat, card });
    this.played += 1;
    this.seq += 1;
    this.next = (seat + 1) % SEATS;
    const events = [{ type: 'played', seat, card }];
    if (this.trick.length === SEATS) events.push(this.gather());
    if (this.played === PACK.length) this.deal();
    this.tell(events);
  }

  gather() {
    this.next = winner(this.trick);
    this.won[this.next] += 1;
    this.trick = [];
    return { type: 'trick', seat: this.next, won: this.won };
  }

  tell(events) {
    for (const client of this.clients) {
      const { seat } = client.userData;
      const hand = this.played === 0 ? this.hands[seat] : null; // the rest he can work out
      client.send('events', { seq: this.seq, events, hand, next: this.next, legal: this.legal(seat) });
    }
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define('tricks', Tricks);
server.listen(Number(process.argv[2])).then(() => console.log(JSON.stringify({ listening: true })));
