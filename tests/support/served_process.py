"""`rebelote serve` as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.support.served_tables import Place, free_socket

START_S = 120.0


def free_port() -> int:
    with free_socket() as free:
        port: int = free.getsockname()[1]
    return port


@asynccontextmanager
async def process(folder: Path, **settings: object) -> AsyncIterator[tuple[subprocess.Popen[bytes], Place]]:
    """Its stderr is in the folder; the place has no registry, since that is in the other process."""
    port = free_port()
    given = {"port": port, "data": folder, "limits": "off", **settings}
    environment = os.environ | {f"REBELOTE_{name.upper()}": str(value) for name, value in given.items()}
    command = [sys.executable, "-m", "rebelote.cli", "serve"]
    with (folder / "stderr").open("wb") as stderr:
        started = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=stderr)
    base = f"http://127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False, verify=False) as http:
            await _answers(http, started, folder / "stderr")
            yield started, Place(port, None, http)  # type: ignore[arg-type]
    finally:
        started.kill()
        await asyncio.to_thread(started.wait)


async def _answers(http: httpx.AsyncClient, started: subprocess.Popen[bytes], stderr: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and started.poll() is None:
        try:
            await http.get("/health")
        except httpx.TransportError:
            await asyncio.sleep(0.1)
        else:
            return
    raise AssertionError(f"the server did not start: {stderr.read_text()[-2000:]}")


async def stopped(started: subprocess.Popen[bytes]) -> float:
    """SIGTERM, and how long it took."""
    began = time.monotonic()
    started.send_signal(signal.SIGTERM)
    await asyncio.to_thread(started.wait)
    return time.monotonic() - began
