"""A Redis of the tests' own, on a free port of this machine; it keeps nothing on disk."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.support.postgres import must_be_here
from tests.support.served_tables import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class Redis:
    def __init__(self, program: str) -> None:
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="rebelote-redis-"))
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._server: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """On the same port each time."""
        words = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen([self._program, *words], cwd=self._folder, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._server.poll() is None, f"Redis did not start: {(self._folder / 'log').read_text()}"
            assert time.monotonic() < deadline, "Redis does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def kill(self) -> None:
        """At once, as by a power cut: what it held is gone."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None

    def terminate(self) -> None:
        """As an operator stops it."""
        if self._server is not None:
            self._server.terminate()
            self._server.wait(PATIENCE)
            self._server = None

    def restart(self, away: float = 0.0) -> None:
        """Killed, and after `away` seconds there again, empty."""
        self.kill()
        time.sleep(away)
        self.start()

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


def start() -> Redis:
    """Skips the test where there is no Redis and nobody may install it."""
    found = subprocess.run([ROOT / "scripts" / "redis"], capture_output=True, text=True, check=True)
    program = found.stdout.strip()
    if not program:
        assert not must_be_here(), f"Redis could not be installed: {found.stderr}"
        pytest.skip("no Redis here (REDIS_SERVER may name the program)")
    return Redis(program)
