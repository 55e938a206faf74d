"""How many tables of four a server holds, and what an action and an idle table cost: ours alone, ours as
several nodes, boardgame.io and Colyseus. What is printed last are the tables of docs/scaling.md."""

import dataclasses
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bench import load_servers
from bench.install import ROOT, InstallError
from bench.load_clients import PACE_S, SEATS, Target
from bench.load_search import Step, climb, held, loading, search
from bench.load_servers import OURS
from bench.markdown import head, number, row

FIGURES = ROOT / ".tools" / "bench-load.json"
"""Where the figures are written, for `bench.simulation`."""
LIMIT_MS = 50.0
NODES_LIMIT_MS = 100.0
BREAKDOWN_TABLES = 100
WRITTEN = 8192
"""Bytes that are kept at once to try the disk."""
RESTING_S = 0.003
"""Between two writes that try the disk."""


@dataclasses.dataclass(frozen=True)
class Effort:
    """How long each load lasts, how near the search comes, the lighter loads that ours begins with, and how
    idle tables are measured."""

    seconds: float
    fine: float
    light: tuple[int, ...]
    light_seconds: float
    idle_tables: int
    idle_seconds: float


FULL = Effort(4.0, 1.11, (96, 128, 160, 192, 224), 3.0, 300, 5.0)
QUICK = Effort(2.0, 1.25, (96, 128, 192), 2.0, 60, 2.0)


@dataclasses.dataclass(frozen=True)
class Case:
    """A server in one form. `placed` says where the four clients of a table are."""

    name: str
    nodes: int
    placed: str
    limit_ms: float
    start: Callable[[], AbstractContextManager[Target]]

    @property
    def label(self) -> str:
        if self.name != OURS:
            return self.name
        if not self.nodes:
            return "rebelote, SQLite"
        many = "1 node" if self.nodes == 1 else f"{self.nodes} nodes"
        return f"rebelote, {many}{f', {self.placed}' if self.placed else ''}"


@dataclasses.dataclass
class Result:
    case: Case
    steps: list[Step] = dataclasses.field(default_factory=list)
    idle: dict[str, Any] | None = None
    problem: str = ""

    @property
    def held(self) -> Step | None:
        return held(self.steps, self.case.limit_ms)


class Timed(msgspec.Struct, frozen=True):
    """What `bench.timed_server` says when it ends, and the CPU of an action meanwhile."""

    parts: dict[str, float]
    telling: list[float]
    actions: int
    writes: int
    commits: int
    cpu_ms: float


def cases(peers: Sequence[str], nodes: Sequence[int]) -> list[Case]:
    """No node is one process on SQLite. Several nodes twice: with the clients of a table on different ones,
    and together on one."""
    found = [Case(OURS, 0, "", LIMIT_MS, load_servers.sqlite)] if 0 in nodes else []
    found += [Case(peer, 0, "", LIMIT_MS, partial(load_servers.peer, peer)) for peer in peers]
    for many in filter(None, nodes):
        for placed in ("spread", "together") if many > 1 else ("",):
            start = partial(load_servers.nodes, many, spread=placed == "spread")
            found.append(Case(OURS, many, placed, NODES_LIMIT_MS, start))
    return found


def measure(chosen: Sequence[Case], effort: Effort) -> list[Result]:
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    print(
        f"{cores} cores, Python {platform.python_version()}. The load is a process of its own on one core, "
        f"{SEATS} clients a table,\none action a table every {PACE_S} s; timed until the last of the four "
        f"is told. ms: median, p99, most.",
        flush=True,
    )
    times = _sync_seconds()
    median, p99 = (1000 * times[int(part * len(times))] for part in (0.5, 0.99))
    print(f"This disk takes {median:.1f} ms (p99 {p99:.1f}) to keep 8 KiB for good.", flush=True)
    return [_measure(case, effort) for case in chosen]


def _sync_seconds(times: int = 300) -> list[float]:
    """How long a small write takes to be safe, where the servers' databases are; sorted. The file is already
    there, as the databases' logs are, and the disk has rested as it does between two commits: one that is
    never left alone may answer ten times as quickly."""
    took = []
    with tempfile.TemporaryFile(buffering=0) as file:
        file.write(bytes(times * WRITTEN))
        os.fsync(file.fileno())
        file.seek(0)
        for _ in range(times):
            time.sleep(RESTING_S)
            start = time.perf_counter()
            file.write(bytes(WRITTEN))
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - start)
    return sorted(took)


def _measure(case: Case, effort: Effort) -> Result:
    result = Result(case)
    try:
        print(f"{case.label} (p99 < {case.limit_ms:.0f} ms):", flush=True)
        with case.start() as target, loading(target) as load:
            if case.name == OURS:
                result.steps = climb(load, effort.light, effort.light_seconds, case.limit_ms)
            result.steps += search(load, effort.seconds, case.limit_ms, effort.fine)
        if case.nodes <= 1:
            with case.start() as target, loading(target) as load:
                result.idle = load.idle(effort.idle_tables, effort.idle_seconds)
    except (InstallError, RuntimeError, OSError) as error:
        result.problem = str(error)
        print(f"  {error}", flush=True)
    return result


# What is printed


def tables(results: Sequence[Result]) -> dict[str, str]:
    """Those of docs/scaling.md, by their places there."""
    return {"held": _held_table(results), "action": _action_table(results), "idle": _idle_table(results)}


def _held_table(results: Sequence[Result]) -> str:
    lines = head(
        "server", "p99 under", "tables held", "actions a second", "median ms", "p99 ms", "ours : peer"
    )
    for result in results:
        step = result.held
        figures = (
            [step.tables, round(step.actions / step.seconds), number(step.p50_ms, 1), number(step.p99_ms, 1)]
            if step is not None
            else [result.problem or "none", "", "", ""]
        )
        lines.append(
            row(result.case.label, f"{result.case.limit_ms:.0f} ms", *figures, _ratio(results, result))
        )
    return "\n".join(lines)


def _ratio(results: Sequence[Result], peer: Result) -> str:
    ours = next((result.held for result in results if result.case.name == OURS), None)
    if peer.case.name == OURS or ours is None or peer.held is None:
        return ""
    return f"{ours.tables / peer.held.tables:.2f}"


USES = {
    "messages": "messages",
    "bytes": "bytes",
    "groups": "commits",
    "rows": "rows",
    "wal_bytes": "bytes of WAL",
    "published": "Redis messages",
}
"""What an action uses, by the name of the figure: as the table has it."""
GROUPS = {"server": "server", "postgres": "PostgreSQL", "redis": "Redis"}


def _action_table(results: Sequence[Result]) -> str:
    """What an action costs at the most that is held."""
    lines = head("an action", *USES.values(), *(f"CPU ms: {group}" for group in GROUPS.values()))
    for result in results:
        if (step := result.held) is not None:
            used = [number(step.each(name), 0 if "bytes" in name else 2) for name in USES]
            cpu = [number(step.cpu_ms(group), 2) for group in GROUPS]
            lines.append(row(result.case.label, *used, *cpu))
    return "\n".join(lines)


def _idle_table(results: Sequence[Result]) -> str:
    lines = head("an idle table, four connected", "KiB of memory", "µs of CPU a second")
    for result in results:
        if result.idle is not None:
            cpu = 1e6 * sum(
                seconds for name, seconds in result.idle["used"].items() if name.startswith("cpu_")
            )
            lines.append(
                row(result.case.label, number(result.idle["kib"]["server"], 0), number(max(cpu, 0.0), 0))
            )
    return "\n".join(lines)


def write_figures(results: Sequence[Result], timed: Timed, file: Path = FIGURES) -> None:
    """All that was measured."""
    file.parent.mkdir(parents=True, exist_ok=True)
    figures = {
        "parts": timed.parts,
        "telling": timed.telling,
        "cases": [_figures(result) for result in results],
    }
    file.write_text(json.dumps(figures, indent=1))


def _figures(result: Result) -> dict[str, Any]:
    case = result.case
    return {
        "server": case.name,
        "nodes": case.nodes,
        "placed": case.placed,
        "limit_ms": case.limit_ms,
        "held": None if result.held is None else result.held.tables,
        "steps": [dataclasses.asdict(step) for step in result.steps],
        "idle": result.idle,
        "problem": result.problem,
    }


# Where the time goes


def timed(tables: int, seconds: float) -> Timed:
    """Our server with a clock on each part of an action, at a load that it holds easily."""
    with tempfile.TemporaryDirectory() as folder:
        sums = Path(folder) / "sums.json"
        command = [sys.executable, "-m", "bench.timed_server", str(sums)]
        with load_servers.sqlite(command) as target, loading(target) as load:
            step = load.play(tables, seconds)
        return msgspec.convert(json.loads(sums.read_text()) | {"cpu_ms": step.cpu_ms("server") or 0.0}, Timed)


def breakdown(tables: int, timed: Timed) -> str:
    """Our server's time for an action, part by part."""
    lines = [*head(f"an action at {tables} tables", "µs")]
    lines += [row(part, f"{1e6 * took / timed.actions:.0f}") for part, took in timed.parts.items()]
    lines.append(
        f"\nWith the clocks in it an action took {timed.cpu_ms:.2f} ms of CPU. SQLite: "
        f"{timed.writes / timed.actions:.2f} writes an action in {timed.commits / timed.actions:.2f} commits."
    )
    return "\n".join(lines)
