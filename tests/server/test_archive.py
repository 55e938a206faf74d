"""Matches to look at again: page by page, once for all who ask, and no further than a match may go."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest

from rebelote.events import DealScored, DealVoided, MatchStarted, PackCut, to_json
from rebelote.match import Match
from rebelote.server import broadcast, history
from rebelote.server import game as game_module
from rebelote.server.archive import Archive
from rebelote.server.broadcast import Broadcast, Scene
from rebelote.server.game import Game, new_match
from rebelote.server.history import MOST_AT_ONCE, Story
from rebelote.server.moments import Moment
from rebelote.server.problems import Refused
from rebelote.server.rates import Limits
from rebelote.server.redacted_match import Fresh, RedactedMatch
from rebelote.server.stored_rows import EventRow, StoredMatch
from rebelote.server.view_messages import Facts
from rebelote.table import Seat
from tests.support.random_matches import game as chosen
from tests.support.random_matches import matches, playthrough
from tests.support.served_tables import run

DEALS = 26


@pytest.fixture(scope="module")
def long() -> Game:
    """Many deals of a match that is not over."""
    rules = chosen("coinche", target=3000)
    match = list(matches(playthrough(rules, 5, deals=DEALS)))[-1]
    row, _ = new_match("", "table", 1, [])
    events = tuple(EventRow(row.id, n, 0, to_json(event)) for n, event in enumerate(match.log, 1))
    return Game.load(StoredMatch(row, events))


def told(game: Game) -> Story:
    story = Story(game)
    story.follow(game)
    return story


def test_pages_are_the_whole(long: Game) -> None:
    story = told(long)
    opened = story.opened()
    assert len(opened) >= 2 * MOST_AT_ONCE
    pages = [history.replay(story, "fr", first) for first in range(0, len(opened), MOST_AT_ONCE)]
    assert all(len(page.deals) <= MOST_AT_ONCE for page in pages)
    assert [deal.number for page in pages for deal in page.deals] == [each.number for each in opened]
    assert [line.number for line in pages[0].lines] == [each.number for each in opened]
    last = history.replay(story, "fr", -1, 1)
    assert (last.first, last.deals) == (len(opened) - 1, pages[-1].deals[-1:])
    beyond = history.replay(story, "fr", 1000)
    assert beyond.deals == []


def test_a_story_goes_on_from_where_it_was(long: Game) -> None:
    log = long.match.log
    half = Game(long.row, Match.replay(log[: len(log) // 2]), long.times)
    story = told(half)
    assert story.leads_to(long)
    story.follow(long)
    assert history.replay(story, "en") == history.replay(told(long), "en")
    assert not story.leads_to(half)


class OneTable:
    """A registry with one match on."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def game_on(self, _match: str) -> Game:
        return self.game


def test_all_who_ask_at_once_share_one_making(long: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*given: Any) -> Any:
        made.append(given)
        return replay(*given)

    replay = history.replay
    monkeypatch.setattr(history, "replay", counted)

    async def ask() -> None:
        archive = Archive(OneTable(long), Limits(on=True))  # type: ignore[arg-type]
        asked = [archive.replay(long.id, "fr", 0, 5, f"192.0.2.{n}") for n in range(40)]
        answers = await asyncio.gather(*asked)
        archive.close()
        assert len({id(answer) for answer in answers}) == len(made) == 1
        assert answers[0].zipped is not None
        assert gzip.decompress(answers[0].zipped) == answers[0].plain
        assert len(answers[0].plain) < 500_000

    run(ask())


def test_one_address_has_a_share_of_what_may_wait(long: Game) -> None:
    async def ask() -> None:
        archive = Archive(OneTable(long), Limits(on=True))  # type: ignore[arg-type]
        asked = [archive.replay(long.id, "fr", first, 5, "192.0.2.1") for first in range(20)]
        found = await asyncio.gather(*asked, archive.proof(long.id, "192.0.2.2"), return_exceptions=True)
        archive.close()
        refused = [each for each in found[:-1] if isinstance(each, Refused)]
        assert {each.code for each in refused} == {"busy"}
        assert 0 < len(refused) < 20
        assert not isinstance(found[-1], BaseException)

    run(ask())


def test_the_sheet_that_is_told_has_the_last_deals(long: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "MOST_ON_SHEET", 5)
    match = RedactedMatch.of(long.match)
    moment = Moment.of(match, Facts(long.id, "", 0, None, {}))
    scene = Scene(match, moment, long.times, [], 0, match.seq, Fresh.of(long.match, match.seq))
    sheet = json.loads(Broadcast(scene, "fr").sheet(None))
    assert len(sheet) == 5
    assert sheet[-1]["totals"] == dict(long.match.state.totals)


def test_a_match_has_so_many_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_PACKS", 3)
    rules = chosen("coinche", target=3000)
    steps = playthrough(rules, 5, deals=5)
    log = steps[-1].after.log
    cuts = [place for place, event in enumerate(log) if isinstance(event, PackCut)]
    assert isinstance(log[0], MatchStarted)
    row, _ = new_match("", "table", 1, [])
    ended = max(place for place in range(cuts[3]) if isinstance(log[place], DealScored | DealVoided))
    for place in range(cuts[2], cuts[3] + 1):
        so_far = Game(row, Match.replay(log[: place + 1]), [0] * (place + 1))
        assert so_far.endless is (ended <= place < cuts[3])
    last = Game(row, Match.replay(log[: cuts[3]]), [0] * cuts[3])
    action = last.match.legal(Seat(last.match.actors()[0]))[0]
    with pytest.raises(Refused, match="endless"):
        last.step(action)
