"""Whoever is there plays himself: nobody plays for one who is connected to a node that works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.faults.audit import Written
from tests.faults.checker import Log, Violation, Watched, not_asked_for
from tests.faults.cluster import Cluster
from tests.faults.ledger import Ledger
from tests.faults.tables import FOR_EVER

SLACK_S = 1.0
SETTLING_S = 8.0
"""After nodes could not hear of each other, until each knows again who is where."""


def check_stand_ins(
    log: Log, table: Watched, machines: Cluster, written: Mapping[tuple[str, int], Written]
) -> Iterator[Violation]:
    if table.stand_in_after is None:
        return
    for ledger, seq, event in not_asked_for(log, table):
        at = log.times[log.places.index(seq)] / 1000
        since = at - table.stand_in_after
        was_there = _was_there(ledger, machines, since, at) and not _in_trouble(machines, since, at)
        if was_there or table.stand_in_after >= FOR_EVER:
            what = "a bot played for one who was there" if was_there else "nobody asked for this"
            detail = f"{ledger.seat} {log.id}:{seq} {event} {_connections(ledger, at)}"
            yield Violation(log.table, what, f"{detail}, written by {_writer(log, seq, written)}")


def _connections(ledger: Ledger, at: float) -> str:
    """The last ones that were open by then, with the seconds from then."""
    opened = [heard for heard in ledger.heard if heard.opened < at][-3:]
    told = [
        f"on node {heard.node} from {heard.opened - at:.1f} s"
        + (f" to {heard.closed - at:.1f} s" if heard.closed else "")
        for heard in opened
    ]
    return f"({', '.join(told)})"


def _writer(log: Log, seq: int, written: Mapping[tuple[str, int], Written]) -> str:
    found = written.get((log.id, seq))
    return "an unknown node" if found is None else found.writer


def _was_there(ledger: Ledger, machines: Cluster, since: float, until: float) -> bool:
    """Connected to one node all the time, and that node was well."""
    return any(
        heard.opened < since - SLACK_S
        and (heard.closed or float("inf")) > until
        and not any(
            death.node == heard.node and death.at < until + SLACK_S and death.until > since - SETTLING_S
            for death in (*machines.deaths, *machines.lapses)
        )
        for heard in ledger.heard
    )


def _in_trouble(machines: Cluster, since: float, until: float) -> bool:
    return any(began < until and ended > since - SETTLING_S for began, ended in machines.troubles)
