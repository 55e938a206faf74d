"""The checker: all that people remember, held against the logs, which the engine replays."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, Row, create_engine, select

from rebelote.actions import Action
from rebelote.bots.protocol import decode_action
from rebelote.chance import RandomChance
from rebelote.codec import ENCODER
from rebelote.errors import Illegal
from rebelote.events import Called, CardPlayed, Event, MatchStarted, Shuffled, redact
from rebelote.server import checking, schema, seating
from rebelote.state import State
from rebelote.stored_log import read_events
from rebelote.table import Seat
from tests.attack.secrecy import truths_of, unexplained
from tests.faults import audit
from tests.faults.audit import Written
from tests.faults.ledger import Ledger, Sent, plain
from tests.faults.players import LATE

LONGEST_STEP = 4
"""Within so many events of an action comes the card or the call that was asked for."""


@dataclass(frozen=True)
class Violation:
    table: str
    what: str
    detail: str

    def __str__(self) -> str:
        return f"table {self.table}: {self.what}: {self.detail}"


@dataclass
class Log:
    """A match as it is stored. `places`: the seqs on disk."""

    id: str
    table: str
    over: bool
    events: tuple[Event, ...]
    places: list[int]
    times: list[int]
    lines: list[str]

    @property
    def is_whole(self) -> bool:
        return self.places == list(range(1, len(self.places) + 1))


@dataclass(frozen=True)
class Watched:
    """A table, and who sat there. `stand_in_after`: how many seconds one must be away until a bot plays for
    one; None where there is a clock besides. `given`: seats, and the tokens that they were given to."""

    id: str
    stand_in_after: float | None
    ledgers: Sequence[Ledger]
    given: Sequence[tuple[str, str]] = ()


@dataclass
class Findings:
    violations: list[Violation] = field(default_factory=list)
    logs: dict[str, Log] = field(default_factory=dict)
    written: dict[tuple[str, int], Written] = field(default_factory=dict)


def check(database_url: str, tables: Iterable[Watched]) -> Findings:
    watched = {table.id: table for table in tables}
    engine = create_engine(database_url)
    try:
        with engine.connect() as connection:
            found = Findings(logs=read_logs(connection))
            found.violations += _check_database(connection)
            found.violations += _check_seats(connection, watched.values())
            found.written = audit.read(connection)
    finally:
        engine.dispose()
    for log in found.logs.values():
        found.violations += _check_log(log, watched[log.table])
        found.violations += _check_writers(log, watched[log.table], found.written)
    for table in watched.values():
        found.violations += _check_told(table, found.logs)
    found.violations += _check_secrets(watched.values(), found.logs)
    return found


def read_logs(connection: Connection) -> dict[str, Log]:
    rows: dict[str, list[Row[Any]]] = defaultdict(list)
    events = schema.events.c
    for row in connection.execute(select(schema.events).order_by(events.match, events.seq)):
        rows[row.match].append(row)
    return {
        match.id: Log(
            match.id,
            match.table_id,
            match.over,
            tuple(read_events(row.data for row in rows[match.id])),
            [row.seq for row in rows[match.id]],
            [row.at for row in rows[match.id]],
            [row.data for row in rows[match.id]],
        )
        for match in connection.execute(select(schema.matches))
    }


# The database


def _check_database(connection: Connection) -> Iterator[Violation]:
    """No gaps, and every action decided again by the engine comes to what is stored, scores and end too."""
    for finding in checking.findings(connection, deep=True):
        yield Violation(finding.where, "the database", str(finding.problem))
    for row in connection.execute(select(schema.matches).where(schema.matches.c.over.is_(False))):
        yield Violation(row.table_id, "a match is not over", row.id)


def _check_seats(connection: Connection, tables: Iterable[Watched]) -> Iterator[Violation]:
    """Whoever was given a seat still has it."""
    tokens = {(row.table_id, row.seat): row.token for row in connection.execute(select(schema.seats))}
    for table in tables:
        for seat, token in table.given:
            if tokens.get((table.id, seat)) != seating.digest(token):
                yield Violation(table.id, "a seat that was given is another's", seat)


# Actions


def _check_log(log: Log, table: Watched) -> Iterator[Violation]:
    """One walk through the log, with every action that anybody asked for at its place."""
    acts = [act for ledger in table.ledgers for act in ledger.sent if act.match == log.id]
    for act in acts:
        yield from _check_answers(act, log)
    yield from _check_overlaps(log, acts)
    if not log.is_whole:  # the check of the database has told so
        return
    yield from _check_happened(log, [act for act in acts if act.done and act.action["do"] not in LATE])


def _check_happened(log: Log, acts: Iterable[Sent]) -> Iterator[Violation]:
    by_seq: dict[int, list[Sent]] = defaultdict(list)
    for act in acts:
        by_seq[act.seq].append(act)
    for seq, state in _states(log):
        for act in by_seq[seq]:
            if not _happened(state, act, log.events[seq:]):
                yield Violation(log.table, "an acknowledged action is missing", _told(act))


def _states(log: Log) -> Iterator[tuple[int, State]]:
    """After each event, how many there were and where the match stood, as far as the log can be followed."""
    first = log.events[0]
    assert isinstance(first, MatchStarted)
    state = State.start(first)
    yield 1, state
    for seq, event in enumerate(log.events[1:], 2):
        try:
            state = state.evolve(event)
        except Exception:  # the check of the database has told so
            return
        yield seq, state


def _check_answers(act: Sent, log: Log) -> Iterator[Violation]:
    if len(act.done) > 1:
        yield Violation(log.table, "an action was acknowledged twice", _told(act))
    for reached in act.done:
        if reached <= act.seq or not set(range(act.seq + 1, reached + 1)) <= set(log.places):
            yield Violation(log.table, "an acknowledged action is missing", _told(act))


def _check_overlaps(log: Log, acts: Iterable[Sent]) -> Iterator[Violation]:
    """Two acknowledged actions can't have come to the same events."""
    spans = sorted(
        ((act.seq, seq, act) for act in acts for seq in act.done if act.action["do"] not in LATE),
        key=lambda span: span[:2],
    )
    for (_, reached, one), (seq, _, other) in pairwise(spans):
        if seq < reached and one is not other:
            yield Violation(log.table, "one event for two actions", f"{_told(one)}, {_told(other)}")


def _happened(state: State, act: Sent, events: Sequence[Event]) -> bool:
    """Do these events begin with what the action comes to? But for a shuffle the first needs no luck."""
    try:
        expected = state.decide(_action(act), RandomChance())
    except Illegal:
        return False
    return _first(expected) == _first(events)


def _first(events: Sequence[Event]) -> Event | None:
    return next((event for event in events if not isinstance(event, Shuffled)), None)


def _action(act: Sent) -> Action:
    return decode_action(json.dumps(act.action).encode())


def not_asked_for(log: Log, table: Watched) -> Iterator[tuple[Ledger, int, Event]]:
    """What people did, at which seq, and did not ask for at that place: somebody did it for them."""
    for ledger in table.ledgers:
        asked: set[int] = set()
        for act in ledger.sent:
            if act.match == log.id and act.may_be_stored:
                late = LONGEST_STEP * (act.action["do"] in LATE)
                last = max(act.done, default=act.seq + LONGEST_STEP) + late
                asked |= set(range(act.seq + 1, last + 1))
        for seq, event in zip(log.places, log.events, strict=True):
            if mover(event) == ledger.seat and seq not in asked:
                yield ledger, seq, event


def _check_writers(
    log: Log, table: Watched, written: Mapping[tuple[str, int], Written]
) -> Iterator[Violation]:
    """What bots do is written by the node that drives the table, and by no other."""
    people = {ledger.seat for ledger in table.ledgers}
    if table.stand_in_after is None:
        return
    for seq, event in zip(log.places, log.events, strict=True):
        found = written.get((log.id, seq))
        if found is not None and mover(event) not in (None, *people) and found.writer != found.driver:
            yield Violation(
                log.table,
                "a bot was moved by a node that does not drive the table",
                f"{log.id}:{seq} by {found.writer}, driven by {found.driver} (fence {found.fence})",
            )


def mover(event: Event) -> str | None:
    match event:
        case Called(call=call):
            return call.seat
        case CardPlayed(seat=seat):
            return seat
        case _:
            return None


def _told(act: Sent) -> str:
    return f"{act.match}:{act.seq} {act.action} done {act.done} refused {act.refused}"


# What was told


def _check_told(table: Watched, logs: Mapping[str, Log]) -> Iterator[Violation]:
    """In order, and nothing but what is in the log, as that seat may see it."""
    texts: dict[tuple[str, int, str], str] = {}
    for ledger in table.ledgers:
        for heard in ledger.heard:
            for problem in heard.out_of_order:
                yield Violation(
                    table.id, "told out of order", f"{ledger.seat} on node {heard.node}: {problem}"
                )
            for told in () if ledger.wanders else heard.events:
                key = (told.match, told.seq, ledger.seat)
                if key not in texts:
                    texts[key] = _redacted(logs, *key)
                if texts[key] != told.text:
                    yield Violation(
                        table.id,
                        "told what is not in the log",
                        f"{ledger.seat} on node {heard.node}: {told.match}:{told.seq} {told.text}, "
                        f"stored {texts[key]}",
                    )


def _redacted(logs: Mapping[str, Log], match: str, seq: int, seat: str) -> str:
    log = logs.get(match)
    if log is None or seq > len(log.events):
        return "nothing"
    return plain(_json(redact(log.events[seq - 1], Seat(seat))))


def _json(event: Event) -> object:
    return json.loads(ENCODER.encode(event))


def _check_secrets(tables: Iterable[Watched], logs: Mapping[str, Log]) -> Iterator[Violation]:
    """Nobody was told a card that his seat could not know, nor two hands of one deal, over any connection."""
    truths = truths_of((log.id, line) for log in logs.values() for line in log.lines)
    for table in tables:
        for ledger in table.ledgers:
            told = (
                (fact, fact.seq) for fact in ledger.facts() if fact.match is None or _is_stored(fact, logs)
            )
            for cards, seq in unexplained(told, truths, None if ledger.wanders else [ledger.seat]):
                yield Violation(table.id, "told hidden cards", f"{ledger.seat} at {seq}: {sorted(cards)}")


def _is_stored(fact: object, logs: Mapping[str, Log]) -> bool:
    """What was told and is not in the log is a violation of its own."""
    match, seq = getattr(fact, "match", ""), getattr(fact, "seq", 0)
    return match in logs and seq <= len(logs[match].events)
