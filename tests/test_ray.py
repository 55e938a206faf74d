"""`--engine ray`: the same pairs as the local engine, on a Ray of two workers, where Ray is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from rebelote.cli import main

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="Ray is not installed: `make ray-test` installs and runs it",
)


def arena(*words: object) -> str:
    """In a process of its own: Ray warns, and stays until the process ends."""
    command = [sys.executable, "-m", "rebelote.cli", "arena", *map(str, words), "--lang", "en"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=240).stdout


@needs_ray
def test_the_results_are_those_of_the_local_engine(tmp_path: Path) -> None:
    contest = ("debutant", "hasard", "--rules", "premiere", "--seed", 5, "--jobs", 2)
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    told = arena(*contest, "--deals", 30, "--resume", here)
    arena(*contest, "--deals", 10, "--resume", there, "--engine", "local")
    assert arena(*contest, "--deals", 30, "--resume", there, "--engine", "ray") == told
    assert sorted(there.read_bytes().splitlines()) == sorted(here.read_bytes().splitlines())
    assert arena(*contest, "--deals", 30, "--resume", there) == told


@needs_ray
def test_a_league_too() -> None:
    league = ("league", "hasard", "debutant", "habitue", "--rules", "premiere", "--deals", 4, "--jobs", 2)
    assert arena(*league, "--engine", "ray") == arena(*league)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["arena", "habitue", "hasard", "--engine", "ray", *words])
    assert left.value.code == 2
    return " ".join(capsys.readouterr().err.split())


def test_without_ray_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'rebelote[ray]'" in refused(capsys)


def test_records_stay_on_one_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--engine local" in refused(capsys, "--keep", str(tmp_path / "kept"))
