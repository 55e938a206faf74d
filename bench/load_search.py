"""How many tables a target holds: the load's process told to play with more and fewer."""

import dataclasses
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

import msgspec

from bench import install
from bench.load_clients import Order, Target

HONEST_BUSY = 0.85
"""Above this share of its core, the load is too busy to time anything."""
QUIET = 0.15
"""Cores that something else may use while a load is measured; more is told."""
FIRST, MOST = 256, 2048
STEP = 1.5
TRIES = 3
"""A load that fails is tried again, and where the second holds, a third time: the majority counts."""
DONE = 0.95
"""The share of what was asked that must have been done."""


@dataclasses.dataclass(frozen=True)
class Step:
    """One load: what was asked, what was done, how long it took, and what it used meanwhile (`used`)."""

    tables: int
    asked: int
    actions: int
    seconds: float
    skipped: int
    p50_ms: float | None
    p99_ms: float | None
    max_ms: float | None
    used: dict[str, float]

    def holds(self, limit_ms: float) -> bool:
        """Nearly all that was asked was done, in time."""
        return self.p99_ms is not None and self.p99_ms < limit_ms and self.actions > DONE * self.asked

    @property
    def busy(self) -> float:
        """How much of its core the load itself used."""
        return self.used["cpu_load"] / self.seconds

    @property
    def others(self) -> float:
        """How many cores were taken by what has nothing to do with the load."""
        own = sum(seconds for name, seconds in self.used.items() if name.startswith("cpu_"))
        return max(0.0, self.used["machine"] - own) / self.seconds

    def each(self, name: str) -> float | None:
        """What an action used of something."""
        return self.used[name] / self.actions if name in self.used and self.actions else None

    def cpu_ms(self, group: str) -> float | None:
        seconds = self.each(f"cpu_{group}")
        return None if seconds is None else 1000 * seconds

    def line(self, limit_ms: float) -> str:
        p50, p99, most = (f"{value or 0:8.1f}" for value in (self.p50_ms, self.p99_ms, self.max_ms))
        said = "holds" if self.holds(limit_ms) else "does not"
        busy = f"{100 * self.busy:3.0f} %{' (the load is the limit)' if self.busy > HONEST_BUSY else ''}"
        groups = [
            name.removeprefix("cpu_") for name in self.used if name.startswith("cpu_") and name != "cpu_load"
        ]
        cpu = ", ".join(f"{group} {self.cpu_ms(group) or 0:.2f}" for group in groups)
        noise = f"  others {self.others:.1f} cores" if self.others > QUIET else ""
        done = f"{self.actions:6d} of {self.asked:6d}"
        times = f"ms:{p50}{p99}{most}  CPU ms: {cpu}"
        return f"  {self.tables:5d} tables  {done}  {times}  load {busy}{noise}  {said}"


class LoadProcess:
    """The clients, in a process of their own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def play(self, tables: int, seconds: float) -> Step:
        return Step(**self._ask(Order(tables=tables, seconds=seconds)))

    def idle(self, tables: int, seconds: float) -> dict[str, Any]:
        return self._ask(Order(tables=tables, seconds=seconds, idle=True))

    def _ask(self, order: Order) -> dict[str, Any]:
        asks, answers = _pipe(self._process.stdin), _pipe(self._process.stdout)
        asks.write(msgspec.json.encode(order).decode() + "\n")
        asks.flush()
        line = answers.readline()
        if not line:
            said = _pipe(self._process.stderr).read().strip().rpartition("\n")[2]
            raise RuntimeError(f"the load failed: {said}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


@contextmanager
def loading(target: Target) -> Iterator[LoadProcess]:
    command = [sys.executable, "-m", "bench.load_clients", msgspec.json.encode(target).decode()]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=install.ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield LoadProcess(process)
        finally:
            process.terminate()


def climb(load: LoadProcess, loads: Sequence[int], seconds: float, limit_ms: float) -> list[Step]:
    """Light loads, each more than the one before, so that no table is left: what they cost is what the
    simulation begins with."""
    return [_played(load, tables, seconds, limit_ms) for tables in loads]


def search(load: LoadProcess, seconds: float, limit_ms: float, fine: float) -> list[Step]:
    """Half as many again until it fails, then between, until the next step would be no more than `fine` times
    the last that held: all that was tried."""
    steps: list[Step] = []
    good, bad, tables = 0, MOST + 1, FIRST
    while tables not in (0, good, bad):
        tried = _tried(load, tables, seconds, limit_ms)
        steps += tried
        if _hold(tried, limit_ms):
            good = tables
        else:
            bad = tables
        if good == MOST or (good and bad <= min(MOST, good * fine)):
            break
        tables = _next(good, bad)
    return steps


def _next(good: int, bad: int) -> int:
    if bad > MOST:
        return min(MOST, int(good * STEP))
    return round((good * bad) ** 0.5) if good else int(bad / STEP)


def _tried(load: LoadProcess, tables: int, seconds: float, limit_ms: float) -> list[Step]:
    """Once if it holds, else until the majority of three is known; where something else used the cores
    all the time, that is not held against it before the third."""
    steps = [_played(load, tables, seconds, limit_ms)]
    while not _hold(steps, limit_ms) and len(steps) < TRIES:
        is_noisy = all(step.others > QUIET for step in steps)
        if len(steps) > 1 and not any(step.holds(limit_ms) for step in steps) and not is_noisy:
            break
        steps.append(_played(load, tables, seconds, limit_ms))
    return steps


def _played(load: LoadProcess, tables: int, seconds: float, limit_ms: float) -> Step:
    step = load.play(tables, seconds)
    print(step.line(limit_ms), flush=True)
    return step


def _hold(tried: Sequence[Step], limit_ms: float) -> bool:
    """Whether the majority of the tries of one load does."""
    return 2 * sum(step.holds(limit_ms) for step in tried) > len(tried)


def held(steps: Sequence[Step], limit_ms: float) -> Step | None:
    """The most that held; of its tries, the last that did."""
    loads = sorted({step.tables for step in steps}, reverse=True)
    for tables in loads:
        tried = [step for step in steps if step.tables == tables]
        if _hold(tried, limit_ms):
            return next(step for step in reversed(tried) if step.holds(limit_ms))
    return None
