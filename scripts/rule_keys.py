"""`python -m scripts.rule_keys`: docs/rule-keys.md, every key of a rules document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rebelote.language.key_texts import key_text
from rebelote.ruleset.schema import json_schema
from scripts.rule_examples import told

PAGE = Path(__file__).parents[1] / "docs" / "rule-keys.md"

HEAD = """# Every key of a rules document

One table for each part, by the name of its type. Written by `make rule-keys` from the same lines that
`rebelote rules schema` shows in an editor; [house rules](house-rules.md) tells how parts, options and texts
go together. A value in **bold** is the default; a key without one must be there in a whole document, and may
be left out where `extends` brings it; `clauses` and `cites` may always be left out. An example changes the
game that it names; where a key can't be changed by itself, it says which game has it.
"""


def page() -> str:
    schema = json_schema()
    whole = schema["$defs"]
    tables = {"The document": ("Ruleset", schema["properties"], ["id", "version"])}
    for name, table in whole.items():
        if name.startswith("Whole") and not name.endswith("Clauses"):
            part = name.removeprefix("Whole")
            tables[f"`{part}`"] = (part, table.get("properties", {}), table.get("required", []))
    return HEAD + "".join(
        "\n".join(_table(*each)) for each in ((title, *rest) for title, rest in tables.items())
    )


def _table(title: str, part: str, properties: dict[str, Any], required: list[str]) -> Iterator[str]:
    yield f"\n## {title}\n\n| key | values | | for example |"
    yield "|---|---|---|---|"
    for key, schema in properties.items():
        text = key_text(part, key, "en").replace("|", "\\|")
        values = "text" if key == "extends" else _values(schema, key in required)
        yield f"| `{key}` | {values} | {text} | {told((part, key))} |"
    yield ""


def _values(schema: dict[str, Any], required: bool) -> str:
    default = None if required else schema.get("default")
    if "enum" in schema:
        return ", ".join(f"**{_code(each)}**" if each == default else _code(each) for each in schema["enum"])
    told = _kind(schema)
    simple = default not in (None, "") and not isinstance(default, dict | list | tuple)
    return f"{told}, **{_code(default)}**" if simple else told


def _code(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1].removeprefix("Whole")
        return f"`{name}`"
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " or ".join(dict.fromkeys(_values(each, True) for each in schema[many]))
    match schema.get("type"):
        case "array":
            return f"list of {_values(schema.get('items', {}), True)}" if schema.get("items") else "list"
        case "object":
            return "table"
        case "boolean":
            return "`true` or `false`"
        case "null":
            return "nothing"
        case str() as kind:
            return {"string": "text", "integer": "number"}.get(kind, kind)
        case _:
            return "a value" if not schema.get("enum") else ""


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
