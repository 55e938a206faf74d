"""What a release needs: one version, few packages, a whole wheel, and workflows that run make targets."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import rebelote
from rebelote.cli import main
from rebelote.cli.extras import extras_needed
from rebelote.errors import RebeloteError
from rebelote.language.text import LANGS
from scripts.distributions import check_built, faults_of_wheel, files_of_package
from scripts.release_check import version_fault
from scripts.sanitize import TESTS as SANITIZED

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


# The version


def test_the_command_line_tells_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"rebelote {rebelote.__version__}\n"


def test_the_version_is_stated_once() -> None:
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+((a|b|rc)[0-9]+)?", rebelote.__version__)
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    (provider,) = PROJECT["tool"]["dynamic-metadata"]
    line = re.search(r'^__version__ = "(.+)"$', (ROOT / provider["input"]).read_text("utf-8"), re.MULTILINE)
    assert line is not None
    assert line[1] == rebelote.__version__


def test_what_is_written_by_hand_names_the_same_version() -> None:
    changelog, citation = ((ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    assert version_fault([], changelog, citation) is None


VERSION = rebelote.__version__
RELEASED = f"# Changes\n\n## {VERSION} (2026-01-31)\n\n## 0.1.0 (2025-01-31)\n"
CITED = f"title: rebelote\nversion: {VERSION}\n"


def test_a_tag_names_the_version() -> None:
    assert version_fault([f"v{VERSION}", "nightly"], RELEASED, CITED) is None
    assert version_fault([], RELEASED, CITED) is None
    assert "v9.9.9" in str(version_fault(["v9.9.9"], RELEASED, CITED))


def test_changes_and_citation_name_the_version() -> None:
    assert "CHANGELOG" in str(version_fault([], RELEASED.replace(VERSION, "9.9.9"), CITED))
    assert "CITATION" in str(version_fault([], RELEASED, CITED.replace(VERSION, "9.9.9")))


def test_a_tagged_version_has_its_date() -> None:
    undated = RELEASED.replace("2026-01-31", "not released yet")
    assert version_fault([], undated, CITED) is None
    assert "date" in str(version_fault([f"v{VERSION}"], undated, CITED))


def test_a_release_is_checked_before_anything_is_built_from_it() -> None:
    jobs = read_yaml(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    assert "make release-check" in [step.get("run") for step in jobs["check"]["steps"]]
    assert jobs["wheels"]["needs"] == "check"
    assert set(jobs["publish"]["needs"]) == {"check", "wheels"}


# Few packages


def _package(requirement: str) -> str:
    """`psycopg[binary]>=3.2` is psycopg."""
    return re.split(r"[^A-Za-z0-9-]", requirement)[0]


def test_rules_solver_and_bots_need_no_extra() -> None:
    """With every package of an extra made impossible to import."""
    barred = [_package(each).replace("-", "_") for extra in EXTRAS.values() for each in extra]
    assert "litestar" in barred
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({barred!r}))\n"
        "import rebelote, rebelote.solver, rebelote.bots, rebelote.arena, rebelote.record, rebelote.cli.app\n"
        "import random; match = rebelote.Match.new('coinche', dealer='S')\n"
        "for _ in range(3):\n"
        "    view = match.view(match.state.actors()[0])\n"
        "    match = match.act(rebelote.bots.make('habitue', random.Random(1)).choose(view))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("words", "package"), [(["serve", "--port", "0"], "litestar"), (["db", "check"], "sqlalchemy")]
)
def test_the_server_without_its_extra_names_it_in_one_line(
    words: list[str], package: str, lang: str, tmp_path: Path
) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"from rebelote.cli import main; main({[*words, '--lang', lang]!r})"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert package in done.stderr
    assert "pip install 'rebelote[server]'" in done.stderr


def test_another_database_names_its_own_extra() -> None:
    with pytest.raises(RebeloteError, match=re.escape("rebelote[postgresql]")), extras_needed("serve", "fr"):
        raise ModuleNotFoundError(name="psycopg")


def test_a_fault_of_our_own_is_not_taken_for_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), extras_needed("serve", "fr"):
        raise ModuleNotFoundError(name="rebelote.nowhere")


def test_every_extra_is_in_the_lock() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = set(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==", lock, re.MULTILINE))
    asked = {_package(each) for extra, listed in EXTRAS.items() if extra != "ray" for each in listed}
    assert asked <= locked


# The wheel


def test_a_wheel_is_checked_for_what_it_lacks_and_what_it_should_not_have() -> None:
    package = {"rebelote/cards.py", "rebelote/py.typed"}
    good = [*package, "rebelote/_native.abi3.so"]
    assert faults_of_wheel(good, package) == []
    assert faults_of_wheel(good, package | {"rebelote/new.toml"}) == ["lacks rebelote/new.toml"]
    assert faults_of_wheel([*good, "rebelote/__pycache__/a.pyc"], package) == [
        "has rebelote/__pycache__/a.pyc"
    ]
    assert faults_of_wheel([*good, "tests/test_cards.py"], package) == ["has tests/test_cards.py"]
    assert faults_of_wheel(package, package) == ["lacks the native module"]


def test_the_package_s_data_is_asked_of_a_wheel() -> None:
    files = files_of_package()
    assert {"rebelote/py.typed", "rebelote/_native.pyi", "rebelote/language/fr.toml"} <= files
    assert [name for name in files if name.endswith("policy.bin")]
    assert len([name for name in files if name.startswith("rebelote/ruleset/games/")]) > 10


def test_nothing_is_built_without_the_page(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="the page"):
        check_built(tmp_path)


def test_the_classifiers_say_what_is_tested() -> None:
    listed = PROJECT["project"]["classifiers"]
    matrix = read_yaml(ROOT / ".github" / "workflows" / "test.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert {f"Programming Language :: Python :: {version}" for version in matrix["python"]} <= set(listed)
    systems = {job["os"].split("-")[0] for job in matrix["include"]} | {
        name.split("-")[0] for name in matrix["os"]
    }
    assert systems == {"ubuntu", "macos"}
    assert not [name for name in listed if "Windows" in name or "OS Independent" in name]


def test_what_is_run_under_the_sanitizers_is_there() -> None:
    assert [test for test in SANITIZED if not (ROOT / test).is_file()] == []


# Workflows and hooks


def _commands(workflow: Any) -> list[str]:
    """A job with a matrix of targets runs each of them."""
    return [
        step["run"].replace("${{ matrix.target }}", target)
        for job in workflow["jobs"].values()
        for target in job.get("strategy", {}).get("matrix", {}).get("target", [""])
        for step in job["steps"]
        if "run" in step
    ]


def _made(workflow: Any) -> list[str]:
    return [word for command in _commands(workflow) for word in re.findall(r"^make (\S+)", command)]


_BESIDES_MAKE = ("make ", "tar ", "sudo apt-get ", "brew install ")
"""What root alone may install is no target's work there."""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_workflows_run_make_targets(path: Path) -> None:
    workflow = read_yaml(path)
    assert {"name", "jobs", "permissions"} <= set(workflow)
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    made = _made(workflow)
    assert made
    assert set(made) <= targets
    assert [command for command in _commands(workflow) if not command.startswith(_BESIDES_MAKE)] == []


def test_every_target_that_checks_something_is_run_by_a_workflow() -> None:
    made = {target for path in WORKFLOWS for target in _made(read_yaml(path))}
    checking = set(
        re.findall(r"^((?:test|check|ray)[a-z-]*|sanitize|coverage|release-check):", MAKEFILE, re.MULTILINE)
    )
    assert len(checking) >= 9
    assert checking <= made


def test_the_hooks_are_the_project_s_own_tools() -> None:
    (repo,) = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local"
    assert {hook["id"] for hook in repo["hooks"]} >= {
        "ruff-check",
        "ruff-format",
        "mypy",
        "clang-format",
        "prettier",
    }
    for hook in repo["hooks"]:
        assert hook["language"] == "system"
        assert (ROOT / hook["entry"].split()[0]).exists(), hook["entry"]


def test_every_target_is_explained() -> None:
    explained = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
    phony = re.search(r"^\.PHONY: (.*?[^\\])$", MAKEFILE, re.MULTILINE | re.DOTALL)
    assert phony is not None
    assert set(phony[1].replace("\\", "").split()) == explained
