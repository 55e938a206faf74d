"""House rules that are refused: each with the key and what was expected."""

from __future__ import annotations

from typing import Any

FFB, ANNONCES, CONTREE = "ffb-belote", "belote-annonces", "ffb-contree"


def registry(base: str = CONTREE, **parts: Any) -> dict[str, Any]:
    return {"id": "maison", "extends": base, **parts}


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    (registry(match_end={"target": "x"}), "match_end.target", 'expected an integer, not "x"'),
    (registry(match_end={"target": 0}), "match_end.target", "expected an integer from 1"),
    (registry(options={"kitty": {"default": 1}}), "options.kitty.values", "the values to choose from"),
    (registry(match_end={"targt": 5}), "match_end.targt", "did you mean target?"),
    (registry(match_end={"targt": 5}), "match_end.targt", "known here: kind, clauses, target, both"),
    (registry(scorign={}), "scorign", "did you mean scoring?"),
    (registry(seating={"places": "round"}), "seating.places", '"compass", "facing", "ring", not "round"'),
    (registry(seating={"players": 3}), "seating.players", "compass seats 4 players"),
    (
        registry(play={"cannot_overruff": "trumps"}),
        "play.cannot_overruff",
        'one of "any", "discard", "trump", not "trumps"',
    ),
    (registry(conduct={"announce": "manuel"}), "conduct.announce", "did you mean manual?"),
    (registry(scoring={"failed": {"base": True}}), "scoring.failed.base", "expected an integer, not true"),
    (registry(scoring=3), "scoring", "expected a table, not 3"),
    (
        registry(trump_choice={"kind": "lottery"}),
        "trump_choice.kind",
        'one of "turn_up", "auction", "purchase", "drawn"',
    ),
    (registry(trump_choice={"trumps": ["Z"]}), "trump_choice.trumps[0]", '"SA", "TA", not "Z"'),
    (registry(trump_choice={"trumps": []}), "trump_choice", "at least one trump"),
    (registry(trump_choice={"step": 0}), "trump_choice", "a positive step"),
    (registry(FFB, trump_choice={"overcalls": ["S"]}), "trump_choice.overcalls", '"SA" and "TA" only'),
    (
        registry(scoring={"kind": "gap", "clauses": [], "each": 1}),
        "scoring.kind",
        'expected "contract", not "gap"',
    ),
    (registry(dealing={"layout": {"packets": [[3, 2]]}}), "dealing.layout", "must deal all 32 cards"),
    (
        {
            "id": "drawn",
            "extends": "premiere",
            "dealing": {"layout": {"kind": "hands", "packets": [[3, 2]], "rest": 3}},
        },
        "dealing.layout",
        "a draw, none",
    ),
    (registry(dealing={"layout": {"packets": [[3, "b"]]}}), "dealing.layout.packets[0][1]", "an integer"),
    (registry(dealing={"smallest_heap": 17}), "dealing.smallest_heap", "from 1 to 16"),
    (registry(match_end={"kind": "last_step", "clauses": []}), "match_end.kind", "target with all else"),
    (registry("escalier", seating={"places": "compass"}), "seating.places", "guess"),
    (
        registry("escalier", dealing={"layout": {"top": {"4": 8}}}),
        "dealing.layout.top.4",
        "leaves one to turn up",
    ),
    (
        registry("escalier", dealing={"layout": {"top": {"x": 8}}}),
        "dealing.layout.top.x",
        "an integer as the key",
    ),
    (registry(card_values={"trump": {"points": [1]}}), "card_values.trump", "eight points"),
    (registry(options={"target": {"default": "x"}}), "options.target.default", "an integer from 1"),
    (
        registry(options={"scoring": {"default": "none"}}),
        "options.scoring.default",
        '"made", "announced", "both"',
    ),
    (registry(options={"mine": {"values": [1]}}), "options.mine.default", "missing"),
    (registry(options={"mine": {"default": 1, "vals": [1]}}), "options.mine.vals", "did you mean values?"),
    (registry(options=3), "options", "expected a table"),
    (registry(variants=3), "variants", "expected an array"),
    (registry(variants=[{"when": {}}]), "variants[0].set", "missing: expected a table"),
    (
        registry(variants=[{"when": {"scorin": "both"}, "set": {}}]),
        "variants[0].when.scorin",
        "did you mean scoring?",
    ),
    (
        registry(variants=[{"when": {"scoring": 1}, "set": {}}]),
        "variants[0].when.scoring",
        '"made", "announced"',
    ),
    (
        registry(variants=[{"when": {"scoring": "both"}, "set": {"belote": 1}}]),
        "variants[0].set.belote",
        "expected a table",
    ),
    ({"extends": CONTREE}, "id", "a name of small letters"),
    ({"id": "Ma Règle", "extends": CONTREE}, "id", "a name of small letters"),
    ({"id": CONTREE, "extends": CONTREE}, "id", "a name of its own"),
    ({"id": "a", "extends": "ffb-contre"}, "extends", "did you mean ffb-contree?"),
    ({"id": "a", "extends": None}, "extends", "expected one of"),
    ({"id": "a"}, "version", "missing: expected an integer"),
    ({}, "id", "a name of small letters"),
]
