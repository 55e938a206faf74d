"""Players. A bot is given a View and nothing else, so it can't cheat."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable

import msgspec

from rebelote.actions import Action
from rebelote.bots.budget import AIMS, DEFAULT, Aim, Budget
from rebelote.bots.decision import Candidate, Decision, Reason
from rebelote.bots.search_tools import SearchTools
from rebelote.errors import RebeloteError
from rebelote.language.text import Lang, catalogue, said
from rebelote.view import View

__all__ = [
    "BOTS",
    "REFERENCES",
    "Aim",
    "Bot",
    "Budget",
    "Candidate",
    "Decision",
    "Explainer",
    "Player",
    "Reason",
    "SearchTools",
    "Searcher",
    "called",
    "listed",
    "make",
    "with_budget",
]


class Player(Protocol):
    """Whoever can sit at a table: anything with a `choose` (docs/first-bot.md)."""

    def choose(self, view: View) -> Action:
        """One of `view.legal()`, or of `view.table_actions()`; asked in turn, or to answer."""


class Explainer(Player, Protocol):
    """A player that can say why."""

    def explain(self, view: View) -> Decision:
        """What `choose` would do, what else it thought of, and a short reason."""


@runtime_checkable
class Searcher(Explainer, Protocol):
    """A player that thinks for as long as it is told, with the tools that it is given.

    Either may be changed between two moves. Tools serve one thread at a time.
    """

    budget: Budget
    tools: SearchTools


class Bot(msgspec.Struct, frozen=True):
    """A bot as it is offered: `strength` is its rung on the ladder, from 1.

    One that searches takes a budget and an aim after its name: `expert@20ms`, `expert@40w,points`.
    """

    name: str
    strength: int
    sit_down: Callable[[random.Random], Explainer]
    search: Callable[[random.Random, Budget, Aim, SearchTools | None], Searcher] | None = None

    def __call__(self, generator: random.Random) -> Explainer:
        return self.sit_down(generator)

    def description(self, lang: Lang = "fr") -> str:
        """How it plays, in one sentence."""
        return catalogue(lang).bots[self.name]


def listed(lang: Lang = "fr") -> str:
    """Every bot with its strength and its description, in one paragraph."""
    return " ".join(f"{bot.name} ({bot.strength}): {bot.description(lang)}" for bot in BOTS.values())


SUFFIX: Final = "@"


class Called(msgspec.Struct, frozen=True):
    """A bot's name taken apart; what was not said is None."""

    bot: Bot
    budget: Budget | None = None
    aim: Aim | None = None


def called(name: str) -> Called:
    """The bot of that name, with what follows it. Raises RebeloteError."""
    base, at, suffix = name.partition(SUFFIX)
    if base not in BOTS:
        raise RebeloteError(said("no_bot", name=repr(name), known=", ".join(BOTS)))
    bot = BOTS[base]
    if not at:
        return Called(bot)
    if bot.search is None:
        raise RebeloteError(said("no_search", name=repr(name), bot=base))
    budget: Budget | None = None
    aim: Aim | None = None
    for part in suffix.split(","):
        if part in AIMS:
            aim = AIMS[AIMS.index(part)]
            continue
        try:
            budget = Budget.read(part)
        except RebeloteError:
            raise RebeloteError(
                said("bot_suffix", name=repr(name), aims=", ".join(AIMS), found=repr(part))
            ) from None
    return Called(bot, budget, aim)


def make(
    name: str, generator: random.Random, *, aim: Aim = "marks", tools: SearchTools | None = None
) -> Explainer:
    """A player of that name, with its own luck. `aim` is what counts, unless the name says so.

    `tools` are for a player that searches; without them it has its own.

    >>> import rebelote
    >>> match = rebelote.Match.new("coinche", dealer="N")
    >>> bot = make("habitue", random.Random(1))
    >>> seat = match.state.actors()[0]
    >>> bot.choose(match.view(seat)) in match.view(seat).legal()
    True
    """
    found = called(name)
    if found.bot.search is None:
        return found.bot(generator)
    return found.bot.search(generator, found.budget or DEFAULT, found.aim or aim, tools)


def with_budget(name: str, budget: Budget | None) -> str:
    """The name of a bot that searches with this budget, unless it has one; any other name as it is."""
    base, at, suffix = name.partition(SUFFIX)
    if budget is None or base not in BOTS or BOTS[base].search is None or called(name).budget is not None:
        return name
    return f"{base}{SUFFIX}{budget}{',' if at else ''}{suffix}"


def _hasard(generator: random.Random) -> Explainer:
    from rebelote.bots.hasard import Hasard

    return Hasard(generator)


def _debutant(generator: random.Random) -> Explainer:
    from rebelote.bots.debutant import Debutant

    return Debutant(generator)


def _habitue(generator: random.Random) -> Explainer:
    from rebelote.bots.habitue import Habitue

    return Habitue(generator)


def _expert(
    generator: random.Random,
    budget: Budget = DEFAULT,
    aim: Aim = "marks",
    tools: SearchTools | None = None,
) -> Searcher:
    from rebelote.bots.expert import Expert

    return Expert(generator, budget, aim, tools=tools)


BOTS: Final[dict[str, Bot]] = {
    bot.name: bot
    for bot in (
        Bot("hasard", 1, _hasard),
        Bot("debutant", 2, _debutant),
        Bot("habitue", 3, _habitue),
        Bot("expert", 4, _expert, _expert),
    )
}
"""The bots by name, from weakest to strongest."""


def _pimc20(generator: random.Random) -> Explainer:
    from rebelote.bots.pimc20 import Pimc20

    return Pimc20(generator)


REFERENCES: Final[dict[str, Callable[[random.Random], Explainer]]] = {"pimc20": _pimc20}
"""Beside the ladder: fixed yardsticks for the arena, not offered at a table. See catalogue `references`."""
