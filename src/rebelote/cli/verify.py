"""`rebelote verify`: shuffle a served match's packs anew, and see whether they were what the server dealt."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, read_text, say
from rebelote.fairness import DealCheck, FairDeal, Fairness, Verdict, verify
from rebelote.language.text import Labels, catalogue, said
from rebelote.match import Match
from rebelote.record import RecordError, check_record

FAILED = 1
TIMEOUT_S = 20
MOST_BYTES = 2**24


def command(
    source: Annotated[
        str,
        typer.Argument(metavar="FILE_OR_URL", help="What GET /api/matches/{id}/fairness answers, or where."),
    ],
    record: Annotated[
        Path | None, typer.Option("--record", help="The match's record: was this what was played?")
    ] = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Check that a server shuffled as it had promised; status 1 if it did not."""
    fairness = _read(source)
    verdict = verify(fairness, None if record is None else _match(record).log)
    for line in _lines(fairness, verdict, catalogue(lang.lang).verify_command):
        say(line)
    if not verdict.holds:
        raise typer.Exit(FAILED)


def _read(source: str) -> Fairness:
    is_url = source.startswith(("http://", "https://"))
    text = _fetch(source) if is_url else read_text(Path(source)).encode()
    try:
        return msgspec.json.decode(text, type=Fairness)
    except msgspec.DecodeError as error:
        raise CommandError(source, said("a_fairness", detail=error)) from None


def _fetch(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            return bytes(answer.read(MOST_BYTES))
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise CommandError(url, said("unfetched", detail=error)) from None


def _match(record: Path) -> Match:
    try:
        return check_record(read_text(record))
    except RecordError as error:
        raise CommandError(record, error) from None


def _lines(fairness: Fairness, verdict: Verdict, words: Labels) -> Iterator[str]:
    yield words["anchor"].format(match=fairness.match, anchor=fairness.anchor)
    for deal, check in zip(fairness.deals, verdict.deals, strict=True):
        yield words["deal"].format(number=deal.number, attempt=deal.attempt, cut=deal.cut)
        yield from _findings(deal, check, words)
    for attempt in verdict.missing:
        yield words["missing"].format(attempt=attempt)
    if not fairness.deals and verdict.holds:
        yield words["nothing"]
    else:
        yield words["holds" if verdict.holds else "fails"]


def _findings(deal: FairDeal, check: DealCheck, words: Labels) -> Iterator[str]:
    found = {"link": check.link, "order": check.order, "draws": check.draws, "record": check.record}
    width = max(len(words["yes"]), len(words["no"]))
    for name, holds in found.items():
        if holds is not None:
            yield f"  {words['yes' if holds else 'no']:<{width}}  {words[name]}"
    if not deal.shuffled:
        yield f"  {'':<{width}}  {words['only_cut']}"
