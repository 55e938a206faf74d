"""`rebelote record`: check, show and convert whole matches."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rebelote.cli.common import (
    SYSTEM_LANGUAGE,
    CommandError,
    LangOption,
    check_each,
    check_writable,
    is_ascii,
    read_text,
    say,
    write_text,
)
from rebelote.cli.journal import Journal
from rebelote.events import Dealt, PackCut
from rebelote.language.display import format_sheet
from rebelote.language.text import Lang
from rebelote.match import Match
from rebelote.record import (
    RecordError,
    check_log,
    check_record,
    format_record,
    parse_record,
    read_log,
    write_log,
)

app = typer.Typer(help="Records of whole matches, as text (.belote) or as JSON.", no_args_is_help=True)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record (.belote) or a JSON log.")]


class Form(StrEnum):
    TEXT = "text"
    JSON = "json"


@app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records or JSON logs.")],
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Decide everything again: OK, or the first line that is wrong and why."""

    def check_file(file: Path) -> None:
        say(f"{file}: OK, {_summary(read_match(file, read_text(file)), lang.lang)}")

    check_each(files, lang.lang, check_file)


@app.command("show")
def show(file: FileArgument, lang: LangOption = SYSTEM_LANGUAGE) -> None:
    """Print a match for people: the deals, the calls, the tricks, the scores and their reasons."""
    text = read_text(file)
    match = read_match(file, text)
    for line in _story(match, _tags(text), lang.lang, ascii=is_ascii(sys.stdout)):
        say(line)


@app.command("convert")
def convert(
    file: FileArgument,
    to: Annotated[Form | None, typer.Option("--to", help="By default the other one.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A file; by default stdout.")] = None,
) -> None:
    """Turn a record into the JSON log of its events, or back."""
    text = read_text(file)
    if out is not None:
        check_writable(out)
    match = read_match(file, text)
    wanted = to or (Form.TEXT if _is_json(text) else Form.JSON)
    written = format_record(match, _tags(text)) if wanted is Form.TEXT else write_log(match)
    if out is not None:
        write_text(out, written)
    else:
        print(written, end="")


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] == "{"


def _tags(text: str) -> Mapping[str, str]:
    return {} if _is_json(text) else parse_record(text).tags


def read_match(file: Path, text: str) -> Match:
    try:
        return check_log(read_log(text)) if _is_json(text) else check_record(text)
    except RecordError as error:
        raise CommandError(file, error) from None


def _summary(match: Match, lang: Lang) -> str:
    words = match.rules.catalogue(lang)
    deals = len(match.view(None).sheet)
    over = words.record_command["over" if match.is_over else "unfinished"]
    return f"{words.ruleset(match.rules.id).name}, {words.count('deal', deals)}, {over}"


def _story(match: Match, tags: Mapping[str, str], lang: Lang, *, ascii: bool) -> Iterator[str]:
    yield match.rules.catalogue(lang).ruleset(match.rules.id).name
    for name, value in tags.items():
        yield f"{name}: {value}"
    journal = Journal(match.rules, lang, ascii=ascii)
    now = Match.replay(match.log[:1]).state
    for event in match.log[1:]:
        if isinstance(event, PackCut):
            yield from journal.open_deal(now)
        yield from journal.tell(event, now)
        now = now.evolve(event)
        if isinstance(event, Dealt):
            yield from journal.deal_hands(now)
    yield from ("", format_sheet(match.view(None).sheet, lang, ascii=ascii, rules=match.rules))
