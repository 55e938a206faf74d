"""Every game has a whole tile on the home page: emblem, a line in both languages, minutes, difficulty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rebelote.ruleset.builtin import RULESET_IDS

WEB = Path(__file__).parents[1] / "web" / "src"
FILES = (WEB / "pages" / "home" / "gameFacts.ts", WEB / "games" / "emblems.ts")


@pytest.mark.parametrize("game", RULESET_IDS)
def test_a_game_has_its_line_facts_and_emblem(game: str) -> None:
    for lang in ("fr", "en"):
        lines = json.loads((WEB / "languages" / f"site.{lang}.json").read_text("utf-8"))
        assert f"home.line.{game}" in lines
    for file in FILES:
        text = file.read_text("utf-8")
        assert f"\n  {game}: " in text or f"\n  '{game}': " in text, file
