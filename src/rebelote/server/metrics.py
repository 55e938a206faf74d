"""The counts and the tables in memory, for Prometheus: on a port of its own, which no proxy passes on."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Iterator
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

from rebelote.language.text import said
from rebelote.server.counts import BOUNDS, COUNTS, Counts, Durations
from rebelote.server.services import Services
from rebelote.server.settings import BadSetting, Settings


class WorkerMetrics(Collector):
    """What servers and workers have. Asked in another thread than theirs: what may grow is copied first."""

    def __init__(self, threads: Callable[[], int], counts: Counts = COUNTS) -> None:
        self._threads = threads
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        yield from self._thinking()
        yield from self._process()

    def _thinking(self) -> Iterator[Metric]:
        yield _histogram(
            "rebelote_bot_move_seconds",
            "A bot's move, with its wait for a thread.",
            "bot",
            self._counts.thinking,
        )
        jobs = CounterMetricFamily(
            "rebelote_jobs", "Moves and reviews, here and by workers.", labels=["job", "outcome"]
        )
        for (job, outcome), number in list(self._counts.jobs.items()):
            jobs.add_metric([job, outcome], number)
        yield jobs
        threads = self._threads()
        yield _gauge("rebelote_worker_threads", "Moves that workers can think of at once.", threads)

    def _process(self) -> Iterator[Metric]:
        build = GaugeMetricFamily("rebelote_build_info", "What runs.", labels=["version", "python"])
        build.add_metric([version("rebelote"), platform.python_version()], 1)
        yield build
        lost = self._counts.lost_log_lines
        yield _counter("rebelote_log_lines_lost", "Log lines dropped since too many waited.", lost)


class Metrics(WorkerMetrics):
    """Those of a server."""

    def __init__(self, services: Services, counts: Counts = COUNTS) -> None:
        super().__init__(lambda: _threads_of_workers(services), counts)
        self._services = services

    def collect(self) -> Iterator[Metric]:
        yield from super().collect()
        yield from self._http()
        yield from self._tables()
        yield from self._store()
        yield from self._nodes()
        yield from self._loop()

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

        yield _counter("rebelote_actions", "Actions taken, by people and bots.", self._counts.actions)

    def _store(self) -> Iterator[Metric]:
        counts = self._counts
        waiting = self._services.registry.store.waiting
        yield _gauge("rebelote_store_waiting", "Writes that wait for the writer.", waiting)
        yield _counter("rebelote_store_writes", "Writes committed.", counts.writes)
        yield _counter("rebelote_store_failed_writes", "Writes that failed.", counts.failed_writes)
        commits = {"": counts.commits}
        yield _histogram("rebelote_store_commit_seconds", "A commit of all that waited.", None, commits)

    def _nodes(self) -> Iterator[Metric]:
        counts = self._counts
        yield _counter("rebelote_node_messages_sent", "Messages to other nodes.", counts.published)
        yield _counter("rebelote_node_messages_heard", "Messages of other nodes.", counts.heard)
        yield _counter("rebelote_node_gaps", "Messages of other nodes that were missed.", counts.gaps)
        yield _counter("rebelote_store_clashes", "Writes that another node was quicker than.", counts.clashes)
        yield _counter("rebelote_takeovers", "Tables whose bots another node moved before.", counts.takeovers)

    def _loop(self) -> Iterator[Metric]:
        draining = self._services.registry.draining
        yield _gauge("rebelote_draining", "1 once the server has been told to stop.", int(draining))
        lag = {"": self._counts.loop_lag}
        yield _histogram("rebelote_loop_lag_seconds", "How late the loop was, twice a second.", None, lag)


def _threads_of_workers(services: Services) -> int:
    workers = services.registry.workers
    return 0 if workers is None else workers.threads


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


def registry_of(ours: Collector) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(ours)
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


def serve_metrics(settings: Settings, ours: Collector) -> None:
    """In threads of its own, until the process ends. Nothing where no port is set."""
    if not settings.metrics_port:
        return
    try:
        start_http_server(settings.metrics_port, settings.metrics_host, registry_of(ours))
    except OSError as error:
        fault = said("cannot_listen", host=settings.metrics_host, reason=error.strerror or error)
        raise BadSetting(f"metrics_port {settings.metrics_port}", fault) from None
