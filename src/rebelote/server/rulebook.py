"""The rules that a request names, and rules told to the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from rebelote.errors import BadRules
from rebelote.language.text import LANGS, Lang, catalogue, said
from rebelote.ruleset import OptionValue, Ruleset, Target, loading
from rebelote.ruleset.builtin import COMMON, RULESET_IDS, Group, group_of
from rebelote.ruleset.differences import told_differences
from rebelote.ruleset.limits import longest_target
from rebelote.ruleset.options import Option, RulesDocument, at_path, overlay, value_at
from rebelote.ruleset.rules_code import BadCode, pack, unpack
from rebelote.ruleset.schema import json_schema
from rebelote.ruleset.toml_reader import parse_toml, toml_fault
from rebelote.ruleset.toml_writer import to_toml
from rebelote.server.card_crib import card_crib
from rebelote.server.docs_folder import rules_address
from rebelote.server.messages.rules import (
    Difference,
    OptionInfo,
    RulesPage,
    RulesPart,
    RulesRef,
    RulesSummary,
    ValueInfo,
)
from rebelote.server.messages.tables import TableRules
from rebelote.server.problems import Refused

PLAYERS: Final = "players"
"""The option that says how many play."""


class Chosen(msgspec.Struct, frozen=True):
    """Rules with the options they need. `source` is a house rule as written, None for a built-in game."""

    document: RulesDocument
    source: dict[str, Any] | None
    options: Mapping[str, OptionValue]
    rules: Ruleset
    code: str


def _packed(
    source: str | dict[str, Any], document: RulesDocument, options: Mapping[str, OptionValue], rules: Ruleset
) -> Chosen:
    """With no option but those that are needed."""
    kept = _needed(document, options, rules)
    house = None if isinstance(source, str) else source
    name: dict[str, Any] = {"id": rules.id} if house is None else {"house": house}
    return Chosen(document, house, kept, rules, pack(name | ({"options": kept} if kept else {})))


def _needed(
    document: RulesDocument, options: Mapping[str, OptionValue], wanted: Ruleset
) -> dict[str, OptionValue]:
    """The options without which the rules would be others."""
    kept = dict(sorted(options.items()))
    for name in options:
        without = {key: value for key, value in kept.items() if key != name}
        if document.resolve(without) == wanted:
            kept = without
    return kept


# Finding


def find(ref: RulesRef, players: int | None = None) -> Chosen:
    """The rules of a request, with as many players as it says."""
    named = [name for name in ("id", "code", "toml") if getattr(ref, name) is not None]
    if len(named) != 1:
        raise Refused("bad_field", field="rules", detail="id, code, toml: one of them")
    source, options = _source(ref)
    document = _served(loading.document(source), source)
    if ref.options:
        options = {**options, **ref.options}
    if players is not None:
        options = _with_players(document, options, players)
    rules = document.resolve(options)
    _check_target(rules)
    return _packed(source, document, options, rules)


def _served(document: RulesDocument, source: str | dict[str, Any]) -> RulesDocument:
    """At a served table a pack that is only cut is gathered loosely, unless a house rule says otherwise."""
    if document.resolve().dealing.shuffle == "every_deal" or _says_gathering(source):
        return document
    return document.with_default("dealing.gathering", "loose")


def _says_gathering(source: str | dict[str, Any]) -> bool:
    """Whether a house rule states it itself; one that is resolved already states everything."""
    if isinstance(source, str):
        return False
    parts = [source, *(variant["set"] for variant in source.get("variants", ()))]
    stated = any("gathering" in part.get("dealing", {}) for part in parts)
    return stated or "chosen" in source or "gathering" in source.get("options", {})


def _check_target(rules: Ruleset) -> None:
    end, most = rules.match_end, longest_target(counts_tricks=rules.counts_tricks)
    if isinstance(end, Target) and end.target > most:
        raise BadRules("match_end.target", said("at_a_table", most=most, found=end.target))


def _source(ref: RulesRef) -> tuple[str | dict[str, Any], dict[str, OptionValue]]:
    if ref.id is not None:
        return ref.id, {}
    if ref.toml is not None:
        return _read_toml(ref.toml), {}
    try:
        return unpack(ref.code or "")
    except BadCode:
        raise Refused("bad_code", field="rules.code") from None


def _read_toml(text: str) -> dict[str, Any]:
    try:
        return parse_toml("rules.toml", text)
    except ValueError as error:
        raise BadRules("rules.toml", toml_fault(error)) from None


def _with_players(
    document: RulesDocument, options: dict[str, OptionValue], players: int
) -> dict[str, OptionValue]:
    if PLAYERS in document.options:
        return {**options, PLAYERS: players}
    if document.resolve(options).seating.players != players:
        raise Refused("bad_field", field="players", detail=str(document.resolve(options).seating.players))
    return options


# Telling


def warm() -> None:
    """What everybody asks for is worked out before the first asks: the first page takes as long as fifty."""
    schema()
    for lang in LANGS:
        summaries(lang)
        for name in RULESET_IDS:
            builtin_page(name, lang)


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    return json_schema()


@lru_cache(maxsize=len(LANGS))
def summaries(lang: Lang) -> list[RulesSummary]:
    return [summary(find(RulesRef(id=name)), lang) for name in RULESET_IDS]


@lru_cache(maxsize=len(LANGS) * len(RULESET_IDS))
def builtin_page(name: str, lang: Lang) -> RulesPage:
    return page(find(RulesRef(id=name)), lang)


def summary(chosen: Chosen, lang: Lang) -> RulesSummary:
    return RulesSummary(**_summary_fields(chosen, lang))


def _summary_fields(chosen: Chosen, lang: Lang) -> dict[str, Any]:
    text = chosen.rules.catalogue(lang).ruleset(chosen.rules.id)
    options = chosen.document.options
    one = (chosen.rules.seating.players,)
    players = [n for n in (options[PLAYERS].values if PLAYERS in options else one) if isinstance(n, int)]
    return {
        "id": chosen.rules.id,
        "name": text.name,
        "description": text.description,
        "players": sorted(players),
        "group": _group(chosen.rules),
        "options": [_option(name, option, chosen.rules, lang) for name, option in options.items()],
    }


def _group(rules: Ruleset) -> Group:
    """Of the game itself, or of the game that a house rule starts from."""
    return group_of(rules.id if rules.id in RULESET_IDS else rules.extends)


def _option(name: str, option: Option, rules: Ruleset, lang: Lang) -> OptionInfo:
    text = rules.catalogue(lang).option(name)
    return OptionInfo(
        name=name,
        label=text.label,
        help=text.help,
        value=rules.chosen[name],
        default=option.default,
        values=[ValueInfo(value, text.value(value)) for value in option.values],
        minimum=option.minimum,
        fractions=option.fractions,
    )


def page(chosen: Chosen, lang: Lang) -> RulesPage:
    rules = chosen.rules
    base = _base(chosen)
    return RulesPage(
        **_summary_fields(chosen, lang),
        extends=rules.extends if chosen.source is not None and rules.extends else None,
        code=chosen.code,
        parts=_parts(rules, lang),
        differences=[
            Difference(path, one, other)
            for path, one, other in (told_differences(base, rules) if base is not None else ())
            if not path.startswith("chosen.")
        ],
        toml=to_toml(_as_house_rule(chosen)),
        docs=rules_address(family=_group(rules) == "family"),
    )


def _base(chosen: Chosen) -> Ruleset | None:
    """What the differences are told from: the rules that a house rule extends, or these without options."""
    if chosen.source is None:
        return _served(loading.document(chosen.rules.id), chosen.rules.id).resolve()
    extends = chosen.rules.extends
    return loading.load(extends) if extends and extends != COMMON else None


def _parts(rules: Ruleset, lang: Lang) -> list[RulesPart]:
    words = rules.catalogue(lang)
    return [
        RulesPart(name, title, [words.clause(clause) for clause in getattr(rules, name).clauses])
        for name, title in words.parts.items()
        if getattr(rules, name) is not None
    ]


def _as_house_rule(chosen: Chosen) -> dict[str, Any]:
    """Chosen options become the defaults of a house rule."""
    rules = chosen.rules
    kept = chosen.options
    defaults = {"options": {name: {"default": value} for name, value in kept.items()}} if kept else {}
    if chosen.source is not None:
        return _in_order(overlay(_with_own_lines(chosen, chosen.source), defaults))
    return {"id": f"{rules.id}-maison", "extends": rules.id, **defaults}


def _with_own_lines(chosen: Chosen, source: dict[str, Any]) -> dict[str, Any]:
    """The file with what was chosen wherever a line of its own sets the same."""
    for name, value in chosen.options.items():
        path = chosen.document.options[name].sets
        if path and value_at(source, path, None) is not None:
            source = overlay(source, at_path(path, value))
    return source


def _in_order(source: dict[str, Any]) -> dict[str, Any]:
    """The same file, however it was written: its name first."""
    first: dict[str, Any] = {key: source[key] for key in ("id", "extends") if key in source}
    return {**first, **{key: _sorted(source[key]) for key in sorted(source) if key not in first}}


def _sorted(value: Any) -> Any:
    return {key: _sorted(value[key]) for key in sorted(value)} if isinstance(value, dict) else value


@lru_cache(maxsize=256)
def _goal(target: int | None, deals: int, lang: Lang) -> str:
    words = catalogue(lang)
    if target is not None:
        return words.server["goal"].format(goal=words.count("point", target))
    return words.server["goal"].format(goal=words.count("deal", deals))


def goal(rules: Ruleset, lang: Lang) -> str:
    """«Partie en 1000 points»."""
    match rules.match_end:
        case Target(target=target):
            return _goal(target, 0, lang)
        case _:
            return _goal(None, rules.last_deal or 0, lang)


@lru_cache(maxsize=512)
def table_rules(rules: Ruleset, code: str, lang: Lang) -> TableRules:
    """Told to everybody who comes, and whenever something changes at a table."""
    dealing = rules.dealing
    return TableRules(
        id=rules.id,
        name=rules.catalogue(lang).ruleset(rules.id).name,
        description=rules.catalogue(lang).ruleset(rules.id).description,
        goal=goal(rules, lang),
        strict=rules.strict,
        code=code,
        options=rules.chosen,
        followable=dealing.shuffle == "first_deal" and dealing.gathering == "exact",
        cards=card_crib(rules),
    )
