"""Whole deals of every ruleset, step by step and seat by seat, as they were when somebody last read them."""

from itertools import zip_longest
from typing import get_args

import msgspec
import pytest

from rebelote.events import Event, MatchStarted
from rebelote.ruleset.loading import RULESET_IDS
from tests.support.golden_playthroughs import FOLDER, GOLDEN, Golden
from tests.support.random_matches import walk


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_playthrough_is_as_it_was(golden: Golden) -> None:
    kept = golden.path.read_text("utf-8").splitlines()
    for number, (was, now) in enumerate(zip_longest(kept, golden.text().splitlines()), start=1):
        assert now == was, f"{golden.path.name}:{number} has changed; if that is meant, run `make golden`"


def test_no_ruleset_lacks_a_playthrough() -> None:
    assert {golden.rules for golden in GOLDEN} == set(RULESET_IDS)


def test_no_file_is_left_over() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(golden.path.name for golden in GOLDEN)


def test_the_playthroughs_stay_small() -> None:
    sizes = {golden.name: golden.path.stat().st_size for golden in GOLDEN}
    assert max(sizes.values()) < 150_000
    assert sum(sizes.values()) < 2_000_000


def test_between_them_they_show_what_matters() -> None:
    """A golden file proves nothing about what never happens in it."""
    seen: set[str] = set()
    for golden in GOLDEN:
        for step in walk(golden.game, golden.seed, deals=golden.deals):
            seen |= {_tag(type(event)) for event in step.events}
    assert seen == {_tag(kind) for kind in get_args(Event)} - {_tag(MatchStarted)}


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)
