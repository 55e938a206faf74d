"""The deals of the day and challenges: the same for all, played once, told to those who have played."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine, insert

from bench import duplicates as bench
from rebelote.fairness import read_fairness, verify
from rebelote.fairness.days import Day, verify_day
from rebelote.server import days, duplicate_store, duplicates, game, schema, store_writing
from tests.support.served_tables import Client, Json, Place, bearer, pick, run, serving


async def begin(
    place: Place, series: str, token: str | None = None, name: str = "", status: int = 200
) -> Json:
    found: Json = await place.post(f"/series/{series}/play", {"nickname": name}, token, status)
    return found


async def play(place: Place, seated: Json, luck: int = 1) -> Client:
    """To the end of the series, with cards and calls that follow from `luck`."""
    async with place.join(seated["table"]["id"], seated["token"]) as client:
        whims = random.Random(luck)
        while True:
            await client.until(lambda: is_over(client) or has_a_choice(client))
            if is_over(client):
                return client
            await client.ask(pick(client.view["offers"], whims))


def is_over(client: Client) -> bool:
    return bool(client.table["status"] == "over")


def has_a_choice(client: Client) -> bool:
    """The pack is cut and dealt for everybody."""
    return client.my_turn and client.view["phase"] not in ("cut", "deal")


async def daily(place: Place) -> list[str]:
    return [each["series"] for each in (await place.get("/daily"))["series"]]


def cards(client: Client) -> list[Json]:
    """What happened, without the times."""
    return [{key: value for key, value in event.items() if key != "at"} for event in client.seen]


def test_the_same_actions_get_the_same_deals_and_the_same_answers(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            before = {}
            for series in await daily(place):
                first = await play(place, await begin(place, series), luck=3)
                second = await play(place, await begin(place, series), luck=3)
                assert cards(first) == cards(second)
                before[series] = cards(first)
        async with serving(folder) as place:  # after a restart nothing is remembered, and all is the same
            for series in reversed(await daily(place)):
                other = await play(place, await begin(place, series), luck=4)
                assert cards(other) != before[series]
                again = await play(place, await begin(place, series), luck=3)
                assert cards(again) == before[series]

    run(work())


SELF_PLAY = """
from hashlib import sha256
from rebelote.bots import SearchTools
from rebelote.events import DealScored, to_json
from rebelote.match import Match
from rebelote.server.duplicate_bots import chosen, luck_of
match, tools = Match.new("ffb-contree", dealer="N", seed=SEED), SearchTools()
while not isinstance(match.log[-1], DealScored):
    seat = match.actors()[0]
    match = match.act(chosen(luck_of(b"secret", match, seat), match, seat, tools))
print(sha256("".join(map(to_json, match.log)).encode()).hexdigest(), match.seq)
"""


def test_another_process_gives_the_same_answers() -> None:
    """Whatever its hashes are seeded with."""

    def played(seed: int, hashes: int) -> str:
        code = SELF_PLAY.replace("SEED", str(seed))
        environment = {**os.environ, "PYTHONHASHSEED": str(hashes)}
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        ).stdout

    first = played(1, hashes=1)
    assert first == played(1, hashes=2)
    assert first != played(2, hashes=1)


def test_a_series_is_played_once_and_gone_on_with_before_its_end(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series, other = await daily(place)
            seated = await begin(place, series)
            again = await begin(place, series, seated["token"])
            assert again["table"]["id"] == seated["table"]["id"]
            await play(place, seated)
            refused = await begin(place, series, seated["token"], status=409)
            assert refused["error"]["code"] == "already_played"
            states = [each["state"] for each in (await place.get("/daily", seated["token"]))["series"]]
            assert states == ["done", "new"]
            assert (await begin(place, other, seated["token"]))["token"] == seated["token"]

    run(work())


def test_results_are_ranked_and_told_to_players_alone(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series = (await daily(place))[1]
            tokens = []
            for luck in range(4):
                seated = await begin(place, series)
                await play(place, seated, luck)
                tokens.append(seated["token"])
            for stranger in (None, "a" * 43):
                refused = await place.get(f"/series/{series}/result", stranger, 403)
                assert refused["error"]["code"] == "not_played"
            found = [(await place.get(f"/series/{series}/result", token))["you"] for token in tokens]
            scores = [each["score"] for each in found]
            assert [each["rank"] for each in found] == [
                1 + sum(other > score for other in scores) for score in scores
            ]
            assert [each["tied"] for each in found] == [scores.count(score) - 1 for score in scores]
            whole = await place.get(f"/series/{series}/result", tokens[0])
            assert sum(bar["count"] for bar in whole["histogram"]) == 4
            assert sum(called["count"] for called in whole["called"]) == 4
            assert [called["yours"] for called in whole["called"]].count(True) == 1
            board = whole["you"]["boards"][0]
            assert board["ours"] - board["theirs"] == whole["you"]["score"]

    run(work())


def test_expert_and_the_open_cards_stand_beside_it(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series = (await daily(place))[0]
            seated = await begin(place, series)
            await play(place, seated)
            while (found := await place.get(f"/series/{series}/result", seated["token"]))["expert"] is None:
                pass
            assert len(found["expert"]) == len(found["you"]["limits"]) == 1

    run(work())


def test_nobody_sees_the_deal_before_playing_it(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series, other = await daily(place)
            seated = await begin(place, series)
            client = await play(place, seated)
            half = await begin(place, series)  # has begun, and not played
            elsewhere = await begin(place, other)
            await play(place, elsewhere)  # has played, but another deal
            closes = (await place.get("/daily"))["series"][0]["closes"]
            opens = (
                f"{datetime.fromtimestamp((closes + store_writing.GRACE_MS) / 1000, UTC):%d/%m/%Y à %H:%M}"
            )
            for what in ("", "/replay", "/record", "/fairness", "/review"):
                address = f"/api/matches/{client.view['match']}{what}"
                for token in (None, half["token"], elsewhere["token"]):
                    answer = await place.http.get(address, headers=bearer(token))
                    assert answer.status_code == 403, answer.text
                    problem = answer.json()["error"]
                    assert problem["code"] == "not_played"
                    assert opens in problem["message"]
                answer = await place.http.get(address, headers=bearer(seated["token"]))
                assert answer.status_code == 200

    run(work())


def test_when_the_day_is_over_its_deals_are_open_and_checked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            before = await place.get("/daily")
            seated = await begin(place, before["series"][1]["series"])
            client = await play(place, seated)
            match = client.view["match"]
            assert (await place.get(f"/daily/{before['day']}"))["link"] is None
            now = game.now_ms()
            later = now + days.DAY_MS + store_writing.GRACE_MS
            for module in ("duplicates", "archive"):
                monkeypatch.setattr(f"rebelote.server.{module}.now_ms", lambda: later)
            after = msgspec.convert(await place.get(f"/daily/{before['day']}"), Day)
            told = msgspec.convert(before["coming"][0], Day)
            assert (told.anchor, told.games) == (after.anchor, after.games)
            answer: httpx.Response = await place.http.get(f"/api/matches/{match}/fairness")
            fairness = read_fairness(answer.text)
            played = await place.game(match)
            assert verify(fairness, played.match.log).holds
            found = verify_day(after, told.anchor, fairness)
            assert set(found) == {"anchor", "number", "link", "commitments", "match"}
            assert all(found.values())

    run(work())


def test_a_table_of_such_deals_is_ones_own(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            seated = await begin(place, (await daily(place))[0])
            table, token = f"/tables/{seated['table']['id']}", seated["token"]
            refused = [
                await place.post(f"{table}/sit", {}, status=409),
                await place.post(f"{table}/settings", {"bot": "hasard"}, token, 409),
                await place.post(f"{table}/seats/N", {"do": "bot", "bot": "hasard"}, token, 409),
                await place.post(f"{table}/swap", {"seat": "S", "other": "N"}, token, 409),
                await place.post(f"{table}/advice", {}, token, 409),
                await place.post(f"{table}/start", {}, token, 409),
                await place.post(
                    f"{table}/takeback", {"match": seated["table"]["match"], "seq": 9}, token, 409
                ),
            ]
            assert {each["error"]["code"] for each in refused} == {"same_for_all"}
            async with place.join(seated["table"]["id"]) as spectator:
                assert spectator.gone is not None
            await play(place, seated)
            again = await place.post(f"{table}/rematch", {}, token, 409)
            assert again["error"]["code"] == "same_for_all"

    run(work())


def test_leaving_begins_nothing_anew(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series = (await daily(place))[0]
            seated = await begin(place, series)
            table, token = seated["table"]["id"], seated["token"]
            async with place.join(table, token) as client:
                await client.until(lambda: has_a_choice(client))
                hand, seq = client.view["hand"], client.view["seq"]
            await place.post(f"/tables/{table}/leave", {}, token)
            assert (await begin(place, series, token))["table"]["id"] == table
            await place.post(f"/tables/{table}/return", {}, token)
            async with place.join(table, token) as client:
                assert (client.view["hand"], client.view["seq"]) == (hand, seq)

    run(work())


def test_what_is_finished_too_late_does_not_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series = (await daily(place))[0]
            seated = await begin(place, series)
            later = game.now_ms() + days.DAY_MS + store_writing.GRACE_MS
            monkeypatch.setattr("rebelote.server.game.now_ms", lambda: later)
            await play(place, seated)
            found = await place.get(f"/series/{series}/result", seated["token"])
            assert (found["you"]["score"], found["you"]["rank"], found["histogram"]) == (None, None, [])
            monkeypatch.setattr("rebelote.server.duplicates.now_ms", lambda: later)
            closed = await begin(place, series, status=409)
            assert closed["error"]["code"] == "series_closed"

    run(work())


def test_another_cut_is_refused() -> None:
    from rebelote.actions import Cut
    from rebelote.server.duplicate_rules import rules_of
    from rebelote.server.game import SharedLuck, begin, new_match
    from rebelote.server.problems import Refused

    row, chain = new_match("", "", 1, [], SharedLuck("20261117be", bytes(32)))
    game, _ = begin(row, rules_of("classique", 1).rules, chain)
    seat = game.match.state.actors()[0]
    cut = game.drawn_cut(seat)
    assert cut is not None
    with pytest.raises(Refused, match="same_for_all"):
        game.step(Cut(seat, cut.at % 30 + 1))
    assert game.step(cut).rows


@pytest.mark.parametrize(
    ("played", "now", "best"),
    [([], 0, 0), ([20], 1, 1), ([19], 1, 1), ([18], 0, 1), ([20, 19, 18, 9, 8], 3, 3), ([20, 3, 2, 1], 1, 3)],
)
def test_days_in_a_row(played: list[int], now: int, best: int) -> None:
    assert duplicates.streak(played, today=20) == now
    assert duplicates.best_streak(played) == best


def test_weeks_begin_on_monday() -> None:
    day = days.read_day("2026-11-16")  # a Monday
    assert [duplicates.monday(day + n) - day for n in (-1, 0, 6, 7)] == [-7, 0, 0, 7]


def test_ten_thousand_results_are_compared_in_milliseconds() -> None:
    with create_engine("sqlite://").connect() as connection:
        bench.fill(connection, 10_000, days=1)
        series = f"{bench.FIRST}co"
        assert duplicate_store.counted(connection, series) == 10_000
        found = duplicate_store.histogram(connection, series)
        score, count = found[len(found) // 2]
        place = duplicate_store.standing(connection, series, score)
        better = sum(each for other, each in found if other > score)
        assert (place.better, place.same, place.total) == (better, count, 10_000)
        for name in ("rank", "histogram", "streak", "contracts"):
            assert bench.milliseconds(connection, bench.queries(bench.FIRST)[name]) < 100, name


def test_the_league_adds_up_what_others_were_behind() -> None:
    scores = {"ana": (10, 50), "bea": (20, 50), "cid": (20, None)}
    with create_engine("sqlite://").connect() as connection:
        schema.METADATA.create_all(connection)
        for person, (first, second) in scores.items():
            for day, score in ((4, first), (5, second)):
                row = {"series": f"d{day}", "person": person, "table_id": f"{person}{day}", "day": day}
                more = {"name": person, "started": 0, "score": score}
                connection.execute(insert(schema.entries), row | more)
        found = duplicate_store.league(connection, 4, 10)
    assert [(row.person, row.percent, row.deals) for row in found] == [
        ("bea", 75 + 50, 2),
        ("cid", 75, 1),
        ("ana", 0 + 50, 2),
    ]


def test_equal_points_share_a_place_in_the_league() -> None:
    points = [150.04, 150.0, 100.0, 66.7, 66.7, 66.66, 0.0]
    rows = [duplicate_store.LeagueRow(f"p{at}", "", each, 2) for at, each in enumerate(points)]
    found = duplicates.standings(rows)
    assert [each.place for each in found] == [1, 1, 3, 4, 4, 4, 7]
    assert [each.tied for each in found] == [True, True, False, True, True, True, False]
    assert [each.percent for each in found] == [150.0, 150.0, 100.0, 66.7, 66.7, 66.7, 0.0]


def test_the_league_and_the_day_tell_who_is_tied(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            series = (await daily(place))[0]
            tokens = []
            for luck in (3, 3):  # the same cards played in the same way
                seated = await begin(place, series)
                await play(place, seated, luck)
                tokens.append(seated["token"])
            for token in tokens:
                own = (await place.get(f"/series/{series}/result", token))["you"]
                assert (own["rank"], own["tied"], own["total"]) == (1, 1, 2)
            lines = (await place.get("/league", tokens[0]))["lines"]
        assert [(line["place"], line["tied"], line["percent"]) for line in lines] == [(1, True, 50.0)] * 2
        assert [line["you"] for line in lines].count(True) == 1

    run(work())
