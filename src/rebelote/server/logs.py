"""Logs, one line each: what was asked, and what happened; no token, card, secret or table's address.

A thread of their own formats and writes them; where it can't follow, lines are dropped and counted.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import queue
import sys
import time
from collections import OrderedDict
from contextlib import suppress
from contextvars import ContextVar
from logging.handlers import QueueHandler, QueueListener
from typing import Any, Final, TextIO

from rebelote.server.counts import COUNTS
from rebelote.server.log_rates import FewOfAKind
from rebelote.server.settings import LogAddresses, Settings

ACCESS: Final = logging.getLogger("rebelote.access")
EVENTS: Final = logging.getLogger("rebelote.event")

MOST_WAITING: Final = 10_000
SELDOM_SECONDS: Final = 60.0
LAST_SECONDS: Final = 1.0
TABLE_LETTERS: Final = 5
"""Enough to tell tables apart, too little to sit down at one."""


class _Written:
    names = False


_written: Final = _Written()
"""What the settings allow in a line."""

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)


def event(what: str, table: str | None = None, /, **fields: object) -> None:
    """Something that happened, with what an operator wants to know of it; a `name` only if he allows it."""
    if EVENTS.isEnabledFor(logging.INFO):
        known = {} if table is None else {"table": table[:TABLE_LETTERS]}
        if not _written.names:
            fields.pop("name", None)
        EVENTS.info(what, extra={"fields": known | fields})


_told: Final[OrderedDict[str, float]] = OrderedDict()
"""When it was last said of an address that it asks too much; the oldest are forgotten."""


def rate_limited(household: str, how: LogAddresses) -> None:
    """Once a minute an address: whoever asks too much does not fill the logs with it."""
    now = time.monotonic()
    if now - _told.get(household, float("-inf")) < SELDOM_SECONDS:
        return
    _told[household] = now
    _told.move_to_end(household)
    if len(_told) > MOST_WAITING:
        _told.popitem(last=False)
    event("rate_limited", address=shown_address(household, how))


def shown_address(household: str, how: LogAddresses) -> str | None:
    """What the logs have of a household (safety.household)."""
    if how == "none":
        return None
    if how == "household":
        return household
    try:
        network = ipaddress.ip_network(household, strict=False)
    except ValueError:
        return None
    return str(network.supernet(new_prefix=24 if network.version == 4 else 48))


# Lines


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_parts(record, self), ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """logfmt: name=value, in quotes where it needs them. A traceback comes on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        parts = _parts(record, self)
        traceback = parts.pop("traceback", None)
        line = " ".join(f"{name}={_quoted(value)}" for name, value in parts.items())
        return line if traceback is None else f"{line}\n{traceback}"


def _parts(record: logging.LogRecord, formatter: logging.Formatter) -> dict[str, Any]:
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    parts: dict[str, Any] = {
        "time": f"{at}.{int(record.msecs):03}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
        **getattr(record, "fields", {}),
    }
    if (request := getattr(record, "request", None)) is not None:
        parts["request"] = request
    if record.exc_info:
        parts["traceback"] = formatter.formatException(record.exc_info)
    return {name: value for name, value in parts.items() if value is not None}


def _quoted(value: object) -> str:
    text = str(value)
    plain = text and text.isprintable() and not any(sign in text for sign in ' "=')
    return text if plain else json.dumps(text, ensure_ascii=not text.isprintable())


# Writing


class _Waiting(QueueHandler):
    """Never stops the server: what can't wait is dropped."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        record.request = request_id.get()
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            COUNTS.lost_log_lines += 1


class _Writer(QueueListener):
    def enqueue_sentinel(self) -> None:
        """Let the lines that wait be written, if that does not take too long."""
        assert isinstance(self.queue, queue.Queue)
        with suppress(queue.Full):
            self.queue.put(None, timeout=LAST_SECONDS)


def start_logging(settings: Settings, stream: TextIO | None = None) -> QueueListener:
    """From now on all loggers write to stderr; libraries, which might tell what they carry, their warnings
    alone. Stop the listener at the end."""
    writing = logging.StreamHandler(stream or sys.stderr)
    writing.setFormatter(JsonLines() if settings.log_format == "json" else TextLines())
    waiting: queue.Queue[Any] = queue.Queue(MOST_WAITING)
    listener = _Writer(waiting, writing)
    entering = _Waiting(waiting)
    entering.addFilter(FewOfAKind())
    logging.basicConfig(level=logging.WARNING, handlers=[entering], force=True)
    logging.getLogger("rebelote").setLevel(settings.log_level.upper())
    _written.names = settings.log_names
    listener.start()
    return listener
