"""What the commands share: languages, files, rules and options as a person types them."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Annotated, BinaryIO, Final, TextIO

import typer

from rebelote.bots.budget import Budget
from rebelote.cli import BAD_INPUT
from rebelote.errors import BadRules, RebeloteError
from rebelote.language.text import Lang, Said, said, to_ascii, why_not_opened
from rebelote.ruleset import OptionValue, Ruleset, loading
from rebelote.ruleset.builtin import RULESET_IDS
from rebelote.ruleset.options import RulesDocument


class Language(StrEnum):
    FR = "fr"
    EN = "en"

    @property
    def lang(self) -> Lang:
        return "fr" if self is Language.FR else "en"


def system_language(environment: Mapping[str, str] = os.environ) -> Language:
    """English where the system speaks it (LC_ALL, LC_MESSAGES, LANG, the first that is set); else French."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "")
    return Language.EN if found.startswith("en") else Language.FR


SYSTEM_LANGUAGE = system_language()


def asked_language(words: Sequence[str]) -> Lang:
    """The language of a command line, for what goes wrong before it is understood."""
    asked = [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    asked += [value for option, value in pairwise(words) if option == "--lang"]
    known = [word for word in asked if word in ("fr", "en")]
    return Language(known[-1]).lang if known else SYSTEM_LANGUAGE.lang


class CommandError(RebeloteError):
    """Something on the command line that can't be: `place` names it."""

    def __init__(self, place: object, expected: str | Said | RebeloteError) -> None:
        self.place, self.expected = place, expected
        super().__init__(f"{place}: {expected}")

    def told(self, lang: Lang) -> str:
        expected = self.expected
        return f"{self.place}: {expected if isinstance(expected, str) else expected.told(lang)}"


WIDTH = 100

LangOption = Annotated[
    Language, typer.Option("--lang", help="Language of the sentences; by default the system's.")
]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the ruleset; may be repeated."),
]


def is_ascii(stream: TextIO) -> bool:
    """Can't the stream print ♠ and é?"""
    try:
        "♠é«→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """What steers a terminal, in a text that a stranger wrote: shown as in Python, not sent."""
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def say(text: str = "") -> None:
    """Print, in plain letters where the terminal knows no others."""
    shown = harmless(text)
    print(to_ascii(shown) if is_ascii(sys.stdout) else shown)


def complain(text: str) -> None:
    """To the standard error."""
    print(harmless(text), file=sys.stderr)


def wrapped(text: str, lead: str = "", width: int = WIDTH) -> list[str]:
    """Lines of one width; French puts a space before some marks, where no line may break."""
    tied = re.sub(r" (?=[;:!?»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(tied, width, initial_indent=lead, subsequent_indent=" " * len(lead))
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] or [lead.rstrip()]


# Rules


def find_rules(name: str) -> str | Path:
    """A built-in ruleset's id, or a house rule's file."""
    looks_like_file = name.endswith(".toml") or os.sep in name
    if name in RULESET_IDS or not (looks_like_file or name == str(PIPE) or Path(name).is_file()):
        return name
    return Path(name)


def find_document(name: str) -> RulesDocument:
    where = find_rules(name)
    return loading.document(where) if isinstance(where, str) else read_document(where)


def read_document(file: Path) -> RulesDocument:
    """A house rule; what is wrong in a file is said with the file's name."""
    source = loading.read_toml(file, read_text(file) if file == PIPE else None)
    try:
        return loading.compose(source, file.parent)
    except BadRules as error:
        raise CommandError(file, error) from None


def load_rules(name: str, options: Sequence[str] | None = None) -> Ruleset:
    return find_document(name).resolve(read_options(options))


def read_options(words: Sequence[str] | None) -> dict[str, OptionValue]:
    """`["target=500", "scoring=both"]` as names and values."""
    found: dict[str, OptionValue] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise CommandError(f"--option {word}", said("name_value", example="target=500"))
        if name in found:
            raise CommandError(f"--option {word}", said("given_before", name=name))
        found[name] = _value(value)
    return found


def _value(text: str) -> OptionValue:
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,15}", text):
        return float(text)
    return text


# Files


PIPE = Path("-")
"""Standard input where a file is read, standard output where one is written."""

MOST_BYTES: Final = 2**27
"""Twice the longest log. A device that never ends would else be read until no memory is left."""


def read_text(path: Path) -> str:
    try:
        with opened(path) as stream:
            found = stream.read(MOST_BYTES + 1)
        if len(found) > MOST_BYTES:
            raise CommandError(path, said("long_file", most=MOST_BYTES))
        return found.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise CommandError(path, said("utf8", reason=error.reason, byte=error.start)) from None
    except (OSError, ValueError) as error:
        raise CommandError(path, _reason(error, "unreadable")) from None


@contextmanager
def opened(path: Path | None) -> Iterator[BinaryIO]:
    """To be read as it comes."""
    if path is None or path == PIPE:
        yield sys.stdin.buffer
        return
    try:
        stream = path.open("rb")
    except (OSError, ValueError) as error:
        raise CommandError(path, _reason(error, "unreadable")) from None
    with stream:
        yield stream


def check_each(files: Sequence[Path], lang: Lang, check: Callable[[Path], None]) -> None:
    """Goes on after a file that is refused; the status is then that of bad input."""
    refused = 0
    for file in files:
        try:
            check(file)
        except RebeloteError as error:
            sys.stdout.flush()
            complain(f"rebelote: {error.told(lang)}")
            refused += 1
    if refused:
        raise typer.Exit(BAD_INPUT)


def write_text(path: Path, text: str) -> None:
    """All of it or nothing: a reader never sees half a file. A pipe or a device is written to as it is."""
    if path == PIPE:
        print(text, end="")
        return
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            real.write_text(text, "utf-8")
        else:
            _replace(real, text)
    except (OSError, ValueError) as error:
        raise CommandError(path, _reason(error, "unwritable")) from None


def _replace(path: Path, text: str) -> None:
    handle, draft = tempfile.mkstemp(prefix=".rebelote-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(draft).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_writable(path: Path) -> None:
    """Refuse early what would fail after an hour of play."""
    if path == PIPE:
        return
    try:
        is_directory = path.is_dir()
        path.stat()
    except FileNotFoundError:
        is_directory = False
    except (OSError, ValueError) as error:
        raise CommandError(path, _reason(error, "unwritable")) from None
    if is_directory:
        raise CommandError(path, said("a_file"))
    if not os.access(path.parent, os.W_OK):
        raise CommandError(path, said("writable_directory", folder=path.parent))


def _reason(error: OSError | ValueError, otherwise: str) -> str | Said:
    """What the system says; without that, a sentence of the catalogues."""
    return why_not_opened(error, otherwise) if isinstance(error, OSError) else said(otherwise)


# What bots that search may spend

TimeOption = Annotated[
    int | None,
    typer.Option("--time", metavar="MS", min=1, help="Milliseconds a move for bots that search."),
]
WorldsOption = Annotated[
    int | None,
    typer.Option("--worlds", metavar="N", min=1, help="Worlds a move instead: the same move every time."),
]


def search_budget(time: int | None, worlds: int | None) -> Budget | None:
    if time is not None and worlds is not None:
        raise CommandError("--time, --worlds", said("one_of_them"))
    if time is None and worlds is None:
        return None
    return Budget(ms=time, worlds=worlds)
