"""A PostgreSQL of the tests' own: one cluster a test process, on a free port of this machine."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.support.served_tables import free_socket

ROOT = Path(__file__).parents[2]
ACCOUNTS = ("postgres", "nobody")
"""PostgreSQL does not run as root."""
PATIENCE = 60.0
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=16MB")


class Postgres:
    def __init__(self, programs: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="rebelote-postgres-"))
        self._log = self._folder / "log"
        self._account = _account()
        self._numbers = count(1)
        if self._account is not None:
            os.chown(self._folder, self._account, self._account)
        data = ("-D", "data")
        self._start(
            programs / "initdb", *data, "-U", "belote", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
        ).wait()
        self.port = _free_port()
        options = [word for each in QUICK for word in ("-c", each)]
        place = ("-p", str(self.port), "-h", "127.0.0.1", "-k", str(self._folder))
        self._server = self._start(programs / "postgres", *data, *place, *options)
        self._wait()

    def _start(self, program: Path, *words: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [program, *words],
                cwd=self._folder,
                user=self._account,
                group=self._account,
                stdout=log,
                stderr=log,
            )

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._connect("postgres").close()
            except psycopg.OperationalError:
                assert self._server.poll() is None, f"PostgreSQL did not start: {self._log.read_text()}"
                assert time.monotonic() < deadline, "PostgreSQL does not answer"
                time.sleep(0.05)
            else:
                return

    def _connect(self, name: str) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user="belote", dbname=name, autocommit=True, connect_timeout=5
        )

    def new_database(self) -> str:
        """The address of an empty one."""
        name = f"test_{next(self._numbers)}"
        with self._connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://belote@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        self._server.send_signal(signal.SIGINT)  # on SIGTERM it waits for those who are connected
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def _account() -> int | None:
    """Who runs it where we are root."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name: each.pw_uid for each in pwd.getpwall()}
    return next(known[name] for name in ACCOUNTS if name in known)


def _free_port() -> int:
    with free_socket() as listening:
        return int(listening.getsockname()[1])


def start() -> Postgres:
    """Skips the test where there is no PostgreSQL and nobody may install it."""
    found = subprocess.run([ROOT / "scripts" / "postgres"], capture_output=True, text=True, check=True)
    if not found.stdout.strip():
        assert os.geteuid() != 0, f"PostgreSQL could not be installed: {found.stderr}"
        pytest.skip("no PostgreSQL here (POSTGRES_BIN may name the folder of initdb)")
    return Postgres(Path(found.stdout.strip()))
