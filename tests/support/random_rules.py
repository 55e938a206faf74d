"""Rules files composed at random from every key that a document may have.

A file starts from a built-in game, as a house rule or whole, and gives some of its keys other values: those
that another game has there, or any that its type allows. Most are refused; what a refusal names is taken out.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from rebelote.cards import RANKS, Rank, Trump
from rebelote.errors import BadRules
from rebelote.language.game_texts import GROUPS
from rebelote.language.text import LANGS, catalogue
from rebelote.ruleset import ContractScoring, MarkScoring, Ruleset, TakeScoring, Target
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.loading import RULESET_IDS, document, load, resolved_document
from rebelote.ruleset.options import Option, RulesDocument, Variant, overlay
from rebelote.ruleset.part_types import of_kind, part_type, type_info
from rebelote.ruleset.rules_code import pack
from tests.support.random_matches import Luck, sampled_game

Key = tuple[str, str]
"""The name of a part's type, and a key of it."""

PARTS: Final = (
    "seating",
    "dealing",
    "trump_choice",
    "play",
    "card_values",
    "declarations",
    "belote",
    "scoring",
    "match_end",
    "penalties",
    "words",
    "conduct",
)
MOST_CHANGES: Final = 7
MOST_MENDED: Final = 12
"""How often a refused file is tried again without what was named."""

SHORT: Final = (5, 40, 301)
"""What matches are played to at most, in game points, in tens and in points."""

NUMBERS: Final[Mapping[Key, tuple[float, ...]]] = {
    ("Ruleset", "version"): (1, 2, 7),
    ("Seating", "players"): (2, 3, 4, 5, 6),
    ("Dealing", "smallest_heap"): (1, 2, 3, 8, 16),
    ("Hands", "packets"): (1, 2, 3, 4, 5),
    ("Hands", "rest"): (0, 1, 2, 3, 4),
    ("Hands", "asleep"): (0, 1, 2, 4, 5, 8, 14),
    ("Hands", "discard"): (0, 1, 2),
    ("Piles", "piles"): (4, 8),
    ("Staircase", "top"): (1, 2, 4, 5, 7, 8),
    ("Auction", "lowest"): (0, 1, 5, 8, 50, 80, 90),
    ("Auction", "highest"): (0, 9, 16, 24, 100, 160, 180, 250),
    ("Auction", "step"): (0, 1, 5, 7, 10, 20),
    ("Auction", "offered"): (0, 1, 2, 3, 4),
    ("Purchase", "to_partner_from"): (0, 1, 2, 3, 4),
    ("Purchase", "contred_above"): (0, 1, 50, 100),
    ("Double", "factor"): (2, 3, 4, 8, 16),
    ("Scale", "points"): (0, 0, 0, 1, 2, 3, 4, 10, 11, 14, 20),
    ("CardValues", "last_trick"): (0, 5, 10, 20, 100),
    ("Run", "length"): (2, 3, 4, 5, 6, 8),
    ("Run", "to"): (0, 4, 5, 6, 8),
    ("Declarations", "most"): (0, 1, 2, 3),
    ("Rounding", "to"): (5, 10, 20),
    ("Rounding", "up_from"): (1, 5, 6, 10),
    ("Rounding", "keeps"): (0, 5),
    ("Rounding", "per_mark"): (1, 5, 10),
    ("Target", "target"): (1, 2, 3, 16, 70, 151, 301, 501),
    ("Target", "points_per_mark"): (1, 5, 10),
    ("Target", "stake"): (0, 1, 2.5),
    ("Deals", "deals"): (1, 2, 3, 5),
    ("Contred", "surcontre"): (2, 3, 4),
    ("TrickScoring", "last_counts"): (0, 1, 2, 3),
    ("TrickScoring", "win"): (0, 1, 2),
    ("TakeScoring", "needed"): (0, 60, 82, 92, 100),
    ("TakeScoring", "needed_with_belote"): (0, 80, 82, 92, 100),
    ("TakeScoring", "tricks_factor"): (1, 2, 3),
    ("TakeScoring", "mark_factor"): (1, 2, 3),
    ("Option", "minimum"): (0, 1, 50),
}
"""What a number is drawn from, where it is not of the usual ones."""
USUAL: Final = (0, 1, 2, 3, 5, 10, 16, 20, 26, 50, 90, 100, 162, 250, 500)
ODD: Final = (-1, 0, 7, 10_000, 10_001, 2**53)
"""Drawn now and then for any number: most are refused."""


# The keys that there are


def _table(wanted: Any) -> inspect.StructType:
    info = type_info(wanted)
    assert isinstance(info, inspect.StructType)
    return info


def _type_of(key: str) -> inspect.Type:
    """The type of what stands at a key of a document."""
    return next(field.type for field in _table(Ruleset).fields if field.name == key)


def keys_of(source: Document) -> Iterator[Key]:
    """Every key that a document writes."""
    for key, value in source.items():
        yield "Ruleset", key
        if key == "options":
            for option in value.values():
                yield from _keys_inside(type_info(Option), option)
        elif key == "variants":
            for variant in value:
                yield from _keys_inside(type_info(Variant), variant)
        elif key not in ("id", "version", "extends", "chosen"):
            yield from _keys_inside(_type_of(key), value)


def _keys_inside(info: inspect.Type, value: Any) -> Iterator[Key]:
    match info, value:
        case ((inspect.StructType() | inspect.UnionType()), dict()):
            struct = of_kind(info, value.get("kind")) or _only_dict(info)
            if isinstance(struct, inspect.StructType):
                yield from _keys_of_struct(struct, value)
            elif struct is not None:
                yield from _keys_inside(struct, value)
        case inspect.DictType(value_type=inner), dict():
            for each in value.values():
                yield from _keys_inside(inner, each)
        case ((inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner)), list() | tuple()):
            for each in value:
                yield from _keys_inside(inner, each)
        case _:
            pass


def _only_dict(info: inspect.Type) -> inspect.Type | None:
    every = info.types if isinstance(info, inspect.UnionType) else (info,)
    return next((each for each in every if isinstance(each, inspect.DictType)), None)


def _keys_of_struct(struct: inspect.StructType, value: Document) -> Iterator[Key]:
    name = struct.cls.__name__
    for key, each in value.items():
        yield name, key
        field = next((field for field in struct.fields if field.encode_name == key), None)
        if field is not None:
            yield from _keys_inside(field.type, each)


# What the games have there


@cache
def pool() -> Mapping[str, tuple[Any, ...]]:
    """Every part of every game with its options, by the part's name."""
    found: dict[str, dict[bytes, Any]] = {part: {} for part in PARTS}
    for rules in _all_rules():
        for part, value in rules.items():
            if part in PARTS and value is not None:
                found[part].setdefault(msgspec.json.encode(value, order="deterministic"), value)
    return {part: tuple(values.values()) for part, values in found.items()}


def _all_rules() -> Iterator[Document]:
    for name in RULESET_IDS:
        yield resolved_document(load(name))
        for option, found in document(name).options.items():
            for value in found.values:
                if value != found.default:
                    yield resolved_document(load(name, {option: value}))


@cache
def _known(part: str, struct: str, key: str) -> tuple[Any, ...]:
    """The values that a key has in the games."""
    found: dict[bytes, Any] = {}
    for value in pool()[part]:
        own = part_type(part, value.get("kind"))
        if own is not None and own.cls.__name__ == struct and key in value:
            found.setdefault(msgspec.json.encode(value[key], order="deterministic"), value[key])
    return tuple(found.values())


# Values by their types


def any_value(info: inspect.Type, key: Key, luck: Luck) -> Any:
    """Something that the type allows, mostly also something that can be meant."""
    match info:
        case inspect.BoolType():
            return luck.happens(50)
        case inspect.IntType() | inspect.FloatType():
            return luck.choice(ODD if luck.happens(4) else NUMBERS.get(_family(key), USUAL))
        case inspect.LiteralType(values=values):
            return luck.choice(values)
        case inspect.EnumType(cls=cls):
            return luck.choice([_plain(each) for each in cls])
        case inspect.StrType():
            return _text(key, luck)
        case inspect.NoneType():
            return None
        case inspect.AnyType():
            return luck.choice((0, True, "S"))
        case inspect.UnionType(types=types):
            return any_value(luck.choice(types), key, luck)
        case inspect.StructType():
            return any_struct(info, luck)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _any_list(item, key, luck)
        case inspect.DictType(key_type=keys, value_type=values):
            return {str(any_value(keys, key, luck)): any_value(values, key, luck) for _ in range(2)}
        case _:
            raise AssertionError(f"{key}: no value for {info}")


def _family(key: Key) -> Key:
    """A purchase has the numbers of an auction."""
    return key if key in NUMBERS or key[0] != "Purchase" else ("Auction", key[1])


def _plain(member: enum.Enum) -> Any:
    return member.value


def _text(key: Key, luck: Luck) -> str:
    if key[0].endswith("Clauses") or key[1] == "clauses":
        return luck.choice(("A-5.2.1", "D4-made", "MAISON-1", "MAISON-2"))
    if key == ("Option", "sets"):
        return luck.choice(("match_end.target", "scoring.capot", "play.plain", "belote.worth"))
    return luck.choice(("maison", "Le café du port", "règle d'ici ; « ici »", "a {b} c", "π ≈ 3"))


def _any_list(item: inspect.Type, key: Key, luck: Luck) -> list[Any]:
    if isinstance(item, inspect.EnumType) and item.cls in (Rank, Trump) and luck.happens(90):
        every = [_plain(each) for each in item.cls]
        whole = key == ("Scale", "order")
        return luck.shuffle(every)[: len(every) if whole else luck.below(len(every) + 1)]
    size = len(RANKS) if key == ("Scale", "points") else 1 + luck.below(3)
    return [any_value(item, key, luck) for _ in range(size)]


def any_struct(struct: inspect.StructType, luck: Luck) -> Document:
    """A table with all that it must have, and some of what it may."""
    found: Document = {} if struct.tag is None else {"kind": struct.tag}
    for field in struct.fields:
        if field.required or luck.happens(40):
            key = (struct.cls.__name__, field.encode_name)
            found[field.encode_name] = any_value(field.type, key, luck)
    return found


# Files


def compose(luck: Luck) -> Document:
    """A rules file, right or wrong: a house rule, one on the code of another, or a whole document."""
    found: Document = _without_nothing(msgspec.json.decode(msgspec.json.encode(_composed(luck))))
    return found


def _composed(luck: Luck) -> Document:
    base = luck.choice(RULESET_IDS)
    style = luck.below(10)
    if style < 2:
        return _whole(base, luck)
    house = _house(base, luck)
    if style == 2:
        return {"id": "maison-2", "extends": pack({"house": house}), **_changes(_merged(base), luck, 2)}
    return house


def _house(base: str, luck: Luck) -> Document:
    found: Document = {"id": "maison", "extends": base}
    if luck.happens(50):
        found["version"] = any_value(inspect.IntType(), ("Ruleset", "version"), luck)
    found |= _changes(_merged(base), luck, MOST_CHANGES)
    if luck.happens(30):
        found |= _options(document(base), luck)
    if luck.happens(20):
        found["texts"] = _texts(luck)
    return found


def _whole(base: str, luck: Luck) -> Document:
    game = sampled_game(luck, base)
    try:
        rules = load(base, dict(game.options))
    except BadRules:
        rules = load(base)
    found = resolved_document(rules)
    found["id"] = "maison"
    found.pop("extends", None)
    if luck.happens(50):
        found.pop("chosen")
    for part, value in _changes(found, luck, MOST_CHANGES).items():
        same = isinstance(found.get(part), dict) and value.get("kind", found[part].get("kind")) == found[
            part
        ].get("kind")
        found[part] = {**found[part], **value} if same else value
    return found


def _without_nothing(value: Any) -> Any:
    """TOML has no null."""
    match value:
        case dict():
            return {key: _without_nothing(each) for key, each in value.items() if each is not None}
        case list():
            return [_without_nothing(each) for each in value if each is not None]
        case _:
            return value


@cache
def _merged(base: str) -> Document:
    return resolved_document(load(base))


def _changes(base: Document, luck: Luck, most: int) -> Document:
    """Some keys of some parts, with other values."""
    found: Document = {}
    for _ in range(1 + luck.below(most)):
        part = luck.choice(PARTS)
        if luck.happens(12):
            found[part] = dict(luck.choice(pool()[part]))
        else:
            _change_key(found, part, base.get(part) or luck.choice(pool()[part]), luck)
    return found


def _change_key(found: Document, part: str, base: Document, luck: Luck) -> None:
    own = found.setdefault(part, {} if part in _merged("ffb-belote") or base else dict(base))
    struct = part_type(part, own.get("kind", base.get("kind")))
    assert struct is not None
    field = luck.choice(struct.fields)
    key = (struct.cls.__name__, field.encode_name)
    known = _known(part, *key)
    if known and luck.happens(50):
        own[field.encode_name] = luck.choice(known)
    elif (value := any_value(field.type, key, luck)) is not None:
        own[field.encode_name] = value


def _options(base: RulesDocument, luck: Luck) -> Document:
    """Other defaults for the options of the base, an option of its own, and what it changes."""
    found: Document = {}
    for name, option in base.options.items():
        if option.values and luck.happens(25):
            found[name] = {"default": luck.choice(option.values)}
    if luck.happens(50):
        found["own"] = any_struct(_table(Option), luck)
        return {"options": found}
    found["own"] = {"values": [False, True], "default": False}
    part = luck.choice(PARTS)
    changes: Document = {}
    _change_key(changes, part, luck.choice(pool()[part]), luck)
    return {"options": found, "variants": [{"when": {"own": True}, "set": changes}]}


def _texts(luck: Luck) -> Document:
    found: Document = {}
    for lang in LANGS:
        if luck.happens(70):
            own: Document = {"name": _text(("", ""), luck), "description": _text(("", ""), luck)}
            own["clauses"] = {"MAISON-1": {"title": _text(("", ""), luck), "text": _text(("", ""), luck)}}
            own["options"] = {"own": {"label": "own", "help": "own", "values": {"true": "yes"}}}
            own["glossary"] = {"maison": "house"}
            group = luck.choice(GROUPS)
            words: Mapping[str, str] = getattr(catalogue(lang), group)
            own[group] = {luck.choice(list(words)): _text(("", ""), luck)}
            found[lang] = own
    return found


# What is accepted of them


def accepted(luck: Luck) -> tuple[Document, RulesDocument] | None:
    """A file that the loader takes: a composed one, without the keys that it was refused for."""
    source = compose(luck)
    for _ in range(MOST_MENDED):
        try:
            source = _shortened(source, document(source).resolve())
            return source, document(source)
        except BadRules as error:
            mended = _mended(source, error)
        if mended == source:
            return None
        source = mended
    return None


def _mended(source: Document, error: BadRules) -> Document:
    """Without all that the refusal names; it names it in both languages."""
    for fault in (error, *error.more):
        assert fault.path
        assert all(fault.told(lang) for lang in LANGS)
        source = _without(source, fault.path)
    return source


def _shortened(source: Document, rules: Ruleset) -> Document:
    """Short matches are enough: a few deals, whatever a deal brings."""
    if not isinstance(rules.match_end, Target):
        return source
    most = SHORT[0] if rules.counts_tricks else SHORT[1] if _in_marks(rules) else SHORT[2]
    target = min(rules.match_end.target, most)
    return overlay(source, {"match_end": {"target": target}})


def _in_marks(rules: Ruleset) -> bool:
    scoring = rules.scoring
    if isinstance(scoring, TakeScoring | ContractScoring | MarkScoring):
        found = [scoring.rounding_rule(trump) for trump in rules.callable_trumps]
        return any(rule is not None and rule.per_mark > 1 for rule in found)
    return False


def _without(source: Document, path: str) -> Document:
    """The document without the key at a path, or without what holds it where it is not written there."""
    steps = path.replace("[", ".").replace("]", "").split(".")
    for length in range(len(steps), 0, -1):
        if _has(source, steps[:length]):
            return _dropped(source, steps[:length])
    return source


def _has(value: Any, steps: list[str]) -> bool:
    for step in steps:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def _dropped(source: Document, steps: list[str]) -> Document:
    first, *rest = steps
    if not rest:
        return {key: value for key, value in source.items() if key != first}
    return {**source, first: _dropped(source[first], rest)}
