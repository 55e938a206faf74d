"""Reading the TOML of a house rule, with what is wrong in it told in words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

from rebelote.errors import BadRules
from rebelote.language.text import Said, said, why_not_opened
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.limits import DEEPEST, LONGEST_TOML, check_toml


def read_toml(path: Path, text: str | None = None) -> Document:
    """The file of a house rule, or its text, not judged yet. Raises BadRules where it can't be read."""
    try:
        return parse_toml(str(path), _read_text(path) if text is None else text)
    except UnicodeDecodeError:
        raise BadRules(str(path), said("not_utf8")) from None
    except ValueError as error:
        raise BadRules(str(path), toml_fault(error)) from None
    except OSError as error:
        raise BadRules(str(path), why_not_opened(error)) from None


def _read_text(path: Path) -> str:
    """As much as may be read: a character has at most four bytes."""
    with path.open("rb") as file:
        return file.read(4 * LONGEST_TOML + 4).decode("utf-8")


def parse_toml(path: str, text: str) -> Document:
    """What is wrong beyond its size is left to the caller: tomllib's errors are ValueErrors."""
    check_toml(path, text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadRules(path, said("too_deep", most=DEEPEST)) from None


def toml_fault(error: ValueError) -> Said:
    """What Python's reader of TOML says, in words of the catalogue."""
    message = str(error)
    kind = next((key for start, key in _TOML_FAULTS.items() if message.startswith(start)), "toml_other")
    place = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if place is None:
        return said(kind)
    line, column = place.groups()
    at = said("toml_end") if line is None else said("toml_place", line=line, column=column)
    return said("toml", what=said(kind), place=at)


_TOML_FAULTS: Final = {
    "Invalid value": "toml_value",
    "Invalid date": "toml_value",
    "Expected '='": "toml_equals",
    "Expected newline": "toml_more",
    "Expected": "toml_unclosed",
    "Unclosed": "toml_unclosed",
    "Unterminated": "toml_unclosed",
    "Illegal character": "toml_character",
    "Found invalid character": "toml_character",
    "Unescaped": "toml_backslash",
    "Cannot": "toml_twice",
    "Duplicate": "toml_twice",
}
"""By how the message begins, the longest beginning first."""
