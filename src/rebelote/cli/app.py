"""The commands, gathered."""

from __future__ import annotations

import typer

from rebelote.cli.play import command as play
from rebelote.cli.record import app as record
from rebelote.cli.referee import command as referee
from rebelote.cli.rules import app as rules
from rebelote.cli.solve import playout, solve

app = typer.Typer(
    help="Belote and its family: the rules, the referee, the record, a solver, and a table to play at.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(play)
app.add_typer(rules, name="rules")
app.add_typer(record, name="record")
app.command("referee")(referee)
app.command("solve")(solve)
app.command("playout")(playout)
