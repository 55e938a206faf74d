"""For all tests: the commands speak French unless a test says otherwise, whatever the machine's language, and
Hypothesis measures no times: where others use the cores, and where `make coverage` traces, any example may be
slow. `terminal` runs a command as if from a shell."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "fr_FR.UTF-8"

# After that, since it reads the language when it is imported.
from tests.support.terminal import Terminal  # noqa: E402

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    # The commands take the language as a default when they are read: before a test changes it.
    importlib.import_module("rebelote.cli.app")
    yield Terminal(monkeypatch)
    monkeypatch.undo()
