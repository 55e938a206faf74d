"""Codes that move a browser's history: once, for ten minutes, and not by guessing; here and in Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from rebelote.server.problems import Refused
from rebelote.server.shared_transfers import SharedTransfers
from rebelote.server.transfers import (
    LIFE_MS,
    MOST,
    MOST_OF_ADDRESS,
    MOST_WRONG,
    Transfers,
    TransfersHere,
    new_code,
)
from tests.support import redis as redis_server
from tests.support.redis import Redis

HISTORY = b'{"matches": []}'
HOME, CAFE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    found = redis_server.start()
    yield found
    found.stop()


@pytest.fixture(params=["here", "redis"])
def ask(request: pytest.FixtureRequest) -> Callable[[Callable[[Transfers], Awaitable[None]]], None]:
    """Runs a test's questions against one kind of them, empty."""

    async def run(questions: Callable[[Transfers], Awaitable[None]]) -> None:
        if request.param == "here":
            transfers: Transfers = TransfersHere()
        else:
            shared = SharedTransfers(request.getfixturevalue("redis").url)
            await shared._redis.flushdb()
            transfers = shared
        try:
            await questions(transfers)
        finally:
            await transfers.close()

    return lambda questions: asyncio.run(run(questions))


Ask = Callable[[Callable[[Transfers], Awaitable[None]]], None]


async def refusal(asked: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await asked
    return refused.value.code


def test_a_code_works_once_however_it_is_typed(ask: Ask) -> None:
    async def questions(transfers: Transfers) -> None:
        code, _ = await transfers.make(HISTORY, "a digest", HOME)
        found = await transfers.take(f" {code.upper().replace('-', ' ')} ", CAFE)
        assert (found.data, found.person) == (HISTORY, "a digest")
        assert await refusal(transfers.take(code, CAFE)) == "no_transfer"

    ask(questions)


def test_an_address_that_makes_many_loses_its_oldest(ask: Ask) -> None:
    async def questions(transfers: Transfers) -> None:
        others, _ = await transfers.make(HISTORY, None, CAFE)
        codes = [(await transfers.make(HISTORY, None, HOME))[0] for _ in range(MOST_OF_ADDRESS + 1)]
        assert await refusal(transfers.take(codes[0], HOME)) == "no_transfer"
        for code in [*codes[1:], others]:
            assert (await transfers.take(code, HOME)).data == HISTORY

    ask(questions)


def test_who_guesses_is_stopped_and_nobody_else(ask: Ask) -> None:
    async def questions(transfers: Transfers) -> None:
        code, _ = await transfers.make(HISTORY, None, HOME)
        for _ in range(MOST_WRONG):
            assert await refusal(transfers.take(new_code(), CAFE)) == "no_transfer"
        assert await refusal(transfers.take(code, CAFE)) == "rate"
        assert (await transfers.take(code, HOME)).data == HISTORY

    ask(questions)


def test_no_more_wait_than_there_is_room_for(ask: Ask) -> None:
    async def questions(transfers: Transfers) -> None:
        codes = [(await transfers.make(HISTORY, None, f"198.51.100.{n}"))[0] for n in range(MOST)]
        assert await refusal(transfers.make(HISTORY, None, HOME)) == "busy"
        await transfers.take(codes[0], HOME)
        await transfers.make(HISTORY, None, HOME)

    ask(questions)


def test_codes_and_wrong_tries_are_forgotten_in_time() -> None:
    now = 1_000_000
    transfers = TransfersHere(lambda: now)

    async def questions() -> None:
        nonlocal now
        early, until = await transfers.make(HISTORY, None, HOME)
        assert until == now + LIFE_MS
        for _ in range(MOST_WRONG):
            await refusal(transfers.take(new_code(), CAFE))
        now += LIFE_MS - 1
        late, _ = await transfers.make(HISTORY, None, HOME)
        assert await refusal(transfers.take(late, CAFE)) == "rate"
        now += 1
        assert await refusal(transfers.take(early, HOME)) == "no_transfer"
        assert (await transfers.take(late, CAFE)).data == HISTORY

    asyncio.run(questions())


def test_without_redis_one_is_asked_to_come_again() -> None:
    async def questions() -> None:
        transfers = SharedTransfers("redis://127.0.0.1:1/0")
        assert await refusal(transfers.make(HISTORY, None, HOME)) == "busy"
        assert await refusal(transfers.take(new_code(), HOME)) == "busy"
        await transfers.close()

    asyncio.run(questions())
