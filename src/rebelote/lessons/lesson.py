"""What a file of a lesson holds (docs/lessons.md)."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from rebelote.card_order import Order, Trick, order_at
from rebelote.cards import Card, Cards, Trump
from rebelote.language.text import Lang
from rebelote.ruleset import OptionValue, Ruleset, loading
from rebelote.table import Seat, Side

YOU: Final = Seat("S")
"""Where the learner sits."""

Ask = Literal["play", "pick", "order", "winner", "count", "call"]
"""What the learner does: play one card; pick every card of a kind; touch cards from the strongest on; touch
the card that wins the trick; choose a number; choose a call."""
By = Literal["rule", "wins", "open_cards", "average", "bots"]
"""By what an answer is right: the rules; the card takes the trick; best with all four hands open; best on
average over the deals of the cards that the learner can't see; what `habitue` and `expert` say."""
Of = Literal[
    "legal", "declarations", "belote", "trick", "last_trick", "total", "needed", "score", "trumps_out"
]
"""What is picked or counted: see `answers`."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language."""

    fr: str
    en: str

    def told(self, lang: Lang) -> str:
        return self.fr if lang == "fr" else self.en


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """One screen: one thing to do. Cards and calls are texts, as the referee has them."""

    ask: Ask
    text: Words
    right: tuple[str, ...]
    solved: Words
    by: By = "rule"
    of: Of = "legal"
    trump: Trump = Trump.HEARTS
    shows_trump: bool = True
    hands: dict[Seat, str] = {}
    trick: str = ""  # "E:9S N:QS"
    then: str = ""  # who plays after the learner
    won: dict[Side, int] = {}  # tricks, so far
    voids: dict[Seat, str] = {}  # suits that a seat is known not to hold: "HS"
    cards: str = ""  # to be put in order
    choices: tuple[str, ...] = ()
    dealer: Seat | None = None
    turned: str = ""
    calls: tuple[str, ...] = ()  # "E pass"
    deal: dict[str, Any] = {}  # as in the referee's `score`
    side: Side | None = None  # whose points are asked for
    wrong: dict[str, Words] = {}  # a call or a number, or cards that get the same reply: "AS TS"

    @cached_property
    def replies(self) -> dict[str, Words]:
        """What is said to each wrong answer."""
        if self.ask in ("count", "call"):
            return self.wrong
        return {card: words for cards, words in self.wrong.items() for card in cards.split()}

    @cached_property
    def laid(self) -> Trick:
        """The cards on the table."""
        return read_trick(self.trick)

    @cached_property
    def laid_after(self) -> Trick:
        """The cards that fall after the answer."""
        return read_trick(self.then)

    @cached_property
    def held(self) -> dict[Seat, tuple[Card, ...]]:
        """The hands, each in the order written."""
        return {seat: read_cards(text) for seat, text in self.hands.items()}

    @property
    def hand(self) -> Cards:
        """The cards that the learner holds."""
        return Cards(self.held.get(YOU, ()))

    @cached_property
    def to_order(self) -> tuple[Card, ...]:
        """The cards that are to be put in order."""
        return read_cards(self.cards)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A lesson: a few steps in one game."""

    id: str
    group: Literal["rules", "tactics"]
    rules: str
    title: Words
    summary: Words
    steps: tuple[Step, ...]
    options: dict[str, OptionValue] = {}

    @cached_property
    def ruleset(self) -> Ruleset:
        """What is played in it."""
        return loading.load(self.rules, self.options)

    def order(self, step: Step) -> Order:
        """What beats what in a step."""
        return order_at(self.ruleset.card_values, step.trump)


def read_cards(text: str) -> tuple[Card, ...]:
    """«AS KS»."""
    return tuple(Card(word) for word in text.split())


def read_trick(text: str) -> Trick:
    """«E:9S N:QS»."""
    pairs = (word.partition(":") for word in text.split())
    return tuple((Seat(seat), Card(card)) for seat, _, card in pairs)
