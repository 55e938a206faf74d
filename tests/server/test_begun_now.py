"""Work that begins where it is begun: how far it comes at once, how it goes on, how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from rebelote.server.begun_now import Work, begin


def told_of(scene: Callable[[list[str]], Work]) -> list[str]:
    said: list[str] = []
    asyncio.run(scene(said))
    return said


async def _let_others_go() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def test_what_waits_for_nothing_is_over_before_the_next_line() -> None:
    async def scene(said: list[str]) -> None:
        async def work() -> None:
            said.append("worked")

        begin(work(), lambda: said.append("ended"))
        said.append("next line")

    assert told_of(scene) == ["worked", "ended", "next line"]


def test_what_waits_goes_on_when_that_has_come() -> None:
    async def scene(said: list[str]) -> None:
        written: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            said.append("asked")
            said.append(await written)

        begin(work(), lambda: said.append("ended"))
        await _let_others_go()
        said.append("nothing yet")
        written.set_result("written")
        await _let_others_go()

    assert told_of(scene) == ["asked", "nothing yet", "written", "ended"]


def test_what_lets_others_go_first_goes_on_after_them() -> None:
    async def scene(said: list[str]) -> None:
        async def work() -> None:
            await asyncio.sleep(0)
            said.append("worked")

        asyncio.get_running_loop().call_soon(said.append, "another")
        begin(work(), lambda: said.append("ended"))
        await _let_others_go()

    assert told_of(scene) == ["another", "worked", "ended"]


def test_a_lock_is_taken_in_turn() -> None:
    async def scene(said: list[str]) -> None:
        lock = asyncio.Lock()

        async def work(name: str) -> None:
            async with lock:
                await asyncio.sleep(0)
                said.append(name)

        for name in ("first", "second", "third"):
            begin(work(name), lambda: None)
        async with lock:
            said.append("last")

    assert told_of(scene) == ["first", "second", "third", "last"]


def test_an_error_of_what_it_waits_for_is_raised_where_it_waits() -> None:
    async def scene(said: list[str]) -> None:
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                await written
            except OSError:
                said.append("not written")

        begin(work(), lambda: said.append("ended"))
        written.set_exception(OSError())
        await _let_others_go()

    assert told_of(scene) == ["not written", "ended"]


def test_an_error_that_it_did_not_catch_ends_it_and_is_raised() -> None:
    async def scene(said: list[str]) -> None:
        async def work() -> None:
            raise ArithmeticError

        with pytest.raises(ArithmeticError):
            begin(work(), lambda: said.append("ended"))

    assert told_of(scene) == ["ended"]
