"""What only some commands need: a package that is missing is told with the extra that brings it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rebelote.errors import RebeloteError
from rebelote.language.text import Lang, catalogue

EXTRA_OF = {"psycopg": "postgresql", "redis": "nodes", "saq": "nodes"}
"""By the package that is missing; all others are the server's."""


@contextmanager
def extras_needed(command: str, lang: Lang) -> Iterator[None]:
    """Around the imports of packages that `pip install rebelote` does not bring."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "rebelote"):
            raise
        line = catalogue(lang).server["extra_missing"]
        extra = EXTRA_OF.get(package, "server")
        raise RebeloteError(line.format(command=command, package=package, extra=extra)) from None
