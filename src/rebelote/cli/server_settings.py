"""The flags that `serve`, `worker` and `db` share, and the settings that they come to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from rebelote.cli.common import CommandError
from rebelote.language.text import said
from rebelote.server.settings import Settings, gather

MetricsPortOption = Annotated[
    int | None,
    typer.Option("--metrics-port", min=0, max=65535, help="Serve Prometheus here; by default not."),
]
LogFormatOption = Annotated[str | None, typer.Option("--log-format", help="text or json.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Any setting of docs/operating.md; may be repeated."),
]
ConfigOption = Annotated[Path | None, typer.Option("--config", help="A TOML file of settings.")]


def gathered(
    flags: Mapping[str, object], more: Iterable[str] | None = None, config: Path | None = None
) -> Settings:
    """Flags by the name of their setting, None where one was not given; `more` is what `--set` has."""
    given = {name: value for name, value in flags.items() if value is not None}
    return gather(named_settings(more or ()) | given, os.environ, config)


def named_settings(words: Iterable[str]) -> dict[str, object]:
    """`--set name=value`, as a flag of that name would be."""
    found: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"--set {word}", said("name_value", example="expert_ms=100"))
        found[name.replace("-", "_")] = value
    return found


def database_address(database: str | None) -> str | None:
    """A file may be named without `sqlite://`."""
    return f"sqlite:///{Path(database)}" if database and "://" not in database else database
