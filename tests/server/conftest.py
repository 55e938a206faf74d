"""Where the servers under test keep their data: in memory if there is such a place, or disks set the pace."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import postgres as postgresql
from tests.support import redis as redis_server
from tests.support.postgres import Postgres
from tests.support.redis import Redis

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    if not MEMORY.is_dir():
        yield tmp_path
        return
    found = Path(tempfile.mkdtemp(prefix="rebelote-", dir=MEMORY))
    yield found
    shutil.rmtree(found)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    found = postgresql.start()
    yield found
    found.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    found = redis_server.start()
    yield found
    found.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, folder: Path) -> str:
    """An empty database, of one kind and then of the other."""
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'rebelote.sqlite'}"
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()
