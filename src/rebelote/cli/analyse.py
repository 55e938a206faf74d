"""`rebelote analyse`: a match reviewed, decision by decision."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, LangOption, is_ascii, read_text, say
from rebelote.cli.record import read_match
from rebelote.codec import encode
from rebelote.language.text import Lang, catalogue
from rebelote.review import DEPTH, review_match
from rebelote.review.telling import report


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record (.belote), a JSON log, or -.")],
    depth: Annotated[
        int, typer.Option("--depth", min=8, max=100_000, help="Imagined deals a decision.")
    ] = DEPTH,
    json: Annotated[bool, typer.Option("--json", help="The whole review as JSON.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Judge every call and card by what its player could know, and tell what mattered."""
    match = read_match(file, read_text(file))
    review = review_match(match, depth, progress=_Progress(lang.lang) if sys.stderr.isatty() else None)
    if json:
        say(encode(review).decode("utf-8"))
        return
    for line in report(review, match, lang.lang, ascii=is_ascii(sys.stdout)):
        say(line)


class _Progress:
    """Percent on one line of the terminal, gone at the end."""

    def __init__(self, lang: Lang) -> None:
        self._words = catalogue(lang)
        self._last = -1

    def __call__(self, done: int, of: int) -> None:
        percent = 100 * done // of
        if percent == self._last:
            return
        self._last = percent
        told = self._words.review["progress"].format(colon=self._words.meta.colon, done=percent)
        sys.stderr.write(f"\r{told}" if done < of else f"\r{' ' * len(told)}\r")
        sys.stderr.flush()
