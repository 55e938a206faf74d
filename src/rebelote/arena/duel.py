"""Two players against each other from Python, by name or as objects."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from rebelote.arena.players import Factory, check_name, factory
from rebelote.arena.results import Results, Settings
from rebelote.arena.run import run
from rebelote.bots import Player
from rebelote.errors import RebeloteError
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.loading import Document, load

Contestant = str | Player | Callable[[], Player] | Callable[[random.Random], Player]
"""A name (`habitue`, `expert@20ms`, `cmd:./program`, `py:module:Class`), a class, or a player."""


def duel(
    first: Contestant,
    second: Contestant,
    *,
    rules: str | Path | Document | Ruleset = "ffb-contree",
    deals: int = 100,
    seed: int = 1,
    jobs: int | None = None,
    **options: OptionValue,
) -> Results:
    """Each deal twice with the sides exchanged; the first's advantage is `.mean` ± `.half_width`.

    A class is called once for each seat, with a `random.Random` if it takes an argument; a player that is
    handed over as it is sits at all its seats. What either does wrong is in `.faults` and `.errors`.

    >>> from rebelote.bots.hasard import Hasard
    >>> results = duel("debutant", Hasard, rules="premiere", deals=4)
    >>> len(results), results.faults
    (4, {})
    """
    made_by: dict[str, Factory] = {}
    names = [_name(player, made_by) for player in (first, second)]
    settings = Settings(rules=load(rules, options), first=names[0], second=names[1], seed=seed)
    *_, results = run(settings, deals, jobs=jobs, made_by=made_by)
    return results


def _name(player: Contestant, made_by: dict[str, Factory]) -> str:
    """What results call a player; one that is an object is put into `made_by`."""
    if isinstance(player, str):
        check_name(player)
        return player
    kind = player if isinstance(player, type) or not hasattr(player, "choose") else type(player)
    name = getattr(kind, "__name__", "player")
    if not callable(getattr(player, "choose", None)) and not callable(player):
        raise RebeloteError(f"{player!r}: expected a bot's name, a player with choose(view), or its class")
    while name in made_by:
        name += "'"
    made_by[name] = factory(player)
    return name
