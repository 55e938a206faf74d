"""Our server with a clock on each part of an action: `python -m bench.timed_server FILE` serves until it is
told to stop, then writes the sums to FILE as JSON.

A part's time does not contain that of another part within it. Waiting is no part: what is timed is the main
thread at work, and the thread that writes. The clock itself costs some microseconds a part. `telling` is how
much CPU each of the actions took to be told, by a sample in order of size: actions are not equally dear.
"""

import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rebelote import cli
from rebelote.match import Match
from rebelote.server import protocols, store, told_table, websocket
from rebelote.server.counts import COUNTS
from rebelote.server.game import Game
from rebelote.server.outbox import Outbox

PARTS = {
    "receive": (protocols.GuardedWebSocket, "data_received"),
    "decode": (websocket, "read_action"),
    "decide": (Game, "step"),
    "views": (Match, "view"),
    "encode": (told_table.ToldTable, "tell_events"),
    "send": (Outbox, "_flush"),
    "store": (store, "commit"),
}
"""What is timed, by the name of the part."""
SAMPLE = 400


class Clock:
    """Seconds by part. `_within` is, in each thread, the time of the parts inside the one that runs."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self.messages = self.bytes = 0
        self.telling: list[float] = []
        self._within = threading.local()

    def time(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            outer: float = getattr(self._within, "seconds", 0.0)
            self._within.seconds = 0.0
            began = time.perf_counter()
            try:
                return work(*given, **named)
            finally:
                took = time.perf_counter() - began
                self.seconds[part] += took - self._within.seconds
                self._within.seconds = outer + took

        return timed

    def keep(self, tell_events: Callable[..., None]) -> Callable[..., None]:
        def kept(*given: Any) -> None:
            began = time.thread_time()
            tell_events(*given)
            self.telling.append(time.thread_time() - began)

        return kept

    def sample(self) -> list[float]:
        """Of the telling, at even distances in the order of size."""
        sizes = sorted(self.telling)
        return (
            [sizes[(2 * place + 1) * len(sizes) // (2 * SAMPLE)] for place in range(SAMPLE)] if sizes else []
        )

    def count(self, prepare_texts: Callable[..., Any]) -> Callable[..., Any]:
        def counted(protocol: Any, texts: list[bytes]) -> Any:
            self.messages += len(texts)
            self.bytes += sum(map(len, texts))
            return prepare_texts(protocol, texts)

        return counted


def main() -> None:
    clock, sums = Clock(), Path(sys.argv[1])
    for part, (where, name) in PARTS.items():
        setattr(where, name, clock.time(part, getattr(where, name)))
    protocols.GuardedWebSocket.prepare_texts = clock.count(protocols.GuardedWebSocket.prepare_texts)  # type: ignore[method-assign]
    told_table.ToldTable.tell_events = clock.keep(told_table.ToldTable.tell_events)  # type: ignore[method-assign]
    sys.argv = ["rebelote", "serve"]
    cpu = time.process_time()
    try:
        cli.main()
    finally:
        found = {
            "parts": clock.seconds,
            "telling": clock.sample(),
            "cpu": time.process_time() - cpu,
            "actions": COUNTS.actions,
            "messages": clock.messages,
            "bytes": clock.bytes,
            "writes": COUNTS.writes,
            "commits": sum(COUNTS.commits.counts),
        }
        sums.write_text(json.dumps(found))


if __name__ == "__main__":
    main()
