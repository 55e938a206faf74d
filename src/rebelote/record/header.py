"""The head of a record: its tags, and the rules with their options or with a house's own lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from rebelote.errors import BadRules, RebeloteError, UnknownRules
from rebelote.language.text import said
from rebelote.record.errors import RecordError, expected_of
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.loading import RULESET_IDS, Document, document, load, resolved_document
from rebelote.table import Seat

FORMAT: Final = "1"
FORMAT_WITH_GATHERED: Final = "2"
"""Where the pack is gathered by chance: the order is luck, which a reader of format 1 does not know."""
OWN_TAGS: Final = ("Record", "Rules", "Version", "Extends", "Options", "Dealer", "Result")
"""Tags that the match itself fills in; all others are free."""
UNFINISHED: Final = "*"

_TAG: Final = re.compile(r'\[([A-Za-z0-9_]{1,40}) "((?:[^"\\]|\\["\\])*)"\]')
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]{1,40}")
_WORD: Final = re.compile(r'[^\s"=]+')
_QUOTED: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*"')
_OPTION: Final = re.compile(rf"(?P<name>[^\s=]+)(?:=(?P<value>{_QUOTED.pattern}|\S*))?")
_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_RULE: Final = re.compile(rf"rule +({_KEY.pattern}(?:\.{_KEY.pattern}){{0,7}}) *= *(\S.*)")
_ESCAPED: Final = re.compile(r'\\(["\\])')
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,300}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,300}(\.[0-9]{1,300})?([eE][+-]?[0-9]{1,3})?")
RULE_FORM: Final = "rule PATH = JSON"
LONGEST_TAG: Final = 1000
DEEPEST_JSON: Final = 8


class Tag(NamedTuple):
    line: int
    value: str


class RuleLine(NamedTuple):
    """A line of a house rule: what stands at this path of the ruleset."""

    line: int
    path: str
    value: Any


class Header(NamedTuple):
    tags: Mapping[str, str]
    rules: Ruleset
    dealer: Seat
    result: str | None
    result_line: int


# Writing


def format_header(rules: Ruleset, dealer: Seat, result: str | None, tags: Mapping[str, str]) -> str:
    own = {"Record": _format_of(rules)}
    house = _house_rule(rules)
    rules_tags = {
        "Rules": rules.id,
        "Version": str(rules.version),
        "Extends": house.base,
        "Options": _format_options(house.options),
    }
    own_after = {"Dealer": dealer, "Result": result or ""}
    filled = {name: value for name, value in (rules_tags | own_after).items() if value}
    lines = [_format_tag(name, value) for name, value in (own | _checked(tags) | filled).items()]
    return "".join(line + "\n" for line in (*lines, *house.lines))


def _format_of(rules: Ruleset) -> str:
    return FORMAT_WITH_GATHERED if rules.dealing.gathering == "loose" else FORMAT


def _checked(tags: Mapping[str, str]) -> dict[str, str]:
    for name, value in tags.items():
        if name in OWN_TAGS:
            raise RebeloteError(f"tags: {name} is written by the match itself")
        if not _TAG_NAME.fullmatch(name):
            raise RebeloteError(f"tags: {name!r} is no name for a tag (letters, digits and _)")
        if not value.isprintable() or len(value) > LONGEST_TAG:
            raise RebeloteError(f"tags: {name} must be printable text of {LONGEST_TAG} characters at most")
    return dict(tags)


def _format_tag(name: str, value: str) -> str:
    return f'[{name} "{escape(value)}"]'


def escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _format_options(options: Mapping[str, OptionValue]) -> str:
    return " ".join(f"{name}={_format_option(value)}" for name, value in options.items())


def _format_option(value: OptionValue) -> str:
    """A text as it is, or as JSON where it would be read as something else."""
    if isinstance(value, str):
        plain = _WORD.fullmatch(value) is not None and _parse_option(value) == value
        return value if plain else str(msgspec.json.encode(value), "utf-8")
    return str(value).lower() if isinstance(value, bool) else str(value)


class _HouseRule(NamedTuple):
    """How to come to some rules: a ruleset of ours, options of it, and the lines that differ."""

    base: str
    options: Mapping[str, OptionValue]
    lines: tuple[str, ...]


def _house_rule(rules: Ruleset) -> _HouseRule:
    """As little as gives these rules again: for a ruleset of ours, only the options that were chosen."""
    base_id = next((name for name in (rules.id, rules.extends) if name in RULESET_IDS), "")
    whole = _builtins(rules)
    if not base_id:
        return _HouseRule("", {}, tuple(_difference_lines(_named(rules.id, rules.version, ""), whole)))
    options = _chosen_options(base_id, rules)
    base = load(base_id, options)
    if base == msgspec.structs.replace(rules, chosen={**base.chosen, **rules.chosen}):
        return _HouseRule("", options, ())
    known = _builtins(base) | _named(rules.id, rules.version, base_id)
    return _HouseRule(base_id, options, tuple(_difference_lines(known, whole)))


def _chosen_options(base_id: str, rules: Ruleset) -> dict[str, OptionValue]:
    """The options that are not at their default, as far as the base has them."""
    options, defaults = document(base_id).options, load(base_id).chosen
    return {
        name: value
        for name, value in rules.chosen.items()
        if name in options and options[name].accepts(value) and defaults[name] != value
    }


def _builtins(rules: Ruleset) -> Document:
    return resolved_document(rules) | {"extends": rules.extends}


def _named(rules_id: str, version: int, base_id: str) -> Document:
    return {"id": rules_id, "version": version, "extends": base_id}


def _difference_lines(base: Document, wanted: Document, path: str = "") -> Iterator[str]:
    for key in dict.fromkeys((*base, *wanted)):
        known, value = base.get(key), wanted.get(key)
        if isinstance(known, dict) and isinstance(value, dict) and _has_paths(path, known, value):
            yield from _difference_lines(known, value, f"{path}{key}.")
        elif known != value:
            yield f"rule {path}{key} = {str(msgspec.json.encode(value), 'utf-8')}"


def _has_paths(path: str, known: Document, value: Document) -> bool:
    """May each key of these tables stand in a path by itself? Clauses may not, nor an option named «a.b»."""
    return path != "texts." and all(_KEY.fullmatch(key) for key in (*known, *value))


# Reading


def parse_tag(line: int, text: str) -> tuple[str, str]:
    found = _TAG.fullmatch(text)
    if found is None:
        raise RecordError(line, text, said("tag_form"))
    value = _ESCAPED.sub(r"\1", found[2])
    if not value.isprintable() or len(value) > LONGEST_TAG:
        raise RecordError(line, text, said("tag_text", most=LONGEST_TAG))
    return found[1], value


def parse_rule_line(line: int, text: str) -> RuleLine:
    found = _RULE.fullmatch(text)
    if found is None:
        raise RecordError(line, text, RULE_FORM)
    # Nothing in a ruleset is deep, and what is deeper than Python's stack would break more than a record.
    if _depth(found[2]) > DEEPEST_JSON:
        raise RecordError(line, found[2], said("json_depth", most=DEEPEST_JSON))
    try:
        return RuleLine(line, found[1], msgspec.json.decode(found[2]))
    except ValueError:
        raise RecordError(line, found[2], said("json_value")) from None


def _depth(json: str) -> int:
    return max(accumulate((char in "[{") - (char in "]}") for char in json))


def read_header(tags: Mapping[str, Tag], rule_lines: list[RuleLine], end: int) -> Header:
    """Make sense of the tags; `end` is the line where the first deal begins."""
    for name in ("Rules", "Dealer"):
        if name not in tags:
            raise RecordError(end, said("no_tag"), said("a_tag", name=name))
    version = tags.get("Record")
    if version is not None and version.value not in (FORMAT, FORMAT_WITH_GATHERED):
        wanted = said("record_format", format=FORMAT_WITH_GATHERED)
        raise RecordError(version.line, said("found_format", format=version.value), wanted)
    rules = _read_rules(tags, rule_lines)
    dealer, result = tags["Dealer"], tags.get("Result")
    if dealer.value not in rules.table.seats:
        raise RecordError(dealer.line, dealer.value, said("a_seat_of", seats=" ".join(rules.table.seats)))
    free = {name: tag.value for name, tag in tags.items() if name not in OWN_TAGS}
    stated, line = (result.value, result.line) if result is not None else (None, 0)
    return Header(free, rules, Seat(dealer.value), stated, line)


def _read_rules(tags: Mapping[str, Tag], rule_lines: list[RuleLine]) -> Ruleset:
    base = tags.get("Extends") or tags["Rules"]
    if "Extends" not in tags and rule_lines:
        return _whole_rules(tags, {}, rule_lines)
    if base.value not in RULESET_IDS:
        raise RecordError(base.line, base.value, said("one_of", values=", ".join(RULESET_IDS)))
    rules = _load_options(base, tags.get("Options"))
    if "Extends" in tags:
        return _whole_rules(tags, _builtins(rules), rule_lines)
    version = tags.get("Version")
    if version is not None and version.value != str(rules.version):
        found = said("found_version", version=version.value, rules=rules.id)
        raise RecordError(version.line, found, said("known_version", version=rules.version))
    return rules


def _load_options(base: Tag, options: Tag | None) -> Ruleset:
    given = {} if options is None else _parse_options(options)
    try:
        return load(base.value, given)
    except UnknownRules as error:
        raise RecordError(base.line, base.value, expected_of(error)) from None
    except BadRules as error:
        line, text = (options.line, options.value) if options is not None else (base.line, base.value)
        raise RecordError(line, text, said("at_key", path=error.path, expected=error.said)) from None


def _parse_options(options: Tag) -> dict[str, OptionValue]:
    given: dict[str, OptionValue] = {}
    for found in _OPTION.finditer(options.value):
        name, value = found["name"], found["value"]
        if value is None or name in given:
            raise RecordError(options.line, found[0].strip(), said("record_options"))
        given[name] = _parse_option(value)
    return given


def _parse_option(text: str) -> OptionValue:
    if text in ("true", "false"):
        return text == "true"
    if _QUOTED.fullmatch(text):
        return msgspec.json.decode(text, type=str)
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def _whole_rules(tags: Mapping[str, Tag], base: Document, rule_lines: list[RuleLine]) -> Ruleset:
    """A house's rules: those of `base` with the lines laid over them, checked as any ruleset is."""
    name, version = tags["Rules"], tags.get("Version")
    if version is not None and not _INTEGER.fullmatch(version.value):
        raise RecordError(version.line, version.value, said("whole_number"))
    number = int(version.value) if version is not None else 1
    extends = tags["Extends"].value if "Extends" in tags else ""
    wanted = base | _named(name.value, number, extends)
    for line in rule_lines:
        wanted = _with_line(wanted, line, line.path.split("."))
    return _checked_rules(wanted, name, rule_lines)


def _with_line(wanted: Document, line: RuleLine, keys: list[str]) -> Document:
    key, deeper = keys[0], keys[1:]
    if not deeper:
        return {name: value for name, value in (wanted | {key: line.value}).items() if value is not None}
    inner = wanted.get(key)
    if not isinstance(inner, dict):
        raise RecordError(line.line, line.path, said("rules_path", key=key))
    return wanted | {key: _with_line(inner, line, deeper)}


def _checked_rules(wanted: Document, name: Tag, rule_lines: list[RuleLine]) -> Ruleset:
    """Resolved already, so it is read without its base: `chosen` says so, `extends` comes back afterwards."""
    extends = wanted.pop("extends", "")
    try:
        rules = load({"chosen": {}, **wanted})
    except BadRules as error:
        _blame(error, name, rule_lines)
    if not isinstance(extends, str):
        raise RecordError(name.line, str(extends), said("extends_name"))
    return msgspec.structs.replace(rules, extends=extends)


def _blame(error: BadRules, name: Tag, rule_lines: list[RuleLine]) -> NoReturn:
    """Name the line that wrote what is wrong, or the rules as a whole."""
    own = (
        line for line in rule_lines if error.path.startswith(line.path) or line.path.startswith(error.path)
    )
    culprit = next(own, None)
    line, found = (culprit.line, culprit.path) if culprit is not None else (name.line, name.value)
    raise RecordError(line, found, said("at_key", path=error.path, expected=error.said)) from None
