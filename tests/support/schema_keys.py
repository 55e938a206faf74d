"""Every key of a rules document, by the JSON Schema."""

from __future__ import annotations

from rebelote.ruleset.schema import json_schema

SCHEMA = json_schema()


def keys() -> set[tuple[str, str]]:
    """Every key, with the type of its part."""
    found = {("Ruleset", key) for key in SCHEMA["properties"]}
    for name, table in SCHEMA["$defs"].items():
        if not name.startswith("Whole"):
            found |= {(name, key) for key in table.get("properties", {})}
    return found
