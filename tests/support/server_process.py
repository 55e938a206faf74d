"""A server as it is run, in a process of its own: what it writes, what it costs, whether it still lives."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

START_S = 120.0
STOP_S = 60.0
"""Where others use the machine too, a second may become twenty."""
TICK = os.sysconf("SC_CLK_TCK")

Json = dict[str, Any]


class ServerProcess:
    def __init__(self, process: subprocess.Popen[bytes], log: Path, address: str) -> None:
        self.process = process
        self._log = log
        self.address = address
        self.port = int(address.rpartition(":")[2])

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8", "replace")

    @property
    def log_size(self) -> int:
        return self._log.stat().st_size

    def cpu_seconds(self) -> float:
        """Of all its threads, so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """In bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=60, trust_env=False, verify=False)

    def open_table(self, rules: Json | None = None, **more: Any) -> Json:
        body = {"rules": rules or {"id": "coinche"}, "nickname": "Ana", "start": True, **more}
        with self.client() as http:
            answer = http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def assert_well(self) -> None:
        """It lives, answers, and has written no traceback."""
        assert self.process.poll() is None
        with self.client() as http:
            assert http.get("/api/bots").status_code == 200
        assert "Traceback" not in self.log, self.log[-5000:]


@contextmanager
def server_process(folder: Path, *, limits: bool = False, **environment: str) -> Iterator[ServerProcess]:
    """On a free port, with a database in `folder`; by default without limits by address."""
    with started(folder, limits=limits, **environment) as facts:
        yield ServerProcess(*facts)


@contextmanager
def started(
    folder: Path, *, before: str = "", limits: bool, **environment: str
) -> Iterator[tuple[subprocess.Popen[bytes], Path, str]]:
    """The process, its log and its address. `before` is for the shell that starts it."""
    log = folder / "server.log"
    known = {"REBELOTE_DATA": str(folder), "REBELOTE_LIMITS": "on" if limits else "off", **environment}
    command = ["/bin/sh", "-c", f"{before} exec {shlex.quote(sys.executable)} -m rebelote serve --port 0"]
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **known}, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            yield process, log, _address(process, log)
        finally:
            process.terminate()
            process.wait(STOP_S)
            if process.stdout is not None:
                process.stdout.close()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """From its greeting, which comes once everybody may come in."""
    assert process.stdout is not None
    greeting = process.stdout.readline().decode()
    found = re.search(r"http://localhost:(\d+)/", greeting)
    assert found is not None, greeting + log.read_text()
    address = f"http://127.0.0.1:{found[1]}"
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        try:
            httpx.get(f"{address}/api/bots", trust_env=False, verify=False)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return address
    raise AssertionError("the server does not answer")


@contextmanager
def folder_in_memory() -> Iterator[Path]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="rebelote-") as name:
        yield Path(name)
