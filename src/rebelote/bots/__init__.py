"""Players. A bot is given a View and nothing else, so it can't cheat."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from rebelote.actions import Action
from rebelote.view import View

__all__ = ["BOTS", "Player", "make"]


class Player(Protocol):
    def choose(self, view: View) -> Action:
        """One of `view.legal()`, or of `view.table_actions()`; asked only when there is something to do."""


def make(name: str, generator: random.Random) -> Player:
    """A player of that name, with its own luck."""
    return BOTS[name](generator)


def _hasard(generator: random.Random) -> Player:
    from rebelote.bots.hasard import Hasard

    return Hasard(generator)


BOTS: Final[dict[str, Callable[[random.Random], Player]]] = {"hasard": _hasard}
"""The bots by name, from weakest to strongest."""
