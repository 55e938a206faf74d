"""What a run measured."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rebelote.events import Called, CardPlayed, Event, PackCut
from tests.faults.checker import Log, Watched
from tests.faults.cluster import Cluster, Death
from tests.faults.ledger import Return
from tests.faults.players import Evening

Say = Callable[[str], None]
SETTLED_S = 12.0
"""How long after a node's death a bot's move counts as one that waited for it."""


@dataclass
class Figures:
    tables: int = 0
    people: int = 0
    matches: int = 0
    events: int = 0
    acknowledged: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    returns: list[float] = field(default_factory=list)
    returns_after_blackout: list[float] = field(default_factory=list)
    pickups: list[float] = field(default_factory=list)
    lost_messages: int = 0
    lapses: int = 0
    seconds: float = 0.0
    slowest: Return | None = None
    began: float = 0.0
    """By the monotonic clock."""

    @property
    def slowest_return(self) -> float:
        return max(self.returns, default=0.0)

    @property
    def told_slowest(self) -> str:
        slowest = self.slowest
        if slowest is None:
            return "never"
        at, tried = slowest.back - self.began, "; ".join(slowest.tried)
        return f"{self.slowest_return:.1f} s, back at {at:.1f} s: {tried}"

    @property
    def slowest_pickup(self) -> float:
        return max(self.pickups, default=0.0)

    def lines(self) -> Iterator[str]:
        yield f"{self.tables} tables, {self.people} people, {self.matches} matches, {self.events} events"
        yield f"{self.acknowledged} actions acknowledged, refused: {self.refused or 'none'}"
        yield f"coming back to another node: {_spread(self.returns)}"
        yield f"the slowest of them: {self.told_slowest}"
        yield f"coming back once the database was back: {_spread(self.returns_after_blackout)}"
        yield f"bots' first move after a node was gone: {_spread(self.pickups)}"
        yield f"messages between nodes lost on purpose: {self.lost_messages}"
        yield f"nodes that came too late to renew their lives: {self.lapses} times"
        yield f"the whole run: {self.seconds:.0f} s"


def _spread(times: Sequence[float]) -> str:
    if not times:
        return "never"
    return f"{len(times)} times, median {statistics.median(times):.2f} s, longest {max(times):.2f} s"


def measure(
    machines: Cluster, evening: Evening, tables: Sequence[Watched], logs: Mapping[str, Log], began: float
) -> Figures:
    ledgers = [ledger for table in tables for ledger in table.ledgers]
    found = Figures(
        tables=len(tables),
        people=len(ledgers),
        matches=len(logs),
        events=sum(len(log.events) for log in logs.values()),
        acknowledged=sum(len(act.done) for ledger in ledgers for act in ledger.sent),
        refused=dict(sorted(evening.refusals.items())),
        pickups=[time for death in machines.deaths for time in _pickups(death, tables, logs)],
        lost_messages=0 if machines.proxy is None else machines.proxy.lost,
        lapses=len(machines.lapses),
        began=began,
    )
    for ledger in ledgers:
        for each in ledger.returns:
            end = _blackout_end(machines.blackouts, each.lost, each.back)
            took = each.back - max(each.lost, end or each.lost)
            if end is None and took > found.slowest_return:
                found.slowest = each
            (found.returns if end is None else found.returns_after_blackout).append(took)
    return found


def _blackout_end(blackouts: Iterable[tuple[float, float]], lost: float, back: float) -> float | None:
    ends = [end for start, end in blackouts if start < back and end > lost - 1]
    return min(max(ends), back) if ends else None


def _pickups(death: Death, tables: Iterable[Watched], logs: Mapping[str, Log]) -> Iterator[float]:
    """How long bots stood still, at tables that people were still connected to over another node."""
    attended = {
        table.id: table for table in tables if table.stand_in_after is not None and _is_attended(table, death)
    }
    for log in logs.values():
        if log.table in attended:
            people = {ledger.seat for ledger in attended[log.table].ledgers}
            wait = _first_wait(log, people, death.at)
            if wait is not None:
                yield wait


def _is_attended(table: Watched, death: Death) -> bool:
    return any(
        heard.node != death.node and heard.opened < death.at < (heard.closed or float("inf"))
        for ledger in table.ledgers
        for heard in ledger.heard
    )


def _first_wait(log: Log, people: set[str], since: float) -> float | None:
    """From when it was a bot's turn, or the node was gone, until the bot moved."""
    for place, (event, at) in enumerate(zip(log.events, log.times, strict=True)):
        if place and at / 1000 > since and _is_move_of_bot(event, people):
            if at / 1000 > since + SETTLED_S:
                return None
            return at / 1000 - max(since, log.times[place - 1] / 1000)
    return None


def _is_move_of_bot(event: Event, people: set[str]) -> bool:
    match event:
        case Called(call=call):
            return call.seat not in people
        case CardPlayed(seat=seat) | PackCut(seat=seat):
            return seat not in people
        case _:
            return False
