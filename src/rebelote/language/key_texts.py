"""What each key of a rules document says, in words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from rebelote.language.text import Lang

KeyTexts = Mapping[str, Mapping[str, Mapping[Lang, str]]]
"""Part → key → language → one line."""


_MORE_OF: Final = {"Purchase": "Auction"}
"""Parts that have all the keys of another."""


@lru_cache(maxsize=1)
def key_texts() -> KeyTexts:
    """All of `keys.toml`."""
    source = (resources.files("rebelote") / "language" / "keys.toml").read_text("utf-8")
    found: KeyTexts = tomllib.loads(source)
    return found


def key_text(part: str, key: str, lang: Lang) -> str:
    """What a key of a part says; empty where nothing is written about it."""
    texts = key_texts()
    if part.endswith("Clauses"):
        return texts["cites"]["any"][lang]
    parts = (part, _MORE_OF.get(part, ""), "any")
    found = next((texts[each][key] for each in parts if key in texts.get(each, {})), None)
    return found[lang] if found is not None else ""
