"""`rebelote db`: upgrade, check, back up, restore and prune a server's database."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, Language, say
from rebelote.cli.extras import extras_needed
from rebelote.cli.server_settings import database_address, gathered
from rebelote.language.text import Labels, catalogue, told
from rebelote.server.settings import Settings

FAILED = 1

app = typer.Typer(help="A server's database: upgrade, check, back up, restore, prune.", no_args_is_help=True)

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database-url",
        "--database",
        help="A file or an SQLAlchemy URL; by default as `rebelote serve` has it.",
    ),
]
DataOption = Annotated[str | None, typer.Option("--data", help="The server's data folder.")]
ConfigOption = Annotated[Path | None, typer.Option("--config", help="The server's TOML file of settings.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over what is there.")]


@app.command("upgrade")
def upgrade(
    database: DatabaseOption = None,
    data: DataOption = None,
    config: ConfigOption = None,
    no_backup: Annotated[bool, typer.Option("--no-backup", help="Keep no copy of the file.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Bring the database to this release's schema; a copy of an SQLite file is kept beside it."""
    url, words = _settings(database, data, config).url, _words(lang)
    with _told(url, lang):
        from rebelote.server import upkeep

        done = upkeep.upgrade(url, keep_copy=not no_backup)
    if done.before == done.now:
        say(words["newest"].format(schema=done.now))
    else:
        say(words["upgraded"].format(before=done.before or "-", schema=done.now))
    if done.kept is not None:
        say(words["kept"].format(file=done.kept))


@app.command("check")
def check(
    database: DatabaseOption = None,
    data: DataOption = None,
    config: ConfigOption = None,
    deep: Annotated[bool, typer.Option("--deep", help="Decide every action of every match again.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Is the file whole, and can every match be read? Status 1 if not. A server may be running."""
    url, words = _settings(database, data, config).url, _words(lang)
    with _told(url, lang):
        from rebelote.server import upkeep

        found = upkeep.check(url, deep=deep)
    for each in found.findings:
        print(
            f"rebelote: {each.where or words['database']}: {told(each.problem, lang.lang)}", file=sys.stderr
        )
    if found.findings:
        raise typer.Exit(FAILED)
    say(words["whole"].format(schema=found.schema, **found.counts))


@app.command("backup")
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    database: DatabaseOption = None,
    data: DataOption = None,
    config: ConfigOption = None,
    force: ForceOption = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Copy an SQLite database as it stands now, while a server may be writing to it."""
    url = _settings(database, data, config).url
    with _told(url, lang):
        from rebelote.server import upkeep

        upkeep.backup(url, target, force=force)
    say(_words(lang)["backed_up"].format(file=target, size=_size(target)))


@app.command("restore")
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="What `rebelote db backup` wrote.")],
    database: DatabaseOption = None,
    data: DataOption = None,
    config: ConfigOption = None,
    force: ForceOption = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Put a copy in the place of the database. No server may be running."""
    url = _settings(database, data, config).url
    with _told(url, lang):
        from rebelote.server import upkeep

        target = upkeep.restore(url, source, force=force)
    say(_words(lang)["restored"].format(file=target, size=_size(target)))


@app.command("prune")
def prune(
    database: DatabaseOption = None,
    data: DataOption = None,
    config: ConfigOption = None,
    table: Annotated[str | None, typer.Option("--table", help="Delete this table, whatever its age.")] = None,
    match: Annotated[str | None, typer.Option("--match", help="Delete this match, whatever its age.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Erase this name wherever it stands.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go; change nothing.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Delete what is no longer kept (docs/privacy.md), or one table, match or name.

    No server may be running on an SQLite file: it prunes by itself.
    """
    settings, words = _settings(database, data, config), _words(lang)
    would = "would_" if dry_run else ""
    with _told(settings.url, lang):
        from rebelote.server import upkeep

        if table is not None:
            upkeep.delete_table(settings.url, table, dry_run=dry_run)
            say(words[f"{would}delete"].format(what=table))
        if match is not None:
            upkeep.delete_match(settings.url, match, dry_run=dry_run)
            say(words[f"{would}delete"].format(what=match))
        if name is not None:
            seats = upkeep.erase_name(settings.url, name, dry_run=dry_run)
            say(words[f"{would}erase"].format(name=name, seats=seats))
        if table is None and match is None and name is None:
            _prune_old(settings, words, would, dry_run=dry_run)


def _prune_old(settings: Settings, words: Labels, would: str, *, dry_run: bool) -> None:
    from rebelote.server import pruning, upkeep

    found = upkeep.prune_old(settings.url, pruning.keeping(settings), dry_run=dry_run)
    counts = {"matches": len(found.matches), "tables": len(found.tables), "names": len(found.names)}
    say(words[f"{would}prune"].format(**counts))


# What the commands share


def _settings(database: str | None, data: str | None, config: Path | None) -> Settings:
    return gathered({"database_url": database_address(database), "data": data}, config=config)


def _words(lang: Language) -> Labels:
    return catalogue(lang.lang).db_command


@contextmanager
def _told(url: str, lang: Language) -> Iterator[None]:
    """Whatever is wrong with a database, or missing to work on it, is said in one line."""
    with extras_needed("rebelote db", lang.lang):
        from rebelote.server.database import DatabaseProblem, database_name

        try:
            yield
        except DatabaseProblem as error:
            raise CommandError(database_name(url), error) from None


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1_000_000:.1f} MB"
