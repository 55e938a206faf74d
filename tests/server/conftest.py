"""Where the servers under test keep their data: in memory if there is such a place, or disks set the pace."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import Postgres, start

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
    found = start()
    yield found
    found.stop()
