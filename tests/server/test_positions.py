"""Positions over HTTP: stepped by the engine, told in words; what can't be names its field."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from rebelote.cards import Card
from rebelote.cli.app import app
from rebelote.record import check_record
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.solver import Solver
from rebelote.solver.deal_text import read_deal, write_deal
from rebelote.solver.line import Line
from rebelote.solver.questions import read_position
from rebelote.solver.recorded import recorded_position
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


def asked(tmp_path: Path, *bodies: Json, lang: str = "fr", way: str = "") -> list[Json]:
    async def go() -> list[Json]:
        async with serving(tmp_path) as place:
            address = f"/api/positions{way}?lang={lang}"
            return [(await place.http.post(address, json=body)).json() for body in bodies]

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
    assert "la main (N)" in refusals["hands.E"]["message"]
    assert refusals["moves.1"]["clause"]["id"] == load("ffb-contree").play.cites.follow
    assert "bridge" in refusals["rules.id"]["message"]


# Values

DEALS = sorted((Path(__file__).parents[1] / "deals").glob("*.txt"))


GIVEN = ("trump", "leader", "hands", "trick", "tricks", "piles", "side")


def as_given(question: Json) -> Json:
    """A question of `rebelote solve` as a request."""
    kept = {name: value for name, value in question.items() if name in GIVEN}
    return {"rules": {"id": question["rules"], "options": question.get("options")}, **kept}


def test_the_page_and_rebelote_solve_give_the_same_numbers(tmp_path: Path) -> None:
    questions = [read_deal(file.read_text("utf-8")) for file in DEALS]
    answers = asked(tmp_path, *map(as_given, questions), way="/solve")
    for file, question, answer in zip(DEALS, questions, answers, strict=True):
        assert answer["value"] == question["value"]
        assert answer["cards"] == question["cards"]
        copied = tmp_path / "copied.txt"
        copied.write_text(answer["text"])
        told = [CliRunner().invoke(app, ["solve", str(each)]).stdout for each in (file, copied)]
        assert told[0] == told[1] != ""


def test_a_line_of_best_play_takes_what_the_value_says() -> None:
    for file in DEALS[:6]:
        position, side = read_position(read_deal(file.read_text("utf-8")))
        solution = Solver().solve(position, side)
        line = Line(position, [card for _, card in solution.line])
        assert line.turn is None
        assert line.taken()[side] == solution.value


def test_along_a_line_a_card_is_worth_what_comes_after_it() -> None:
    """What was taken and what is still to come: after any card, the card's value."""
    luck, solver = Random(4), Solver()
    for file in DEALS[:6]:
        position, side = read_position(read_deal(file.read_text("utf-8")))
        line = Line(position)
        for _ in range(6):
            here = line.position
            assert here is not None
            values, before = solver.solve(here, side).cards, line.taken()[side]
            card = luck.choice(sorted(values, key=lambda each: each.index))
            line.play(card)
            now = line.position
            left = solver.solve(now, side).value if now is not None else 0
            assert line.taken()[side] - before + left == values[card]


def test_a_deals_text_is_read_as_it_was_written() -> None:
    for file in DEALS:
        question = read_deal(file.read_text("utf-8"))
        for result in ("value", "cards"):
            question.pop(result, None)
        assert read_deal(write_deal(question)) == question


ROEM = position(rules={"id": "klaverjas"})


def test_where_the_solver_gives_no_answer_it_says_why(tmp_path: Path) -> None:
    (roem,) = asked(tmp_path, ROEM, way="/solve")
    assert roem["error"]["code"] == "unsolvable"
    assert "roem" in roem["error"]["message"]
    (shown,) = asked(tmp_path, ROEM)
    assert not shown["solvable"]
    assert shown["turn"] == "N"


def test_every_card_played_leaves_nothing_to_solve(tmp_path: Path) -> None:
    moves = ["AS", "JS", "AC", "7S", "JH", "7C", "QH", "TH", "9H", "9S", "KH", "AH"]
    over, other = asked(tmp_path, position(moves=moves), position(side="XX"), way="/solve")
    assert over["error"]["field"] == "moves"
    assert other["error"]["field"] == "side"


# What people paste

RECORDS = Path(__file__).parents[1] / "corpus" / "0.1" / "records"


def test_a_record_becomes_a_position_with_its_moves(tmp_path: Path) -> None:
    for name in ("comptoir", "ffb-contree-scoring-announced-sans_tout_atout-True-target-500"):
        text = (RECORDS / f"{name}.belote").read_text("utf-8")
        found, middle = asked(
            tmp_path, {"text": text, "deal": 1}, {"text": text, "deal": 1, "after": 9}, way="/read"
        )
        assert found["after"] == len(found["position"]["moves"])
        assert middle["after"] == 9
        expected = recorded_position(check_record(text), 1, 9)
        moves = [Card(card) for card in found["position"]["moves"][:9]]
        given = read_position({**as_question(found["position"]), "side": expected.spec.table.sides[0]})[0]
        assert Line(given, moves).position == expected


def as_question(given: Json) -> Json:
    rules = given["rules"]
    return {**given, "rules": rules["id"], "options": rules.get("options") or {}}


def test_a_deal_in_text_and_a_question_are_read_alike(tmp_path: Path) -> None:
    text = DEALS[0].read_text("utf-8")
    question = read_deal(text)
    by_text, by_json = asked(tmp_path, {"text": text}, {"text": json.dumps(question)}, way="/read")
    assert by_text == by_json
    assert by_text["position"]["trump"] == question["trump"]
    assert by_text["deals"] == []


BAD_TEXTS = {
    "trump": "what is this",
    "line 1": "rules ffb-contree",
    "hands": "rules: coinche\ntrump: H\nN: AS\nE: 7S\nS: 8S\nleader: N",
    "AS": "rules: coinche\ntrump: H\nN: AS\nE: AS\nS: 8S\nW: 9S\nleader: N",
    "Record": "[nothing]",
}


def test_a_text_that_says_no_position_is_refused(tmp_path: Path) -> None:
    answers = asked(tmp_path, *({"text": text} for text in BAD_TEXTS.values()), lang="en", way="/read")
    for answer in answers:
        assert answer["error"]["field"].startswith("text")
    assert "line 1" in answers[1]["error"]["message"]
    assert "AS" in answers[3]["error"]["message"]


def test_the_frame_of_every_game(tmp_path: Path) -> None:
    frames = asked(tmp_path, *({"rules": {"id": name}} for name in RULESET_IDS), way="/frame")
    for name, frame in zip(RULESET_IDS, frames, strict=True):
        rules = load(name)
        assert [seat["seat"] for seat in frame["seats"]] == list(rules.table.order)
        assert frame["hand"] + 2 * frame["piles"] == frame["tricks"]
        assert len(frame["pack"]) == len(rules.cards)
        assert frame["solvable"] == (rules.roem is None)
    (six,) = asked(tmp_path, {"rules": {"id": "escalier"}, "players": 6}, way="/frame")
    assert len(six["seats"]) == 6
    assert six["tricks"] == 5
