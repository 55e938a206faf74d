"""Tables in Markdown, and the places of docs/scaling.md that they are written to."""

import re
from pathlib import Path

from bench.install import ROOT

PAGE = ROOT / "docs" / "scaling.md"


def head(*names: str) -> list[str]:
    """Without alignment, which the pages of the documentation would need inline styles for."""
    return [row(*names), row(*("---" for _ in names))]


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def number(value: float | None, digits: int = 0) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def write_into_page(name: str, text: str, page: Path = PAGE) -> None:
    """Between `<!-- figures: name -->` and `<!-- end -->`."""
    whole = page.read_text("utf-8")
    place = re.compile(rf"(<!-- figures: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    filled, found = place.subn(lambda match: f"{match[1]}\n{text}\n\n{match[2]}", whole)
    if not found:
        raise ValueError(f"{page.name} has no place for {name}")
    page.write_text(filled, "utf-8")
