"""A sync code: guessed, used twice, used too late, made in masses."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from rebelote.server import duplicate_store, schema
from rebelote.server.problems import Refused
from rebelote.server.shared_transfers import SharedTransfers
from rebelote.server.transfers import (
    LENGTH,
    LIFE_MS,
    MOST,
    MOST_OF_ADDRESS,
    MOST_WRONG,
    SIGNS,
    Transfer,
    Transfers,
    TransfersHere,
)
from tests.support.redis import Redis, start
from tests.support.served_tables import run, serving


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


class Codes:
    """Made and taken, one after another; on two nodes where there are several."""

    def __init__(self, made_on: Transfers, taken_on: Transfers | None = None) -> None:
        self._made_on, self._taken_on = made_on, taken_on or made_on
        self._loop = asyncio.new_event_loop()

    def make(self, person: str | None = None, address: str = "here") -> str:
        return self._loop.run_until_complete(self._made_on.make(b"{}", person, address))[0]

    def take(self, code: str, address: str = "there") -> Transfer:
        return self._loop.run_until_complete(self._taken_on.take(code, address))

    def take_at_once(self, code: str) -> list[object]:
        """By two, one on each node."""
        both = [self._made_on.take(code, "there"), self._taken_on.take(code, "elsewhere")]
        gathering = asyncio.wait_for(_gathered(both), 60)
        return self._loop.run_until_complete(gathering)

    def close(self) -> None:
        for each in (self._made_on, self._taken_on):
            self._loop.run_until_complete(each.close())
        self._loop.close()


async def _gathered(works: list[Coroutine[object, object, Transfer]]) -> list[object]:
    return list(await asyncio.gather(*works, return_exceptions=True))


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    found = start()
    yield found
    found.stop()


@pytest.fixture(params=["one node", "two nodes"])
def codes(request: pytest.FixtureRequest) -> Iterator[Codes]:
    """In memory, and in Redis."""
    if request.param == "one node":
        found = Codes(TransfersHere(Clock()))
    else:
        server: Redis = request.getfixturevalue("redis")
        server.restart()
        found = Codes(SharedTransfers(server.url), SharedTransfers(server.url))
    yield found
    found.close()


def test_a_code_works_once_however_it_is_typed(codes: Codes) -> None:
    code = codes.make("ana")
    assert codes.take(f" {code.replace('-', ' ').upper()} ").person == "ana"
    with pytest.raises(Refused, match="no_transfer"):
        codes.take(code)


def test_of_two_who_take_it_at_once_one_gets_it(codes: Codes) -> None:
    for _ in range(5):
        taken = codes.take_at_once(codes.make())
        assert sorted(isinstance(each, Transfer) for each in taken) == [False, True]


def test_a_code_works_for_ten_minutes() -> None:
    clock = Clock()
    codes = Codes(TransfersHere(clock))
    made = [codes.make() for _ in range(2)]
    clock.now = LIFE_MS - 1
    assert codes.take(made[0]).data == b"{}"
    clock.now = LIFE_MS
    with pytest.raises(Refused, match="no_transfer"):
        codes.take(made[1])
    codes.close()


def test_redis_forgets_a_code_after_ten_minutes(redis: Redis) -> None:
    import redis as client

    redis.restart()
    codes = Codes(SharedTransfers(redis.url))
    codes.make()
    with pytest.raises(Refused, match="no_transfer"):
        codes.take("wrong")
    codes.close()
    with client.Redis.from_url(redis.url) as asked:
        names = [name for name in asked.keys("*") if asked.type(name) != b"zset"]
        assert len(names) == 3
        assert all(LIFE_MS - 60_000 < asked.pttl(name) <= LIFE_MS for name in names)


def test_without_redis_one_is_told_to_try_again(redis: Redis) -> None:
    redis.restart()
    codes = Codes(SharedTransfers(redis.url))
    code = codes.make()
    redis.kill()
    with pytest.raises(Refused, match="busy"):
        codes.take(code)
    redis.start()
    codes.make()
    codes.close()


def test_whoever_guesses_is_stopped_also_before_the_right_code(codes: Codes) -> None:
    code = codes.make()
    for n in range(MOST_WRONG):
        with pytest.raises(Refused, match="no_transfer"):
            codes.take(f"{n:012d}", "thief")
    with pytest.raises(Refused, match="rate") as stopped:
        codes.take(code, "thief")
    assert stopped.value.retry_after is not None
    assert 0 <= LIFE_MS // 1000 + 1 - stopped.value.retry_after < 30
    assert codes.take(code, "friend").data == b"{}"


def test_a_guesser_may_try_again_ten_minutes_later() -> None:
    clock = Clock()
    codes = Codes(TransfersHere(clock))
    for n in range(MOST_WRONG):
        with pytest.raises(Refused, match="no_transfer"):
            codes.take(f"{n:012d}", "thief")
    clock.now = LIFE_MS
    with pytest.raises(Refused, match="no_transfer"):
        codes.take("wrong", "thief")
    codes.close()


def test_all_codes_at_once_can_not_be_guessed_in_a_year() -> None:
    tries = MOST_WRONG * 100_000 * 365 * 24 * 6  # by a hundred thousand addresses
    assert math.log2(len(SIGNS)) * LENGTH > 59
    assert tries * MOST / len(SIGNS) ** LENGTH < 0.02


def test_an_address_can_not_take_all_the_room(codes: Codes) -> None:
    first = codes.make()
    for _ in range(MOST):
        last = codes.make()
    with pytest.raises(Refused, match="no_transfer"):
        codes.take(first)
    assert codes.take(last).data == b"{}"
    for n in range(MOST - MOST_OF_ADDRESS + 1):
        codes.make(address=f"other {n}")
    with pytest.raises(Refused, match="busy"):
        codes.make(address="one more")


def test_what_is_moved_comes_back_as_it_was(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            data = {"matches": [1, {"é": None}]}
            made = await place.post("/transfers", {"data": data}, status=201)
            found = await place.post("/transfers/take", {"code": made["code"]})
            assert found == {"data": data}
            again = await place.post("/transfers/take", {"code": made["code"]}, status=404)
            assert again["error"]["code"] == "no_transfer"
            await place.post("/transfers", {"data": {"x": "x" * 70_000}}, status=413)

    run(work())


def test_of_two_results_of_a_series_the_first_counts() -> None:
    def entry(series: str, person: str, started: int) -> dict[str, object]:
        row = {"series": series, "person": person, "table_id": f"{series}{person}", "name": person}
        return row | {"started": started, "score": started}

    with create_engine("sqlite://").connect() as connection:
        schema.METADATA.create_all(connection)
        rows = [entry("a", "old", 1), entry("a", "new", 2), entry("b", "old", 2), entry("b", "new", 1)]
        connection.execute(insert(schema.entries), [*rows, entry("c", "old", 3)])
        duplicate_store.merge(connection, "old", "new")
        found = [duplicate_store.find_entry(connection, series, "new") for series in "abc"]
        assert [each.score for each in found if each is not None] == [1, 1, 3]
        assert duplicate_store.find_entry(connection, "c", "old") is None
        assert duplicate_store.forget(connection, "new", "nobody") == 3
        assert duplicate_store.find_entry(connection, "a", "new") is None
