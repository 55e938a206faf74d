"""`rebelote admin`: orders to a running server, by the socket in its data folder."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, Language, say
from rebelote.language.text import Labels, catalogue, said
from rebelote.server.settings import gather

TIMEOUT_S = 30
MOST_DAYS = 36_500
"""A ban for a hundred years; a longer one is for good."""

app = typer.Typer(help="Look at a running server, and keep people out of it.", no_args_is_help=True)

DataOption = Annotated[
    str | None,
    typer.Option("--data", help="The server's data folder; by default as `rebelote serve` has it."),
]
ConfigOption = Annotated[Path | None, typer.Option("--config", help="The server's TOML file of settings.")]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs.")]


@app.command()
def tables(
    data: DataOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """The tables in memory, of this node alone where there are several."""
    _show("tables", data, config, as_json, lang)


@app.command()
def sockets(
    data: DataOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """The live connections, of this node alone where there are several."""
    _show("sockets", data, config, as_json, lang)


@app.command()
def bans(
    data: DataOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Who is kept out, and the tables that were ended, on all nodes."""
    _show("bans", data, config, as_json, lang)


@app.command()
def ban(
    what: Annotated[list[str], typer.Argument(metavar="ADDRESS|NETWORK|NAME...")],
    days: Annotated[float | None, typer.Option("--days", help="For how long; by default for good.")] = None,
    reason: Annotated[str, typer.Option("--reason", help="For yourself; nobody is told.")] = "",
    name: Annotated[
        bool, typer.Option("--name", help="Nicknames, even if they look like addresses.")
    ] = False,
    data: DataOption = None,
    config: ConfigOption = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Keep addresses or nicknames out, and send away whoever is there."""
    if days is not None and not 0 <= days <= MOST_DAYS:  # nor is NaN, which JSON would tell as «for good»
        raise CommandError("--days", said("expected", what=said("number_from", least=0, most=MOST_DAYS)))
    for each in what:
        order = {"do": "ban", "what": each, "name": name, "days": days, "reason": reason}
        _tell("admin_banned", _ask(order, data, config, lang), lang)


@app.command()
def unban(
    what: Annotated[list[str], typer.Argument(metavar="ADDRESS|NETWORK|NAME|TABLE...")],
    data: DataOption = None,
    config: ConfigOption = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Let them in again."""
    for each in what:
        _tell("admin_unbanned", _ask({"do": "unban", "what": each}, data, config, lang), lang)


@app.command()
def end(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or how it begins.")],
    data: DataOption = None,
    config: ConfigOption = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Close a table: everybody is sent away, nobody comes back (`unban` opens it again)."""
    _tell("admin_ended", _ask({"do": "end", "table": table}, data, config, lang), lang)


@app.command()
def prune(data: DataOption = None, config: ConfigOption = None, lang: LangOption = Language.FR) -> None:
    """Delete now what is no longer kept, which the server otherwise does every hour."""
    pruned = _ask({"do": "prune"}, data, config, lang)["pruned"]
    say(catalogue(lang.lang).server["admin_pruned"].format(**pruned))


# Asking


def _ask(order: dict[str, Any], data: str | None, config: Path | None, lang: Language) -> dict[str, Any]:
    words = catalogue(lang.lang).server
    where = gather({} if data is None else {"data": data}, os.environ, config).admin_socket
    try:
        answer: dict[str, Any] = msgspec.json.decode(_exchange(where, msgspec.json.encode(order)))
    except UnicodeEncodeError as fault:
        raise CommandError("admin", said("utf8", reason=fault.reason, byte=fault.start)) from None
    except PermissionError:
        raise CommandError("admin", words["admin_not_yours"].format(what=where)) from None
    except (OSError, msgspec.DecodeError):
        raise CommandError("admin", words["admin_no_server"].format(what=where)) from None
    if error := answer.get("error"):
        raise CommandError("admin", words[error].format(what=answer.get("what", "")))
    return answer


def _exchange(where: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as out:
        out.settimeout(TIMEOUT_S)
        out.connect(str(where))
        out.sendall(line + b"\n")
        return out.makefile("rb").readline()


# Showing


def _show(what: str, data: str | None, config: Path | None, as_json: bool, lang: Language) -> None:
    answer = _ask({"do": what}, data, config, lang)
    found: list[dict[str, Any]] = answer[what]
    if as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    words = catalogue(lang.lang).server
    for line in _columns(found, words) if found else [words["admin_none"]]:
        say(line)
    if others := answer.get("other_nodes"):
        say(words["admin_this_node"].format(others=others))


def _tell(key: str, answer: dict[str, Any], lang: Language) -> None:
    names = ", ".join(ban["what"] for ban in answer["bans"])
    words = catalogue(lang.lang).server
    say(words[key].format(what=names, closed=answer.get("closed", 0)))
    if others := answer.get("other_nodes"):
        say(words["admin_others_follow"].format(others=others))


def _columns(found: Sequence[dict[str, Any]], words: Labels) -> Iterable[str]:
    """A head, and a line each, every column as wide as its widest."""
    names = [name for name in found[0] if f"admin_{name}" in words]
    rows = [[words[f"admin_{name}"] for name in names]]
    rows += [[_cell(name, line.get(name), words) for name in names] for line in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _cell(name: str, value: object, words: Labels) -> str:
    if name == "until":
        return words["admin_for_good"] if value is None else _day(int(str(value)))
    if name == "kind":
        return words[f"admin_kind_{value}"]
    return "-" if value in (None, "", []) else ", ".join(value) if isinstance(value, list) else str(value)


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))
