"""The JSON Schema of a rules document: what each key says, what is required, how large it may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from rebelote.cards import PACK, RANKS
from rebelote.language.key_texts import key_text
from rebelote.language.text import Lang
from rebelote.ruleset import Ruleset
from rebelote.ruleset.builtin import COMMON, NAME, RULESET_IDS, Document
from rebelote.ruleset.limits import LARGEST, LARGEST_BID, LARGEST_CARD, LARGEST_FIGURE, LARGEST_LAST_TRICK
from rebelote.ruleset.options import Option, Variant

RANGES: Final[Mapping[tuple[str, str], tuple[int, int]]] = {
    ("Ruleset", "version"): (1, LARGEST),
    ("Seating", "players"): (2, 6),
    ("Dealing", "smallest_heap"): (1, len(PACK) // 2),
    ("Auction", "lowest"): (0, LARGEST_BID),
    ("Auction", "highest"): (0, LARGEST_BID),
    ("Scale", "points"): (0, LARGEST_CARD),
    ("CardValues", "last_trick"): (0, LARGEST_LAST_TRICK),
    ("Run", "length"): (2, len(RANKS)),
    ("Target", "target"): (1, LARGEST),
    ("Target", "points_per_mark"): (1, LARGEST_FIGURE),
    ("Target", "stake"): (0, LARGEST),
    ("Option", "minimum"): (-LARGEST, LARGEST),
    ("Option", "default"): (-LARGEST, LARGEST),
    ("Option", "values"): (-LARGEST, LARGEST),
}
"""Where a number may be another than from 0 to the largest figure."""


def json_schema(lang: Lang = "en") -> Document:
    """The JSON Schema of a ruleset document; with `extends`, every key but `id` may be left out."""
    partial, changed = _components("", lang, required=False)
    whole, complete = _components("Whole", lang, required=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rebelote ruleset",
        "description": "A whole ruleset, or with `extends` only what differs from another.",
        "type": "object",
        "properties": partial["properties"],
        "required": ["id"],
        "if": {"required": ["extends"]},
        "else": {"properties": whole["properties"], "required": whole["required"]},
        "additionalProperties": False,
        "$defs": {**changed, **complete},
    }


def _components(prefix: str, lang: Lang, *, required: bool) -> tuple[Document, dict[str, Document]]:
    """The document itself, and the tables in it by the names of their types."""
    template = f"#/$defs/{prefix}{{name}}"
    _, components = msgspec.json.schema_components([_WholeDocument], ref_template=template)
    for name, component in components.items():
        _complete("Ruleset" if name == "_WholeDocument" else name, component, lang)
        if not required:
            component.pop("required", None)
        elif "required" in component:
            component["required"] = _needed(name, component["required"])
    document = components.pop("_WholeDocument")
    document["properties"]["id"]["pattern"] = f"^{NAME}$"
    document["properties"]["extends"] |= {
        "anyOf": [
            {"enum": [*RULESET_IDS, COMMON]},
            {"pattern": r"\.toml$"},
            {"pattern": "^[A-Za-z0-9_-]{20,}$"},
        ]
    }
    return document, {f"{prefix}{name}": component for name, component in components.items()}


def _needed(name: str, required: list[str]) -> list[str]:
    """Without what is cited where a file leaves it out (`default_clauses`)."""
    return [] if name.endswith("Clauses") else [key for key in required if key not in ("clauses", "cites")]


def _complete(part: str, component: Document, lang: Lang) -> None:
    component.pop("title", None)
    for key, found in component.get("properties", {}).items():
        component["properties"][key] = described = {"description": key_text(part, key, lang), **found}
        _limit(described, RANGES.get((part, key), (0, LARGEST_FIGURE)))


def _limit(schema: Any, bounds: tuple[int, int]) -> None:
    """Ranges for every number in it, but not in the tables that it refers to."""
    if isinstance(schema, list):
        for each in schema:
            _limit(each, bounds)
    elif isinstance(schema, dict):
        if schema.get("type") in ("integer", "number"):
            schema["minimum"], schema["maximum"] = bounds
        for key in ("anyOf", "items", "prefixItems", "additionalProperties"):
            _limit(schema.get(key), bounds)


class _WholeDocument(Ruleset, frozen=True, forbid_unknown_fields=True, kw_only=True):
    options: Mapping[str, Option] = {}
    variants: tuple[Variant, ...] = ()
