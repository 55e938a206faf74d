"""The JSON Schema of a rules document."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.ruleset import Ruleset
from rebelote.ruleset.builtin import COMMON, NAME, RULESET_IDS, Document
from rebelote.ruleset.options import Option, Variant


def json_schema() -> Document:
    """The JSON Schema of a ruleset document; with `extends`, every key but `id` may be left out."""
    _, components = msgspec.json.schema_components([_WholeDocument], ref_template="#/$defs/{name}")
    whole = components.pop("_WholeDocument")
    for component in components.values():
        component.pop("required", None)
    properties = whole["properties"]
    properties["id"] = {"type": "string", "pattern": f"^{NAME}$"}
    properties["extends"] = {"enum": [*RULESET_IDS, COMMON]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rebelote ruleset",
        "description": "A whole ruleset, or with `extends` only what differs from another.",
        "type": "object",
        "properties": properties,
        "required": ["id"],
        "anyOf": [{"required": ["extends"]}, {"required": whole["required"]}],
        "additionalProperties": False,
        "$defs": components,
    }


class _WholeDocument(Ruleset, frozen=True, forbid_unknown_fields=True, kw_only=True):
    options: Mapping[str, Option] = {}
    variants: tuple[Variant, ...] = ()
