"""Lines to a terminal: in colour on a real one, in plain letters on one that knows no others."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TYPE_CHECKING, TextIO

from rebelote.cli.common import harmless, wrapped
from rebelote.language.text import to_ascii

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = (
    (r"(?<![\w.(])(?:10|[0-9AVDRJQK])?[♥]", "bold red"),
    (r"(?<![\w.(])(?:10|[0-9AVDRJQK])?[♦]", "bold blue"),
    (r"(?<![\w.(])(?:10|[0-9AVDRJQK])?[♣]", "bold green"),
    (r"(?<![\w.(])(?:10|[0-9AVDRJQK])?[♠]", "bold"),
    (r"\((?:10|[0-9AVDRJQK])[♠♥♦♣]\)", "dim"),
)


class Screen:
    """Where a match is shown, and where the player's lines come from."""

    def __init__(self, out: TextIO, lines: TextIO, *, ascii: bool, hurry: bool) -> None:
        self.ascii = ascii
        self._out = out
        self._lines = lines
        self._is_terminal = out.isatty() and lines.isatty()
        self.rests = self._is_terminal and not hurry
        self._console = _console(out)

    def show(self, text: str = "") -> None:
        for line in text.split("\n"):
            for piece in self._folded(line):
                self._print(to_ascii(piece) if self.ascii else piece)

    def _folded(self, line: str) -> list[str]:
        """Long lines, broken between words on a terminal; as they are in a file."""
        if not self._is_terminal:
            return [line]
        width = max(shutil.get_terminal_size().columns, 40)
        indent = line[: len(line) - len(line.lstrip())]
        return [line] if len(line) < width else wrapped(line.strip(), indent, width - 1)

    def _print(self, told: str) -> None:
        line = harmless(told)
        if self._console is None:
            print(line, file=self._out, flush=True)
            return
        from rich.text import Text

        styled = Text(line)
        for pattern, style in COLOURS:
            styled.highlight_regex(pattern, style)
        self._console.print(styled, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The next line that the player types; EOFError at the end of the input."""
        prompt = to_ascii(prompt) if self.ascii else prompt
        if self._is_terminal and self._lines is sys.stdin:
            return input(prompt)
        print(prompt, end="", file=self._out, flush=True)
        line = self._lines.readline()
        if not line:
            raise EOFError
        print(file=self._out)
        return line.rstrip("\r\n")

    def pause(self, seconds: float) -> None:
        if self.rests:
            time.sleep(seconds)


def _console(out: TextIO) -> Console | None:
    """Colour is for a real terminal whose user did not refuse it."""
    if not out.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") in (None, "", "dumb"):
        return None
    from rich.console import Console

    return Console(file=out, highlight=False, markup=False, emoji=False)
