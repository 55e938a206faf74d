"""What one address can do to a player at another: `python -m bench.attack [SECONDS] [NAME …]`.

A real server process on loopback with its usual limits; each attack of bench/attacks.py in a process of its
own from 127.0.0.2, for so many seconds, while a player at 127.0.0.1 plays against bots. Nothing leaves this
machine.
"""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.install import ROOT
from bench.long_match import write_long_match

LIMIT_MS = 250.0
PLAYER, ATTACKER = "127.0.0.1", "127.0.0.2"
PACE_S = 0.1
"""Between two things that the player does: a card if it is its turn, else a ping."""
START_S = 60.0
QUIET = "nothing"
DEALS = 300


@dataclass(frozen=True)
class Result:
    """`refused` are those that were answered by a refusal, or by no answer."""

    attack: str
    tried: int
    refused: int
    times_ms: list[float]
    memory_mb: float
    log_bytes: int

    def part(self, share: float) -> float:
        """The time that this share of the player's doings stayed within."""
        return sorted(self.times_ms)[min(len(self.times_ms) - 1, int(share * len(self.times_ms)))]

    @property
    def holds(self) -> bool:
        return self.part(0.99) < LIMIT_MS

    def line(self) -> str:
        times = "".join(f"{self.part(share):8.1f}" for share in (0.5, 0.99, 1))
        said = "holds" if self.holds else "does not"
        return (
            f"{self.attack:<18}{self.tried:>9}{self.refused:>9}{times}{self.memory_mb:>9.0f}"
            f"{self.log_bytes / 1024:>8.1f}  {said}"
        )


HEADING = f"{'attack':<18}{'tried':>9}{'refused':>9}{'p50 ms':>8}{'p99':>8}{'most':>8}{'MB':>9}{'log kB':>8}"


def main(words: list[str]) -> int:
    from bench.attacks import ATTACKS

    seconds = float(words[0]) if words else 10.0
    print(HEADING, flush=True)
    results = []
    for name in (QUIET, *(words[1:] or ATTACKS)):
        results.append(measure(name, seconds))
        print(results[-1].line(), flush=True)
    return 0 if all(result.holds for result in results) else 1


def measure(attack: str, seconds: float, deals: int = DEALS) -> Result:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), deals) as served:
        attacker = None if attack == QUIET else _start(attack, served, seconds)
        times = asyncio.run(_play(served.port, seconds))
        said = "{}" if attacker is None else attacker.communicate(timeout=seconds + 60)[0]
        done = json.loads(said or "{}")
        memory, log = served.memory_mb(), served.log.stat().st_size
    return Result(attack, done.get("tried", 0), done.get("refused", 0), times, memory, log)


# The server


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int
    match: str
    log: Path

    def memory_mb(self) -> float:
        """The most that it had."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


@contextmanager
def serving(folder: Path, deals: int) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind((PLAYER, 0))
        port = free.getsockname()[1]
    match = asyncio.run(write_long_match(folder, deals))
    log = folder / "log"
    command = [sys.executable, "-m", "rebelote.cli", "serve"]
    settings = {"REBELOTE_PORT": str(port), "REBELOTE_DATA": str(folder)}
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | settings, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(port, process)
        yield Server(process, port, match, log)
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((PLAYER, port), 5):
            return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


def _start(attack: str, served: Server, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.attacks", attack, str(served.port), str(seconds), served.match]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


# The player


async def _play(port: int, seconds: float) -> list[float]:
    """How long each of its doings took to be answered, in ms."""
    opened = await asyncio.to_thread(_open_table, port)
    table = opened["table"]["id"]
    address = f"ws://{PLAYER}:{port}/api/tables/{table}/live"
    async with connect(address, max_size=2**24, compression=None, proxy=None) as connection:
        player = _Player(connection, opened["token"])
        reading = asyncio.create_task(player.read_loop())
        await player.greet()
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            await player.do_something()
            await asyncio.sleep(PACE_S)
        reading.cancel()
    return player.times_ms


def _open_table(port: int) -> Any:
    import urllib.request

    body = {"rules": {"id": "coinche"}, "nickname": "Ana", "start": True}
    request = urllib.request.Request(
        f"http://{PLAYER}:{port}/api/tables",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


class _Player:
    def __init__(self, connection: ClientConnection, token: str) -> None:
        self._connection, self._token = connection, token
        self.times_ms: list[float] = []
        self._view: dict[str, Any] = {}
        self._answered = asyncio.Event()
        self._played = -1

    async def greet(self) -> None:
        hello = {"do": "hello", "token": self._token, "lang": "fr", "match": None, "seq": None}
        await self._connection.send(json.dumps(hello))

    async def read_loop(self) -> None:
        async for text in self._connection:
            message = json.loads(text)
            self._view = message.get("view") or self._view
            if message["type"] in ("done", "refused", "pong"):
                self._answered.set()

    async def do_something(self) -> None:
        view, ping = self._view, {"do": "ping"}
        mine = view and view["offers"] and view["to_act"][:1] == [view["seat"]]
        said = self._act(view) if mine and view["seq"] != self._played else ping
        self._answered.clear()
        began = time.perf_counter()
        await self._connection.send(json.dumps(said))
        await asyncio.wait_for(self._answered.wait(), 60)
        self.times_ms.append(1000 * (time.perf_counter() - began))

    def _act(self, view: dict[str, Any]) -> dict[str, Any]:
        self._played = view["seq"]
        action = view["offers"][0]["action"]
        return {"do": "act", "id": 1, "match": view["match"], "seq": view["seq"], "action": action}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
