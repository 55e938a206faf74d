"""`scripts.run_tests`: what failed beside other tests is run once more, alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.run_tests import MOST_AGAIN

pytestmark = pytest.mark.untraced  # pytest within pytest runs no line of the package

ROOT = Path(__file__).parent.parent


def run_tests(folder: Path, code: str) -> tuple[int, str]:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(code)
    command = [sys.executable, "-m", "scripts.run_tests", "-q", "-n", "2"]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = inherited | {"PYTHONPATH": str(ROOT)}  # it is no worker of the run that this test is in
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


DISTURBED = """
import os

def test_passes(): pass

def test_passes_alone(): assert "PYTEST_XDIST_WORKER" not in os.environ
"""


def test_one_that_passes_alone_is_named_and_counts_as_passed(tmp_path: Path) -> None:
    status, said = run_tests(tmp_path, DISTURBED)
    assert status == 0
    assert said.count("test_it.py::test_passes_alone") >= 2
    assert "Passed alone" in said


@pytest.mark.parametrize(
    "code",
    [
        "def test_fails(): assert False",
        "\n".join(f"def test_{n}(): assert False" for n in range(MOST_AGAIN + 1)),
        "def test_broken(",
    ],
)
def test_what_fails_alone_too_or_often_fails(tmp_path: Path, code: str) -> None:
    status, said = run_tests(tmp_path, code)
    assert status != 0
    assert "Passed alone" not in said


def test_many_failures_are_not_tried_again(tmp_path: Path) -> None:
    tests = [
        f'import os\ndef test_{n}(): assert "PYTEST_XDIST_WORKER" not in os.environ'
        for n in range(MOST_AGAIN + 1)
    ]
    status, said = run_tests(tmp_path, "\n".join(tests))
    assert status == 1
    assert "once more" not in said
