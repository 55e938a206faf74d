"""The texts that stand in the package's sources."""

from __future__ import annotations

import ast

from tests.support.source_imports import SOURCE

SOURCES = sorted(SOURCE.rglob("*.py"))


def strings(tree: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
