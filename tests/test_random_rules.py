"""Rules files composed at random from all keys: nothing that the loader accepts is silently wrong.

`make test-rules` does the same for as long as one likes.
"""

from __future__ import annotations

import pytest

from tests.random_rules import tried
from tests.support.random_matches import Luck
from tests.support.random_rules import compose, keys_of
from tests.support.schema_keys import keys

COMPOSED = 400
CHUNK = 15


def test_no_key_is_left_out() -> None:
    written = {key for seed in range(COMPOSED) for key in keys_of(compose(Luck(seed)))}
    assert sorted(keys() - written) == []


@pytest.mark.untraced
@pytest.mark.parametrize("first", range(0, 8 * CHUNK, CHUNK))
def test_what_is_accepted_is_played_counted_solved_and_kept(first: int) -> None:
    assert sum(tried(seed) for seed in range(first, first + CHUNK)) > CHUNK // 2
