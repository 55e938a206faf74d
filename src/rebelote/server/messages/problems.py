"""Problems: a deal as one seat sees it, and what is told once it was answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rebelote.problems.themes import Theme
from rebelote.server.messages.match_view import LastTrick, NamedCard
from rebelote.server.messages.positions import GivenPosition, PositionView
from rebelote.server.messages.words import Bounded, CardText, SeatText
from rebelote.table import Seat


class ProblemTheme(msgspec.Struct, frozen=True):
    theme: Theme
    name: str  # "Tirer les atouts"
    count: int  # problems of it


class ProblemStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How a browser stands. `streak` are right answers in a row, `days` problems of the day in a row."""

    rating: int
    deviation: int
    tried: int
    solved: int
    streak: int
    best_streak: int
    days: int
    daily_done: bool  # today's was answered


class ProblemList(msgspec.Struct, frozen=True, kw_only=True):
    """What there is; `standing` is null without a token."""

    count: int
    themes: list[ProblemTheme]
    standing: ProblemStanding | None


class ProblemCall(msgspec.Struct, frozen=True):
    seat: SeatText
    text: str  # "80 pique"


class ProblemChoice(msgspec.Struct, frozen=True):
    """`answer` is what is sent back: a card, or a call as text."""

    answer: str
    label: str


class ProblemView(msgspec.Struct, frozen=True, kw_only=True):
    """All that `seat` knows, and nothing else. A call has no `position`, a card no `choices`."""

    id: str
    day: str | None  # the date, where it is the problem of the day
    rating: int
    game: str  # "Belote contrée"
    kind: Literal["card", "call"]
    seat: SeatText
    dealer: SeatText
    names: Mapping[Seat, str]
    partners: list[SeatText]
    contract: str | None  # without its taker
    taker: SeatText | None
    turned: NamedCard | None
    calls: list[ProblemCall]
    tricks: list[LastTrick]  # those played, the first one first
    hand: list[NamedCard]
    position: PositionView | None  # others' cards are counted, not told
    choices: list[ProblemChoice]


class ProblemAnswer(Bounded, frozen=True, kw_only=True):
    answer: Annotated[str, Meta(min_length=1, max_length=20)]


class ProblemRefutation(msgspec.Struct, frozen=True, kw_only=True):
    """An imagined deal that fits, in which the answer costs something. A call has no `position`."""

    told: list[str]
    hands: Mapping[Seat, list[NamedCard]]
    position: GivenPosition | None  # every card open
    moves: list[CardText]


class ProblemValue(msgspec.Struct, frozen=True):
    answer: str
    label: str
    right: bool
    behind: float  # what it loses on average, in marks


class ProblemVerdict(msgspec.Struct, frozen=True, kw_only=True):
    right: bool
    best: ProblemChoice
    themes: list[str]
    explanation: list[str]
    why: str | None  # why the answer is not right
    refutation: ProblemRefutation | None
    values: list[ProblemValue]  # best first
    rated: bool  # a first answer, with a token
    change: int  # of the rating
    standing: ProblemStanding | None
