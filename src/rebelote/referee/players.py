"""Who plays, as far as a question says it: a staircase's rules leave it open."""

from __future__ import annotations

import msgspec

from rebelote.referee.questions import Fields, QuestionError
from rebelote.ruleset import Ruleset, SoloScoring, Staircase
from rebelote.table import Seat, Table


def card_seats(rules: Ruleset) -> tuple[str, ...]:
    """A staircase's question does not say how many play: any seat of its largest table."""
    match rules.dealing.layout:
        case Staircase(top=top):
            return tuple(str(n + 1) for n in range(max(top)))
        case _:
            return rules.table.seats


def table_for(rules: Ruleset, seats: list[Seat], *, complete: bool) -> Table:
    """The table at which these seats play one after another; for a staircase, whichever fits."""
    for table in _possible_tables(rules):
        if _play_in_turn(table, seats) and (not complete or len(seats) == table.size):
            return table
    raise QuestionError("inconsistent", "trick: the seats must follow in turn, each once, none too many")


def _play_in_turn(table: Table, seats: list[Seat]) -> bool:
    return bool(seats) and seats[0] in table.seats and table.from_(seats[0])[: len(seats)] == tuple(seats)


def _possible_tables(rules: Ruleset) -> list[Table]:
    match rules.dealing.layout:
        case Staircase(top=top):
            return [with_players(rules, players).table for players in sorted(top)]
        case _ if isinstance(rules.scoring, SoloScoring):
            # Among players who are each alone it changes nothing which way they turn.
            return [rules.table, _turned_round(rules).table]
        case _:
            return [rules.table]


def _turned_round(rules: Ruleset) -> Ruleset:
    ways = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}
    direction = ways[rules.seating.direction]
    return msgspec.structs.replace(rules, seating=msgspec.structs.replace(rules.seating, direction=direction))


def with_players(rules: Ruleset, players: int) -> Ruleset:
    """The same rules at a table of so many."""
    seating = msgspec.structs.replace(rules.seating, players=players)
    return msgspec.structs.replace(rules, seating=seating)


def is_staircase(rules: Ruleset) -> bool:
    """Hands grow and shrink from deal to deal, and from 3 to 6 may play."""
    return isinstance(rules.dealing.layout, Staircase)


def largest_hand(rules: Ruleset) -> int:
    """The top of a staircase for these players."""
    layout = rules.dealing.layout
    assert isinstance(layout, Staircase)
    return layout.top[rules.seating.players]


def seated(rules: Ruleset, fields: Fields) -> Ruleset:
    """The rules for the number of players that the question names, if it may name one."""
    layout = rules.dealing.layout
    if not isinstance(layout, Staircase) or not fields.has("players"):
        return rules
    return with_players(rules, fields.one_of("players", tuple(layout.top)))
