// A trick-taking game for four on boardgame.io: 32 cards, eight each, follow suit, the highest of the suit led wins.
// Prints one line of JSON when it listens. Run by bench/load_servers.py; BOARDGAME is where boardgame.io is installed.
const { createRequire } = require('node:module');

const need = createRequire(process.env.BOARDGAME + '/');
const { Server, Origins } = need('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = need('boardgame.io/core');

const PACK = [...'SHDC'].flatMap((suit) => [...'789TJQKA'].map((rank) => rank + suit));
const STRENGTH = '789JQKTA';

function deal(random) {
  const pack = random.Shuffle(PACK);
  return Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, { hand: pack.slice(8 * seat, 8 * seat + 8) }]));
}

function setup({ random }) {
  return { players: deal(random), counts: [8, 8, 8, 8], trick: [], won: [0, 0, 0, 0], played: [] };
}

function winner(trick) {
  const following = trick.filter(({ card }) => card[1] === trick[0].card[1]);
  return following.reduce((best, each) =>
    STRENGTH.indexOf(each.card[0]) > STRENGTH.indexOf(best.card[0]) ? each : best,
  ).seat;
}

function play({ G, playerID, events, random }, card) {
  const hand = G.players[playerID].hand;
  const led = G.trick.length > 0 ? G.trick[0].card[1] : card[1];
  const may = hand.includes(card) && (card[1] === led || !hand.some((held) => held[1] === led));
  if (!may) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.counts[playerID] -= 1;
  G.trick.push({ seat: playerID, card });
  G.played.push(card);
  let next = String((Number(playerID) + 1) % 4);
  if (G.trick.length === 4) {
    next = winner(G.trick);
    G.won[next] += 1;
    G.trick = [];
  }
  if (G.played.length === PACK.length) Object.assign(G, setup({ random }), { won: G.won });
  events.endTurn({ next });
}

const game = { name: 'tricks', setup, moves: { play }, playerView: PlayerView.STRIP_SECRETS, minPlayers: 4, maxPlayers: 4 };

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log(JSON.stringify({ listening: true })));
