"""Baloot's purchase, projects and marks, compared with a second, literal reading of their clauses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support.clause_mark import clause
from tests.support.referee_questions import ask, error
from tests.support.second_baloot import RUN_ORDER, SUITS, TURN, Purchase, marks, project_marks

PACK = tuple(rank + suit for suit in SUITS for rank in RUN_ORDER)


@clause("BA-2.1", "BA-2.3")
def test_a_purchase_goes_as_a_literal_reading_says() -> None:
    luck = random.Random(3)
    said: set[str] = set()
    for _ in range(300):
        totals = {"NS": luck.choice((0, 99, 100, 101)), "EW": luck.choice((0, 99, 100, 101))}
        read = Purchase(luck.choice(TURN), luck.choice(PACK), totals)
        fixed = {"dealer": read.dealer, "turned": read.turned, "totals": totals}
        calls: list[list[str]] = []
        shy = luck.choice((10, 60, 85))
        while True:
            found = ask("auction", "baloot", **fixed, calls=calls)
            assert found["speaks"] == read.speaks, calls
            assert {seat: set(legal) for seat, legal in found["legal"].items()} == (
                {read.speaks: read.legal()} if read.speaks else {}
            ), calls
            assert found["contract"] == read.contract(), calls
            if read.speaks is None:
                assert found["done"]
                break
            others = sorted(read.legal() - {"pass"})
            shyness = shy if read.contre == 0 else 20
            call = "pass" if not others or luck.randrange(100) < shyness else luck.choice(others)
            calls.append([read.speaks, call])
            read.say(call)
        assert error("auction", "baloot", **fixed, calls=[*calls, ["N", "pass"]]) == "illegal_call"
        said.update(call for _, call in calls)
    assert said >= {
        "SA",
        "ashkal",
        *SUITS,
        "contre",
        "contre closed",
        "surcontre",
        "four",
        "four closed",
        "gahwa",
    }


@clause("BA-4.1")
@pytest.mark.parametrize("kind", ["carre", "run"])
def test_projects_are_compared_as_a_literal_reading_says(kind: str) -> None:
    luck, winners = random.Random(4), set()
    for _ in range(250):
        pack = list(PACK)
        if luck.random() < 0.5:
            pack.sort(key=lambda card: card[0])
        for _ in range(luck.randrange(12)):
            one, other = luck.randrange(32), luck.randrange(32)
            pack[one], pack[other] = pack[other], pack[one]
        hands = {seat: pack[8 * n : 8 * n + 8] for n, seat in enumerate(TURN)}
        trump, dealer = luck.choice("SHDC*"), luck.choice(TURN)
        trump = "SA" if trump == "*" else trump
        found = ask("declarations", "baloot", {"kind": kind}, trump=trump, hands=hands, dealer=dealer)
        winner, points = project_marks(trump, hands, dealer, kind)
        assert (found["winner"], found["points"]) == (winner, points), (trump, hands, dealer)
        winners.add(winner)
    assert winners >= {"NS", "EW"}


def some_deal(luck: random.Random) -> dict[str, Any]:
    trump = luck.choice(("H", "SA"))
    pack, tricks = 120 if trump == "SA" else 152, luck.choice((0, 8, *range(1, 8), *range(1, 8)))
    cards = {0: 0, 8: pack}.get(tricks, luck.choice((luck.randint(0, pack), pack // 2 + luck.randint(-9, 9))))
    ours, declared = luck.random() < 0.5, luck.choice((0, 0, 2, 5, 10, 20))
    belote = luck.randint(0, 1) if trump == "H" else 0
    return {
        "contract": {
            "side": "NS",
            "trump": trump,
            "value": None,
            "contre": luck.choice((0, 0, 0, 1, 2, 3, 4) if trump == "H" else (0, 0, 1)),
        },
        "tricks": {"NS": tricks, "EW": 8 - tricks},
        "cards": {"NS": cards, "EW": pack - cards},
        "last": {0: "EW", 8: "NS"}.get(tricks, luck.choice(("NS", "EW"))),
        "belote": {"NS": belote * ours, "EW": belote * (not ours)},
        "declarations": {"NS": declared if ours else 0, "EW": 0 if ours else declared},
    }


@clause("BA-4.2", "BA-5.1", "BA-5.2", "BA-5.3")
def test_marks_are_those_of_a_literal_reading() -> None:
    luck, results = random.Random(5), set()
    for _ in range(1500):
        chose = {
            "tie": luck.choice(("buyers", "opponents")),
            "kaboot_doubled": luck.choice((True, False)),
        }
        deal = some_deal(luck)
        found = ask("score", "baloot", chose, deal=deal)
        expected = marks(deal, chose)
        assert (found["result"], found["score"]["NS"], found["score"]["EW"]) == expected, (deal, chose)
        results.add(expected[0])
    assert results == {"made", "failed"}
