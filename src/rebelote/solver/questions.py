"""Questions to the solver as JSON: a position in, its value or the averages of random play out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rebelote.cards import Card, Cards, Trump
from rebelote.referee.questions import Fields, QuestionError, bad_question, read_cards, read_rules
from rebelote.referee.replies import Answer
from rebelote.ruleset import Ruleset, loading
from rebelote.solver.exact import Solver
from rebelote.solver.play_spec import PlaySpec
from rebelote.solver.playouts import Playouts, playouts
from rebelote.solver.position import Position
from rebelote.solver.solution import Solution
from rebelote.table import Seat, Side

Question = Mapping[str, Any]
Compiler = Callable[[Ruleset, Trump], PlaySpec]
"""Where a PlaySpec comes from: who asks many questions keeps a bounded cache of them."""

DEFAULT_PLAYOUTS = 10_000
MOST_PLAYOUTS = 100_000_000


def solve_question(solver: Solver, question: Question, compiled: Compiler = PlaySpec) -> Answer:
    """The value for the side asked about, and after each legal card; with `"line": true` a line too."""
    position, side = read_position(question, compiled)
    return solution_answer(solver.solve(position, side, line=question.get("line") is True))


def solution_answer(solution: Solution) -> Answer:
    """A solution as the JSON answer of `rebelote solve --json`."""
    answer: Answer = {
        "value": solution.value,
        "cards": {card.text: value for card, value in solution.cards.items()},
    }
    if solution.line:
        answer["line"] = [[seat, card.text] for seat, card in solution.line]
    return answer


def playout_question(question: Question, compiled: Compiler = PlaySpec) -> Answer:
    """What each side takes on average when everybody plays at random; `number` and `seed` may be given."""
    fields = Fields(question)
    position, _ = read_position(question, compiled)
    number = fields.integer("number") if fields.has("number") else DEFAULT_PLAYOUTS
    seed = fields.integer("seed") if fields.has("seed") else 0
    if not 1 <= number <= MOST_PLAYOUTS:
        raise bad_question("number", f"an integer from 1 to {MOST_PLAYOUTS}")
    if not 0 <= seed < 2**64:
        raise bad_question("seed", "an integer from 0 to 2^64 - 1")
    return playouts_answer(playouts(position, number, seed=seed))


def playouts_answer(sums: Playouts) -> Answer:
    """Playouts as the JSON answer of `rebelote playout --json`."""
    return {
        "number": sums.number,
        "mean": dict(sums.mean),
        "deviation": dict(sums.deviation),
        "sweeps": dict(sums.sweeps),
    }


# Positions


def read_position(question: Question, compiled: Compiler = PlaySpec) -> tuple[Position, Side]:
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
        compiled(rules, trump),
        {seat: Cards(map(Card, hand)) for seat, hand in texts.items()},
        leader,
        tuple((Seat(seat), Card(text)) for seat, text in laid),
        tricks,
        {seat: tuple((Card(top), Card(under)) for top, under in row) for seat, row in piles.items()},
    )
    return position, side


def position_to_move(question: Question, compiled: Compiler = PlaySpec) -> Position:
    """The position of a question that need not name a side."""
    if "side" in question:
        return read_position(question, compiled)[0]
    for side in ("NS", "N", "1"):
        try:
            return read_position({**question, "side": side}, compiled)[0]
        except QuestionError as error:
            if not str(error).startswith("side:"):
                raise
    raise QuestionError("bad_question", "side: missing")


def _at_table(rules: Ruleset, question: Question, seats: list[str]) -> Ruleset:
    """Where any number may play, as many as have hands."""
    if rules.seating.places != "ring" or len(seats) == rules.seating.players:
        return rules
    options = question.get("options") or {}
    allowed = loading.document(question["rules"]).options["players"]
    if "players" in options or not allowed.accepts(len(seats)):
        raise bad_question("hands", f"those of {rules.seating.players} players")
    return msgspec.structs.replace(rules, seating=msgspec.structs.replace(rules.seating, players=len(seats)))


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
