"""`rebelote worker` as a process of its own, and what goes through Redis meanwhile."""

from __future__ import annotations

import ast
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tests.support.redis import Redis

STOP_S = 60.0
ARGUMENT = re.compile(r'"(?:[^"\\]|\\.)*"')


@contextmanager
def worker(redis: Redis, database: str, threads: int = 1) -> Iterator[subprocess.Popen[bytes]]:
    """Ready for work."""
    with workers(1, redis, database, threads) as (started,):
        yield started


@contextmanager
def workers(
    number: int, redis: Redis, database: str, threads: int = 1, more: Sequence[str] = ()
) -> Iterator[list[subprocess.Popen[bytes]]]:
    words = ("--redis-url", redis.url, "--database-url", database, "--threads", str(threads), "--lang", "en")
    command = [sys.executable, "-m", "rebelote", "worker", *words, *more]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(number)
    ]
    try:
        for process in started:
            assert process.stdout is not None
            assert process.stderr is not None
            greeting = process.stdout.readline()
            assert b"ready" in greeting, process.stderr.read()
        yield started
    finally:
        for process in started:
            process.kill()
            process.communicate(timeout=STOP_S)


class Monitor:
    """Every command that Redis is given, by a client or by a script of one."""

    def __init__(self, redis: Redis) -> None:
        self._socket = socket.create_connection(("127.0.0.1", redis.port))
        self._file = self._socket.makefile("rb")
        self._lines: list[bytes] = []
        self._socket.sendall(b"MONITOR\r\n")
        assert self._file.readline().startswith(b"+OK")
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):
            self._lines.extend(iter(self._file.readline, b""))

    def stop(self) -> list[list[bytes]]:
        """Command and arguments of each."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reading.join()
        self._socket.close()
        return [
            [ast.literal_eval(f"b{word}") for word in ARGUMENT.findall(line.decode("ascii"))]
            for line in self._lines
        ]


def flush(redis: Redis) -> None:
    """Nothing of an earlier test."""
    with socket.create_connection(("127.0.0.1", redis.port)) as connection:
        connection.sendall(b"FLUSHALL\r\n")
        assert connection.recv(16).startswith(b"+OK")


def children_of(process: int) -> list[int]:
    """The processes that it has started."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
