"""Draw docs/terminal.svg: a deal at the terminal, as a player sees it.

Run with `.venv/bin/python scripts/terminal_picture.py` when the terminal's look has changed.
"""

from __future__ import annotations

import os
import pty
import select
import sys
from html import escape
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

COMMAND = [
    "rebelote",
    "play",
    "--rules",
    "ffb-belote",
    "--option",
    "declarations=true",
    "--seed",
    "11",
    "--fast",
]
TYPED = ["2", "1", "l", "AH", "1"]
COLUMNS, FROM_LINE = 88, "Contrat : cœur"
WIDTH, LINE, MARGIN = 900, 22, 16
PALETTE: dict[int | None, str] = {1: "#ff6b6b", 2: "#7ddc8b", 4: "#6cb2ff"}
INK = "#e8efe9"
CONSOLE = Console()
PICTURE = Path(__file__).parents[1] / "docs" / "terminal.svg"


def transcript() -> str:
    """What the screen shows when these things are typed."""
    child, screen = pty.fork()
    if child == 0:
        os.environ |= {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
        os.execv(Path(sys.executable).with_name(COMMAND[0]), COMMAND)
    shown = b""
    for line in TYPED:
        shown += read_quietly(screen)
        os.write(screen, line.encode() + b"\n")
    shown += read_quietly(screen)
    os.close(screen)
    return shown.decode().replace("\r", "")


def read_quietly(screen: int, quiet: float = 1.5) -> bytes:
    """All output until nothing comes for a while."""
    shown = b""
    while select.select([screen], [], [], quiet)[0]:
        shown += os.read(screen, 4096)
    return shown


def picture(lines: list[Text]) -> str:
    """Plain SVG text, one element a line. It stands alone: no font is fetched from anywhere."""
    height = LINE * len(lines) + 2 * MARGIN
    body = "\n".join(svg_line(line, MARGIN + LINE * (n + 1) - 6) for n, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-size="16" '
        'font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace">\n'
        "<title>rebelote play</title>\n"
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#16211c"/>\n{body}\n</svg>\n'
    )


def svg_line(line: Text, y: int) -> str:
    spans = "".join(
        f'<tspan fill="{colour(segment.style)}">{escape(segment.text)}</tspan>'
        for segment in line.render(CONSOLE)
        if segment.text.strip("\n")
    )
    return f'<text xml:space="preserve" x="{MARGIN}" y="{y}">{spans}</text>'


def colour(style: Style | None) -> str:
    if style is not None and style.dim:
        return "#6f7f77"
    ansi = style.color.number if style is not None and style.color is not None else None
    return PALETTE.get(ansi, INK)


def main() -> None:
    lines = list(Text.from_ansi(transcript()).split("\n"))
    start = next(n for n, line in enumerate(lines) if FROM_LINE in line.plain)
    PICTURE.write_text(picture(lines[start:-1]), "utf-8")


if __name__ == "__main__":
    main()
