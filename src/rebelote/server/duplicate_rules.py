"""The rules under which everybody plays the same deals: a game's own, and so many deals, each dealt once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rebelote.errors import BadRules
from rebelote.language.text import LANGS, Lang
from rebelote.ruleset.builtin import RULESET_IDS
from rebelote.server import rulebook
from rebelote.server.messages.rules import RulesRef
from rebelote.server.rulebook import Chosen

DAILY: Final = {"be": "classique", "co": "ffb-contree"}
"""The games of every day, by the last letters of their series' ids."""
DAILY_DEALS: Final = 1
CHALLENGE_DEALS: Final = 4

_RULES: Final = """
id = "{game}-donnes"
version = 1
extends = "{game}"

[dealing]
shuffle = "every_deal"
passed_out = "next_dealer"

[match_end]
kind = "deals"
clauses = []
deals = {deals}
"""


@lru_cache(maxsize=64)
def rules_of(game: str, deals: int) -> Chosen:
    """Who deals, and which cards, must not depend on what happened before: the pack is always shuffled, and
    the deal always passes on. Raises BadRules where a game is not played by deals."""
    texts = [f'[texts.{lang}]\nname = "{_name(game, lang)}"\n' for lang in LANGS]
    return rulebook.find(RulesRef(toml=_RULES.format(game=game, deals=deals) + "\n".join(texts)))


def _name(game: str, lang: Lang) -> str:
    return next(known.name for known in rulebook.summaries(lang) if known.id == game)


@lru_cache(maxsize=1)
def challenge_games() -> tuple[str, ...]:
    """Games of two sides in which the deal passes on in turn."""
    return tuple(game for game in RULESET_IDS if _has_sense(game))


def _has_sense(game: str) -> bool:
    try:
        rules = rules_of(game, CHALLENGE_DEALS).rules
    except BadRules:
        return False
    return len(rules.table.sides) == 2 and rules.dealing.next_dealer == "in_turn"
