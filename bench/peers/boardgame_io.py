"""boardgame.io's side of the load: its socket.io messages, and four who play any card that follows suit."""

import json
import random
from collections.abc import Sequence

import msgspec

from bench.load_clients import SEATS, Client, Seen
from bench.plain_websocket import PlainSocket

SPACE = "/tricks,"
PING, PONG, JOIN, EVENT = b"2", "3", "40", "42"
TOLD = (EVENT + SPACE).encode()


class Hand(msgspec.Struct):
    hand: list[str]


class Laid(msgspec.Struct):
    card: str


class Game(msgspec.Struct):
    players: dict[str, Hand]
    trick: list[Laid]


class Context(msgspec.Struct, rename="camel"):
    current_player: str


class State(msgspec.Struct):
    game: Game = msgspec.field(name="G")
    context: Context = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


class Seat:
    def __init__(self, port: int, match: str, seat: int, rng: random.Random) -> None:
        self.url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self._match, self._seat, self._rng = match, str(seat), rng
        self._events = msgspec.json.Decoder(list[msgspec.Raw])

    async def greet(self, socket: PlainSocket) -> None:
        await socket.recv()
        socket.send(JOIN + SPACE)
        await socket.recv()
        socket.send(_event("sync", self._match, self._seat, None, SEATS))

    def read(self, message: bytes) -> Seen | None:
        if not message.startswith(TOLD):
            return None
        name, _, *rest = self._events.decode(message.removeprefix(TOLD))
        if bytes(name) == b'"sync"':
            state = msgspec.json.decode(rest[0], type=Synced).state
        elif bytes(name) == b'"update"':
            state = msgspec.json.decode(rest[0], type=State)
        else:
            return None
        return Seen(state.number, self._action(state))

    def _action(self, state: State) -> str | None:
        if state.context.current_player != self._seat:
            return None
        hand, trick = state.game.players[self._seat].hand, state.game.trick
        following = [card for card in hand if trick and card[1] == trick[0].card[1]]
        payload = {"type": "play", "args": [self._rng.choice(following or hand)], "playerID": self._seat}
        move = {"type": "MAKE_MOVE", "payload": payload}
        return _event("update", move, state.number, self._match, self._seat)

    def answer(self, message: bytes) -> str | None:
        return PONG if message == PING else None


def _event(*words: object) -> str:
    return EVENT + SPACE + json.dumps(words)


async def open_table(ports: Sequence[int], rng: random.Random) -> list[Client]:
    match = f"m{rng.getrandbits(64):x}"
    return [Seat(port, match, seat, rng) for seat, port in enumerate(ports)]
