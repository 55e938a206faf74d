"""The review of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from rebelote.review.grading import Grade
from rebelote.server.messages.advice import AdvisedChoice
from rebelote.server.messages.words import CardText, SeatText, SideText
from rebelote.table import Side


class ReviewedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could have been done. Values are marks of the sheet, on average."""

    label: str
    card: CardText | None
    value: float
    behind: float  # by how much less than the best
    error: float  # the standard error of that


class ReviewedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """Judged by what its player could know. `seq` is that of its event in the replay."""

    seq: int
    seat: SeatText
    label: str
    card: CardText | None
    grade: Grade
    loss: float
    error: float
    sure: float  # what of the loss chance does not explain
    because: str  # a sentence, where there is something to say
    choices: list[ReviewedChoice]  # best first, the one made among them


class ReviewedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """`open_points`: what `open_side` takes with every card open and best play by all, before each card."""

    number: int
    stake: float
    decisions: list[ReviewedDecision]
    cost: Mapping[Side, float]  # what each side gave away for sure
    turning: int | None  # the seq of the decision that cost most
    open_side: SideText | None
    open_points: list[int]
    open_unit: Literal["points", "tricks"]  # what they count
    open_ahead: int  # by how much that side would have outscored the others


class ReviewedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatText
    decisions: int
    grades: Mapping[Grade, int]
    accuracy: float  # percent
    lost: float  # marks given away for sure
    contracts_made: int
    contracts_fallen: int


class ReviewedMoment(msgspec.Struct, frozen=True, kw_only=True):
    deal: int
    seq: int


ReviewState: TypeAlias = Literal["none", "running", "done"]


class ReviewAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The review of the deals that may be seen. While it runs, those that are done are here already."""

    match: str
    depth: int
    state: ReviewState
    done: int
    of: int
    deals: list[ReviewedDeal]
    players: list[ReviewedPlayer]
    moments: list[ReviewedMoment]


class BotReason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a bot did so at `seq`; `again` is what it would do there now, `choices` all that it thought of.

    Where a search found it and the bot can't say more itself, `because` names the cards, or says that all
    choices were about as good; else it is empty.
    """

    seq: int
    seat: SeatText
    reason: str
    because: str
    done: str
    again: str
    choices: list[AdvisedChoice]
