"""The page's own words, so that a test finds a button by what a person reads on it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

LANGUAGES = Path(__file__).parents[2] / "web" / "src" / "languages"


@cache
def _catalogue(lang: str) -> dict[str, str | dict[str, str]]:
    parts = sorted(LANGUAGES.glob(f"*.{lang}.json"))
    return {key: text for part in parts for key, text in json.loads(part.read_text("utf-8")).items()}


def t(key: str, lang: str = "fr", **values: object) -> str:
    """The sentence for a key; of a plural, the form for `n`."""
    text = _catalogue(lang)[key]
    if isinstance(text, dict):
        text = text["one" if values.get("n") in ((0, 1) if lang == "fr" else (1,)) else "other"]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
