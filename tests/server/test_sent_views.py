"""Views on their way to a worker: they arrive as they were, and with nothing beside."""

from __future__ import annotations

import pytest

from rebelote.events import redact
from rebelote.match import Match
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.server.sent_views import ViewSender, read_view, write_view
from rebelote.stored_log import read_rules, write_rules
from tests.support.random_matches import Luck, sampled_game, whim

STEPS = 250


def steps(luck: Luck, rules: str) -> list[Match]:
    match = sampled_game(luck, rules).start(luck)
    found = [match]
    while not match.is_over and len(found) < STEPS:
        match = match.act(whim(match.state, luck), luck)
        found.append(match)
    return found


@pytest.mark.parametrize("rules", RULESET_IDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_view_arrives_as_it_was(rules: str, seed: int) -> None:
    sender = ViewSender()
    played = steps(Luck(seed), rules)
    known = read_rules(write_rules(played[0].rules))
    for match in played[::3]:
        for seat in match.rules.table:
            sent = read_view(write_view(sender.sent(match, seat)))
            assert sent.view(known) == match.view(seat)
            assert sent.seen == tuple(redact(event, seat) for event in match.log[sent.start.seq :])


def test_a_match_that_went_back_and_on_another_way() -> None:
    """The deal began elsewhere than before, though later in the log."""
    sender = ViewSender()
    one, other = (steps(Luck(seed), "coinche") for seed in (1, 2))
    for match in (*one[::20], *other[::20], *one[::40]):
        seat = match.rules.table.seats[0]
        assert sender.sent(match, seat).view(match.rules) == match.view(seat)
