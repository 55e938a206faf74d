"""The wire's types for the page and the docs, from the msgspec types of the server.

`python -m scripts.wire_types` (`make types`) writes web/src/lib/types.ts and docs/messages.md. It reads the
source rather than the classes, so that names of types, comments after fields and the headings between
classes come along.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_args

from rebelote.fairness import days, document
from rebelote.language import text
from rebelote.problems.themes import THEMES
from rebelote.review import GRADES
from rebelote.server.messages import MODULES, live, reviews, series, words
from rebelote.situation import PhaseName

ROOT = Path(__file__).parents[1]
TYPESCRIPT = ROOT / "web" / "src" / "lib" / "types.ts"
DOCS = ROOT / "docs" / "messages.md"

HEAD = "// Made by `make types` from src/rebelote/server/messages/; docs/api.md tells what each is for."

PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "unknown",
    "SeatText": "Seat",
    "SideText": "Side",
    "TrumpText": "Trump",
    "ActionJson": "Action",
    "SentAction": "Action",
    "MaybeView": "PageView | null",
}
"""Python's names and the page's; any other name is the same in both."""

ALIASES = {
    "Lang": ("'fr' | 'en'", ""),
    "Seat": ("string", "N E S W; N S for two players; 1 2 3 … at a round table"),
    "Side": ("string", "NS EW, or the seat where everybody plays alone"),
    "CardText": ("string", 'rank 7 8 9 T J Q K A and suit S H D C: "JH"'),
    "Trump": ("string", "S H D C SA TA"),
    "OptionValue": ("string | number | boolean", "what an option may be"),
    "PhaseName": (" | ".join(f"'{name}'" for name in get_args(PhaseName)), "what is done now"),
    "Direction": (" | ".join(f"'{name}'" for name in get_args(words.Direction)), "of play"),
    "Avatar": (" | ".join(f"'{name}'" for name in get_args(words.Avatar)), "a person's"),
    "Phrase": (" | ".join(f"'{name}'" for name in get_args(live.Phrase)), "said to each other"),
    "Grade": (" | ".join(f"'{name}'" for name in GRADES), "of a decision, from best to worst"),
    "ReviewState": (" | ".join(f"'{name}'" for name in get_args(reviews.ReviewState)), "of a review"),
    "SeriesState": (" | ".join(f"'{name}'" for name in get_args(series.SeriesState)), "for one who asks"),
    "Theme": (" | ".join(f"'{name}'" for name in THEMES), "of problems"),
    "Action": ("{ do: string; seat: Seat; [field: string]: unknown }", "as in docs/bot-protocol.md"),
    "EventJson": ("{ event: string; [field: string]: unknown }", "as in src/rebelote/events.py"),
    "PageView": ("SharedView & SeatsView & OwnView", "the match as one reader sees it, in one object"),
    "ViewChanges": (
        "Partial<PageView>",
        "the keys that have changed, whole; `seats` has those that have changed",
    ),
}


class Field(NamedTuple):
    name: str
    type: str
    optional: bool
    comment: str


class Message(NamedTuple):
    """A struct, a union or another name for a type."""

    name: str
    text: str
    extends: str | None = None
    fields: tuple[Field, ...] = ()
    union: str | None = None


class Heading(NamedTuple):
    title: str


class Source:
    """A module of messages, read."""

    def __init__(self, module: ModuleType, only: tuple[str, ...] = ()) -> None:
        self.source = inspect.getsource(module)
        self.lines = self.source.splitlines()
        self.body = ast.parse(self.source).body
        self.only = only
        self.structs = {node.name for node in self.body if isinstance(node, ast.ClassDef)}

    def items(self) -> Iterator[Message | Heading]:
        seen = 0
        for node in self.body:
            yield from self._headings(seen, node.lineno)
            seen = node.end_lineno or node.lineno
            match node:
                case ast.ClassDef(name=name) if self._is_wanted(name):
                    yield self._struct(node)
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._is_wanted(name):
                    yield from self._alias(name, value)

    def _is_wanted(self, name: str) -> bool:
        if self.only:
            return name in self.only
        return not name.startswith("_") and name not in HIDDEN

    def _headings(self, after: int, before: int) -> Iterator[Heading]:
        """Comments that stand alone between two statements."""
        if self.only:
            return
        for line in self.lines[after : before - 1]:
            if found := re.fullmatch(r"# (.+)", line):
                yield Heading(found[1])

    def _alias(self, name: str, value: ast.expr) -> Iterator[Message]:
        if isinstance(value, ast.BinOp | ast.Subscript):
            yield Message(name, "", union=ts(value))

    def _struct(self, node: ast.ClassDef) -> Message:
        keywords = {word.arg: word.value for word in node.keywords}
        bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id not in HIDDEN]
        from_client = any(isinstance(base, ast.Name) and base.id == "Bounded" for base in node.bases)
        omits = "omit_defaults" in keywords
        return Message(
            node.name,
            ast.get_docstring(node) or "",
            ", ".join(bases) or None,
            (*_tag(keywords), *self._fields(node, optional_defaults=from_client or omits, omits=omits)),
        )

    def _fields(self, node: ast.ClassDef, *, optional_defaults: bool, omits: bool) -> Iterator[Field]:
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                kind, unset = _without_unset(statement.annotation)
                optional = unset or (statement.value is not None and optional_defaults)
                written = ts(kind).removesuffix(" | null") if omits else ts(kind)
                yield Field(statement.target.id, written, optional, self._comment(statement))

    def _comment(self, statement: ast.stmt) -> str:
        _, mark, comment = self.lines[(statement.end_lineno or 1) - 1].partition("  # ")
        return "" if comment.startswith("type:") else comment if mark else ""


HIDDEN = {"Bounded", "UNSET"}


def _tag(keywords: dict[str | None, ast.expr]) -> Iterator[Field]:
    name, value = keywords.get("tag_field"), keywords.get("tag")
    if isinstance(name, ast.Constant) and isinstance(value, ast.Constant):
        yield Field(str(name.value), f"'{value.value!s}'", False, "")


def _without_unset(node: ast.expr) -> tuple[ast.expr, bool]:
    """`X | UnsetType` without the second, which means that the field may be left out."""
    match node:
        case ast.BinOp(left=left, right=ast.Name(id="UnsetType")):
            return left, True
        case ast.BinOp(left=left, right=right):
            inner, unset = _without_unset(left)
            return (ast.BinOp(inner, ast.BitOr(), right), True) if unset else (node, False)
        case _:
            return node, False


def ts(node: ast.expr) -> str:
    """A type as TypeScript writes it."""
    match node:
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.Constant(value=None):
            return "null"
        case ast.Attribute(attr="Raw"):
            return "unknown"
        case ast.BinOp(left=left, right=right):
            return f"{ts(left)} | {ts(right)}"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            values = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return " | ".join(_literal(value) for value in values)
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return ts(inner)
        case ast.Subscript(value=ast.Name(id="list"), slice=inner):
            return _listed(inner)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[inner, *_])):
            return _listed(inner)
        case ast.Subscript(value=ast.Name(id="dict" | "Mapping"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{ts(key)}, {ts(value)}>"
        case _:
            raise ValueError(f"no TypeScript for {ast.unparse(node)}")


def _literal(node: ast.expr) -> str:
    value = ast.literal_eval(node)
    return f"'{value}'" if isinstance(value, str) else str(value)


def _listed(node: ast.expr) -> str:
    inner = ts(node)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def items() -> list[Message | Heading]:
    return [
        *Source(text, ("Clause",)).items(),
        *(item for module in MODULES for item in _of_module(module)),
        Heading("The proof of the shuffle"),
        *Source(document, FAIRNESS).items(),
        *Source(days, ("DayGame", "Day")).items(),
    ]


def _of_module(module: ModuleType) -> Iterator[Message | Heading]:
    """Its docstring is its heading."""
    yield Heading(inspect.getdoc(module) or "")
    yield from Source(module).items()


FAIRNESS = ("Origin", "Contribution", "Opening", "FairDeal", "Fairness")


# Writing


def typescript() -> str:
    lines = [HEAD, ""]
    for name, (meaning, comment) in ALIASES.items():
        lines.append(f"export type {name} = {meaning};" + (f" // {comment}" if comment else ""))
    for item in items():
        lines += ["", *_typescript(item)]
    return "\n".join(lines) + "\n"


def _typescript(item: Message | Heading) -> Iterator[str]:
    if isinstance(item, Heading):
        yield f"// ---- {item.title}"
        return
    if item.text:
        yield f"/** {' '.join(item.text.split())} */"
    if item.union is not None:
        yield f"export type {item.name} = {item.union};"
        return
    extends = f" extends {item.extends}" if item.extends else ""
    yield f"export interface {item.name}{extends} {{"
    for field in item.fields:
        mark, comment = "?" if field.optional else "", f" // {field.comment}" if field.comment else ""
        yield f"  {field.name}{mark}: {field.type};{comment}"
    yield "}"


def markdown() -> str:
    lines = [
        "# Messages",
        "",
        "Every shape on the wire; [api.md](api.md) tells which request has which. Made by `make types`.",
        "",
    ]
    for name, (meaning, comment) in ALIASES.items():
        lines.append(f"- **{name}**: `{meaning}`" + (f", {comment}" if comment else ""))
    for item in items():
        lines += ["", *_markdown(item)]
    return "\n".join(lines) + "\n"


def _markdown(item: Message | Heading) -> Iterator[str]:
    if isinstance(item, Heading):
        yield f"## {item.title.rstrip('.')}"
        return
    yield f"### {item.name}"
    yield ""
    if item.text:
        yield from (" ".join(item.text.split()), "")
    if item.union is not None:
        yield f"`{item.union}`"
        return
    if item.extends:
        yield from (f"All of `{item.extends}`, and:", "")
    yield from ("| field | type | |", "|---|---|---|")
    for field in item.fields:
        kind = field.type.replace("|", "\\|")
        left_out = " (may be left out)" if field.optional else ""
        yield f"| `{field.name}`{left_out} | `{kind}` | {field.comment} |"


def main() -> None:
    TYPESCRIPT.write_text(typescript(), "utf-8")
    DOCS.write_text(markdown(), "utf-8")


if __name__ == "__main__":
    main()
