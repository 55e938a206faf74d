"""The order of the house (docs/architecture.md): a module imports only from those above it in the list."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "rebelote"

GAME = [
    "errors",
    "text",
    "cards",
    "table",
    "ruleset",
    "values",
    "expected",
    "combinations",
    "catalog",
    "deal",
    "actions",
    "events",
    "phases.held",
    "phases.dealing",
    "phases.belote",
    "phases.obligations",
    "phases.choosing",
    "phases.declaring",
    "phases.playing",
    "phases.talking",
    "phases.scoring",
    "phases.summaries",
    "phases.ending",
    "phases.penalties",
    "phases.stages",
    "chance",
    "situation",
    "tally",
    "state",
    "sentences",
    "display",
    "view",
    "match",
]
"""The game itself. It does no I/O, reads no clock, draws no random number, and knows of msgspec alone."""

ABOUT_IT = [
    "fairness",
    "labels",
    "toml",
    "notation",
    "questions",
    "replies",
    "referee",
    "",
    "record",
    "fairness",
    "solver",
    "analysis",
    "bots",
    "arena",
    "server",
    "cli",
    "__main__",
]
"""What stands on it; "" is the package's own front door."""

ORDER = GAME + ABOUT_IT

THIRD_PARTY = {
    "arena": {"msgspec", "openskill"},
    "cli": {"rich", "typer", "uvicorn", "msgspec"},
    "server": {"litestar", "sqlalchemy", "msgspec", "uvicorn", "httptools", "websockets"},
}
"""All may use msgspec; these may use more."""

PLAIN = {
    "__future__",
    "collections",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "math",
    "re",
    "types",
    "typing",
    "unicodedata",
}
"""The standard library that can neither read, nor write, nor wait, nor draw."""

MAY_ALSO = {
    "catalog": {"importlib", "pathlib", "tomllib"},  # rules are files
    "text": {"importlib", "tomllib"},  # so are sentences
    "match": {"pathlib"},  # only to say that rules may be given as a Path
    "chance": {"random"},  # the one place that luck comes from
}


def _modules() -> dict[str, Path]:
    """Each module by its name within rebelote."""
    return {_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = _modules()


def _place(module: str) -> int | None:
    """Where a module stands: at its own name, or at that of the package it is in."""
    parts = module.split(".")
    names = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
    return next((ORDER.index(name) for name in names if name in ORDER), None)


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def _imports(module: str) -> Iterator[tuple[int, str]]:
    """Every import, at the top or in a function or for the types alone: line, and whole name."""
    for node in ast.walk(_tree(module)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                yield from ((node.lineno, f"{source}.{alias.name}") for alias in names)
            case ast.ImportFrom():
                raise AssertionError(f"{module}:{node.lineno}: a relative import")
            case _:
                pass


def _imported_modules(module: str) -> Iterator[tuple[int, str]]:
    """Of our own modules, those that a module imports, or imports something from."""
    for line, name in _imports(module):
        if name.split(".")[0] != "rebelote":
            continue
        parts = name.split(".")[1:]
        inside = [".".join(parts[:n]) for n in range(len(parts), -1, -1)]
        yield line, next(candidate for candidate in inside if candidate in MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_its_place(module: str) -> None:
    # A package without code of its own needs none.
    assert _place(module) is not None or not list(_imports(module)), f"say in ORDER where {module} stands"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_above(module: str) -> None:
    here = _place(module)
    for line, other in _imported_modules(module):
        there = _place(other)
        assert here is not None
        assert there is not None, f"{module}:{line} imports {other}, which has no place"
        within = here == there and module != other
        assert there < here or within, f"{module}:{line} imports {other}, which stands below it"


def test_the_order_names_only_what_there_is() -> None:
    packages = {name.rpartition(".")[0] for name in MODULES} | set(MODULES)
    assert [name for name in ORDER if name not in packages] == []


def _is_game(module: str) -> bool:
    place = _place(module)
    return place is not None and place < len(GAME)


@pytest.mark.parametrize("module", [module for module in MODULES if _is_game(module)])
def test_the_game_reads_nothing_and_draws_nothing(module: str) -> None:
    allowed = PLAIN | MAY_ALSO.get(module, set())
    for line, name in _imports(module):
        top = name.split(".")[0]
        if top not in ("rebelote", "msgspec"):
            assert top in allowed, f"{module}:{line} imports {name}"


@pytest.mark.parametrize("module", [module for module in MODULES if _is_game(module)])
def test_the_game_neither_prints_nor_asks(module: str) -> None:
    for node in ast.walk(_tree(module)):
        match node:
            case ast.Call(func=ast.Name(id="open" | "print" | "input" | "exec" | "eval" as name)):
                raise AssertionError(f"{module}:{node.lineno} calls {name}")
            case _:
                pass


@pytest.mark.parametrize("module", MODULES)
def test_only_msgspec_comes_from_elsewhere(module: str) -> None:
    allowed = THIRD_PARTY.get(module.split(".")[0], {"msgspec"}) | {"rebelote"}
    for line, name in _imports(module):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top in allowed, f"{module}:{line} imports {name}"


@pytest.mark.parametrize("module", [module for module in MODULES if _is_game(module)])
def test_no_game_is_known_by_its_name(module: str) -> None:
    """Code branches on a part, never on a ruleset's id; only the catalogue lists them."""
    if module == "catalog":
        return
    known = {"ffb-belote", "belote-annonces", "ffb-contree", "premiere-grands", "belote-501", "premiere"}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Constant):
            assert node.value not in known | {"classique", "escalier", "comptoir"}, f"{module}:{node.lineno}"


def test_the_architecture_says_the_same() -> None:
    """docs/architecture.md gives the order, top to bottom, in its first block of code."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    block = text.split("```")[1]
    named = [word for line in block.splitlines() for word in line.split("  ")[0].split() if line[:1].strip()]
    known = [name for name in ORDER if name and not name.startswith("phases.")]
    assert [name for name in named if name in known] == known
    phases = [name.removeprefix("phases.") for name in GAME if name.startswith("phases.")]
    assert " ".join(phases) in " ".join(text.split())
