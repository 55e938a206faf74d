"""Rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rebelote.language.text import Clause
from rebelote.ruleset import OptionValue
from rebelote.ruleset.limits import LONGEST_CODE, LONGEST_TOML
from rebelote.server.messages.words import Bounded


class ValueInfo(msgspec.Struct, frozen=True):
    value: OptionValue
    label: str


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    label: str
    help: str
    value: OptionValue  # chosen
    default: OptionValue
    values: list[ValueInfo]  # empty for a number
    minimum: int | None  # for a number
    fractions: bool


class RulesSummary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    description: str
    players: list[int]  # how many may play: [4], [2], [3, 4, 5, 6]
    group: Literal["ten", "family"]  # one of the ten games, or of the wider family
    options: list[OptionInfo]


class RulesPart(msgspec.Struct, frozen=True):
    name: str
    title: str
    clauses: list[Clause]


class Difference(msgspec.Struct, frozen=True):
    path: str
    base: str
    ours: str


class RulesPage(RulesSummary, frozen=True, kw_only=True):
    extends: str | None  # the base of a house rule
    code: str  # reproduces these rules exactly, options and all
    parts: list[RulesPart]
    differences: list[Difference]  # from its base, for a house rule or chosen options
    toml: str  # the house rule as a file
    docs: str | None = None  # where every clause is told in full, with `#A-5.2.3` added


class RulesRef(Bounded, frozen=True, kw_only=True):
    """One of: `id` with `options`, `code`, `toml`."""

    id: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, OptionValue] | None = None
    code: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_CODE})] | None = None
    toml: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TOML})] | None = None


class CheckRules(Bounded, frozen=True, kw_only=True):
    rules: RulesRef


class CastInfo(msgspec.Struct, frozen=True):
    face: str
    name: str


class BotInfo(msgspec.Struct, frozen=True):
    name: str
    strength: int
    description: str
    cast: list[CastInfo]  # whom one meets at this level
