"""What results are measured by: expert in the player's seat, and the deal with every card open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from rebelote.actions import Action
from rebelote.bots import SearchTools
from rebelote.events import CardPlayed, DealScored, DealVoided, MatchStarted, PackCut
from rebelote.match import Match
from rebelote.review.open_cards import OpenCurve
from rebelote.ruleset import Ruleset
from rebelote.server import duplicate_bots
from rebelote.server.duplicate_results import BoardResult, boards_of
from rebelote.server.game import SharedLuck, begin, new_match
from rebelote.solver import Solver
from rebelote.state import State
from rebelote.table import Seat

MOST_KEPT: Final = 2000
MOST_WAITING: Final = 40


class Yardsticks:
    """Work that takes seconds, in one thread of its own: whoever asks gets None until it is done."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "rebelote-yardstick")
        self._found: OrderedDict[object, object] = OrderedDict()
        self._running: dict[object, asyncio.Future[object]] = {}

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def ask(self, key: object, make: Callable[[], object]) -> object | None:
        """What was made for this key, or None: then it is being made."""
        if key in self._found:
            return self._found[key]
        if key not in self._running and not self._is_busy:
            made = asyncio.get_running_loop().run_in_executor(self._thread, make)
            self._running[key] = made
            made.add_done_callback(lambda done: self._keep(key, done))
        return None

    @property
    def _is_busy(self) -> bool:
        return len(self._running) >= MOST_WAITING

    def _keep(self, key: object, done: asyncio.Future[object]) -> None:
        self._running.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._found[key] = done.result()
        if len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)


def played_by_expert(shared: SharedLuck, rules: Ruleset, seat: Seat) -> tuple[BoardResult, ...]:
    """The series with expert in every seat, with the luck and the seeds that everybody gets."""
    row, chain = new_match("", "", 1, [], shared)
    game, _first = begin(row, rules, chain)
    tools = SearchTools()
    while not (game.match.is_over or game.endless):
        acting = game.match.state.actors()[0]
        action = game.drawn_cut(acting) or _choice(game.match, acting, shared.secret, tools)
        game.apply(game.step(action))
    return boards_of(game.match, seat)


def _choice(match: Match, seat: Seat, secret: bytes, tools: SearchTools) -> Action:
    return duplicate_bots.chosen(duplicate_bots.luck_of(secret, match, seat), match, seat, tools)


def open_card_limits(match: Match, seat: Seat) -> tuple[int | None, ...]:
    """For each deal, by how much the seat's side would have outscored the other at the contract that was
    played, with every card open and best play by all. None: the solver can't say; 0: nobody took."""
    return tuple(_limits(match, seat))


def _limits(match: Match, seat: Seat) -> Iterator[int | None]:
    started = match.log[0]
    assert isinstance(started, MatchStarted)
    state, own = State.start(started), match.rules.table.side(seat)
    solver, curve, dealt = Solver(), None, False
    for event in match.log:
        match event:
            case PackCut():
                dealt = True
            case CardPlayed() if curve is None:
                curve = OpenCurve(solver)
                curve.look(state)
            case DealScored(summary=summary):
                found = None if curve is None else curve.finish(summary)
                yield None if found is None else found.ahead if found.side == own else -found.ahead
                curve, dealt = None, False
            case DealVoided() if dealt:
                yield 0
                curve, dealt = None, False
            case _:
                pass
        state = state.evolve(event) if event is not started else state
