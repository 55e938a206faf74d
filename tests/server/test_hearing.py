"""Which texts of a live connection are acted on as they come in; the rest wait for the talk."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

from rebelote.server.websocket import _Talk
from tests.support.served_tables import run

ACT = '{"do":"act","id":1,"match":"m","seq":1,"action":{"do":"pass","seat":"S"}}'


class Table:
    """Its actions take until `written`."""

    def __init__(self) -> None:
        self.written: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.acted = 0

    async def act(self, *_given: object) -> int:
        self.acted += 1
        return await self.written


def talk() -> tuple[Any, Mock, Table]:
    connection = Mock(seat="S", lang="fr", has_ended=False)
    return _Talk(connection, Mock(), "192.0.2.1"), connection, Table()


def test_one_action_at_a_time_is_taken_as_it_comes() -> None:
    async def play() -> None:
        talking, connection, table = talk()
        assert talking._hear_now(table, ACT)
        assert table.acted == 1
        assert not talking._hear_now(table, ACT)
        assert table.acted == 1
        connection.send.assert_not_called()
        table.written.set_result(7)
        await asyncio.sleep(0)
        (told,) = connection.send.call_args.args
        assert told == b'{"type":"done","id":1,"seq":7}'
        assert talking._hear_now(table, ACT)
        assert table.acted == 2

    run(play())


def test_what_is_no_action_waits() -> None:
    async def play() -> None:
        talking, connection, table = talk()
        for text in ('{"do":"ping"}', '{"do":"say","id":1,"phrase":"thanks"}', "{", "", '{"do":"act"}'):
            assert not talking._hear_now(table, text)
        assert table.acted == 0
        connection.send.assert_not_called()

    run(play())


def test_who_was_told_to_go_is_heard_no_more() -> None:
    async def play() -> None:
        talking, connection, table = talk()
        connection.has_ended = True
        assert not talking._hear_now(table, ACT)
        assert table.acted == 0

    run(play())
