"""The learned player: a view read as the network was taught to read it, and its scores.

tests/data/policy-cases.json is what training/cases.py says, from tensor tables of its own that know no View.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rebelote import _native
from rebelote.actions import Play
from rebelote.bots import make
from rebelote.bots.expert import policy_net
from rebelote.bots.inference import Inference
from rebelote.cards import Card, Cards
from rebelote.chance import RandomChance
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.view import View

STORED = Path(__file__).parent / "data" / "policy-cases.json"
# Forced cards are nobody's choice: the last trick is left out.
LEGAL = 1
COULD_HOLD = slice(10, 13)
ROYALS = 0b11 << 4
"""King and queen of trump: a «belote» not said rules one out; the network learned where nobody speaks."""
CASES = [case for case in json.loads(STORED.read_text("utf-8")) if len(case["played"]) < 28]


def named(case: dict[str, Any]) -> str:
    return f"{case['rules']}-{case['seed']}-{len(case['played'])}"


def position(case: dict[str, Any]) -> View:
    """The deal that habitue calls, and the cards of the case played."""
    chance = RandomChance(random.Random(case["seed"]))
    match = Match.new(case["rules"], chance=chance, dealer="N")
    while not isinstance(match.state.phase, Playing):
        view = match.view(match.state.actors()[0])
        match = match.act(make("habitue", random.Random(case["seed"])).choose(view), chance)
    for card in case["played"]:
        match = match.act(Play(match.state.actors()[0], Card(card)), chance)
    return match.view(match.state.actors()[0])


def read(view: View) -> tuple[list[int], list[float]]:
    playing = view.situation.playing
    assert playing is not None
    assert playing.turn is not None
    seen = policy_net.Features(Inference(view))
    return seen.sets(playing.legal_cards(playing.turn)), seen.numbers("points")


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_view_is_read_as_the_network_learned_it(case: dict[str, Any]) -> None:
    sets, numbers = read(position(case))
    taught = case["sets"]
    assert (
        sets[: COULD_HOLD.start] + sets[COULD_HOLD.stop :]
        == taught[: COULD_HOLD.start] + taught[COULD_HOLD.stop :]
    )
    assert [mask & ~ROYALS for mask in sets[COULD_HOLD]] == [mask & ~ROYALS for mask in taught[COULD_HOLD]]
    assert numbers == pytest.approx(case["numbers"], abs=1e-4)


@pytest.mark.parametrize("case", CASES[::2], ids=named)
def test_the_scores_are_the_network_s(case: dict[str, Any]) -> None:
    scores = policy_net.load().scores(case["sets"], case["numbers"])
    legal = [card for card in range(32) if case["sets"][LEGAL] >> card & 1]
    assert [scores[card] for card in legal] == pytest.approx(
        [case["scores"][card] for card in legal], abs=0.01
    )


def test_a_file_that_is_no_policy_is_refused() -> None:
    blob = STORED.read_bytes()
    with pytest.raises(ValueError, match="not a policy"):
        _native.Policy(blob)
    with pytest.raises(ValueError, match="ends too soon"):
        _native.Policy(b"rebelote policy 1\n" + bytes(4))


def test_only_games_that_were_learned() -> None:
    for rules, knows in {
        "ffb-contree": True,
        "premiere": False,
        "comptoir": False,
        "escalier": False,
    }.items():
        generator = random.Random(4)
        chance = RandomChance(generator)
        match = Match.new(rules, chance=chance)
        while not isinstance(match.state.phase, Playing):
            view = match.view(match.state.actors()[0])
            match = match.act(make("habitue", generator).choose(view), chance)
        assert policy_net.knows(match.view(match.state.actors()[0])) is knows, rules


def test_expert_heeds_it_early_on_and_not_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def only(inference: Inference, legal: Cards, _aim: object) -> dict[Card, float]:
        asked.append(len(inference.view.observed) // 4)
        favourite = max(legal, key=lambda card: card.index)
        return {card: 0.0 if card is favourite else -1000.0 for card in legal}

    asked: list[int] = []
    monkeypatch.setattr(policy_net, "log_chances", only)
    contree = [case for case in CASES if case["rules"] == "ffb-contree"]
    for view in (position(case) for case in contree):
        playing = view.situation.playing
        assert playing is not None
        assert playing.turn is not None
        legal = playing.legal_cards(playing.turn)
        before = len(asked)
        action = make("expert@4w", random.Random(1)).choose(view)
        assert isinstance(action, Play)
        if len(asked) > before:
            assert action.card is max(legal, key=lambda card: card.index)
    assert set(asked) == {0, 1, 2, 3}
