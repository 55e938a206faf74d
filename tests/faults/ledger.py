"""What the people remember: what they asked for, what was answered, and all that they were told."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from tests.attack.secrecy import Fact, facts
from tests.support.served_tables import Json


@dataclass
class Sent:
    """An action that was asked for once or several times. `done` has the seqs of all acknowledgements."""

    seat: str
    match: str
    seq: int
    action: Json
    done: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def is_answered(self) -> bool:
        return bool(self.done or self.refused)

    @property
    def may_be_stored(self) -> bool:
        """Acknowledged, or nobody knows: where the database fails at a commit, it may have been made."""
        return bool(self.done) or not self.refused or "unavailable" in self.refused


@dataclass(frozen=True)
class ToldEvent:
    match: str
    seq: int
    text: str


@dataclass
class Heard:
    """One live connection, from when to when (wall clock), to which node, and what it told."""

    node: int
    opened: float
    closed: float | None = None
    facts: list[Fact] = field(default_factory=list)
    events: list[ToldEvent] = field(default_factory=list)
    out_of_order: list[str] = field(default_factory=list)
    _match: str | None = None
    _seq: int = 0

    def ends(self) -> None:
        """The connection is gone, whoever noticed it first."""
        self.closed = self.closed or time.time()

    def take(self, message: Json, asked: Collection[str] = ()) -> None:
        """`asked`: the cards of the request that this answers."""
        self.facts += [fact for fact in facts(message) if fact.cards and not fact.cards <= set(asked)]
        view = message.get("view")
        if message["type"] == "changes":
            view = {"match": message["match"], "seq": message["changes"]["seq"]}
        if view is None:
            return
        seqs = [each["seq"] for each in message["events"]]
        if message["type"] in ("events", "changes"):
            self._check_order(view, seqs)
        self._match, self._seq = view["match"], view["seq"]
        self.events += [
            ToldEvent(view["match"], each["seq"], plain(each["event"]))
            for each in message["events"]
            if each["seq"] > 1  # the first one has the rules, which are told in another way
        ]

    def _check_order(self, view: Json, seqs: list[int]) -> None:
        expected = list(range(self._seq + 1, view["seq"] + 1))
        if view["match"] != self._match or seqs != expected:
            self.out_of_order.append(
                f"after {self._match}:{self._seq} came {view['match']}:{view['seq']} with {seqs}"
            )


def plain(event: object) -> str:
    """An event as text, the same for the same event; kept once for all who were told it."""
    return sys.intern(json.dumps(event, sort_keys=True))


@dataclass(frozen=True)
class Return:
    """From when a connection was lost until the table was there again (monotonic clock), and what was `tried`
    meanwhile."""

    lost: float
    back: float
    tried: tuple[str, ...] = ()


@dataclass
class Ledger:
    """Of one person at one table. `wanders`: from seat to seat; these are the last seat and token."""

    table: str
    seat: str
    token: str
    wanders: bool = False
    sent: list[Sent] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)

    def facts(self) -> Iterator[Fact]:
        """All that this person was told, over all connections."""
        for connection in self.heard:
            yield from connection.facts
