"""Who may sit at an arena's table: the bots by name, its references, and any program as `cmd:./program`.

`cmd@60s:./program` is a program that may take so many seconds for a move.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Final

from rebelote.arena.oracle import Oracle
from rebelote.bots import BOTS, REFERENCES, Aim, Player, SearchTools, called, make
from rebelote.errors import RebeloteError
from rebelote.language.text import Lang, catalogue

COMMAND: Final = re.compile(r"cmd(?:@([1-9][0-9]{0,3})s)?:(.*)", re.DOTALL)
ORACLE: Final = "oracle"
Seated = Player | Oracle


def listed_references(lang: Lang = "fr") -> str:
    """The players that only an arena seats, each with its description."""
    return " ".join(f"{name}: {text}" for name, text in catalogue(lang).references.items())


def check_name(name: str) -> None:
    """Refuse a bot that there is not, before anything is played."""
    if found := COMMAND.fullmatch(name):
        from rebelote.bots.external import check_command

        check_command(found[2])
    elif name.partition("@")[0] in BOTS:
        called(name)
    elif name not in (*REFERENCES, ORACLE):
        known = ", ".join((*BOTS, *REFERENCES, ORACLE))
        raise RebeloteError(f"no bot called {name!r} (bots: {known}, or cmd:PROGRAM)")


def sit_down(
    name: str,
    generator: random.Random,
    faults: Counter[str],
    *,
    aim: Aim = "marks",
    tools: SearchTools | None = None,
) -> Seated:
    """A player for one seat; what an external one does wrong is counted in `faults`."""
    if found := COMMAND.fullmatch(name):
        from rebelote.bots.external import PATIENCE, External, program

        return External(program(found[2], float(found[1] or PATIENCE)), faults)
    if name == ORACLE:
        return Oracle(generator)
    if name in REFERENCES:
        return REFERENCES[name](generator)
    return make(name, generator, aim=aim, tools=tools)
