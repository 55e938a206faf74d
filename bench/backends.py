"""A PostgreSQL and a Redis for the benchmark: PostgreSQL with its own settings, so that what is committed is
on the disk; Redis keeping nothing, since only messages pass through it."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from bench.install import ROOT, InstallError
from bench.ports import answers, free_port

ACCOUNT = "postgres"
"""PostgreSQL does not run as root."""
PATIENCE_S = 60.0


class Backend(NamedTuple):
    port: int
    pid: int


def conninfo(postgres: Backend, name: str) -> str:
    return f"host=127.0.0.1 port={postgres.port} user=belote dbname={name}"


def new_database(postgres: Backend, name: str) -> str:
    """Its address for the server."""
    with psycopg.connect(conninfo(postgres, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql+psycopg://belote@127.0.0.1:{postgres.port}/{name}"


@contextmanager
def postgres() -> Iterator[Backend]:
    programs = Path(_program("postgres"))
    account = pwd.getpwnam(ACCOUNT).pw_uid if os.geteuid() == 0 else None
    with _folder("postgres", account) as folder:
        settings = ("-U", "belote", "-A", "trust", "-E", "UTF8", "--locale=C")
        made = _start([str(programs / "initdb"), "-D", "data", *settings], folder, account)
        if made.wait() != 0:
            raise InstallError(f"initdb: {_last_line(folder)}")
        port = free_port()
        place = ("-p", str(port), "-h", "127.0.0.1", "-k", str(folder), "-c", "max_connections=200")
        server = _start([str(programs / "postgres"), "-D", "data", *place], folder, account)
        with _running(server, signal.SIGINT):
            _wait(lambda: _takes_queries(port), server, folder)
            yield Backend(port, server.pid)


@contextmanager
def redis() -> Iterator[Backend]:
    with _folder("redis", None) as folder:
        port = free_port()
        place = ("--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        server = _start([_program("redis"), *place], folder, None)
        with _running(server, signal.SIGTERM):
            _wait(lambda: answers(port), server, folder)
            yield Backend(port, server.pid)


def _program(name: str) -> str:
    """Where it is; as root on Debian it is installed first."""
    found = subprocess.run([ROOT / "scripts" / name], capture_output=True, text=True, check=False)
    if not found.stdout.strip():
        raise InstallError(f"no {name} here: {found.stderr.strip() or 'install it'}")
    return found.stdout.strip()


@contextmanager
def _folder(name: str, account: int | None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=f"rebelote-bench-{name}-"))
    try:
        if account is not None:
            os.chown(folder, account, account)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(command: list[str], folder: Path, account: int | None) -> subprocess.Popen[bytes]:
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(command, cwd=folder, user=account, group=account, stdout=log, stderr=log)


@contextmanager
def _running(server: subprocess.Popen[bytes], end: signal.Signals) -> Iterator[None]:
    try:
        yield
    finally:
        server.send_signal(end)
        server.wait()


def _wait(ready: Callable[[], bool], server: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while not ready():
        if server.poll() is not None or time.monotonic() > until:
            raise InstallError(f"{folder.name} did not start: {_last_line(folder)}")
        time.sleep(0.05)


def _takes_queries(port: int) -> bool:
    try:
        psycopg.connect(conninfo(Backend(port, 0), "postgres"), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def _last_line(folder: Path) -> str:
    return (folder / "log").read_text().strip().rpartition("\n")[2]
