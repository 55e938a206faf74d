"""`rebelote verify`: draw a served match's luck anew, and see whether it was what the server dealt."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, read_text, say
from rebelote.fairness import (
    DEAL_CHECKS,
    MATCH_CHECKS,
    FairDeal,
    Fairness,
    Opening,
    Verdict,
    Witness,
    read_fairness,
    verify,
)
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
    opening: Annotated[
        Path | None,
        typer.Option("--opening", help="The table's `opening` as it was told before the match, as JSON."),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="SEAT:HEX", help="Your own client seed: did it count?")
    ] = "",
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Check that a server drew as it had promised; status 1 if it did not."""
    fairness = read_document(source)
    seat, _, own = seed.partition(":")
    witness = Witness(_opening(opening), seat or None, own or None)
    verdict = verify(fairness, None if record is None else _match(record).log, witness)
    for line in _lines(fairness, verdict, catalogue(lang.lang).verify_command):
        say(line)
    if not verdict.holds:
        raise typer.Exit(FAILED)


def read_document(source: str) -> Fairness:
    """From a file or an address."""
    is_url = source.startswith(("http://", "https://"))
    text = fetch(source) if is_url else read_text(Path(source)).encode()
    try:
        return read_fairness(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CommandError(source, said("a_fairness", detail=error)) from None


def _opening(path: Path | None) -> Opening | None:
    if path is None:
        return None
    try:
        return msgspec.json.decode(read_text(path), type=Opening)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CommandError(path, f"expected the opening of a match ({error})") from None


def fetch(url: str) -> bytes:
    """What lies at an address, as much of it as a document may have."""
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            return bytes(answer.read(MOST_BYTES))
    except (HTTPException, OSError, ValueError) as error:
        raise CommandError(url, said("unfetched", detail=error)) from None


def _match(record: Path) -> Match:
    try:
        return check_record(read_text(record))
    except RecordError as error:
        raise CommandError(record, error) from None


def _lines(fairness: Fairness, verdict: Verdict, words: Labels) -> Iterator[str]:
    yield words["match"].format(match=fairness.match, commitment=fairness.commitment, scheme=fairness.scheme)
    yield from findings(MATCH_CHECKS, verdict.checks, words, "match_")
    yield from _notes(fairness, verdict, words)
    for deal, found in zip(fairness.deals, verdict.deals, strict=True):
        yield words["deal"].format(number=deal.number, attempt=deal.attempt, cut=deal.cut)
        yield from findings(DEAL_CHECKS, found.checks, words, "deal_")
        yield from _origin(fairness, deal, words)
    for attempt in verdict.missing:
        yield words["missing"].format(attempt=attempt)
    if not fairness.deals and verdict.holds:
        yield words["nothing"]
    else:
        yield words["holds" if verdict.holds else "fails"]


def findings(names: Sequence[str], found: Mapping[str, bool], words: Labels, prefix: str) -> Iterator[str]:
    """A line for each check that was made."""
    width = max(len(words["yes"]), len(words["no"]))
    for name in names:
        if name in found:
            yield f"  {words['yes' if found[name] else 'no']:<{width}}  {name}: {words[prefix + name]}"


def _notes(fairness: Fairness, verdict: Verdict, words: Labels) -> Iterator[str]:
    """What is no fault of the server's, and still weakens the proof."""
    if fairness.scheme == 1:
        yield f"  {words['first_scheme']}"
        return
    if fairness.joined:
        yield f"  {words['joined'].format(seats=' '.join(fairness.joined))}"
    if verdict.absent:
        yield f"  {words['absent'].format(seats=' '.join(verdict.absent))}"
    if len(verdict.absent) == len(fairness.contributions):
        yield f"  {words['nobody']}"


def _origin(fairness: Fairness, deal: FairDeal, words: Labels) -> Iterator[str]:
    if deal.origin == "exact":
        yield f"  {words['exact']}"
    if fairness.scheme > 1:
        yield f"  {words['cut_drawn' if deal.drawn else 'cut_chosen'].format(seat=deal.cutter)}"
