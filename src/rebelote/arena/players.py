"""Who may sit at an arena's table: the bots by name, its references, programs, and Python classes.

`cmd:./program` is any program, `cmd@60s:./program` one that may take so many seconds for a move;
`py:module:Class` and `py:./file.py:Class` are classes with a `choose(view)`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import re
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from rebelote.actions import Action
from rebelote.arena.oracle import Oracle
from rebelote.bots import BOTS, REFERENCES, Aim, Player, SearchTools, called, make
from rebelote.bots.external import PATIENCE, External, check_command, fallback, program
from rebelote.errors import RebeloteError
from rebelote.language.text import Lang, catalogue, said
from rebelote.view import View

COMMAND: Final = re.compile(r"cmd(?:@([1-9][0-9]{0,3})s)?:(.*)", re.DOTALL)
PYTHON: Final = re.compile(r"py:(.+):([A-Za-z_][A-Za-z0-9_]*)")
ORACLE: Final = "oracle"

Factory = Callable[[random.Random], Player]
"""Makes a player for one seat, with its own luck."""


class Guarded:
    """A Python player from elsewhere: its faults are counted, and a legal move is made in its place."""

    def __init__(self, player: Player, faults: Counter[str]) -> None:
        self.player = player
        self.faults = faults
        self.errors = ""

    def choose(self, view: View) -> Action:
        try:
            action = self.player.choose(view)
        except Exception:
            return self._forfeit("crashed", traceback.format_exc(), view)
        if action not in view.answers():
            return self._forfeit("illegal", f"{action!r} is not legal: {view.answers()}\n", view)
        return action

    def _forfeit(self, fault: str, errors: str, view: View) -> Action:
        self.faults[fault] += 1
        self.errors = errors
        return fallback(view)


Seated = Player | Oracle


def listed_references(lang: Lang = "fr") -> str:
    """The players that only an arena seats, each with its description."""
    return " ".join(f"{name}: {text}" for name, text in catalogue(lang).references.items())


def check_name(name: str) -> None:
    """Refuse a bot that there is not, before anything is played."""
    if found := COMMAND.fullmatch(name):
        check_command(found[2])
    elif name.startswith("py:"):
        _python_class(name)
    elif name.partition("@")[0] in BOTS:
        called(name)
    elif name not in (*REFERENCES, ORACLE):
        known = ", ".join((*BOTS, *REFERENCES, ORACLE))
        raise RebeloteError(said("no_bot", name=repr(name), known=f"{known}, cmd:PROGRAM, py:module:Class"))


def sit_down(
    name: str,
    generator: random.Random,
    faults: Counter[str],
    *,
    aim: Aim = "marks",
    tools: SearchTools | None = None,
    made_by: Mapping[str, Factory] | None = None,
) -> Seated:
    """A player for one seat; what one from elsewhere does wrong is counted in `faults`.

    `made_by` has the players of this process by name.
    """
    if made_by is not None and name in made_by:
        return Guarded(made_by[name](generator), faults)
    if found := COMMAND.fullmatch(name):
        return External(program(found[2], float(found[1] or PATIENCE)), faults)
    if name.startswith("py:"):
        return Guarded(factory(_python_class(name))(generator), faults)
    if name == ORACLE:
        return Oracle(generator)
    if name in REFERENCES:
        return REFERENCES[name](generator)
    return make(name, generator, aim=aim, tools=tools)


# Python classes by name


def _python_class(name: str) -> Any:
    found = PYTHON.fullmatch(name)
    if found is None:
        raise RebeloteError(said("py_name", name=name))
    module, attribute = found.groups()
    try:
        made = getattr(_imported(module), attribute)
    except (ImportError, OSError, SyntaxError) as error:
        raise RebeloteError(said("py_module", name=name, module=module, detail=error)) from None
    except AttributeError:
        raise RebeloteError(said("py_class", name=name, module=module, attribute=attribute)) from None
    if not callable(getattr(made, "choose", None)):
        raise RebeloteError(said("py_choose", name=name, attribute=attribute))
    return made


def _imported(module: str) -> Any:
    """A module by its name, or a file by its path."""
    if not module.endswith(".py"):
        return importlib.import_module(module)
    spec = importlib.util.spec_from_file_location("rebelote_arena_player", module)
    if spec is None or spec.loader is None:
        raise ImportError("no such file")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def factory(player: Any) -> Factory:
    """A class or a function is called, with the seat's luck if it takes an argument; a player is itself."""
    if not isinstance(player, type) and callable(getattr(player, "choose", None)):
        return lambda _luck: player
    if inspect.signature(player).parameters:
        return player  # type: ignore[no-any-return]
    return lambda _luck: player()
