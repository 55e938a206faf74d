"""The counts and the tables in memory, for Prometheus: on a port of its own, which no proxy passes on."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from rebelote.server.counts import BOUNDS, COUNTS, Counts, Durations
from rebelote.server.services import Services
from rebelote.server.settings import BadSetting


class Metrics(Collector):
    """Asked in another thread than the server's: what may grow meanwhile is copied first."""

    def __init__(self, services: Services, counts: Counts = COUNTS) -> None:
        self._services = services
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        yield from self._http()
        yield from self._tables()
        yield from self._play()
        yield from self._store()
        yield from self._process()

    def _http(self) -> Iterator[Metric]:
        counts = self._counts
        requests = CounterMetricFamily(
            "rebelote_requests", "HTTP requests answered.", labels=["method", "route", "status"]
        )
        for (method, route, status), number in list(counts.requests.items()):
            requests.add_metric([method, route, str(status)], number)
        yield requests
        yield _histogram(
            "rebelote_request_seconds", "From request to last byte.", "route", counts.request_seconds
        )
        refusals = CounterMetricFamily(
            "rebelote_refusals",
            "Refusals told; `rate`: a limit reached.",
            labels=["code"],
        )
        for code, number in list(counts.refusals.items()):
            refusals.add_metric([code], number)
        yield refusals

    def _tables(self) -> Iterator[Metric]:
        rooms = self._services.registry.rooms
        tables = GaugeMetricFamily("rebelote_tables", "Tables in memory, by status.", labels=["status"])
        found = Counter(room.status for room in rooms)
        for status in ("waiting", "playing", "over"):
            tables.add_metric([status], found[status])
        yield tables
        spectators = sum(reader.seat is None for room in rooms for reader in list(room.readers))
        yield _gauge("rebelote_spectators", "Live connections without a seat.", spectators)
        connections = len(self._services.connections)
        yield _gauge("rebelote_live_connections", "Live connections.", connections)

    def _play(self) -> Iterator[Metric]:
        yield _counter("rebelote_actions", "Actions taken, by people and bots.", self._counts.actions)
        yield _histogram(
            "rebelote_bot_move_seconds",
            "A bot's move, with its wait for a thread.",
            "bot",
            self._counts.thinking,
        )

    def _store(self) -> Iterator[Metric]:
        counts = self._counts
        waiting = self._services.registry.store.waiting
        yield _gauge("rebelote_store_waiting", "Writes that wait for the writer.", waiting)
        yield _counter("rebelote_store_writes", "Writes committed.", counts.writes)
        yield _counter("rebelote_store_failed_writes", "Writes that failed.", counts.failed_writes)
        commits = {"": counts.commits}
        yield _histogram("rebelote_store_commit_seconds", "A commit of all that waited.", None, commits)

    def _process(self) -> Iterator[Metric]:
        build = GaugeMetricFamily("rebelote_build_info", "What runs.", labels=["version", "python"])
        build.add_metric([version("rebelote"), platform.python_version()], 1)
        yield build
        draining = self._services.registry.draining
        yield _gauge("rebelote_draining", "1 once the server has been told to stop.", int(draining))
        lag = {"": self._counts.loop_lag}
        yield _histogram("rebelote_loop_lag_seconds", "How late the loop was, twice a second.", None, lag)
        lost = self._counts.lost_log_lines
        yield _counter("rebelote_log_lines_lost", "Log lines dropped since too many waited.", lost)


def _counter(name: str, said: str, value: float) -> Metric:
    return CounterMetricFamily(name, said, value=value)


def _gauge(name: str, said: str, value: float) -> Metric:
    return GaugeMetricFamily(name, said, value=value)


def _histogram(name: str, said: str, label: str | None, found: dict[str, Durations]) -> Metric:
    family = HistogramMetricFamily(name, said, labels=[] if label is None else [label])
    bounds = [*map(str, BOUNDS), "+Inf"]
    for value, durations in list(found.items()):
        sums = list(zip(bounds, accumulate(durations.counts), strict=True))
        family.add_metric([] if label is None else [value], sums, durations.total)
    return family


def registry_of(services: Services) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(Metrics(services))
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


def serve_metrics(services: Services) -> None:
    """In threads of its own, until the process ends. Nothing where no port is set."""
    settings = services.settings
    if not settings.metrics_port:
        return
    try:
        start_http_server(settings.metrics_port, settings.metrics_host, registry_of(services))
    except OSError as error:
        said = f"can't listen on {settings.metrics_host}: {error.strerror or error}"
        raise BadSetting(f"metrics_port {settings.metrics_port}", said) from None
