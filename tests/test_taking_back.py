"""How far a player may go back, and how a stored log tells it."""

from __future__ import annotations

import pytest

from rebelote.actions import Play
from rebelote.events import Called, CardPlayed, Event, PackCut, to_json
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.record import read_log
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.stored_log import read_events, standing, taken_back
from rebelote.table import Seat
from rebelote.taking_back import last_choice, who_acted
from tests.support.random_matches import Luck, whim


def actor(event: Event) -> Seat | None:
    match event:
        case Called(call=call):
            return call.seat
        case CardPlayed(seat=seat):
            return seat
        case _:
            return None


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_one_goes_back_to_a_turn_of_ones_own_in_the_deal_that_is_on(rules: str) -> None:
    luck = Luck(len(rules))
    match, found = Match.new(rules, seed=rules), 0
    for _ in range(120):
        if match.is_over:
            break
        match = match.act(whim(match.state, luck))
        for seat in match.rules.table:
            place = last_choice(match, seat)
            if place is None:
                continue
            found += 1
            before = Match.replay(match.log[:place])
            assert len(before.legal(seat)) > 1
            assert seat in before.actors()
            undone = match.log[place:]
            assert not any(isinstance(event, PackCut) for event in undone)
            choices = [event for event in undone if actor(event) == seat]
            assert choices  # the one that is undone, and such as were forced after it
            assert who_acted(match.log, place) == {each for event in undone if (each := actor(event))}
    assert found > 20


def test_a_forced_card_is_gone_back_beyond() -> None:
    luck = Luck(4)
    match, forced = Match.new("ffb-contree", seed=11), 0
    while not match.is_over and forced < 5:
        action = whim(match.state, luck)
        seat, alone = action.seat, len(match.legal(action.seat)) == 1
        before = last_choice(match, seat)
        after = match.act(action)
        if alone and isinstance(action, Play) and isinstance(after.state.phase, Playing):
            assert last_choice(after, seat) == before
            forced += 1
        match = after
    assert forced == 5


def test_a_stored_log_keeps_what_was_taken_back_and_reads_without_it() -> None:
    luck = Luck(2)
    match = Match.new("coinche", seed=3)
    while not isinstance(last := match.log[-1], CardPlayed) or last_choice(match, last.seat) is None:
        match = match.act(whim(match.state, luck))
    lines = [to_json(event) for event in match.log]
    seat = last.seat
    place = last_choice(match, seat)
    assert place is not None
    lines.append(taken_back(place))
    shorter = Match.replay(read_events(lines))
    assert shorter.log == match.log[:place]
    other = shorter.act(shorter.legal(seat)[-1])
    lines += [to_json(event) for event in other.log[place:]]
    assert Match.replay(read_events(lines)) == other
    assert read_log("\n".join(lines)) == other.log
    assert len(standing(lines)) == len(other.log) < len(lines)
