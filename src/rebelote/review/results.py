"""What a review says, as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Action
from rebelote.results import Contract, Result
from rebelote.review.grading import Grade
from rebelote.table import Seat, Side


class Because(msgspec.Struct, frozen=True):
    """A sentence of the catalogue's `review`, with numbers, and cards and calls as machines write them."""

    key: str
    values: Mapping[str, float | str] = {}


class Alternative(msgspec.Struct, frozen=True):
    """Something that could have been done: its value in marks, and by how much it is behind the best."""

    action: Action
    value: float
    behind: float
    error: float


class Judgement(msgspec.Struct, frozen=True):
    """A decision judged by what its player could know. `event` is its place in the log, from 0.

    `loss` is what it gives away on average, in marks, and `error` the standard error of that; `share` is the
    sure part of it in the deal's stake. `alternatives` come best first, the action among them.
    """

    event: int
    seat: Seat
    action: Action
    grade: Grade
    loss: float
    error: float
    share: float
    alternatives: tuple[Alternative, ...]
    because: Because | None = None


class OpenCards(msgspec.Struct, frozen=True):
    """The truth with every card open: what `side` takes in all, with best play by all from then on.

    `points` are before each card, the lead first: of the cards, or tricks where those count.
    `ahead` is by how much the side would have outscored the others, everybody playing for the sheet; where
    each is alone, its own mark.
    """

    side: Side
    points: tuple[int, ...]
    ahead: int


class DealReview(msgspec.Struct, frozen=True):
    """A deal: `turning` is the decision that cost most for sure, if any did. `score` is what was marked.

    `cost` is what each side gave away for sure, in marks.
    """

    number: int
    contract: Contract | None
    stake: float
    judgements: tuple[Judgement, ...]
    result: Result
    score: Mapping[Side, int]
    cost: Mapping[Side, float]
    open_cards: OpenCards | None = None
    turning: int | None = None


class PlayerReview(msgspec.Struct, frozen=True):
    """A player in the whole match: decisions that were one, by grade; percent; marks given away for sure."""

    decisions: int
    grades: Mapping[Grade, int]
    accuracy: float
    lost: float
    contracts_made: int = 0
    contracts_fallen: int = 0


class Moment(msgspec.Struct, frozen=True):
    """A decision that mattered: the deal's number and the place in the log."""

    deal: int
    event: int


class MatchReview(msgspec.Struct, frozen=True):
    """A match, reviewed at a depth (worlds a decision). The same log and depth give the same review."""

    depth: int
    deals: tuple[DealReview, ...]
    players: Mapping[Seat, PlayerReview]
    moments: tuple[Moment, ...]
