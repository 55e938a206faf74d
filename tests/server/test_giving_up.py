"""A node that drives a table no longer says so until the database has heard it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from rebelote.server import nodes as nodes_module
from rebelote.server.channel import Channel
from rebelote.server.database import DatabaseProblem
from rebelote.server.nodes import Nodes


class AwayAtFirst:
    """A database that takes the third change."""

    def __init__(self) -> None:
        self.asked = 0

    async def change(self, _work: object) -> None:
        self.asked += 1
        if self.asked < 3:
            raise DatabaseProblem("away")


def test_a_table_is_given_up_though_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes_module, "LOOK_SECONDS", 0.01)

    async def give_up() -> None:
        store: Any = AwayAtFirst()
        room: Any = SimpleNamespace(id="t", fence=3)
        nodes = Nodes("n", store, Channel("n"), lambda: [room])
        nodes.give_up(room)
        async with asyncio.timeout(60):
            await asyncio.gather(*nodes._tasks)
        assert (store.asked, room.fence) == (3, None)

    asyncio.run(give_up())
