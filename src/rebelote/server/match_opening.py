"""A match that is being opened: server and people have committed themselves, the seeds are revealed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec

from rebelote.fairness import Chain, Contribution, Opening, commit
from rebelote.server.game import now_ms
from rebelote.server.problems import Refused
from rebelote.server.stored_rows import MatchRow
from rebelote.table import Seat

replace = msgspec.structs.replace

REVEAL_SECONDS: Final = 3.0
"""How long a person may take to reveal his seed; then the match begins without it."""


class MatchOpening:
    """Waits for client seeds. Nothing is told of one before all are there or the time is up."""

    def __init__(self, row: MatchRow, chain: Chain | None = None) -> None:
        self.row = row
        self.chain = chain if chain is not None else Chain(row.secret)
        self.contributions = msgspec.json.decode(row.contributions, type=list[Contribution])
        self.until = now_ms() + int(REVEAL_SECONDS * 1000)
        self._timer: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def told(self) -> Opening:
        """For everybody at the table: commitments, no seed."""
        hidden = [replace(each, seed=None) for each in self.contributions]
        return Opening(self.row.id, self.row.commitment, hidden, self.until)

    @property
    def is_complete(self) -> bool:
        return all(each.seed is not None or each.commitment is None for each in self.contributions)

    def with_seed(self, seat: Seat, seed: str) -> list[Contribution]:
        """The contributions with this one revealed: to be written, then held."""
        own = next((each for each in self.contributions if each.seat == seat), None)
        if own is None or commit(seed) != own.commitment:
            raise Refused("bad_seed", field="client_seed")
        return [replace(own, seed=seed) if each is own else each for each in self.contributions]

    # Time

    def end_after(self, seconds: float, end: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call `end` when the time for revealing seeds is up."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self._end, end)

    def _end(self, end: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._ending = asyncio.create_task(end())

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
