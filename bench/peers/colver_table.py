"""Our cards and calls in colver's numbers, and the bots that it can build without downloaded weights."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

SUITS: Final = "SHDC"
RANKS: Final = "789JQKTA"
PASS, COINCHE, SURCOINCHE = 0, 41, 42
VALUES: Final = (*range(80, 170, 10), "capot")
REQUIREMENT: Final = "colver==0.11.*"
PLAYS: Final = ("isdd", "smart_ismcts", "naive_ismcts")
BIDDINGS: Final = ("maxi", "improved")


def colver() -> Any:
    """The package: bench/install.py puts it where PYTHONPATH finds it, and nothing else needs it."""
    return importlib.import_module("colver")


def card_number(text: str) -> int:
    return len(RANKS) * SUITS.index(text[1]) + RANKS.index(text[0])


def call_number(call: Mapping[str, Any]) -> int:
    """A call, as our JSON writes it."""
    match call["do"]:
        case "pass":
            return PASS
        case "contre":
            return COINCHE
        case "surcontre":
            return SURCOINCHE
        case _:
            return 1 + len(SUITS) * VALUES.index(call["value"]) + SUITS.index(call["trump"])


def spec(play: str, bidding: str, time_ms: int, objective: str) -> str:
    """A bot as colver describes one: worlds by lot, since its models can't be had."""
    return (
        f'[bid]\nstrategy = "{bidding}"\n'
        f'[play]\nmethod = "{play}"\ntime_ms = {time_ms}\nobjective = "{objective}"\n'
        '[worlds]\nsource = "uniform"\n'
    )


def replay(env: Any, actions: Sequence[int], watcher: Any = None) -> None:
    """Make these moves; an agent that watches sees each before it is made, as colver wants it."""
    for action in actions:
        if watcher is not None:
            watcher.observe(env, action)
        env.step(action)
