"""The table of settings in docs/operating.md: `python -m scripts.settings_table` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from rebelote.server.settings import Settings, kinds, variable

PAGE = Path(__file__).parents[1] / "docs" / "operating.md"
HEAD = "| setting | by default | environment | |\n|---|---|---|---|\n"


def table() -> str:
    return HEAD + "".join(_rows())


def _rows() -> Iterator[str]:
    for name, kind in kinds().items():
        _, meta = get_args(kind)
        yield f"| `{name}` | {_told(getattr(Settings(), name))} | `{variable(name)}` | {meta.description} |\n"


def _told(value: object) -> str:
    """As it is typed."""
    match value:
        case bool():
            words = "on" if value else "off"
        case tuple():
            words = " ".join(value)
        case _:
            words = str(value)
    return f"`{words}`" if words else ""


def main() -> None:
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(HEAD)
    after = rest[rest.index("\n\n") + 1 :] if "\n\n" in rest else ""
    PAGE.write_text(before + table() + after, "utf-8")


if __name__ == "__main__":
    main()
