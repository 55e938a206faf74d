"""What has changed of a view, laid over the view before, is the view that is made from nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from rebelote.codec import encode
from rebelote.events import redact
from rebelote.language.text import Lang
from rebelote.match import Match
from rebelote.server.broadcast import Broadcast, Scene
from rebelote.server.event_messages import Telling, sheet_entry, told
from rebelote.server.moments import Moment
from rebelote.server.redacted_match import Fresh, RedactedMatch
from rebelote.server.view_messages import Facts
from rebelote.table import Seat
from tests.support.random_matches import POOL, Game, matches, watched
from tests.support.served_tables import Json, laid_over, run, serving

Reader = tuple[Seat | None, Lang]
LANGS: tuple[Lang, ...] = ("fr", "en")
NAMES = ("le Chat", 'Élise "\\"', "hamid")
"""Whom the words beside a name depend on; the others have none."""


def facts(match: Match) -> Facts:
    names = dict(zip(match.rules.table.seats, NAMES, strict=False))
    return Facts("m", "c", 1, match.seq * 1000 if match.seq % 3 else None, names)


def readers(match: Match) -> Iterator[Reader]:
    """Everybody in French; a second connection of one player, and a spectator, in English."""
    yield from ((seat, "fr") for seat in match.rules.table.seats)
    yield from ((match.rules.table.seats[0], "en"), (None, "en"))


def broadcasts(match: Match, since: int, now: Moment, before: Moment | None = None) -> dict[Lang, Broadcast]:
    """What is told of it after `since`, in each language."""
    redacted = RedactedMatch.of(match)
    fresh, at = Fresh.of(match, since), [0] * match.seq
    scene = Scene(redacted, now, at, [], 0, since, fresh, before)
    return {lang: Broadcast(scene, lang) for lang in LANGS}


def told_alone(match: Match, since: int, seat: Seat | None, lang: Lang) -> list[Json]:
    """The events after `since`, each as it is told to this reader."""
    to = Telling(rules=match.rules, names=facts(match).names, lang=lang, reader=seat)
    turned = match.view(None).situation.turned
    fresh = enumerate(match.log[since:], since + 1)
    alone: list[Json] = json.loads(
        encode([told(redact(event, seat), place, 0, turned, to) for place, event in fresh])
    )
    return alone


@pytest.mark.parametrize("game", POOL, ids=str)
def test_changes_make_the_next_view(game: Game) -> None:
    before: Moment | None = None
    views: dict[Reader, Json] = {}
    for match in matches(watched(game, 11, 1)):
        redacted = RedactedMatch.of(match)
        now, alone = Moment.of(redacted, facts(match)), Moment.of(redacted, facts(match))
        words = broadcasts(match, before.seq if before is not None else match.seq, now, before)
        for seat, lang in readers(match):
            whole = json.loads(alone.told(lang).whole(seat))
            if before is not None:
                message = json.loads(words[lang].changes(seat))
                assert message["after"] == before.seq
                assert message["events"] == told_alone(match, before.seq, seat, lang)
                assert laid_over(views[seat, lang], message["changes"]) == whole
            views[seat, lang] = whole
            assert json.loads(now.told(lang).whole(seat)) == whole
        before = now


@pytest.mark.parametrize("game", POOL, ids=str)
def test_what_is_told_at_once_to_several_is_what_each_would_be_told(game: Game) -> None:
    """Events and the sheet, each as it is told to this reader alone."""
    for before, match in pairwise(matches(watched(game, 12, 1))):
        since = before.seq
        together = broadcasts(match, since, Moment.of(RedactedMatch.of(match), facts(match)))
        for seat, lang in readers(match):
            to = Telling(rules=match.rules, names=facts(match).names, lang=lang, reader=seat)
            message = json.loads(together[lang].events(seat))
            assert message["events"] == told_alone(match, since, seat, lang)
            sheet = message.get("sheet", [])
            own = [sheet_entry(entry, to) for entry in match.view(None).sheet.entries]
            assert sheet == json.loads(encode(own[len(own) - len(sheet) :]))


def test_who_asks_for_changes_sees_what_the_others_see(tmp_path: Path) -> None:
    """Two connections of one player, and a spectator who comes in the middle and changes his language."""

    async def play() -> list[Json]:
        async with serving(tmp_path) as place:
            opened = await place.open("ffb-contree")
            table, token = opened["table"]["id"], opened["token"]
            async with (
                place.join(table, token, changes=True) as one,
                place.join(table, token) as other,
                place.join(table, lang="en", changes=True) as watching,
            ):
                await one.play(random.Random(4), lambda: one.view["phase"] == "play")
                await watching.say({"do": "lang", "lang": "fr"})
                await one.play(random.Random(5), lambda: one.view["deal"] > 1)
                await other.until(lambda: other.view["seq"] == one.view["seq"])
                await watching.until(lambda: watching.view["seq"] == one.view["seq"])
                assert one.view == other.view
                assert watching.view["trick"] == one.view["trick"]
                assert watching.view["hand"] == []
                assert one.sheet == other.sheet
                assert other.heard("events")
                assert not other.heard("changes")
                return one.traffic

    traffic = run(play())
    kinds = [message["type"] for message in traffic]
    assert kinds.count("changes") > 20
    assert "events" not in kinds
