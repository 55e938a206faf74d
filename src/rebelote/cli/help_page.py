"""The help of the commands, in the reader's language.

It stands in English where the commands are, so that it can be read with them; `help_fr.toml` has each of
these texts in French.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec
import typer

from rebelote.arena.players import listed_references
from rebelote.bots import listed
from rebelote.cli.common import is_ascii
from rebelote.language.text import Labels, Lang, to_ascii


class French(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`page`: the words around the texts, which typer writes. English → French."""

    page: Labels
    texts: Labels


@lru_cache(maxsize=1)
def french() -> French:
    source = (resources.files("rebelote") / "cli" / "help_fr.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(source), French)


def in_language(app: typer.Typer, lang: Lang) -> Any:
    """The commands, ready to run: `command(words, …)`."""
    top = typer.main.get_command(app)
    if lang == "fr":
        for command in every_command(top):
            command.context_class = FrenchContext
            for each in (command, *command.params):
                each.help = in_french(getattr(each, "help", None))
    return top


def every_command(command: Any) -> Iterator[Any]:
    """A command and all below it."""
    yield command
    for each in getattr(command, "commands", {}).values():
        yield from every_command(each)


class FrenchContext(typer.Context):
    """Of a command whose help is read in French."""

    def get_help(self) -> str:
        asking: Any = self.command.get_help_option(self)
        asking.help = in_french(asking.help)
        page = super().get_help()
        for english, words in french().page.items():
            page = page.replace(english, words)
        return to_ascii(page) if is_ascii(sys.stdout) else page


def in_french(text: str | None) -> str | None:
    """A text without its French stays as it is; a test finds it."""
    if text is None:
        return None
    told = french().texts.get(with_places(text), text)
    return told.replace("{bots}", listed("fr")).replace("{references}", listed_references("fr"))


def with_places(text: str) -> str:
    """Where a help lists the bots, their place alone: the catalogues have them in both languages."""
    return text.replace(listed("en"), "{bots}").replace(listed_references("en"), "{references}")
