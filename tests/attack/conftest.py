"""One server for a module's attacks: whatever is done to it, it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server_process import ServerProcess, folder_in_memory, server_process


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with folder_in_memory() as folder, server_process(folder) as found:
        yield found
        found.assert_well()


@pytest.fixture
def folder() -> Iterator[Path]:
    with folder_in_memory() as found:
        yield found
