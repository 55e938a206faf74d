"""What goes wrong while people play. Each fault heals itself before it returns."""

from __future__ import annotations

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from tests.faults.cluster import Cluster, Node


class Fault(ABC):
    """`seconds` is how long it lasts; `needs` is the part of the cluster that it happens to."""

    needs = "nodes"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def is_possible(self, cluster: Cluster) -> bool:
        """Whether there is what it happens to."""
        return bool(getattr(cluster, self.needs))

    @abstractmethod
    async def happen(self, cluster: Cluster) -> str:
        """Returns what was done, in words."""


class NodeFault(Fault):
    """Of one node, while the others go on."""

    async def happen(self, cluster: Cluster) -> str:
        node = cluster.luck.choice(cluster.nodes)
        with cluster.blackout() if len(cluster.nodes) == 1 else nullcontext(), cluster.death(node):
            return f"node {node.number} {await self.harm(node)}"

    @abstractmethod
    async def harm(self, node: Node) -> str:
        """Returns what was done to it."""


class KillNode(NodeFault):
    async def harm(self, node: Node) -> str:
        await node.kill()
        await asyncio.sleep(self.seconds)
        await node.start()
        return f"killed, started again after {self.seconds:.0f} s"


class StopNode(NodeFault):
    async def harm(self, node: Node) -> str:
        await node.terminate()
        await asyncio.sleep(self.seconds)
        await node.start()
        return f"stopped by SIGTERM, started again after {self.seconds:.0f} s"


class PauseNode(NodeFault):
    """It wakes up with leases that others have taken over."""

    async def harm(self, node: Node) -> str:
        node.signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(self.seconds)
        finally:
            node.signal(signal.SIGCONT)
        return f"paused for {self.seconds:.0f} s"


class RedisFault(Fault):
    needs = "redis"


class RestartRedis(RedisFault):
    async def happen(self, cluster: Cluster) -> str:
        assert cluster.redis is not None
        await asyncio.to_thread(cluster.redis.terminate)
        await asyncio.to_thread(cluster.redis.start)
        return "Redis restarted"


class KillRedis(RedisFault):
    async def happen(self, cluster: Cluster) -> str:
        assert cluster.redis is not None
        await asyncio.to_thread(cluster.redis.kill)
        await asyncio.sleep(self.seconds)
        await asyncio.to_thread(cluster.redis.start)
        return f"Redis killed, away for {self.seconds:.0f} s"


class DisturbMessages(RedisFault):
    """Every n-th message between the nodes is lost, comes late, or comes twice."""

    def __init__(self, seconds: float, what: str, every: int) -> None:
        super().__init__(seconds)
        self._what = what
        self._every = every

    async def happen(self, cluster: Cluster) -> str:
        proxy = cluster.proxy
        assert proxy is not None
        heard = proxy.heard
        setattr(proxy, self._what, self._every)
        await asyncio.sleep(self.seconds)
        setattr(proxy, self._what, 0)
        return f"{self._what} every {self._every}th of {proxy.heard - heard} messages"


class RestartPostgres(Fault):
    at_once = False

    async def happen(self, cluster: Cluster) -> str:
        with cluster.blackout():
            await asyncio.to_thread(lambda: cluster.postgres.stop(at_once=self.at_once))
            await asyncio.sleep(self.seconds)
            await asyncio.to_thread(cluster.postgres.start)
        return f"PostgreSQL {'crashed' if self.at_once else 'restarted'}, away for {self.seconds:.0f} s"


class CrashPostgres(RestartPostgres):
    at_once = True


class FillDisk(Fault):
    """PostgreSQL's; it may have to be started again, as its operator would."""

    needs = "disk"

    async def happen(self, cluster: Cluster) -> str:
        assert cluster.disk is not None
        with cluster.blackout():
            with filled(cluster.disk):
                await asyncio.sleep(self.seconds)
            went_on = cluster.postgres.is_up
            if not went_on:
                await asyncio.to_thread(cluster.postgres.start)
        return (
            f"PostgreSQL's disk full for {self.seconds:.0f} s{'' if went_on else '; it had to be restarted'}"
        )


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Not a byte is left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (2**20, 4096, 1):
            with suppress(OSError):
                while True:
                    file.write(bytes(size))
    try:
        yield
    finally:
        filler.unlink()


def every_fault(pause: float = 10.0) -> list[Fault]:
    return [
        KillNode(4),
        StopNode(1),
        PauseNode(pause),
        RestartRedis(0),
        KillRedis(3),
        RestartPostgres(1),
        CrashPostgres(1),
        FillDisk(5),
        DisturbMessages(8, "lose", 5),
        DisturbMessages(5, "hold", 3),
        DisturbMessages(5, "repeat", 2),
    ]
