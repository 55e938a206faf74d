"""The files in deploy/: the systemd units, the sample of settings, the container file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rebelote.server.settings import PREFIX, gather, kinds, variable
from scripts.container_steps import Stage, stages

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = {path.name: path.read_text("utf-8") for path in sorted(DEPLOY.glob("*.service"))}
UNIT = UNITS["rebelote.service"]
CONFINED = "DynamicUser=yes"
"""From here on all units are the same, but for their folder."""
WORST_EXPOSURE = 1.5
"""Of systemd's own scale from 0 to 10; below 2 it says OK."""


# systemd


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The unit, with a program that is here; of a template, one of its services."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here: it comes with Debian's systemd")
    program = Path(sys.executable).with_name("rebelote")
    name: str = request.param
    text = UNITS[name]
    assert text.count("/opt/rebelote/bin/rebelote") == 1
    file = tmp_path / name.replace("@.", "@8000.")
    file.write_text(text.replace("/opt/rebelote/bin/rebelote", str(program)))
    return file


def test_systemd_understands_the_unit(unit: Path) -> None:
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_is_confined(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(rf"Overall exposure level for {unit.name}: ([0-9.]+)", done.stdout)
    assert found, done.stderr
    assert float(found.group(1)) <= WORST_EXPOSURE


@pytest.mark.parametrize("name", UNITS)
def test_the_units_are_confined_alike(name: str) -> None:
    folder = re.search(r"^StateDirectory=(.+)$", UNITS[name], re.MULTILINE)
    assert folder
    assert f"REBELOTE_DATA=/var/lib/{folder.group(1)}\n" in UNITS[name]
    rest = UNITS[name].partition(CONFINED)[2].replace(folder.group(0), "StateDirectory=rebelote")
    assert rest == UNIT.partition(CONFINED)[2]


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_gives_its_program_words_that_it_knows(name: str) -> None:
    [line] = re.findall(r"^ExecStart=/opt/rebelote/bin/rebelote (.+)$", UNITS[name], re.MULTILINE)
    words = line.replace("%i", "8000").split()
    done = subprocess.run(
        [sys.executable, "-m", "rebelote.cli", words[0], "--help"], capture_output=True, text=True, check=True
    )
    assert {word for word in words if word.startswith("--")} <= set(re.findall(r"--[a-z-]+", done.stdout))


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_names_settings_that_there_are(name: str) -> None:
    named = re.findall(rf"{PREFIX}([A-Z_]+)", UNITS[name])
    assert named
    assert {each.lower() for each in named} <= set(kinds())


def test_the_sample_of_settings() -> None:
    found = gather({}, {}, DEPLOY / "rebelote.toml")
    named = tomllib.loads((DEPLOY / "rebelote.toml").read_text("utf-8"))
    assert (found.host, found.log_format) == ("127.0.0.1", "json")
    assert f"--config /etc/{'rebelote.toml'}" in UNIT
    assert set(named) <= set(kinds())


# The container

STAGES = {stage.name: stage for stage in stages((DEPLOY / "Containerfile").read_text("utf-8"))}
LAST: Stage = STAGES["last"]


def test_what_is_copied_is_there_and_is_sent() -> None:
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"]
    for stage in STAGES.values():
        for step in stage.steps:
            if step.word == "COPY" and (origin := step.flag("from")) is not None:
                assert origin in STAGES
            elif step.word == "COPY":
                for source in step.words[:-1]:
                    assert (ROOT / source).exists()
                    assert source.split("/")[0] in sent


def test_the_container_runs_as_nobody_in_particular() -> None:
    words = [step.word for step in LAST.steps]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert LAST.last("USER").rest not in ("root", "0")
    assert [*LAST.last("ENTRYPOINT").words, *LAST.last("CMD").words] == ["rebelote", "serve"]


def test_the_container_names_settings_that_there_are() -> None:
    given = dict(step.rest.split("=", 1) for step in LAST.steps if step.word == "ENV")
    named = {name: value for name, value in given.items() if name.startswith(PREFIX)}
    assert named.keys() <= {variable(name) for name in kinds()}
    assert str(gather({}, named).data) == LAST.last("VOLUME").rest


def test_the_containers_python_is_new_enough() -> None:
    least = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    found = re.fullmatch(r"python:(\d+)\.(\d+)-slim-\w+", LAST.image)
    assert found
    assert LAST.image == STAGES["program"].image
    assert tuple(map(int, found.groups())) >= tuple(map(int, least.removeprefix(">=").split(".")))
