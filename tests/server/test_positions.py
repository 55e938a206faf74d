"""Positions over HTTP: stepped by the engine, told in words; what can't be names its field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rebelote.ruleset.loading import load
from tests.support.served_tables import Json, run, serving

HANDS = {
    "N": ["JH", "9H", "AS"],
    "E": ["AH", "TH", "7S"],
    "S": ["KH", "QH", "AC"],
    "W": ["9S", "JS", "7C"],
}
WON = {"NS": 3, "EW": 2}


def position(**changed: Any) -> Json:
    return {
        "rules": {"id": "ffb-contree"},
        "trump": "H",
        "leader": "N",
        "hands": HANDS,
        "tricks": WON,
        **changed,
    }


def asked(tmp_path: Path, *bodies: Json, lang: str = "fr") -> list[Json]:
    async def go() -> list[Json]:
        async with serving(tmp_path) as place:
            return [
                (await place.http.post(f"/api/positions?lang={lang}", json=body)).json() for body in bodies
            ]

    return run(go())


def test_a_position_tells_whose_turn_it_is_and_what_may_be_played(tmp_path: Path) -> None:
    start, ruffed = asked(tmp_path, position(), position(moves=["AS", "JS"]))
    assert start["turn"] == "N"
    assert start["trick_number"] == 6
    assert [seat["seat"] for seat in start["seats"]] == ["W", "S", "E", "N"]  # counterclockwise
    assert ruffed["turn"] == "S"
    south = next(seat for seat in ruffed["seats"] if seat["seat"] == "S")
    assert [card["card"] for card in south["cards"] if card["playable"]] == ["KH", "QH", "AC"]
    assert ruffed["told"][1]["text"] == "Ouest : valet de pique."
    assert ruffed["trick_winning"] == "N"


def test_a_trick_is_gathered_with_its_points(tmp_path: Path) -> None:
    (told,) = asked(tmp_path, position(moves=["AS", "JS", "AC", "7S"]), lang="en")
    assert told["trick"] == []
    assert told["turn"] == "N"
    assert told["last_trick"]["winner"] == "N"
    assert told["last_trick"]["points"] == 11 + 2 + 11
    assert told["tricks"] == {"NS": 4, "EW": 2}
    assert told["taken"] == {"NS": 24, "EW": 0}
    assert "North" in told["told"][3]["won"]


def test_at_the_end_the_last_trick_is_counted_and_it_is_nobodys_turn(tmp_path: Path) -> None:
    moves = ["AS", "JS", "AC", "7S", "JH", "7C", "QH", "TH", "9H", "9S", "KH", "AH"]
    (told,) = asked(tmp_path, position(moves=moves))
    assert told["turn"] is None
    assert all(not seat["cards"] for seat in told["seats"])
    assert sum(told["taken"].values()) == 24 + (20 + 3 + 10) + (14 + 4 + 11) + 10


REFUSED = {
    "hands.E": position(hands=HANDS | {"E": ["AH", "TH", "JH"]}),
    "hands.N": position(hands=HANDS | {"N": ["JH", "JH", "AS"]}),
    "hands": position(hands=HANDS | {"E": ["AH", "TH"]}),
    "hands.X": position(hands=HANDS | {"X": ["7D"]}),
    "leader": position(leader="X"),
    "tricks": position(tricks={"NS": 8, "EW": 8}),
    "trick": position(trick=[["W", "8S"]]),
    "trick.0": position(trick=[["Q", "8S"]]),
    "piles.Q": position(piles={"Q": []}),
    "moves.0": position(moves=["AH"]),
    "moves.1": position(moves=["AS", "7C"]),
    "moves.12": position(
        moves=["AS", "JS", "AC", "7S", "JH", "7C", "QH", "TH", "9H", "9S", "KH", "AH", "7D"]
    ),
    "trump": position(trump="X"),
    "rules.id": position(rules={"id": "bridge"}),
}


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Json]:
    answers = asked(tmp_path_factory.mktemp("refused"), *REFUSED.values())
    return {field: answer["error"] for field, answer in zip(REFUSED, answers, strict=True)}


@pytest.mark.parametrize("field", [field for field in REFUSED if field != "rules.id"])
def test_what_cannot_be_names_its_field(field: str, refusals: dict[str, Json]) -> None:
    assert refusals[field]["field"] == field
    assert refusals[field]["code"] == ("illegal" if field.startswith("moves") else "bad_field")


def test_what_cannot_be_is_told_in_french(refusals: dict[str, Json]) -> None:
    assert "la main de N" in refusals["hands.E"]["message"]
    assert refusals["moves.1"]["clause"]["id"] == load("ffb-contree").play.cites.follow
    assert "bridge" in refusals["rules.id"]["message"]
