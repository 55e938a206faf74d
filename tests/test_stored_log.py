"""Logs and rules say their format; what a newer rebelote wrote is refused by that name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rebelote.cli import main
from rebelote.events import FORMAT, MatchStarted, to_json
from rebelote.record import RecordError, check_log, check_record, format_record, read_log, write_log
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.stored_log import NewerFormat, read_events, read_rules, upcast, write_rules
from tests.support.random_matches import game, playthrough


def lines(seed: int = 1) -> list[str]:
    return write_log(playthrough(game("premiere"), seed)[-1].after).splitlines()


def stamped(line: str, version: int) -> str:
    return json.dumps({**json.loads(line), "format": version, "something": "new"})


def test_a_log_says_its_format() -> None:
    assert json.loads(lines()[0])["format"] == FORMAT
    assert "format" not in json.loads(lines()[1])


def test_a_log_without_a_format_is_of_the_first_release() -> None:
    first, *rest = lines()
    old = json.loads(first)
    del old["format"]
    assert check_log(read_log("\n".join([json.dumps(old), *rest]))).seq == len(rest) + 1
    assert write_log(read_log("\n".join([json.dumps(old), *rest]))) == "\n".join([first, *rest]) + "\n"


def test_a_newer_log_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Though what is in it can't be read here."""
    first, *rest = lines()
    newer = stamped(first, FORMAT + 1).replace('"dealing"', '"dealing_of_tomorrow"')
    with pytest.raises(NewerFormat, match=f"newer rebelote: format {FORMAT + 1}"):
        tuple(read_events([newer, *rest]))
    with pytest.raises(RecordError, match="newer rebelote"):
        read_log("\n".join([newer, *rest]))
    (tmp_path / "log.jsonl").write_text("\n".join([newer, *rest]), "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["record", "check", str(tmp_path / "log.jsonl"), "--lang", "en"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "newer rebelote" in told
    assert told.count("\n") == 1


def test_a_newer_record_is_told() -> None:
    text = format_record(playthrough(game("premiere"), 1)[-1].after)
    with pytest.raises(RecordError, match="newer rebelote"):
        check_record(text.replace('[Record "1"]', '[Record "9"]'))


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_rules_say_their_format(rules: str) -> None:
    stored = write_rules(load(rules))
    assert json.loads(stored)["format"] == FORMAT
    assert read_rules(stored) == load(rules)
    old = json.loads(stored)
    del old["format"]
    assert read_rules(json.dumps(old)) == load(rules)
    with pytest.raises(NewerFormat):
        read_rules(json.dumps({**old, "format": FORMAT + 1, "tomorrow": {}}))


def test_format_1_gathers_exactly() -> None:
    """Whatever a pack's gathering is by default one day."""
    document = json.loads(write_rules(load("belote-annonces")))
    del document["format"], document["dealing"]["gathering"]
    assert upcast(document, 1)["dealing"]["gathering"] == "exact"
    assert read_rules(json.dumps(document)).dealing.gathering == "exact"
    loose = load("belote-annonces", {"gathering": "loose"})
    assert read_rules(write_rules(loose)) == loose


def test_each_format_has_its_step() -> None:
    for version in range(1, FORMAT + 1):
        upcast({"dealing": {}}, version)


def test_a_format_that_is_none() -> None:
    started = playthrough(game("premiere"), 1)[0].before.log[0]
    assert isinstance(started, MatchStarted)
    with pytest.raises(RecordError, match="an event in JSON"):
        read_log(to_json(started).replace(f'"format":{FORMAT}', '"format":"soon"'))
