"""`python -m tests.support.clause_index`: each clause of docs/rules.md with its tests.

The marks are read from the source of the tests, wherever `clause("A-5.2.3", …)` is written: on a test, on a
row of its table, in a list of the module. The exit status is 1 if any clause has no test.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
RULES = ROOT / "docs" / "rules.md"
FAMILY = ROOT / "docs" / "family-rules.md"
RULESETS = ROOT / "src" / "rebelote" / "ruleset" / "games"

_ITEM = re.compile(r"^- \*\*([A-Z][0-9A-Za-z.\-]*)\*\*", re.MULTILINE)
_GAME = re.compile(r"^## .*\(`([a-z-]+)`\)$", re.MULTILINE)

Marks = Mapping[str, tuple[str, ...]]
"""Clause ids, each with the tests that are marked with it."""


def known() -> tuple[str, ...]:
    """The ids of docs/rules.md, then those of the games of docs/family-rules.md that there are."""
    family = (clause for name in family_games() for clause in family_clauses(name))
    return (*_ITEM.findall(RULES.read_text("utf-8")), *family)


def family_games() -> tuple[str, ...]:
    """The games of docs/family-rules.md that have a file."""
    return tuple(name for name in _sections() if (RULESETS / "family" / f"{name}.toml").is_file())


def family_clauses(name: str) -> tuple[str, ...]:
    """The clauses of one of them, in the order of the page."""
    return tuple(_ITEM.findall(_sections()[name]))


def _sections() -> Mapping[str, str]:
    _, *parts = _GAME.split(FAMILY.read_text("utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def marks() -> Marks:
    """All marks of all tests."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.glob("test_*.py")):
        for name, clause in marked(ast.parse(path.read_text("utf-8"), str(path))):
            found.setdefault(clause, []).append(f"{path.name}::{name}" if name else path.name)
    return {clause: tuple(dict.fromkeys(tests)) for clause, tests in found.items()}


def marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    """The tests (an empty name: the module itself) and the clauses they are marked with."""
    imports = [
        node
        for node in module.body
        if isinstance(node, ast.ImportFrom) and node.module == "tests.support.clause_mark"
    ]
    names = {name.asname or name.name for node in imports for name in node.names if name.name == "clause"}
    yield from _marked(module, names, "")


def _marked(node: ast.AST, names: set[str], test: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.FunctionDef | ast.ClassDef) else test
        if isinstance(child, ast.Call) and _is_mark(child.func, names):
            yield from ((test, clause) for clause in _ids(child))
        yield from _marked(child, names, inside)


def _is_mark(called: ast.expr, names: set[str]) -> bool:
    """`clause` as tests.support.clause_mark has it, or `pytest.mark.clause`."""
    return ast.unparse(called) == "pytest.mark.clause" or (
        isinstance(called, ast.Name) and called.id in names
    )


def _ids(call: ast.Call) -> Iterator[str]:
    for arg in call.args:
        if not (isinstance(arg, ast.Constant) and isinstance(arg.value, str)):
            raise ValueError(f"line {call.lineno}: a clause mark takes plain strings, not {ast.unparse(arg)}")
        yield arg.value


def bare(found: Marks) -> list[str]:
    """The clauses that no test is marked with."""
    return [clause for clause in known() if clause not in found]


def report(found: Marks) -> str:
    lines = [f"{clause}: {', '.join(found[clause])}" for clause in known() if clause in found]
    missing = bare(found)
    lines += [f"{clause}: NO TEST" for clause in missing]
    lines.append(f"{len(known())} clauses, {len(missing)} without a test")
    return "\n".join(lines)


def main() -> int:
    found = marks()
    print(report(found))
    return 1 if bare(found) else 0


if __name__ == "__main__":
    sys.exit(main())
