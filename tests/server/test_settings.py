"""Settings: from flags, the environment and a file, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rebelote.cli import main
from rebelote.server.settings import BadSetting, Settings, flag, gather, kinds, variable


def test_settings_from_the_environment() -> None:
    found = gather({}, {"REBELOTE_PORT": "9000", "REBELOTE_DATA": "/data", "REBELOTE_LIMITS": "0"})
    assert (found.port, found.data, found.limits) == (9000, Path("/data"), False)
    assert found.url == "sqlite:////data/rebelote.sqlite"
    assert gather({}, {"REBELOTE_LIMITS": "off"}).limits is False
    assert gather({}, {"REBELOTE_ORIGINS": "https://a https://b"}).origins == ("https://a", "https://b")


@pytest.mark.parametrize("ms", ["0", "x", "9" * 5000, "1e400"])
def test_a_wrong_number_is_named(ms: str) -> None:
    with pytest.raises(BadSetting, match=r"^REBELOTE_EXPERT_MS: expected a number from 1 to 60000"):
        gather({}, {"REBELOTE_EXPERT_MS": ms})


def test_a_flag_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rebelote.toml"
    file.write_text('port = 1\nhost = "1.1.1.1"\nexpert_ms = 11\norigins = ["https://a"]\n')
    environment = {"REBELOTE_PORT": "2", "REBELOTE_HOST": "2.2.2.2", "REBELOTE_CONFIG": str(file)}
    found = gather({"port": 3}, environment)
    assert (found.port, found.host, found.expert_ms, found.origins) == (3, "2.2.2.2", 11, ("https://a",))
    assert gather({"port": 3}, environment, file) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 8000", "prot: there is no such setting; did you mean port?"),
        ("port = 70000", "port: expected a number from 0 to 65535, not 70000"),
        ("limits = 'maybe'", "limits: expected yes or no, not 'maybe'"),
        ("log_format = 'xml'", "log_format: expected one of text, json, not 'xml'"),
        ("data = 3", "data: expected a path, not 3"),
        ("origins = 3", "origins: expected a list of words, not 3"),
        ("base_path = 'https://a'", "base_path: expected a path, not 'https://a'"),
        ("port = = 3", "Invalid value"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "rebelote.toml"
    file.write_text(text)
    with pytest.raises(BadSetting) as error:
        gather({}, {}, file)
    assert str(error.value).startswith(f"{file}: {said}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="No such file"):
        gather({}, {}, tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "expert_ms"], "--set expert_ms: expected NAME=VALUE"),
        (["--set", "expert-ms=0"], "--expert-ms: expected a number from 1"),
        (["--log-level", "loud"], "--log-level: expected one of debug, info, warning, error"),
    ],
)
def test_a_wrong_flag_is_named(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["serve", *words, "--lang", "en"])
    assert exit_.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("expert_ms=0", "--expert-ms: il faut un nombre de 1 à 60000, pas '0'"),
        ("prot=1", "--prot: ce réglage n'existe pas ; vouliez-vous dire port ?"),
        ("limits=maybe", "--limits: il faut yes ou no, pas 'maybe'"),
        ("log_format=xml", "--log-format: il faut une valeur parmi text, json, pas 'xml'"),
    ],
)
def test_a_wrong_setting_is_told_in_the_readers_language(
    capsys: pytest.CaptureFixture[str], word: str, said: str
) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--set", word, "--lang", "fr"])
    assert capsys.readouterr().err == f"rebelote: {said}\n"


@pytest.mark.parametrize("name", kinds())
def test_every_default_can_be_said_in_words(name: str) -> None:
    """What the table of docs/operating.md shows is what may be typed."""
    default = getattr(Settings(), name)
    words = " ".join(default) if isinstance(default, tuple) else str(default)
    assert getattr(gather({}, {variable(name): words}), name) == default
    assert flag(name) == f"--{name.replace('_', '-')}"


@pytest.mark.parametrize(
    ("given", "base"), [("/", "/"), ("", "/"), ("belote", "/belote/"), ("/jeux/belote/", "/jeux/belote/")]
)
def test_the_base_path_has_a_slash_at_both_ends(given: str, base: str) -> None:
    assert Settings(base_path=given).base == base
