"""`rebelote worker`: thinks of bots' moves and reviews matches for the servers that share a Redis."""

from __future__ import annotations

import sys
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
from rebelote.server.settings import Settings


def command(
    redis_url: Annotated[
        str | None, typer.Option("--redis-url", help="The Redis of the servers, as in redis://localhost/0.")
    ] = None,
    database_url: Annotated[
        str | None, typer.Option("--database-url", "--database", help="The database of the servers.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", min=1, max=256, help="Moves thought of at once; by default one a core."),
    ] = None,
    metrics_port: MetricsPortOption = None,
    log_format: LogFormatOption = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = None,
    more: SetOption = None,
    config: ConfigOption = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Think for the servers that share a database and a Redis: bots' moves, reviews of matches."""
    given = {
        "redis_url": redis_url,
        "database_url": database_address(database_url),
        "worker_threads": threads,
        "metrics_port": metrics_port,
        "log_format": log_format,
        "log_level": log_level,
    }
    settings = gathered(given, more, config)
    if not settings.redis_url:
        raise CommandError("--redis-url", said("redis_needed"))
    with extras_needed("rebelote worker", lang.lang):
        _work(settings, lang.lang)


def _work(settings: Settings, lang: Lang) -> None:
    from rebelote.server.database import DatabaseProblem, database_name, parsed
    from rebelote.server.logs import start_logging
    from rebelote.server.metrics import WorkerMetrics, serve_metrics
    from rebelote.server.redis_client import RedisProblem
    from rebelote.server.store import Store
    from rebelote.server.worker import run, threads_of

    try:
        if parsed(settings.url).get_backend_name() == "sqlite":
            raise DatabaseProblem(said("shared_database_needed"))
        store = Store(settings.url)
    except (DatabaseProblem, OSError) as error:
        reason = error if isinstance(error, DatabaseProblem) else str(error)
        raise CommandError(f"--database-url {database_name(settings.url)}", reason) from None

    def greet(threads: int) -> None:
        say(catalogue(lang).server["working"].format(threads=threads))
        sys.stdout.flush()

    serve_metrics(settings, WorkerMetrics(lambda: threads_of(settings)))
    writing = start_logging(settings)
    try:
        run(settings, store, greet)
    except RedisProblem as error:
        raise CommandError(f"--redis-url {database_name(settings.redis_url)}", error) from None
    finally:
        writing.stop()
