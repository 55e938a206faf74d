"""Nothing that is accepted is silently wrong: each such key is refused with its path, or works."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.cards import Trump
from rebelote.errors import BadOption, BadRules
from rebelote.language.text import LANGS
from rebelote.phases.scoring import score_deal
from rebelote.results import Contract, DealSummary
from rebelote.ruleset.loading import document, load, resolved_document
from rebelote.table import Seat, Side

Json = dict[str, Any]
CENT = {"kind": "cent", "length": 5, "points": 100}
TIERCE = {"kind": "tierce", "length": 3, "points": 20}
DEALS = {"kind": "deals", "clauses": [], "deals": 4}
CARRES = [{"rank": "J", "points": 200}]
DECLARATIONS: Json = {
    "clauses": [],
    "played": True,
    "carres": CARRES,
    "carres_sans_atout": CARRES,
    "runs": [CENT, TIERCE],
}
DEAR = {"order": ["A", "T", "K", "Q", "J", "9", "8", "7"], "points": [20, 20, 20, 20, 0, 0, 0, 0]}
"""With 62 for the trumps and 100 for the last of all tricks, more than the core can hold."""
HUGE = {"order": ["J", "9", "A", "T", "K", "Q", "8", "7"], "points": [100, 100, 100, 100, 0, 0, 0, 0]}


def house(base: str, **parts: Any) -> Json:
    return {"id": "maison", "version": 1, "extends": base, **parts}


SILENTLY_WRONG = [
    (house("premiere", declarations=DECLARATIONS), "declarations.played"),
    (house("premiere-grands", declarations=DECLARATIONS), "declarations.played"),
    (
        house("comptoir", options={"count": {"default": "points"}}, declarations=DECLARATIONS),
        "declarations.played",
    ),
    (house("classique", card_values={"trump": HUGE}), "card_values.trump"),
    (house("classique", card_values={"last_trick": 400}), "card_values.trump"),
    (house("classique", scoring={"rounding": "in_tens"}), "match_end.points_per_mark"),
    (house("classique", match_end={"points_per_mark": 10}), "match_end.points_per_mark"),
    (house("ffb-contree", trump_choice={"trumps": ["S", "H", "H"]}), "trump_choice.trumps"),
    (house("ffb-belote", trump_choice={"overcalls": ["SA", "SA"]}), "trump_choice.overcalls"),
    (house("ffb-contree", trump_choice={"highest": 190}), "trump_choice.highest"),
    (house("premiere-grands", trump_choice={"highest": 10}), "trump_choice.highest"),
    (house("classique", belote={"worth": -20}), "belote.worth"),
    (house("classique", scoring={"capot": -1}), "scoring.capot"),
    (house("classique", card_values={"last_trick": -10}), "card_values.last_trick"),
    (house("ffb-belote", declarations={"runs": [TIERCE, CENT]}), "declarations.runs"),
    (house("classique", scoring={"needed": 0}), "scoring.needed"),
    (house("classique", scoring={"needed_with_belote": 60}), "scoring.needed_with_belote"),
    (house("ffb-belote", scoring={"needed": 90}), "scoring.needed"),
    (house("classique", card_values={"plain": DEAR}), "card_values.trump"),
    (house("premiere", scoring={"win": 0}), "scoring.win"),
    (house("belote-trois", belote={"trickless": "taken"}), "belote.trickless"),
    (house("classique") | {"version": 0}, "version"),
    (house("baloot", match_end=DEALS), "trump_choice.contres"),
    (house("belote-annonces", trump_choice={"schmeiss": "umich"}), "trump_choice.schmeiss"),
    (house("klaberjass", trump_choice={"objections": True}), "trump_choice.schmeiss"),
    (
        house("belote-annonces", dealing={"layout": {"kind": "staircase", "top": {"3": 4}}}),
        "dealing.layout.top.4",
    ),
]


@pytest.mark.parametrize(("source", "path"), SILENTLY_WRONG, ids=[path for _, path in SILENTLY_WRONG])
def test_what_would_be_silently_wrong_is_refused(source: Json, path: str) -> None:
    with pytest.raises(BadRules) as refused:
        load(source)
    assert refused.value.path == path
    assert refused.value.told("fr") != refused.value.told("en")


def taken(points: int, belote: int = 0) -> DealSummary:
    ns, ew = Side("NS"), Side("EW")
    return DealSummary(
        contract=Contract(seat=Seat("N"), side=ns, trump=Trump.HEARTS),
        tricks={ns: 4, ew: 4},
        cards={ns: points, ew: 152 - points},
        last=ew,
        belote={ns: belote, ew: 0},
        declarations={},
    )


def test_as_much_is_needed_with_a_belote_unless_the_file_says_more() -> None:
    rules = load(house("classique", scoring={"needed": 82, "needed_with_belote": 0}))
    assert score_deal(rules, taken(30, belote=1)).result == "failed"
    assert score_deal(rules, taken(81, belote=1)).result == "failed"
    assert score_deal(rules, taken(82, belote=1)).result == "made"
    more = load(house("classique", scoring={"needed_with_belote": 92}))
    assert score_deal(more, taken(91, belote=1)).result == "failed"


@pytest.mark.parametrize("last_trick", [8, 10, 13, 18, 20])
def test_halves_in_tens_never_exceed_the_total(last_trick: int) -> None:
    rules = load(
        house(
            "belote-annonces",
            options={"count_in_tens": {"default": True}},
            card_values={"last_trick": last_trick},
        )
    )
    whole = (152 + last_trick) // 10
    for points in range(153):
        score = score_deal(rules, taken(points))
        if score.result == "made":
            assert sum(score.score.values()) == whole, points


def test_declarations_with_a_contract_are_scored() -> None:
    rules = load(house("ffb-contree", declarations=DECLARATIONS))
    ns, ew = Side("NS"), Side("EW")
    summary = DealSummary(
        contract=Contract(seat=Seat("N"), side=ns, trump=Trump.HEARTS, value=80),
        tricks={ns: 4, ew: 4},
        cards={ns: 90, ew: 62},
        last=ew,
        belote={ns: 0, ew: 0},
        declarations={ns: 20, ew: 0},
    )
    assert dict(score_deal(rules, summary).score) == {"NS": 110, "EW": 70}


# Options that would apply by halves


def test_a_value_that_would_apply_by_halves_is_no_longer_offered() -> None:
    """ffb-contree's `announced` lays eight keys over scoring; this file writes one of them."""
    changed = document(house("ffb-contree", scoring={"capot_uncalled": {"base": 300}}))
    assert "scoring" not in changed.options
    with pytest.raises(BadOption):
        changed.resolve({"scoring": "announced"})
    other = document(house("ffb-contree", play={"cannot_overruff": "trump"}))
    assert other.options["scoring"].values == ("made", "announced", "both")


def test_a_value_whose_keys_the_file_writes_all_or_none_of_is_still_offered() -> None:
    """`both` sets a target too; a file with a target of its own keeps it whatever is chosen."""
    own_target = document(house("ffb-contree", match_end={"target": 1500}))
    rules = own_target.resolve({"scoring": "both"})
    assert rules.match_end.target == 1500  # type: ignore[union-attr]


def test_an_option_of_a_part_that_is_replaced_is_no_longer_offered() -> None:
    """`objections` is about the turned card, `target` about points: neither says anything of these parts."""
    choice = resolved_document(load("bela"))["trump_choice"]
    found = document(house("belote-annonces", trump_choice=choice, match_end=DEALS))
    assert {"objections", "target"}.isdisjoint(found.options)
    assert "misdeal" in found.options


def test_what_the_file_writes_is_what_an_option_offers_first() -> None:
    """Générale for 50 is none of the base's values: the page would else show a value that can't be chosen."""
    found = document(house("coinche-annonces", scoring={"generale": 50}))
    option = found.options["generale_worth"]
    assert option.default == option.values[0] == 50
    assert found.resolve(dict(found.resolve().chosen)).scoring == found.resolve().scoring


def test_the_order_of_a_file_does_not_change_what_it_says() -> None:
    """A code keeps the keys in the order of their names."""
    rounding: Json = {"to": 10, "up_from": 6, "per_mark": 1}
    parts: dict[str, Json] = {
        "scoring": {"rounding": rounding, "capot": 300},
        "play": {"plain": "beat", "leads": "closed"},
    }
    swapped = {name: dict(reversed(keys.items())) for name, keys in reversed(parts.items())}
    swapped["scoring"]["rounding"] = dict(reversed(rounding.items()))
    assert load(house("classique", **parts)).digest == load(house("classique", **swapped)).digest


def test_an_option_that_the_file_names_itself_is_its_own_affair() -> None:
    named = house(
        "ffb-contree",
        options={"scoring": {"default": "announced"}},
        scoring={"capot_called": 300},
    )
    assert load(named).scoring.capot_called == 300  # type: ignore[union-attr]


# All at once


def test_all_faults_are_told_at_once_in_both_languages() -> None:
    source = house("classique", belote={"worth": -20}, scoring={"capot": -1, "needed": 0})
    with pytest.raises(BadRules) as refused:
        load(source)
    for lang in LANGS:
        paths = [line.split(":")[0] for line in refused.value.told(lang).splitlines()]
        assert set(paths) == {"belote.worth", "scoring.capot", "scoring.needed"}


def test_shapes_that_are_wrong_are_told_at_once() -> None:
    source = house("classique", belote={"worth": "vingt"}, scoring={"capot": True, "tets": 1})
    with pytest.raises(BadRules) as refused:
        load(source)
    paths = {line.split(":")[0] for line in str(refused.value).splitlines()}
    assert paths == {"belote.worth", "scoring.capot", "scoring.tets"}
    assert "needed" not in str(refused.value).split("scoring.tets")[0]


# The explanation follows the rule


def test_a_clause_that_no_longer_holds_is_not_cited() -> None:
    """C-6.5: under a ruff that you can't beat, any card. Here a trump all the same."""
    rules = load(house("ffb-contree", play={"cannot_overruff": "trump"}))
    assert "C-6.5" not in rules.play.clauses
    assert "C-6.4" in rules.play.clauses
    assert rules.play.cites.undertrump == "maison-play"
    told = rules.catalogue("fr").clause("maison-play")
    assert 'cannot_overruff = "trump"' in told.text
    assert told.title.startswith("Règle de la maison")
    assert rules.catalogue("en").clause("maison-play").text


def test_a_call_that_may_be_higher_is_not_refused_by_the_old_ceiling() -> None:
    rules = load(house("ffb-contree", trump_choice={"highest": 180}))
    assert "C-5A" not in rules.trump_choice.clauses
    assert "C-5C" in rules.trump_choice.clauses


def test_what_is_scored_otherwise_is_told_otherwise_under_every_option() -> None:
    changed = document(house("ffb-belote", belote={"worth": 30}))
    for options in ({}, {"declarations": True}, {"sans_tout_atout": True}):
        rules = changed.resolve(options)
        cited = str(resolved_document(rules))
        assert "'A-7'" not in cited
        assert rules.scoring.cites.belote == "maison-belote"  # type: ignore[union-attr]


def test_a_file_s_own_clauses_are_left_alone() -> None:
    own = house("ffb-contree", play={"cannot_overruff": "trump", "clauses": ["PORT-1"]})
    assert load(own).play.clauses == ("PORT-1",)


def test_a_target_of_one_s_own_makes_no_clause_untrue() -> None:
    assert load(house("ffb-contree", match_end={"target": 1500})).match_end.clauses == ("C-7-end",)
