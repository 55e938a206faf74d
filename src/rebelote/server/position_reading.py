"""Positions that people paste: a deal in text, a question in JSON, a record, a log of events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from rebelote.errors import RebeloteError
from rebelote.events import CardPlayed, MatchStarted
from rebelote.language.text import said
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.record import check_log, check_record, read_log
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import RULESET_IDS, load, resolved_document
from rebelote.ruleset.rules_code import pack
from rebelote.server.messages.positions import GivenPosition, ReadPosition, ReadRequest
from rebelote.server.messages.rules import RulesRef
from rebelote.server.problems import Refused
from rebelote.solver import BadPosition, Position
from rebelote.solver.deal_text import read_deal
from rebelote.solver.questions import position_to_move
from rebelote.state import State

replace = msgspec.structs.replace

FIELD: Final = "text"


def read(asked: ReadRequest) -> ReadPosition:
    """What the text describes. A fault in it names `text`, and the line or the field within."""
    text = asked.text.strip()
    try:
        if text.startswith("["):
            return _recorded(check_record(text), asked)
        if not text.startswith("{"):
            return _single(read_deal(text))
        question = _question(text)
        return _recorded(check_log(read_log(text)), asked) if question is None else _single(question)
    except BadPosition as error:
        raise BadPosition(error.said, error.code, field=f"{FIELD}.{error.field}") from None
    except Refused:
        raise
    except RebeloteError as error:
        raise BadPosition(error.args[0] if error.args else str(error), field=FIELD) from None


def _question(text: str) -> dict[str, Any] | None:
    """A question of `rebelote solve --json`, if it is one."""
    try:
        found = msgspec.json.decode(text.encode(), type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return None
    return found if "hands" in found else None


def _single(question: Mapping[str, Any]) -> ReadPosition:
    position = position_to_move(question)
    given = given_of(position, ref_of(position.spec.rules))
    return ReadPosition(position=given, after=0, deals=[])


# Records


def _recorded(match: Match, asked: ReadRequest) -> ReadPosition:
    """The deal as its play begins, with all its cards as moves."""
    starts, moves = _plays(match)
    if asked.deal not in starts:
        raise RebeloteError(said("no_position", deal=asked.deal, after=asked.after or 0))
    played = moves[asked.deal]
    given = given_of(starts[asked.deal], ref_of(match.rules), played)
    after = len(played) if asked.after is None else min(asked.after, len(played))
    return ReadPosition(position=given, after=after, deals=sorted(starts))


def _plays(match: Match) -> tuple[dict[int, Position], dict[int, list[str]]]:
    """By the number of the deal: where its play begins, and its cards."""
    started = match.log[0]
    assert isinstance(started, MatchStarted)
    state = State.start(started)
    starts, moves = dict[int, Position](), dict[int, list[str]]()
    for event in match.log[1:]:
        playing, number = state.phase, state.deal_number
        if isinstance(playing, Playing) and isinstance(event, CardPlayed):
            if not playing.won and not playing.trick:
                starts[number], moves[number] = Position.of(playing), []
            moves[number].append(event.card.text)
        state = state.evolve(event)
    return starts, moves


# As the wire has them


def given_of(position: Position, rules: RulesRef, moves: list[str] | None = None) -> GivenPosition:
    """A position as a request would describe it."""
    spec = position.spec
    return GivenPosition(
        rules=rules,
        trump=spec.trump.value,
        leader=position.leader,
        hands={seat: [card.text for card in position.hands[seat].sorted(spec.trump)] for seat in spec.table},
        trick=[(seat, card.text) for seat, card in position.trick],
        tricks={side: number for side, number in position.tricks.items() if number},
        piles={
            seat: [(top.text, under.text) for top, under in row]
            for seat, row in position.piles.items()
            if row
        },
        closed=spec.rules.play.leads == "closed",
        moves=moves or [],
    )


def ref_of(rules: Ruleset) -> RulesRef:
    """One of ours by its id and options; how the pack is gathered does not matter here. Else as a code."""
    options = _options(rules) if rules.id in RULESET_IDS else None
    if options is not None:
        return RulesRef(id=rules.id, options=options or None)
    return RulesRef(code=pack({"house": resolved_document(rules)}))


def _options(rules: Ruleset) -> dict[str, Any] | None:
    usual = load(rules.id).chosen
    options = {name: value for name, value in rules.chosen.items() if name in usual and usual[name] != value}
    found = load(rules.id, options)
    dealing = replace(rules.dealing, gathering=found.dealing.gathering)
    play = replace(rules.play, leads=found.play.leads)
    return options if found == replace(rules, chosen=found.chosen, dealing=dealing, play=play) else None
