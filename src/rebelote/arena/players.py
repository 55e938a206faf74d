"""Who may sit at an arena's table: the bots by name, and any program as `cmd:./program`."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from rebelote.bots import BOTS, Aim, Player, called, make
from rebelote.errors import RebeloteError

COMMAND: Final = "cmd:"
Seated = Player


def check_name(name: str) -> None:
    """Refuse a bot that there is not, before anything is played."""
    if name.startswith(COMMAND):
        from rebelote.bots.external import check_command

        check_command(name.removeprefix(COMMAND))
    elif name.partition("@")[0] not in BOTS:
        raise RebeloteError(f"no bot called {name!r} (bots: {', '.join(BOTS)}, or {COMMAND}PROGRAM)")
    else:
        called(name)


def sit_down(name: str, generator: random.Random, faults: Counter[str], *, aim: Aim = "marks") -> Seated:
    """A player for one seat; what an external one does wrong is counted in `faults`."""
    if name.startswith(COMMAND):
        from rebelote.bots.external import External, program

        return External(program(name.removeprefix(COMMAND)), faults)
    return make(name, generator, aim=aim)
