"""Old matches replay for ever: the frozen logs and records of each release (tests/corpus/README.md)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rebelote.events import Event, MatchStarted
from rebelote.fairness import verify
from rebelote.match import Match
from rebelote.record import check_log, check_record, read_log
from rebelote.ruleset import OptionValue
from rebelote.ruleset.loading import RULESET_IDS
from tests.support.frozen_corpus import CHECKSUMS, RELEASES, account, checksums, expected, fairness_document

LOGS = [path for release in RELEASES for path in sorted((release / "logs").glob("*.jsonl"))]
PROOFS = [path for release in RELEASES for path in sorted((release / "fairness").glob("*.json"))]


@cache
def stated(release: Path) -> dict[str, Any]:
    found: dict[str, Any] = expected(release, "matches.json")
    return found


@cache
def log_of(path: Path) -> tuple[Event, ...]:
    return read_log(path.read_text("utf-8"))


def name_of(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_log_comes_to_what_it_came_to(path: Path) -> None:
    match = Match.replay(log_of(path))
    assert account(match) == stated(path.parent.parent)[path.stem]


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_log_is_decided_again(path: Path) -> None:
    assert account(check_log(log_of(path))) == stated(path.parent.parent)[path.stem]


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_record_is_checked(path: Path) -> None:
    record = path.parent.parent / "records" / f"{path.stem}.belote"
    match = check_record(record.read_text("utf-8"))
    assert account(match) == stated(path.parent.parent)[path.stem]


@pytest.mark.parametrize("path", PROOFS, ids=name_of)
def test_a_shuffle_is_verified(path: Path) -> None:
    match = check_record(path.with_suffix(".belote").read_text("utf-8"))
    verdict = verify(fairness_document(path), match.log)
    assert verdict.holds
    assert verdict.deals


def test_nothing_in_the_corpus_has_changed() -> None:
    for release in RELEASES:
        assert checksums(release) == (release / CHECKSUMS).read_text("utf-8")


def test_the_corpus_has_every_ruleset_and_more_than_one_value_of_each_option() -> None:
    played: dict[tuple[str, str], set[OptionValue]] = {}
    games = set()
    for path in LOGS:
        started = log_of(path)[0]
        assert isinstance(started, MatchStarted)
        games.add(started.rules.id)
        for name, value in started.rules.chosen.items():
            played.setdefault((started.rules.id, name), set()).add(value)
    assert games >= set(RULESET_IDS)
    for rules in RULESET_IDS:
        options = {name for game, name in played if game == rules}
        assert all(len(played[rules, name]) > 1 for name in options), rules


def test_the_corpus_has_every_kind_of_event() -> None:
    found = {type(event) for path in LOGS for event in log_of(path)}
    assert found == set(get_args(Event))
