"""`rebelote serve`: the server, for this machine or for the phones around it."""

from __future__ import annotations

import ipaddress
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from rebelote.cli.common import SYSTEM_LANGUAGE, CommandError, LangOption, say
from rebelote.cli.extras import extras_needed
from rebelote.cli.server_settings import (
    ConfigOption,
    LogFormatOption,
    MetricsPortOption,
    SetOption,
    database_address,
    gathered,
)
from rebelote.language.text import Lang, catalogue, said
from rebelote.server.settings import CONFIG, Settings, variable

EVERYWHERE = ("0.0.0.0", "::")
SWITCH_SECONDS = 0.0005
"""How long a thread that asks for its turn waits at most. The writer asks several times a commit: it should
not wait as long as Python would let it."""
SEND_BUFFER = 128 * 1024
"""What the system keeps of what a peer has not read; without it, megabytes."""
TRIES = 20
"""How many ports are tried, from the first on, when it was not asked for by name."""


def command(
    host: Annotated[
        str | None, typer.Option("--host", help="0.0.0.0 lets phones on the same network in.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="By default 8000.")] = None,
    database_url: Annotated[
        str | None, typer.Option("--database-url", "--database", help="A file, or an SQLAlchemy URL.")
    ] = None,
    redis_url: Annotated[
        str | None,
        typer.Option("--redis-url", help="Where nodes that share a database hear of each other."),
    ] = None,
    data: Annotated[str | None, typer.Option("--data", help="The folder of the database.")] = None,
    base_path: Annotated[
        str | None, typer.Option("--base-path", help="Where the site begins behind a proxy, as in /belote/.")
    ] = None,
    metrics_port: MetricsPortOption = None,
    log_format: LogFormatOption = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", help="debug, info, warning or error; info has every request.")
    ] = None,
    more: SetOption = None,
    config: ConfigOption = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Serve the page and the API: tables, bots, friends."""
    given = {
        "host": host,
        "port": port,
        "database_url": database_address(database_url),
        "redis_url": redis_url,
        "data": data,
        "base_path": base_path,
        "metrics_port": metrics_port,
        "log_format": log_format,
        "log_level": log_level,
    }
    settings = gathered(given, more, config)
    asked = (
        port is not None
        or config is not None
        or any(os.environ.get(name) for name in (variable("port"), CONFIG))
    )
    listening = _listen(settings, may_move=not asked)

    def greet() -> None:
        say(_greeting(settings.host, listening, lang.lang))
        sys.stdout.flush()
        for line in _warnings(settings, lang.lang):
            print(line, file=sys.stderr, flush=True)
        if open_page:
            webbrowser.open(_address(settings.host, listening))

    with listening, extras_needed("rebelote serve", lang.lang):
        _serve(settings, listening, greet)


def _listen(settings: Settings, *, may_move: bool) -> socket.socket:
    """The port asked for; where nobody asked, the next free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + (TRIES if may_move and settings.port else 1)):
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listening.bind((settings.host, port))
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
        else:
            return listening
    raise CommandError(f"--port {settings.port}", said("cannot_listen", host=settings.host, reason=reason))


def _address(host: str, listening: socket.socket) -> str:
    name = "localhost" if host in (*EVERYWHERE, "127.0.0.1", "::1") else host
    return f"http://{name}:{listening.getsockname()[1]}/"


def _greeting(host: str, listening: socket.socket, lang: Lang) -> str:
    words = catalogue(lang).server
    line = words["serving"].format(address=_address(host, listening))
    near = _own_address() if host in EVERYWHERE else None
    if near is None:
        return line
    return f"{line}, {words['serving_phones'].format(address=_address(near, listening))}"


def _warnings(settings: Settings, lang: Lang) -> Iterator[str]:
    from rebelote.server.sockets import grant_files, limits_of

    words = catalogue(lang).server
    if not _is_loopback(settings.host) and settings.proxies == Settings().proxies:
        yield words["public"]
    granted = grant_files(limits_of(settings))
    if settings.limits and granted.sockets != settings.sockets:
        yield words["few_files"].format(sockets=granted.sockets, wanted=settings.sockets)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _own_address() -> str | None:
    """This machine's address on the local network: that of the way out, though nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _serve(settings: Settings, listening: socket.socket, greet: Callable[[], None]) -> None:
    from rebelote.server.app import services_of
    from rebelote.server.database import DatabaseProblem, database_name
    from rebelote.server.logs import start_logging
    from rebelote.server.redis_client import RedisProblem
    from rebelote.server.running import run

    try:
        services = services_of(settings)
    except RedisProblem as error:
        raise CommandError(f"--redis-url {database_name(settings.redis_url)}", error) from None
    except (DatabaseProblem, OSError) as error:
        reason = error if isinstance(error, DatabaseProblem) else str(error)
        raise CommandError(f"--database-url {database_name(settings.url)}", reason) from None
    sys.setswitchinterval(SWITCH_SECONDS)
    writing = start_logging(settings)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # raised anew once the server has stopped
    try:
        run(services, listening, greet)
    finally:
        writing.stop()
