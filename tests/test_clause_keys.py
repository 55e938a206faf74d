"""Which clauses a key makes true: every key is mapped, and what still holds stays."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.errors import BadRules
from rebelote.ruleset import Ruleset
from rebelote.ruleset.clause_keys import CITED_FOR, STATES
from rebelote.ruleset.house_clauses import FREE, TOLD
from rebelote.ruleset.loading import document, load, resolved_document
from rebelote.ruleset.part_types import type_info
from rebelote.ruleset.rules_code import pack
from tests.support.random_positions import VARIANTS

NO_SENTENCE = {
    "declarations.played",  # told by whether the part's clauses are shown at all
    "declarations.most",
    "match_end.points_per_mark",
    "trump_choice.kind",
    "scoring.kind",
    "match_end.kind",
}
"""Keys of which no sentence of the games says anything."""


def keys() -> set[str]:
    rules: Any = type_info(Ruleset)
    found = set()
    for field in rules.fields:
        structs = getattr(field.type, "types", (field.type,)) if field.name in TOLD else ()
        for struct in structs:
            found |= {f"{field.name}.{each.name}" for each in getattr(struct, "fields", ())}
    return {each for each in found if each.split(".")[1] not in ("clauses", "cites")}


def test_every_key_is_mapped_to_what_it_changes() -> None:
    cited = {f"{part}.{key}" for part, each in CITED_FOR.items() for key in each}
    stated = {key for each in STATES.values() for key in each}
    free = {f"{part}.{key}" for part, each in FREE.items() for key in each}
    assert sorted(keys() - cited - stated - free - NO_SENTENCE) == []
    assert sorted((cited | stated) - keys() - NO_SENTENCE - {"words.contre"}) == []


def test_every_clause_that_a_game_lists_is_known() -> None:
    unknown = set()
    for rules in VARIANTS.values():
        for name in TOLD:
            part: Any = getattr(rules, name)
            cites = getattr(part, "cites", None)
            cited = (
                {getattr(cites, field) for field in cites.__struct_fields__} if cites is not None else set()
            )
            unknown |= {each for each in part.clauses if each not in cited} if part is not None else set()
    assert sorted(unknown - set(STATES)) == []


def house(base: str, **parts: Any) -> dict[str, Any]:
    return {"id": "maison", "extends": base, **parts}


@pytest.mark.parametrize(
    ("base", "part", "keys", "gone"),
    [
        (
            "ffb-belote",
            "declarations",
            {"overlap": True, "named": "in_full"},
            {"A-8", "A-8-split", "A-8.2", "A-8.3-height"},
        ),
        ("ffb-belote", "belote", {"forgiven_once": False}, {"A-7"}),
        ("ffb-belote", "match_end", {"belote_needs_a_trick": False}, {"A-10.3-trick"}),
        ("ffb-belote", "dealing", {"shuffle": "first_deal"}, {"A-3.2"}),
        ("ffb-belote", "scoring", {"capot": 300}, {"A-9-capot"}),
        ("ffb-contree", "scoring", {"capot_called": 600}, {"C-7-capot", "C-7A-capot"}),
        ("bela", "declarations", {"eight": "run"}, {"BE-4.1-belot"}),
        ("classique", "match_end", {"stake": 2}, set()),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_what_still_holds_stays(base: str, part: str, keys: dict[str, Any], gone: set[str]) -> None:
    """By the sentences of docs/rules.md: capot's worth is A-9-capot's, not A-9's nor A-10's."""
    before, after = getattr(load(base), part), getattr(load(house(base, **{part: keys})), part)
    cited = (
        set()
        if not hasattr(after, "cites")
        else {getattr(after.cites, n) for n in after.cites.__struct_fields__}
    )
    own = {f"maison-{part.replace('_', '-')}"} if gone else set()
    assert set(before.clauses) - gone | own == set(after.clauses)
    assert not gone & (set(after.clauses) | cited)


def test_an_option_that_brings_the_base_s_rule_back_brings_its_clause_back() -> None:
    """Whoever chooses what the file had changed is told what he plays."""
    found = document(house("belot-bg", match_end={"capot_ends": True}))
    changed, restored = found.resolve(), found.resolve({"capot_ends": False})
    assert (changed.match_end.clauses, restored.match_end.clauses) == (("maison-match-end",), ("BG-7",))
    assert "maison-match-end" not in restored.texts["fr"].clauses


def test_what_a_file_extends_must_hold_by_itself() -> None:
    wrong = pack({"house": {"id": "faux", "extends": "classique", "variants": [{}]}})
    with pytest.raises(BadRules) as refused:
        load(house(wrong))
    assert refused.value.path.startswith("extends.variants[0]")


# What a file need not cite


def test_a_clause_is_cited_for_what_its_id_ends_in() -> None:
    """And for what is like it; the first one listed for everything else."""
    choice = {"kind": "turn_up", "rounds": 2, "clauses": ["PORT-1"]}
    clauses = ["PORT-2", "PORT-2-follow", "PORT-2-trump", "PORT-2-overtrump"]
    rules = load(whole("classique", trump_choice=choice, play={"clauses": clauses}))
    cites = rules.play.cites
    assert (cites.follow, cites.trump, cites.overtrump) == (
        "PORT-2-follow",
        "PORT-2-trump",
        "PORT-2-overtrump",
    )
    assert (cites.overruff, cites.undertrump, cites.shown) == ("PORT-2-overtrump", "PORT-2-trump", "PORT-2")
    assert rules.trump_choice.cites.call == "PORT-1"  # type: ignore[union-attr]


def test_a_part_without_clauses_lists_what_it_cites() -> None:
    rules = load(whole("classique", dealing={"cites": {"cut": "PORT-3", "packets": "PORT-4"}}))
    assert rules.dealing.clauses == ("PORT-3", "PORT-4")
    assert rules.penalties.cites.misdeal == "PORT-4"
    assert (rules.seating.clauses, rules.words.clauses) == (("PORT-3",), ())


def test_a_house_rule_cites_its_own_clause_by_name_and_else_its_base_s() -> None:
    cites = load(house("classique", play={"clauses": ["PORT-follow"]})).play.cites
    assert (cites.follow, cites.trump) == ("PORT-follow", "D3-trump")


def whole(base: str, **parts: dict[str, Any]) -> dict[str, Any]:
    """A document that takes nothing over, without a citation but those given."""
    found = resolved_document(load(base))
    found.pop("chosen")
    for name, part in found.items():
        if isinstance(part, dict):
            plain = {key: value for key, value in part.items() if key not in ("clauses", "cites")}
            found[name] = {**plain, **parts.get(name, {})}
    return found
