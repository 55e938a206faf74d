"""The event log as JSON, one event a line, and its check: every action is decided again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from rebelote.actions import Action, Declare
from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.chance import StackedChance
from rebelote.codec import encode
from rebelote.errors import BadCard, BadRules, Illegal
from rebelote.events import (
    FORMAT,
    Called,
    CardPlayed,
    Dealt,
    Declared,
    Event,
    Gathered,
    MatchStarted,
    PackCut,
    Shuffled,
    TrumpDrawn,
    from_json,
    to_json,
    to_json_lines,
)
from rebelote.language.text import said
from rebelote.match import Match
from rebelote.phases.talking import SEVENS
from rebelote.record.checker import awaited, sevens_play
from rebelote.record.errors import RecordError, expected_of
from rebelote.record.writer import action_of
from rebelote.ruleset import Auction
from rebelote.ruleset.loading import load, resolved_document
from rebelote.state import State
from rebelote.stored_log import NewerFormat, is_taken_back, read_first, read_taken_back, standing

LONGEST_LOG: Final = 64_000_000
LOOKAHEAD: Final = 20
"""How many events of one action may come before the pack is gathered, at most."""


def write_log(log: Match | Iterable[Event]) -> str:
    """The events as JSON, one a line."""
    return to_json_lines(log.log if isinstance(log, Match) else log)


def read_log(text: str) -> tuple[Event, ...]:
    """The events of a log in JSON; they are not checked. Raises RecordError with the bad line."""
    if len(text) > LONGEST_LOG:
        raise RecordError(1, said("long_text", length=len(text)), said("at_most", most=LONGEST_LOG))
    lines = text.removesuffix("\n").split("\n") if text else []
    for number, line in enumerate(lines, start=1):
        if is_taken_back(line):
            _check_taken_back(number, line)
    return tuple(_read_event(place + 1, lines[place]) for place in standing(lines))


def _check_taken_back(number: int, line: str) -> None:
    try:
        read_taken_back(line)
    except ValueError as error:
        raise RecordError(number, line, said("an_event", detail=error)) from None


def _read_event(number: int, line: str) -> Event:
    try:
        return from_json(line) if number > 1 else read_first(line)
    except NewerFormat as error:
        wanted = said("format_at_most", most=FORMAT, told=error.args[0])
        raise RecordError(number, f"format {error.found}", wanted) from None
    except (BadCard, RecursionError, ValueError) as error:
        raise RecordError(number, line, said("an_event", detail=error)) from None


def check_log(events: Iterable[Event]) -> Match:
    """The match that a log tells, judged anew. A RecordError's line is the event's number, from 1."""
    log = tuple(events)
    state = State.start(_checked_start(log))
    at = 1
    while at < len(log):
        told, state = _step(state, _next_cause(state, log, at))
        _compare(log, at, told)
        at += len(told)
    return Match(log, state)


def _checked_start(log: Sequence[Event]) -> MatchStarted:
    if not log or not isinstance(log[0], MatchStarted):
        raise RecordError(1, to_json(log[0]) if log else said("empty_log"), said("a_start"))
    started = log[0]
    try:
        load(resolved_document(started.rules))
    except BadRules as error:
        raise RecordError(1, error.path, expected_of(error)) from None
    if started.dealer not in started.rules.table.seats:
        raise RecordError(1, started.dealer, said("a_seat_of", seats=" ".join(started.rules.table.seats)))
    return started


def _step(state: State, cause: _Cause) -> tuple[tuple[Event, ...], State]:
    try:
        return state.step(cause.action, cause.luck)
    except Illegal as refused:
        raise RecordError(
            cause.at + 1, str(cause.action), awaited(state), clause=refused.clause, reason=refused.reason
        ) from None


# Which action the next events come from


class _Cause(NamedTuple):
    """An action, the luck it met, and the place of the event that tells of it."""

    action: Action
    at: int
    luck: StackedChance


def _next_cause(state: State, log: Sequence[Event], at: int) -> _Cause:
    event = log[at]
    match event:
        case Shuffled(order=order):
            pack = state.rules.pack
            if len(order) != len(pack) or Cards(order) != state.rules.cards:
                raise RecordError(at + 1, to_json(event), said("all_once", cards=len(pack)))
            return _cause_at(state, log, at + 1, PackCut, StackedChance([order]))
        case PackCut():
            # If a pack should have been shuffled first, the comparison says so.
            return _cause_at(state, log, at, PackCut, StackedChance([PACK]))
        case Dealt():
            return _cause_at(state, log, at, Dealt, _drawn(log, at + 1))
        case Declared(seat=seat, kinds=kinds) if state.rules.auto and kinds == SEVENS:
            return _Cause(sevens_play(state, Declare(seat, SEVENS)), at, _gathered(state, log, at))
        case Declared() if state.rules.auto:
            return _cause_at(state, log, at + 1, CardPlayed, _gathered(state, log, at))
        case Called() if _offers_suits(state):
            order = _order_gathered(state, log, at)
            return _cause_at(state, log, at, luck=_drawn(log, at + 1, state.offered, order))
        case _:
            return _cause_at(state, log, at, luck=_gathered(state, log, at))


def _gathered(state: State, log: Sequence[Event], at: int) -> StackedChance:
    """How the pack is picked up before the next cut, where that is luck."""
    return StackedChance(gathered=_order_gathered(state, log, at))


def _order_gathered(state: State, log: Sequence[Event], at: int) -> tuple[Card, ...]:
    """The pack as it was picked up next; none where that is no luck, or does not come."""
    if state.rules.dealing.gathering == "exact":
        return ()
    for event in log[at : at + LOOKAHEAD]:
        if isinstance(event, Gathered) and Cards(event.order) == state.rules.cards:
            return event.order
        if isinstance(event, PackCut):
            break
    return ()


def _cause_at(
    state: State, log: Sequence[Event], at: int, wanted: type = object, luck: StackedChance | None = None
) -> _Cause:
    event = log[at] if at < len(log) else None
    action = action_of(state, event) if event is not None else None
    if action is None or not isinstance(event, wanted):
        found = to_json(event) if event is not None else said("end_of_log")
        raise RecordError(at + 1, found, awaited(state))
    return _Cause(action, at, luck if luck is not None else StackedChance())


def _offers_suits(state: State) -> bool:
    return isinstance(state.rules.trump_choice, Auction) and state.rules.trump_choice.offered > 0


def _drawn(
    log: Sequence[Event], at: int, before: Sequence[Trump] = (), gathered: Sequence[Card] = ()
) -> StackedChance:
    """What is drawn by lot from that place of the log on, after what was drawn before in the deal."""
    told = takewhile(lambda event: isinstance(event, TrumpDrawn), log[at : at + LOOKAHEAD])
    draws = [event.trump for event in told if isinstance(event, TrumpDrawn) and event.trump.suit is not None]
    return StackedChance(draws=[*before, *draws] if draws else (), gathered=gathered)


# Comparing


def _compare(log: Sequence[Event], at: int, told: Sequence[Event]) -> None:
    for place, expected in enumerate(told, start=at):
        if place >= len(log):
            raise RecordError(place + 1, said("end_of_log"), to_json(expected))
        if log[place] != expected:
            found, wanted = _difference(log[place], expected)
            raise RecordError(place + 1, found, wanted)


def _difference(found: Event, expected: Event) -> tuple[str, str]:
    """The fields that differ, or the whole events where they are of different kinds."""
    if type(found) is not type(expected):
        return to_json(found), to_json(expected)
    one, other = (_fields(event) for event in (found, expected))
    differing = [name for name, value in one.items() if other[name] != value]
    return _shown(one, differing), _shown(other, differing)


def _fields(event: Event) -> dict[str, object]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


def _shown(fields: dict[str, object], names: Iterable[str]) -> str:
    return ", ".join(f"{name} = {_json(fields[name])}" for name in names)


def _json(value: object) -> str:
    return encode(value).decode("utf-8")
