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

from tests.support.served_tables import free_port

ROOT = Path(__file__).parents[2]
ACCOUNTS = ("postgres", "nobody")
"""PostgreSQL does not run as root."""
PATIENCE = 60.0
QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB")


class Postgres:
    """It comes back on its port after a stop. `parent` is the folder that its data are put into."""

    def __init__(self, programs: Path, parent: Path | None = None) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="rebelote-postgres-", dir=parent))
        self._log = self.folder / "log"
        self._account = _account()
        self._numbers = count(1)
        if self._account is not None:
            os.chown(self.folder, self._account, self._account)
        self._run("initdb", "-U", "belote", "-A", "trust", "-E", "UTF8", "--locale=C", "-N").wait()
        self.port = free_port()
        self.start()

    def start(self) -> None:
        options = [word for each in QUICK for word in ("-c", each)]
        self._server = self._run(
            "postgres", "-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.folder), *options
        )
        self._wait()

    def _run(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [self._programs / program, "-D", "data", *words],
                cwd=self.folder,
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
            host="127.0.0.1", port=self.port, user="belote", dbname=name, autocommit=True, connect_timeout=30
        )

    def new_database(self) -> str:
        """The address of an empty one."""
        name = f"test_{next(self._numbers)}"
        with self._connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://belote@127.0.0.1:{self.port}/{name}"

    @property
    def is_up(self) -> bool:
        return self._server.poll() is None

    def stop(self, *, at_once: bool = False) -> None:
        """Whoever is connected is cut off; `at_once` as in a crash: it recovers from its log."""
        self._server.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        try:
            self._server.wait(60)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _account() -> int | None:
    """Who runs it where we are root."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name: each.pw_uid for each in pwd.getpwall()}
    return next(known[name] for name in ACCOUNTS if name in known)


def must_be_here() -> bool:
    """Whether tests that need another server fail where there is none, instead of being skipped."""
    return os.geteuid() == 0 or bool(os.environ.get("CI"))


def start(parent: Path | None = None) -> Postgres:
    """Skips the test where there is no PostgreSQL and nobody may install it."""
    found = subprocess.run([ROOT / "scripts" / "postgres"], capture_output=True, text=True, check=True)
    if not found.stdout.strip():
        assert not must_be_here(), f"PostgreSQL could not be installed: {found.stderr}"
        pytest.skip("no PostgreSQL here (POSTGRES_BIN may name the folder of initdb)")
    return Postgres(Path(found.stdout.strip()), parent)
