"""The package's modules, and what each of them imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "rebelote"


def _modules() -> dict[str, Path]:
    """Each module by its name within rebelote."""
    return {_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = _modules()


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def imports_of(module: str) -> Iterator[tuple[int, str]]:
    """Every import, at the top or in a function or for the types alone: line, and whole name."""
    for node in ast.walk(tree_of(module)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                yield from ((node.lineno, f"{source}.{alias.name}") for alias in names)
            case ast.ImportFrom():
                raise AssertionError(f"{module}:{node.lineno}: a relative import")
            case _:
                pass


def imported_modules(module: str) -> Iterator[tuple[int, str]]:
    """Of our own modules, those that a module imports, or imports something from."""
    for line, name in imports_of(module):
        if name.split(".")[0] != "rebelote":
            continue
        parts = name.split(".")[1:]
        inside = [".".join(parts[:n]) for n in range(len(parts), -1, -1)]
        yield line, next(candidate for candidate in inside if candidate in MODULES)
