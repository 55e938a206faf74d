"""Players. A bot is given a View and nothing else, so it can't cheat."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from rebelote.actions import Action
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.errors import RebeloteError
from rebelote.text import Lang, catalogue
from rebelote.view import View

__all__ = [
    "BOTS",
    "REFERENCES",
    "Bot",
    "Candidate",
    "Decision",
    "Explainer",
    "Player",
    "Reason",
    "listed",
    "make",
]


class Player(Protocol):
    def choose(self, view: View) -> Action:
        """One of `view.legal()`, or of `view.table_actions()`; asked in turn, or to answer."""


class Explainer(Player, Protocol):
    """A player that can say why."""

    def explain(self, view: View) -> Decision:
        """What `choose` would do, what else it thought of, and a short reason."""


class Bot(msgspec.Struct, frozen=True):
    """A bot as it is offered: `strength` is its rung on the ladder, from 1."""

    name: str
    strength: int
    sit_down: Callable[[random.Random], Explainer]

    def __call__(self, generator: random.Random) -> Explainer:
        return self.sit_down(generator)

    def description(self, lang: Lang = "fr") -> str:
        return catalogue(lang).bots[self.name]


def listed(lang: Lang = "fr") -> str:
    """Every bot with its strength and its description, in one paragraph."""
    return " ".join(f"{bot.name} ({bot.strength}): {bot.description(lang)}" for bot in BOTS.values())


def make(name: str, generator: random.Random) -> Explainer:
    """A player of that name, with its own luck."""
    if name not in BOTS:
        raise RebeloteError(f"no bot called {name!r} (bots: {', '.join(BOTS)})")
    return BOTS[name](generator)


def _hasard(generator: random.Random) -> Explainer:
    from rebelote.bots.hasard import Hasard

    return Hasard(generator)


def _debutant(generator: random.Random) -> Explainer:
    from rebelote.bots.debutant import Debutant

    return Debutant(generator)


def _habitue(generator: random.Random) -> Explainer:
    from rebelote.bots.habitue import Habitue

    return Habitue(generator)


BOTS: Final[dict[str, Bot]] = {
    bot.name: bot
    for bot in (Bot("hasard", 1, _hasard), Bot("debutant", 2, _debutant), Bot("habitue", 3, _habitue))
}
"""The bots by name, from weakest to strongest."""


def _pimc20(generator: random.Random) -> Explainer:
    from rebelote.bots.pimc20 import Pimc20

    return Pimc20(generator)


REFERENCES: Final[dict[str, Callable[[random.Random], Explainer]]] = {"pimc20": _pimc20}
"""Beside the ladder: fixed yardsticks for the arena, not offered at a table. See catalogue `references`."""
