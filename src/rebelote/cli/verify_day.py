"""`rebelote verify-day`: were the deals of a day those that the server had fixed before it?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, read_text, say
from rebelote.cli.verify import FAILED, fetch, findings, read_document
from rebelote.fairness import verify
from rebelote.fairness.days import DAY_CHECKS, Day, verify_day
from rebelote.language.text import catalogue, said


def command(
    source: Annotated[
        str, typer.Argument(metavar="FILE_OR_URL", help="What GET /api/daily/{day} answers, or where.")
    ],
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", metavar="HEX", help="The anchor that you kept from an earlier day."),
    ] = None,
    match: Annotated[
        str | None,
        typer.Option("--match", metavar="FILE_OR_URL", help="The fairness document of a match of that day."),
    ] = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Check a day's deals against what was published before; status 1 if they were others."""
    words = catalogue(lang.lang).verify_command
    day = _read(source)
    fairness = None if match is None else read_document(match)
    found = verify_day(day, anchor, fairness)
    say(words["day"].format(day=day.day, number=day.number, anchor=day.anchor))
    for line in findings(DAY_CHECKS, found, words, "day_"):
        say(line)
    holds = all(found.values()) and (fairness is None or verify(fairness).holds)
    if day.link is None:
        say(words["day_closed"])
    say(words["holds" if holds else "fails"])
    if not holds:
        raise typer.Exit(FAILED)


def _read(source: str) -> Day:
    is_url = source.startswith(("http://", "https://"))
    text = fetch(source) if is_url else read_text(Path(source)).encode()
    try:
        return msgspec.json.decode(text, type=Day)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CommandError(source, said("a_day", detail=error)) from None
