"""A colver agent by docs/bot-protocol.md: `python -m bench.peers.colver_agent isdd maxi 20 marks`.

colver's agents take a whole deal and sample the hidden hands themselves. Ours is not shown: before every move
the unseen cards are dealt anew, at random among the deals that agree with all that the seat has seen, and the
agent watches that deal from its beginning. Its time is its own: reading, dealing and replaying come on top.
"""

from __future__ import annotations

import json
import sys
import zlib
from math import ceil
from typing import Any, Final

from bench.colver_rules import RULES
from bench.peers.colver_table import call_number, card_number, colver, replay, spec
from rebelote.cards import NO_CARDS, Card, Cards
from rebelote.phases.belote import companion
from rebelote.ruleset.loading import load
from rebelote.solver import deal_worlds
from rebelote.table import Seat

Json = dict[str, Any]
OBJECTIVES: Final = {"points": "card_points", "marks": "deal_score"}
HAND: Final = 8


ORDER = load(RULES).table.order


class ColverAgent:
    def __init__(self, play: str, bidding: str, time_ms: int, objective: str) -> None:
        self._colver = colver()
        self._play, self._bidding, self._time_ms = play, bidding, time_ms
        self._objective = OBJECTIVES[objective]

    def answer(self, view: Json) -> Json:
        legal: list[Json] = view["legal"]
        if len(legal) == 1 or view["phase"] not in ("call", "play"):
            return legal[0]
        number = self._decided(view)
        return next(action for action in legal if _number(action) == number)

    def _decided(self, view: Json) -> int:
        order: list[str] = list(ORDER)
        seed = zlib.crc32(json.dumps([view["seq"], view["hand"]]).encode())
        hands = drawn_hands(view, seed)
        env = self._colver.Env.deal_with_hands(
            order.index(view["dealer"]), [[card_number(card.text) for card in hands[seat]] for seat in order]
        )
        agent = self._colver.Agent(self._spec(len(view["hand"])), order.index(view["seat"]), seed)
        agent.init_deal(env)
        replay(env, actions_so_far(view), agent)
        return self.ask(agent, env)

    def ask(self, agent: Any, env: Any) -> int:
        """All that colver's time is spent on."""
        return int(agent.action(env))

    def _spec(self, cards: int) -> str:
        """colver gives each move its share of the cards left; asked so, it takes the whole time for each."""
        time_ms = ceil(self._time_ms * HAND / cards)
        return spec(self._play, self._bidding, time_ms, self._objective)


def _number(action: Json) -> int:
    return card_number(action["card"]) if action["do"] == "play" else call_number(action)


def actions_so_far(view: Json) -> list[int]:
    calls = [call_number(call) for call in view["calls"]]
    return calls + [card_number(each["card"]) for each in view["played"]]


def drawn_hands(view: Json, seed: int) -> dict[str, Cards]:
    """The eight cards that each was dealt: one's own, and a deal of the others that agrees with the play."""
    played: dict[str, Cards] = dict.fromkeys(ORDER, NO_CARDS)
    for each in view["played"]:
        played[each["seat"]] |= Cards((Card(each["card"]),))
    held = _drawn(view, seed) | {view["seat"]: _cards(view["hand"])}
    return {seat: cards | held[seat] for seat, cards in played.items()}


def _drawn(view: Json, seed: int) -> dict[str, Cards]:
    shown = _announced(view)
    known = {seat: _cards(each["known"]) | shown.get(seat, NO_CARDS) for seat, each in view["others"].items()}
    everywhere = Cards(card for cards in known.values() for card in cards)
    could = {Seat(seat): _cards(each["could_hold"]) - everywhere for seat, each in view["others"].items()}
    sizes = {Seat(seat): each["cards"] - len(known[seat]) for seat, each in view["others"].items()}
    (world,) = deal_worlds(could, sizes, 1, seed=seed)
    return {seat: cards | world[Seat(seat)] for seat, cards in known.items()}


def _announced(view: Json) -> dict[str, Cards]:
    """Who said «belote» still has the other card of it."""
    gone = {each["card"] for each in view["played"]}
    said = {each["seat"]: companion(Card(each["card"])) for each in view["played"] if each["say"] == "belote"}
    return {seat: Cards((card,)) for seat, card in said.items() if card.text not in gone}


def _cards(texts: list[str]) -> Cards:
    return Cards(map(Card, texts))


def main() -> None:
    play, bidding, time_ms, objective = sys.argv[1:]
    agent = ColverAgent(play, bidding, int(time_ms), objective)
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "view":
            print(json.dumps(agent.answer(told)), flush=True)


if __name__ == "__main__":
    main()
