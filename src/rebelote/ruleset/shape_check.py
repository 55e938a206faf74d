"""What a document should have held: the first place where it differs from its type, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import reduce
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect

from rebelote.language.text import Said, said
from rebelote.ruleset.part_types import type_info

Fault = tuple[str, Said]
"""The key's path, and what was expected there."""

LONGEST_SHOWN: Final = 120
MOST_FAULTS: Final = 20

_LEAVES: dict[type[inspect.Type], tuple[Said, tuple[type, ...]]] = {
    inspect.BoolType: (said("boolean"), (bool,)),
    inspect.IntType: (said("integer"), (int,)),
    inspect.FloatType: (said("number"), (int, float)),
    inspect.StrType: (said("text"), (str,)),
    inspect.NoneType: (said("nothing"), (type(None),)),
}


_KINDS: dict[type, Said] = {dict: said("table"), list: said("array"), tuple: said("array")}


def all_faults(wanted: Any, value: object, path: str = "") -> list[Fault]:
    """Everywhere that `value` is not a `wanted`, as far as a person cares to read."""
    return list(islice(_faults(type_info(wanted), value, path), MOST_FAULTS))


def one_of(values: Iterable[object]) -> Said | str:
    """«one of these», or the one where there is but one."""
    shown = [show(value) for value in values]
    return shown[0] if len(shown) == 1 else said("one_of", values=", ".join(shown))


def show(value: object) -> str:
    """A value as a document would write it."""
    try:
        return str(msgspec.json.encode(value), "utf-8")
    except (TypeError, ValueError):
        return repr(value)


def brief(value: object) -> str:
    """The same, no longer than a sentence can bear."""
    text = show(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def any_of(some: Sequence[Said | str]) -> Said | str:
    """«a or b», each once."""
    unlike = [each for place, each in enumerate(some) if each not in some[:place]]
    return reduce(lambda one, other: said("or", one=one, other=other), unlike)


def near_miss(word: object, known: Iterable[str]) -> Said | str:
    """« did you mean …?», where something like it is known."""
    close = get_close_matches(str(word), list(known), n=1)
    return said("guess", word=close[0]) if close else ""


def no_such_key(key: object, known: Sequence[str]) -> Said:
    """A key that nobody knows, with those that are known and the one that was probably meant."""
    return said("no_key", known=", ".join(known), guess=near_miss(key, known))


def _below(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _faults(info: inspect.Type, value: object, path: str) -> Iterator[Fault]:
    match info:
        case inspect.AnyType():
            return
        case inspect.StructType():
            yield from _struct_faults(info, value, path)
        case inspect.UnionType():
            yield from _union_faults(info, value, path)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield from _array_faults(info, item, value, path)
        case inspect.DictType():
            yield from _dict_faults(info, value, path)
        case _:
            if not _is_leaf(info, value):
                yield path, _not(info, value)


def _not(info: inspect.Type, value: object) -> Said:
    found = _KINDS.get(type(value)) or brief(value)
    guess = near_miss(value, filter(_is_text, _choices(info))) if isinstance(value, str) else ""
    return said("expected_not", what=words(info), found=found, guess=guess)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_leaf(info: inspect.Type, value: object) -> bool:
    if type(info) in _LEAVES:
        _, types = _LEAVES[type(info)]
        return type(value) in types
    return any(type(value) is type(known) and value == known for known in _choices(info))


def _choices(info: inspect.Type) -> tuple[Any, ...]:
    match info:
        case inspect.LiteralType(values=values):
            return values
        case inspect.EnumType(cls=cls):
            return tuple(member.value for member in cls)
        case _:
            return ()


def words(info: inspect.Type) -> Said | str:
    """A type in plain words."""
    match info:
        case inspect.StructType() | inspect.DictType():
            return said("table")
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return said("array_of", what=words(item))
        case inspect.UnionType(types=types):
            some = [words(each) for each in types if not isinstance(each, inspect.NoneType)]
            return any_of(some)
        case _ if type(info) in _LEAVES:
            return _LEAVES[type(info)][0]
        case _:
            return one_of(_choices(info))


def _struct_faults(info: inspect.StructType, value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield path, _not(info, value)
        return
    known = [field.encode_name for field in info.fields]
    if info.tag_field is not None:
        known = [info.tag_field, *known]
    for key in value:
        if key not in known:
            yield _below(path, key), no_such_key(key, known)
    for field in info.fields:
        where = _below(path, field.encode_name)
        if field.encode_name in value:
            yield from _faults(field.type, value[field.encode_name], where)
        elif field.required:
            yield where, said("missing", what=words(field.type))


def _union_faults(info: inspect.UnionType, value: object, path: str) -> Iterator[Fault]:
    structs = [each for each in info.types if isinstance(each, inspect.StructType)]
    if structs and isinstance(value, dict):
        yield from _kind_faults(structs, value, path)
    elif all(any(_faults(each, value, path)) for each in info.types):
        yield path, _not(info, value)


def _kind_faults(structs: list[inspect.StructType], value: dict[str, Any], path: str) -> Iterator[Fault]:
    """Of several kinds of table, the one that `kind` names."""
    by_tag = {struct.tag: struct for struct in structs}
    if len(structs) == 1:
        yield from _struct_faults(structs[0], value, path)
        return
    tag_field = str(structs[0].tag_field)
    where, expected = _below(path, tag_field), one_of(by_tag)
    if tag_field not in value:
        yield where, said("missing", what=expected)
    elif not isinstance(value[tag_field], str) or value[tag_field] not in by_tag:
        guess = near_miss(value[tag_field], map(str, by_tag))
        yield where, said("expected_not", what=expected, found=brief(value[tag_field]), guess=guess)
    else:
        yield from _struct_faults(by_tag[value[tag_field]], value, path)


def _array_faults(info: inspect.Type, item: inspect.Type, value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, list | tuple):
        yield path, _not(info, value)
        return
    for place, each in enumerate(value):
        yield from _faults(item, each, f"{path}[{place}]")


def _dict_faults(info: inspect.DictType, value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield path, _not(info, value)
        return
    for key, each in value.items():
        where = _below(path, key)
        if isinstance(info.key_type, inspect.IntType) and not str(key).lstrip("-").isdecimal():
            yield where, said("expected_key", what=words(info.key_type), found=show(key))
        if isinstance(info.key_type, inspect.EnumType) and key not in _choices(info.key_type):
            yield where, said("expected_key", what=words(info.key_type), found=show(key))
        yield from _faults(info.value_type, each, where)
