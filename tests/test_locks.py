"""The locks, and all that is committed, name no registry and no machine."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
MACHINES = [
    "/ro" + "ot/",
    "/wo" + "rk/",
    "registry.npm" + "js.org",
    "files.python" + "hosted.org",
]


def addresses(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with an address in it, and where it is."""
    if isinstance(value, str) and "://" in value:
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from addresses(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from addresses(inner, path)


def test_the_page_s_lock_names_no_registry() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    found = [
        (path, text) for path, text in addresses(lock) if not path.endswith((".funding", ".funding.url"))
    ]
    assert found == []
    unchecked = [name for name, package in lock["packages"].items() if name and "integrity" not in package]
    assert unchecked == []


def test_python_s_lock_names_no_registry() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text("utf-8")


def test_nothing_committed_names_a_machine() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    found = [
        f"{file.relative_to(ROOT)}: {machine}"
        for file in files
        if file.is_file()
        for machine in MACHINES
        if machine.encode() in file.read_bytes()
    ]
    assert found == []
