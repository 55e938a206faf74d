"""`python -m tests.faults.mutated_server MUTANT serve …`: the server without one of its guards."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, update

from rebelote.actions import Action
from rebelote.cli import main
from rebelote.server import store_writing
from rebelote.server import table_heads as table_heads_module
from rebelote.server.bot_turns import TableBots
from rebelote.server.game import Game, Step
from rebelote.server.schema import table_heads
from rebelote.server.shared_table import SharedTable
from rebelote.server.store import Store
from rebelote.server.stored_rows import Unit
from rebelote.server.table_heads import Head

SLOW_BOTS_S = 3.0


def no_dedupe() -> None:
    """Whatever may be done now is done, though it was asked for at an earlier seq."""
    step = Game.step

    def step_at_any_seq(self: Game, action: Action, _seq: int | None = None) -> Step:
        return step(self, action, None)

    Game.step = step_at_any_seq  # type: ignore[assignment]


def publish_before_commit() -> None:
    """What is not on disk yet is told and acknowledged."""
    write = Store.write

    def write_later(self: Store, unit: Unit) -> asyncio.Future[None]:
        write(self, unit).add_done_callback(lambda written: written.exception())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    Store.write = write_later  # type: ignore[method-assign]


def no_revision_guard() -> None:
    """What was decided about a table as it no longer is, is written."""

    def advance_from_anywhere(connection: Connection, heads: Sequence[Head]) -> bool:
        ids = sorted(head.table_id for head in heads)
        these = update(table_heads).where(table_heads.c.table_id.in_(ids))
        connection.execute(these.values(revision=table_heads.c.revision + 1))
        return True

    _advance_by(advance_from_anywhere)


def no_fencing() -> None:
    """A node that drives a table no longer may still move its bots. They take their time here."""
    advance, choose = table_heads_module.advance, TableBots.choose

    def advance_at_any_fence(connection: Connection, heads: Sequence[Head]) -> bool:
        return advance(connection, [msgspec.structs.replace(head, fence=None) for head in heads])

    async def choose_slowly(self: TableBots, *given: Any) -> Action:
        action = await choose(self, *given)
        await asyncio.sleep(SLOW_BOTS_S)
        return action

    _advance_by(advance_at_any_fence)
    TableBots.choose = choose_slowly  # type: ignore[method-assign, assignment]


def _advance_by(mutated: Callable[[Connection, Sequence[Head]], bool]) -> None:
    """Whatever is written: the one statement for events, which has this guard in it, is not used."""
    store_writing.advance = mutated  # type: ignore[attr-defined, assignment]
    store_writing._append_to_postgres = lambda *_given: False


def no_gap_check() -> None:
    """What another node tells is taken for the next that happened, whatever was lost before it."""

    def fold_anything(self: SharedTable) -> bool:
        heard, self._heard = self._heard, []
        for changed in heard:
            if changed.revision > self.revision and changed.rows and self.game is not None:
                self._take(changed)
        return True

    SharedTable._fold = fold_anything  # type: ignore[method-assign]


MUTANTS: dict[str, Callable[[], None]] = {
    "no-dedupe": no_dedupe,
    "publish-before-commit": publish_before_commit,
    "no-revision-guard": no_revision_guard,
    "no-fencing": no_fencing,
    "no-gap-check": no_gap_check,
}


if __name__ == "__main__":
    MUTANTS[sys.argv[1]]()
    main(sys.argv[2:])
