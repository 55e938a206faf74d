"""`bench.attack` in short: one address attacks, a player at another plays on. The bounds are generous, and
one of three tries has to hold them: other tests run beside it. The benchmark has the strict ones."""

from __future__ import annotations

import pytest

from bench.attack import measure

SECONDS = 3.0
TRIES = 3
LEAST_DONE = 5
MOST_MS = 1500.0
MOST_MB = 300.0
MOST_LOG = 50_000


@pytest.mark.parametrize("attack", ["codes", "tables", "replay-pages", "ws-pings"])
def test_a_player_plays_on(attack: str) -> None:
    result = measure(attack, SECONDS, deals=30)
    for _ in range(TRIES - 1):
        if result.part(0.9) < MOST_MS and len(result.times_ms) > LEAST_DONE:
            break
        result = measure(attack, SECONDS, deals=30)
    assert result.tried > 0
    assert result.refused > 0 or attack in ("tables", "replay-pages")  # in so short a time
    assert len(result.times_ms) > LEAST_DONE
    assert result.part(0.9) < MOST_MS
    assert result.memory_mb < MOST_MB
    assert result.log_bytes < MOST_LOG
