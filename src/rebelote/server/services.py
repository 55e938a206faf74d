"""What the routes work with."""

from __future__ import annotations

from typing import Protocol

import msgspec

from rebelote.server.archive import Archive
from rebelote.server.duplicates import Duplicates
from rebelote.server.outbox import Outbox
from rebelote.server.rates import Limits
from rebelote.server.review_jobs import ReviewJobs
from rebelote.server.rules_finder import RulesFinder
from rebelote.server.settings import Settings
from rebelote.server.table_registry import TableRegistry
from rebelote.server.thread_owned import ThreadOwned
from rebelote.server.transfers import Transfers, TransfersHere
from rebelote.server.work_pool import WorkPool
from rebelote.solver import Solver
from rebelote.table import Seat


class Connected(Protocol):
    """A live connection, as the operator sees it. `since` is in ms since 1970."""

    seat: Seat | None
    table: str
    address: str
    since: int

    def end(self, code: str) -> None: ...
    def restart(self) -> None: ...


class Services(msgspec.Struct, frozen=True):
    settings: Settings
    registry: TableRegistry
    limits: Limits
    pool: WorkPool
    solving: WorkPool
    archive: Archive
    review_jobs: ReviewJobs
    duplicates: Duplicates
    solvers: ThreadOwned[Solver] = msgspec.field(default_factory=lambda: ThreadOwned(Solver))
    transfers: Transfers = msgspec.field(default_factory=TransfersHere)
    connections: set[Connected] = msgspec.field(default_factory=set)
    outbox: Outbox = msgspec.field(default_factory=Outbox)
    description: bytes = b""

    @property
    def rules(self) -> RulesFinder:
        return RulesFinder(self.pool)
