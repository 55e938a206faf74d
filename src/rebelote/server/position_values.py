"""Exact values of positions that come with a request: bounded in positions searched, so in time."""

from __future__ import annotations

from typing import Any, Final

from rebelote.language.text import Lang, said
from rebelote.ruleset import Piles, Staircase
from rebelote.server.messages.positions import (
    FrameSeat,
    PositionFrame,
    PositionValues,
    SolveRequest,
)
from rebelote.server.position_reading import given_of, ref_of
from rebelote.server.positions import line_of, seated
from rebelote.server.rulebook import Chosen
from rebelote.server.thread_owned import ThreadOwned
from rebelote.solver import BadPosition, Position, Solver
from rebelote.solver.deal_text import write_deal
from rebelote.table import Side

MOST_NODES: Final = 20_000_000
"""Positions that a search may look at: a second and a half of one core. Only whole deals of two-handed games
with piles come near it."""


def values(asked: SolveRequest, chosen: Chosen, solvers: ThreadOwned[Solver]) -> PositionValues:
    """What the side still takes after the moves, and after each card that may be played."""
    position = line_of(asked, chosen).position
    if position is None:
        raise BadPosition(said("position_no_cards"), field="moves")
    sides = position.spec.table.sides
    if asked.side is not None and asked.side not in sides:
        raise BadPosition(said("one_of", values=" ".join(sides)), field="side")
    side = None if asked.side is None else Side(asked.side)
    solution = solvers.own().solve(position, side, most_nodes=MOST_NODES)
    return PositionValues(
        side=solution.side,
        value=solution.value,
        cards={card.text: value for card, value in solution.cards.items()},
        line=[card.text for _, card in solution.line],
        text=_text(position, solution.side),
    )


def _text(position: Position, side: Side) -> str | None:
    rules = ref_of(position.spec.rules)
    given = given_of(position, rules)
    if rules.id is None or given.closed:
        return None
    question: dict[str, Any] = {
        "rules": rules.id,
        "options": rules.options,
        "trump": given.trump,
        "hands": given.hands,
        "piles": given.piles,
        "leader": given.leader,
        "side": side,
        "trick": given.trick,
        "tricks": given.tricks,
    }
    return write_deal(question)


def frame(chosen: Chosen, players: int | None, lang: Lang) -> PositionFrame:
    """What a position of these rules is made of."""
    rules = seated(chosen, players or chosen.rules.seating.players)
    words, table, layout = rules.catalogue(lang), rules.table, rules.dealing.layout
    climbing = isinstance(layout, Staircase)
    tricks = layout.top[table.size] if isinstance(layout, Staircase) else rules.tricks
    piles = layout.piles if isinstance(layout, Piles) else 0
    return PositionFrame(
        rules=words.ruleset(rules.id).name,
        seats=[FrameSeat(seat, table.side(seat), words.seats[seat]) for seat in table.order],
        sides={side: words.sides[side] for side in table.sides},
        direction=rules.seating.direction,
        pack=[card.text for card in rules.cards],
        tricks=tricks,
        any_length=climbing,
        hand=tricks - 2 * piles,
        piles=piles,
        trumps=[trump.value for trump in rules.callable_trumps],
        solvable=rules.roem is None,
    )
