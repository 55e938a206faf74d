"""The commands, gathered."""

from __future__ import annotations

from typing import Annotated

import typer

from rebelote import __version__
from rebelote.cli.admin import app as admin
from rebelote.cli.analyse import command as analyse
from rebelote.cli.arena import app as arena
from rebelote.cli.db import app as db
from rebelote.cli.learn import command as learn
from rebelote.cli.play import command as play
from rebelote.cli.record import app as record
from rebelote.cli.referee import command as referee
from rebelote.cli.rules import app as rules
from rebelote.cli.serve import command as serve
from rebelote.cli.solve import playout, solve
from rebelote.cli.verify import command as verify
from rebelote.cli.verify_day import command as verify_day
from rebelote.cli.worker import command as worker

app = typer.Typer(
    help="Belote and its family: rules, referee, record, a solver, a table to play at, an arena for bots.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(play)
app.command("learn")(learn)
app.command("serve")(serve)
app.command("worker")(worker)
app.add_typer(admin, name="admin")
app.add_typer(db, name="db")
app.add_typer(rules, name="rules")
app.add_typer(record, name="record")
app.add_typer(arena, name="arena")
app.command("referee")(referee)
app.command("solve")(solve)
app.command("analyse")(analyse)
app.command("playout")(playout)
app.command("verify")(verify)
app.command("verify-day")(verify_day)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"rebelote {__version__}")
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave."),
]


@app.callback()
def before_any_command(version: VersionOption = False) -> None:
    """Options that stand before a command."""
