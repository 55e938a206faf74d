"""A problem as data: what its seat has seen, what may be answered, and what is told after the answer.

Nothing of it is known to more than one seat: the events are redacted, and the hands of a refutation are
imagined ones that fit them.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from rebelote.actions import Action
from rebelote.cards import Card
from rebelote.codec import decoder, encode
from rebelote.events import FORMAT, Event, MatchStarted
from rebelote.problems.themes import Theme
from rebelote.results import Contract, Result
from rebelote.review.results import Because
from rebelote.ruleset.loading import load
from rebelote.situation import Situation
from rebelote.table import Seat, Side
from rebelote.view import View

FILE: Final = Path(__file__).with_name("problems.jsonl.xz")
"""Those that ship: a line of JSON each, packed."""


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an imagined deal ends: the side's marks less the others'; after a call, its contract too."""

    marks: int
    contract: Contract | None = None
    result: Result = "none"


class Refutation(msgspec.Struct, frozen=True, omit_defaults=True):
    """An imagined deal that fits, in which the answer is wrong: the other hands, and how it goes on.

    `line` are the cards in the order played, the answer first; nobody errs. A call has none.
    """

    hands: Mapping[Seat, tuple[Card, ...]]
    ending: Ending
    best: Ending
    line: tuple[Card, ...] = ()


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that may be answered. What is right has no refutation and is behind by nothing.

    `behind` is what it loses on average, in marks, and `error` the standard error of that.
    """

    action: Action
    behind: float = 0.0
    error: float = 0.0
    because: Because | None = None
    refutation: Refutation | None = None

    @property
    def is_right(self) -> bool:
        return self.refutation is None


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A deal as `seat` has seen it, at its turn. `choices` come best first.

    `why` are the sentences that explain the answer; the themes are in the same order. `possible` is the
    number of deals that fit, where all of them were gone through. `rating` is where the problem starts.
    """

    id: str
    rules: str
    dealer: Seat
    seat: Seat
    events: tuple[Event, ...]
    choices: tuple[Choice, ...]
    themes: tuple[Theme, ...]
    why: tuple[Because, ...]
    rating: int
    deal: int = 1
    totals: Mapping[Side, int] = {}
    possible: int | None = None

    @cached_property
    def view(self) -> View:
        return view_of(self)

    @property
    def best(self) -> Action:
        return self.choices[0].action


class Seen(Protocol):
    """A deal as one seat has seen it so far."""

    @property
    def rules(self) -> str: ...
    @property
    def dealer(self) -> Seat: ...
    @property
    def deal(self) -> int: ...
    @property
    def totals(self) -> Mapping[Side, int]: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


def view_of(seen: Seen) -> View:
    """The view that the events come to, from the score that the deal began with."""
    situation = Situation.start(MatchStarted(load(seen.rules), seen.dealer, FORMAT))
    begun = replace(situation, deal_number=seen.deal, totals={**situation.totals, **seen.totals})
    view = View(seen.seat, begun)
    for event in seen.events:
        view = view.evolve(event)
    return view


_decoder: msgspec.json.Decoder[Problem] = decoder(Problem)


def read_problem(line: bytes) -> Problem:
    return _decoder.decode(line)


def write_problems(problems: Iterable[Problem], path: Path) -> None:
    """Packed; the same problems give the same file."""
    text = b"".join(encode(problem) + b"\n" for problem in problems)
    path.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))


def read_lines(path: Path = FILE) -> list[bytes]:
    """The problems of a file, each as its line."""
    return lzma.decompress(path.read_bytes()).splitlines()
