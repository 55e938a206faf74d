"""Questions to the solver: positions as JSON, as a deal in plain text, or out of a recorded match.

A deal in text is a line for each thing, `name: value`, in any order; `#` begins a remark:

    rules: ffb-contree
    trump: H
    N: JH 9H AS TS KS 7D 8D 9D
    …
    leader: N
    side: NS

and where needed `options: scoring=both`, `trick: N AS, W 7S`, `tricks: NS 2, EW 1` and, for cards that lie
face down, `piles N: KC/JD`. A file of the tests also has what comes out: `value: 92`, `cards: JH 92, 9H 88`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from rebelote.cards import Card, Cards, Trump
from rebelote.errors import RebeloteError
from rebelote.events import CardPlayed, MatchStarted
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.referee.questions import Fields, bad_question, read_cards, read_rules
from rebelote.referee.replies import Answer
from rebelote.ruleset import Ruleset, loading
from rebelote.solver import Playouts, PlaySpec, Position, Solution, Solver, playouts
from rebelote.state import State
from rebelote.table import Seat, Side

Question = Mapping[str, Any]

DEFAULT_PLAYOUTS = 10_000
MOST_PLAYOUTS = 100_000_000


# JSON


def solve_question(solver: Solver, question: Question) -> Answer:
    """The value for the side asked about, and after each legal card; with `"line": true` a line too."""
    position, side = read_position(question)
    return solution_answer(solver.solve(position, side, line=question.get("line") is True))


def solution_answer(solution: Solution) -> Answer:
    answer: Answer = {
        "value": solution.value,
        "cards": {card.text: value for card, value in solution.cards.items()},
    }
    if solution.line:
        answer["line"] = [[seat, card.text] for seat, card in solution.line]
    return answer


def playout_question(question: Question) -> Answer:
    """What each side takes on average when everybody plays at random; `number` and `seed` may be given."""
    fields = Fields(question)
    position, _ = read_position(question)
    number = fields.integer("number") if fields.has("number") else DEFAULT_PLAYOUTS
    seed = fields.integer("seed") if fields.has("seed") else 0
    if not 1 <= number <= MOST_PLAYOUTS:
        raise bad_question("number", f"an integer from 1 to {MOST_PLAYOUTS}")
    if not 0 <= seed < 2**64:
        raise bad_question("seed", "an integer from 0 to 2^64 - 1")
    return playouts_answer(playouts(position, number, seed=seed))


def playouts_answer(sums: Playouts) -> Answer:
    return {
        "number": sums.number,
        "mean": dict(sums.mean),
        "deviation": dict(sums.deviation),
        "sweeps": dict(sums.sweeps),
    }


# Positions


def read_position(question: Question) -> tuple[Position, Side]:
    """The position that a question describes, and the side it asks about."""
    rules, fields = read_rules(question), Fields(question)
    trump = fields.trump()
    hands_given = fields.object("hands")
    rules = _at_table(rules, question, hands_given.keys())
    table = rules.table
    if set(hands_given.keys()) != set(table.seats):
        raise bad_question("hands", "a list of cards for each of " + " ".join(table.seats))
    texts = {seat: hands_given.texts(seat) for seat in table.seats}
    leader = Seat(fields.one_of("leader", table.seats))
    laid = fields.pairs("trick", table.seats) if fields.has("trick") else []
    tricks = _tricks(fields, table.sides)
    side = Side(fields.one_of("side", table.sides))
    piles = _piles(fields, table.seats)
    for seat, row in piles.items():
        texts[seat] = texts[seat] + [top for top, _ in row if top not in texts[seat]]
    unders = [under for row in piles.values() for _, under in row]
    read_cards(*(text for hand in texts.values() for text in hand), *(text for _, text in laid), *unders)
    position = Position(
        _spec(rules, trump),
        {seat: Cards(map(Card, hand)) for seat, hand in texts.items()},
        leader,
        tuple((Seat(seat), Card(text)) for seat, text in laid),
        tricks,
        {seat: tuple((Card(top), Card(under)) for top, under in row) for seat, row in piles.items()},
    )
    return position, side


def _at_table(rules: Ruleset, question: Question, seats: list[str]) -> Ruleset:
    """Where any number may play, as many as have hands."""
    if rules.seating.places != "ring" or len(seats) == rules.seating.players:
        return rules
    options = question.get("options") or {}
    allowed = loading.document(question["rules"]).options["players"]
    if "players" in options or not allowed.accepts(len(seats)):
        raise bad_question("hands", f"those of {rules.seating.players} players")
    return msgspec.structs.replace(rules, seating=msgspec.structs.replace(rules.seating, players=len(seats)))


@lru_cache(maxsize=64)
def _compiled(rules: _ByIdentity, trump: Trump) -> PlaySpec:
    return PlaySpec(rules.rules, trump)


class _ByIdentity:
    """A ruleset as the key of a cache: the same object, or the same rules written down."""

    __slots__ = ("key", "rules")

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.key = (
            rules.id,
            rules.version,
            rules.seating.players,
            json.dumps(dict(rules.chosen), sort_keys=True),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and self.key == other.key and self.rules == other.rules


def _spec(rules: Ruleset, trump: Trump) -> PlaySpec:
    return _compiled(_ByIdentity(rules), trump)


def _tricks(fields: Fields, sides: tuple[Side, ...]) -> dict[Side, int]:
    if not fields.has("tricks"):
        return {}
    given = fields.object("tricks")
    names = given.keys()
    if not set(names) <= set(sides):
        raise bad_question("tricks", "numbers for " + " ".join(sides))
    return {Side(name): given.integer(name) for name in names}


def _piles(fields: Fields, seats: tuple[Seat, ...]) -> dict[Seat, list[tuple[str, str]]]:
    """`{seat: [[top, card under it], …]}`: the piles that still hide a card."""
    if not fields.has("piles"):
        return {}
    given = fields.object("piles")
    names, rows = given.keys(), dict[Seat, list[tuple[str, str]]]()
    for name in names:
        if name not in seats:
            raise bad_question("piles", "piles of " + " ".join(seats))
        pairs = given.array(name)
        if not all(isinstance(p, list) and len(p) == 2 and all(isinstance(c, str) for c in p) for p in pairs):
            raise bad_question(f"piles.{name}", "a list of [top, card under it]")
        rows[Seat(name)] = [(top, under) for top, under in pairs]
    return rows


# A deal as text


class BadDeal(RebeloteError):
    """A line of a deal's text that can't be read."""

    def __init__(self, line: int, expected: str) -> None:
        super().__init__(f"line {line}: {expected}")


_WORDS = ("rules", "trump", "leader", "side", "options", "trick", "tricks", "value", "cards", "line")


def read_deal(text: str) -> dict[str, Any]:
    """A deal's text as a question. `value` and `cards`, where given, come along as numbers."""
    question: dict[str, Any] = {"hands": {}}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if line:
            _read_deal_line(question, number, line)
    return question


def _read_deal_line(question: dict[str, Any], number: int, line: str) -> None:
    name, colon, value = (part.strip() for part in line.partition(":"))
    if not colon:
        raise BadDeal(number, "expected «name: value»")
    if name in question or name in question["hands"]:
        raise BadDeal(number, f"{name} was given before")
    match name:
        case "rules" | "trump" | "leader" | "side":
            question[name] = value
        case "options":
            question[name] = _options(value)
        case "trick":
            question[name] = [_two(number, part, "a seat and a card") for part in _parts(value)]
        case "tricks" | "cards":
            pairs = [_two(number, part, "a name and a number") for part in _parts(value)]
            question[name] = {key: _number(number, count) for key, count in pairs}
        case "value":
            question[name] = _number(number, value)
        case _ if name.startswith("piles "):
            piles = [part.split("/") for part in value.split()]
            question.setdefault("piles", {})[name.split()[1]] = piles
        case _ if len(name) == 1:
            question["hands"][name] = value.split()
        case _:
            raise BadDeal(number, f"{name!r} is none of {', '.join(_WORDS)}, a seat, or the piles of one")


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _two(number: int, part: str, expected: str) -> list[str]:
    words = part.split()
    if len(words) != 2:
        raise BadDeal(number, f"{part!r}: expected {expected}")
    return words


def _number(number: int, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise BadDeal(number, f"{text!r}: expected a number")
    return int(text)


def _options(value: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in value.split():
        name, _, chosen = word.partition("=")
        known = {"true": True, "false": False}
        found[name] = known[chosen] if chosen in known else int(chosen) if chosen.isdecimal() else chosen
    return found


# A recorded match


def recorded_position(match: Match, deal: int, after: int) -> Position:
    """The position of a match's deal of that number (from 1) after that many cards."""
    events = iter(match.log)
    started = next(events)
    assert isinstance(started, MatchStarted)
    state = State.start(started)
    laid = 0
    for event in events:
        if state.deal_number == deal and isinstance(state.phase, Playing) and laid == after:
            return Position.of(state.phase)
        here = state.deal_number == deal
        state = state.evolve(event)
        laid += here and isinstance(event, CardPlayed)
    if isinstance(state.phase, Playing) and state.deal_number == deal and laid == after:
        return Position.of(state.phase)
    raise RebeloteError(f"the match has no position in deal {deal} after {after} cards of its play")
