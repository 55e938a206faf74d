"""The built-in games: their names and their files."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any, Final, Literal

from rebelote.errors import UnknownRules
from rebelote.language.text import said
from rebelote.ruleset.shape_check import near_miss

Document = dict[str, Any]
"""A rules document, as TOML or JSON give it."""

TEN_IDS: Final = (
    "ffb-belote",
    "belote-annonces",
    "ffb-contree",
    "premiere",
    "premiere-grands",
    "classique",
    "coinche",
    "escalier",
    "comptoir",
    "belote-501",
)
"""The ten games of docs/rules.md, in its order."""

_GAMES: Final = resources.files("rebelote") / "ruleset" / "games"

_FAMILY: Final = _GAMES / "family"

FAMILY_IDS: Final = tuple(sorted(file.name[:-5] for file in _FAMILY.iterdir() if file.name.endswith(".toml")))
"""The wider family of docs/family-rules.md: a game is one file in `games/family`, and nothing else."""

RULESET_IDS: Final = (*TEN_IDS, *FAMILY_IDS)
"""The built-in rulesets."""

NAME: Final = r"[a-z0-9][a-z0-9-]*"
"""What an id may be."""

COMMON = "common"
"""What the games share: card values and the options of every table. Not a game by itself."""

Group = Literal["ten", "family"]
"""Of a built-in game: the ten of docs/rules.md, or the wider family."""


def group_of(rules_id: str) -> Group:
    """Whether a built-in game, or the game that a house rule starts from, is of the wider family."""
    return "family" if rules_id in FAMILY_IDS else "ten"


@lru_cache(maxsize=64)
def builtin_source(rules_id: str) -> Document:
    """The document of a built-in ruleset as its file has it; read once, so copy it before you change it."""
    if rules_id not in RULESET_IDS and rules_id != COMMON:
        known, guess = ", ".join(RULESET_IDS), near_miss(rules_id, RULESET_IDS)
        raise UnknownRules("rules", said("unknown_rules", name=repr(rules_id), known=known, guess=guess))
    folder = _FAMILY if rules_id in FAMILY_IDS else _GAMES
    return tomllib.loads((folder / f"{rules_id}.toml").read_text("utf-8"))
