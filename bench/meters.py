"""What is read off before and after a load: CPU and memory of processes, and the counts that PostgreSQL and
Redis keep themselves."""

import os
import socket
import urllib.request
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg

TICKS = os.sysconf("SC_CLK_TCK")
COMMITTED = """
    SELECT xact_commit, tup_inserted + tup_updated + tup_deleted
    FROM pg_stat_database WHERE datname = current_database()
"""
WRITES = {
    "rebelote_store_writes_total": "writes",
    "rebelote_store_commit_seconds_count": "groups",
    "rebelote_store_commit_seconds_sum": "group_seconds",
}
"""Of our servers' metrics: as the figures have them. A group is what the writer commits at once."""
WITHIN = 'rebelote_store_commit_seconds_bucket{le="'
"""So many commits took no longer than the number that follows: in the figures as `within SECONDS`."""
LOOPS = "server"
"""Of this group two threads of each process are counted by themselves too: the first (`loop`), where the loop
runs, and the one that writes to the sockets (`sockets`)."""
SOCKETS = "sockets"
"""What the core calls its thread (native/socket_writer.cpp)."""
LOGGED = "SELECT wal_bytes, wal_sync FROM pg_stat_wal"


class Meters:
    """`groups` are process ids by name of what they do: a process counts with its children."""

    def __init__(
        self,
        groups: Mapping[str, Sequence[int]],
        database: str | None = None,
        redis: int | None = None,
        metrics: Sequence[int] = (),
    ) -> None:
        self._groups = groups
        self._redis = redis
        self._metrics = metrics
        self._database = None if database is None else psycopg.connect(database, autocommit=True)

    def read(self) -> dict[str, float]:
        """Sums since the beginning, by name."""
        found = {f"cpu_{name}": sum(map(cpu_seconds, pids)) for name, pids in self._groups.items()}
        loops = self._groups.get(LOOPS, ())
        found["loop"] = sum(_thread_seconds(pid, pid) for pid in loops)
        found["sockets"] = sum(_named_seconds(pid, SOCKETS) for pid in loops)
        found["machine"] = machine_seconds()
        if self._database is not None:
            found |= _postgres_counts(self._database)
        if self._redis is not None:
            found |= _redis_counts(self._redis)
        if self._metrics:
            found |= _node_counts(self._metrics)
        return found

    def memory_kib(self) -> dict[str, float]:
        return {name: sum(map(memory_kib, pids)) for name, pids in self._groups.items()}


def _node_counts(ports: Sequence[int]) -> dict[str, float]:
    """What our servers' metrics say of their writes, all nodes together."""
    found: defaultdict[str, float] = defaultdict(float)
    for port in ports:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        for name, value in (line.rsplit(" ", 1) for line in lines if line and line[0] != "#"):
            if name in WRITES:
                found[WRITES[name]] += float(value)
            elif name.startswith(WITHIN):
                found["within " + name[len(WITHIN) : -len('"}')]] += float(value)
    return dict(found)


def _postgres_counts(database: psycopg.Connection[Any]) -> dict[str, float]:
    (commits, rows), *_ = database.execute(COMMITTED).fetchall()
    (logged, syncs), *_ = database.execute(LOGGED).fetchall()
    return {"commits": commits, "rows": rows, "wal_bytes": float(logged), "wal_syncs": syncs}


def _redis_counts(port: int) -> dict[str, float]:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(b"INFO all\r\n")
        text = _answer(connection).decode()
    facts = dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line)
    published = facts.get("cmdstat_publish", "calls=0").partition("calls=")[2].partition(",")[0]
    return {
        "published": float(published),
        "redis_commands": float(facts["total_commands_processed"]),
        "redis_bytes": float(facts["total_net_output_bytes"]) + float(facts["total_net_input_bytes"]),
    }


def _answer(connection: socket.socket) -> bytes:
    data = connection.recv(2**16)
    size = int(data[1 : data.index(b"\r\n")])
    while len(data) < size:
        data += connection.recv(2**16)
    return data


def cpu_seconds(pid: int) -> float:
    """What a process has used so far, all its threads and all its children, those that are gone too."""
    alive = sum(_threads_seconds(process) for process in (pid, *_children(pid)))
    return alive + sum(_stat(pid)[13:15]) / TICKS


def _threads_seconds(pid: int) -> float:
    return sum(_thread_seconds(pid, thread) for thread in _threads(pid))


def _threads(pid: int) -> list[int]:
    try:
        return [int(thread.name) for thread in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []


def _named_seconds(pid: int, name: str) -> float:
    """Of the threads of a process that are called so."""
    return sum(_thread_seconds(pid, thread) for thread in _threads(pid) if _name_of(pid, thread) == name)


def _name_of(pid: int, thread: int) -> str:
    try:
        return Path(f"/proc/{pid}/task/{thread}/comm").read_text().strip()
    except OSError:
        return ""


def _thread_seconds(pid: int, thread: int) -> float:
    """To the nanosecond, where `stat` counts hundredths of a second."""
    try:
        return int(Path(f"/proc/{pid}/task/{thread}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


def machine_seconds() -> float:
    """What all processes of the machine have used, and what was taken from it by other machines."""
    user, nice, system, _idle, _wait, *other = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return (user + nice + system + sum(other)) / TICKS


def _stat(pid: int) -> list[int]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return [0] * 20
    return [0, *map(int, fields[1:20])]


def _children(pid: int) -> list[int]:
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []
    return [int(word) for thread in threads for word in (thread / "children").read_text().split()]


def memory_kib(pid: int) -> int:
    """What a process holds, not counting its children."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
