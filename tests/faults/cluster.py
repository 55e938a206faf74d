"""The machines under test: PostgreSQL, Redis with a proxy before it, and some nodes; each may be stopped."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults import audit
from tests.faults.redis_proxy import RedisProxy
from tests.support import postgres as postgresql
from tests.support import redis as redis_server
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.served_tables import free_port

ROOT = Path(__file__).parents[2]
START_S = 180.0
"""A machine that others use too may need a minute."""
STOP_S = 60.0
DISK_MB = 400


@dataclass
class Death:
    """A node that stopped, or stood still, from this time on (of the wall clock), and until when."""

    node: int
    at: float
    until: float = float("inf")


class Node:
    """A `rebelote serve` on a port of its own, where it comes back after a stop."""

    def __init__(self, number: int, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self.number = number
        self.port = free_port()
        self._command = [*command, "--port", str(self.port)]
        self._environment = environment
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    @property
    def is_up(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def slowness(self) -> float:
        """How many times longer its loop took than it would have on cores of its own: what it ran and what it
        waited for its turn to run, by the system's own count."""
        ran, waited, _ = map(int, Path(f"/proc/{self.pid}/schedstat").read_text().split())
        return (ran + waited) / max(1, ran)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env={**os.environ, **self._environment},
                stdout=log,
                stderr=log,
            )
        await self._wait()

    async def _wait(self) -> None:
        deadline = time.monotonic() + START_S
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                assert self.is_up, f"node {self.number} did not start: {self.log[-3000:]}"
                assert time.monotonic() < deadline, f"node {self.number} does not answer"
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return

    async def kill(self) -> None:
        self.signal(signal.SIGKILL)
        await self.wait()

    async def terminate(self) -> None:
        self.signal(signal.SIGTERM)
        await self.wait()

    def signal(self, number: int) -> None:
        if self.is_up and self._process is not None:
            self._process.send_signal(number)

    async def wait(self) -> None:
        if self._process is not None:
            await asyncio.to_thread(self._process.wait, STOP_S)


@dataclass
class Cluster:
    """`blackouts`: when nobody could be served, from and until (of the monotonic clock). `troubles`: when
    nodes could not hear of each other, or of anything (of the wall clock). `lapses`: when a node came too
    late to renew its life, and was dead to all others meanwhile."""

    postgres: Postgres
    database_url: str
    nodes: list[Node]
    luck: random.Random
    redis: Redis | None = None
    proxy: RedisProxy | None = None
    disk: Path | None = None
    deaths: list[Death] = field(default_factory=list)
    down: set[int] = field(default_factory=set)
    blackouts: list[tuple[float, float]] = field(default_factory=list)
    troubles: list[tuple[float, float]] = field(default_factory=list)
    lapses: list[Death] = field(default_factory=list)

    @contextmanager
    def blackout(self) -> Iterator[None]:
        began = time.monotonic()
        self.blackouts.append((began, float("inf")))
        try:
            yield
        finally:
            self.blackouts[-1] = (began, time.monotonic())

    @contextmanager
    def trouble(self) -> Iterator[None]:
        began = time.time()
        try:
            yield
        finally:
            self.troubles.append((began, time.time()))

    @contextmanager
    def death(self, node: Node) -> Iterator[None]:
        self.deaths.append(Death(node.number, time.time()))
        self.down.add(node.number)
        try:
            yield
        finally:
            self.deaths[-1].until = time.time()
            self.down.discard(node.number)

    def note_lapses(self) -> None:
        """As the database has them; those of nodes that were paused are in `deaths` too."""
        self.lapses = [
            Death(int(name.removeprefix("node")), since, until)
            for name, since, until in audit.lapses(self.database_url)
        ]

    @property
    def slowness(self) -> float:
        """Of the node that had to wait most."""
        return max((node.slowness for node in self.nodes if node.is_up), default=1.0)

    @property
    def server_logs(self) -> str:
        return "".join(node.log for node in self.nodes)


@asynccontextmanager
async def cluster(
    number: int,
    luck: random.Random,
    *,
    with_redis: bool = True,
    command: Sequence[str] = ("-m", "rebelote"),
    **settings: str,
) -> AsyncIterator[Cluster]:
    """All of it, started; `command` is for Python, before `serve`. `settings` are the servers'."""
    with tempfile.TemporaryDirectory(prefix="rebelote-faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another
        async with AsyncExitStack() as stack:
            disk = stack.enter_context(_small_disk(folder / "disk"))
            postgres = await asyncio.to_thread(postgresql.start, disk)
            stack.callback(postgres.remove)
            found = Cluster(postgres, postgres.new_database(), [], luck, disk=disk)
            if with_redis:
                found.redis = await asyncio.to_thread(redis_server.start)
                stack.callback(found.redis.stop)
                found.proxy = await stack.enter_async_context(RedisProxy(found.redis.port).listening())
            for place in range(number):
                environment = _environment(found, folder / f"node{place}", settings)
                environment["PGAPPNAME"] = f"node{place}"
                words = [sys.executable, *command, "serve"]
                node = Node(place, words, environment, folder / f"node{place}.log")
                found.nodes.append(node)
                stack.push_async_callback(node.wait)
                stack.callback(node.signal, signal.SIGKILL)
            await found.nodes[0].start()  # makes the schema
            if with_redis:
                await asyncio.to_thread(audit.install, found.database_url)
            await asyncio.gather(*(node.start() for node in found.nodes[1:]))
            yield found


def _environment(found: Cluster, data: Path, settings: dict[str, str]) -> dict[str, str]:
    data.mkdir()
    given = {
        "data": str(data),
        "database_url": found.database_url,
        "limits": "off",
        "least_seconds": "0",
        "expert_ms": "20",
        "admin": "off",
        **settings,
    }
    if found.proxy is not None:
        given["redis_url"] = found.proxy.url
    return {f"REBELOTE_{name.upper()}": value for name, value in given.items()}


@contextmanager
def _small_disk(folder: Path) -> Iterator[Path | None]:
    """A file system that can be filled, where we may mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=755", "tmpfs", str(folder)]
    mount = shutil.which("mount")
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        print("No file system may be mounted here (root can): the disk is not filled.", file=sys.stderr)
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
