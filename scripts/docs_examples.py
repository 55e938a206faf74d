"""An extension of griffe for the docs site: examples in docstrings (`>>> …`) become blocks of code."""

from __future__ import annotations

from typing import Any

import griffe


def fenced(text: str) -> str:
    """Each run of lines that begins with a prompt, up to the next blank line, between fences."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if not inside and line.startswith(">>> "):
            inside = True
            lines.append("```python")
        elif inside and not line.strip():
            inside = False
            lines.append("```")
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


class FencedExamples(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
