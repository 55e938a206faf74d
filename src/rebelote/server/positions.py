"""Positions that a request describes, stepped through and told by the engine. No table is asked."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rebelote.cards import Card, Cards, Trump
from rebelote.events import CardPlayed, TrickWon
from rebelote.language.sentences import card_name, describe
from rebelote.language.text import Clause, Lang, said
from rebelote.ruleset import Ruleset
from rebelote.server.messages.match_view import LastTrick
from rebelote.server.messages.positions import BoardCard, BoardSeat, GivenPosition, MoveTold, PositionView
from rebelote.server.rulebook import PLAYERS, Chosen
from rebelote.server.view_messages import played_cards
from rebelote.solver import BadPosition, PlaySpec, Position
from rebelote.solver.line import Line, WonTrick
from rebelote.table import Seat, Side

MOST_COMPILED: Final = 64


def line_of(given: GivenPosition, chosen: Chosen) -> Line:
    """The position with its moves. What can't be is refused, by its field."""
    rules = seated(chosen, len(given.hands)).as_played(closed=given.closed)
    return Line(_position(given, rules), map(Card, given.moves))


def _position(given: GivenPosition, rules: Ruleset) -> Position:
    for seat, cards in given.hands.items():
        _check_seat(rules, f"hands.{seat}", seat)
        _check_once(f"hands.{seat}", cards)
    for seat in given.piles:
        _check_seat(rules, f"piles.{seat}", seat)
    for place, (seat, _) in enumerate(given.trick):
        _check_seat(rules, f"trick.{place}", seat)
    return Position(
        _compiled(rules, Trump(given.trump)),
        {Seat(seat): Cards(map(Card, cards)) for seat, cards in given.hands.items()},
        Seat(given.leader),
        tuple((Seat(seat), Card(card)) for seat, card in given.trick),
        {Side(side): number for side, number in given.tricks.items()},
        {
            Seat(seat): tuple((Card(top), Card(under)) for top, under in row)
            for seat, row in given.piles.items()
        },
    )


def _check_seat(rules: Ruleset, field: str, seat: str) -> None:
    seats = rules.table.seats
    if seat not in seats:
        raise BadPosition(said("position_leader", seat=seat, seats=" ".join(seats)), field=field)


def _check_once(field: str, cards: list[str]) -> None:
    twice = next((card for n, card in enumerate(cards) if card in cards[:n]), None)
    if twice is not None:
        raise BadPosition(said("position_repeated", card=twice), "duplicate_card", field=field)


def seated(chosen: Chosen, players: int) -> Ruleset:
    """Where any number may play, as many as have hands."""
    rules, allowed = chosen.rules, chosen.document.options.get(PLAYERS)
    if allowed is None or players == rules.seating.players or not allowed.accepts(players):
        return rules
    return chosen.document.resolve({**chosen.options, PLAYERS: players})


@lru_cache(maxsize=MOST_COMPILED)
def _compiled(rules: Ruleset, trump: Trump) -> PlaySpec:
    return PlaySpec(rules, trump)


# Told


def position_view(line: Line, lang: Lang) -> PositionView:
    """Where the line has come to."""
    spec, rules, table = line.spec, line.spec.rules, line.spec.table
    words = rules.catalogue(lang)
    turn, trick = line.turn, line.trick
    last = line.won[-1] if line.won else None
    return PositionView(
        rules=words.ruleset(rules.id).name,
        trump=spec.trump.value,
        trump_name=words.suits[spec.trump.value],
        direction=rules.seating.direction,
        unit=spec.counting,
        solvable=rules.roem is None,
        seats=[_seat(line, seat, lang) for seat in table.order],
        sides={side: words.sides[side] for side in table.sides},
        leader=trick[0][0] if trick else turn or table.order[0],
        turn=turn,
        trick=played_cards(trick, lang),
        trick_winning=spec.order.winner(trick)[0] if trick else None,
        last_trick=_last_trick(last, lang),
        trick_number=sum(line.tricks().values()) + (turn is not None),
        tricks=line.tricks(),
        taken=line.taken(),
        told=_told(line, lang),
    )


def _seat(line: Line, seat: Seat, lang: Lang) -> BoardSeat:
    rules, words = line.spec.rules, line.spec.rules.catalogue(lang)
    own = seat == line.turn
    refused = line.refusals() if own else {}
    covered = dict(line.piles(seat))
    return BoardSeat(
        seat=seat,
        side=rules.table.side(seat),
        name=words.seats[seat],
        cards=[
            BoardCard(
                card.text,
                card_name(card, lang),
                own and card not in refused,
                _reason(refused.get(card), rules, lang),
                covered[card].text if card in covered else None,
            )
            for card in line.hand(seat).sorted(line.spec.trump)
        ],
    )


def _reason(clause: str | None, rules: Ruleset, lang: Lang) -> Clause | None:
    return None if clause is None else rules.catalogue(lang).clause(clause)


def _last_trick(won: WonTrick | None, lang: Lang) -> LastTrick | None:
    return None if won is None else LastTrick(won.winner, played_cards(won.cards, lang), won.points)


def _told(line: Line, lang: Lang) -> list[MoveTold]:
    rules = line.spec.rules
    ends = {won.after: won for won in line.won}
    return [
        MoveTold(
            seat,
            card.text,
            card_name(card, lang),
            describe(CardPlayed(seat, card), rules, lang) or "",
            _trick_told(ends.get(place), rules, lang),
        )
        for place, (seat, card) in enumerate(line.played, 1)
    ]


def _trick_told(won: WonTrick | None, rules: Ruleset, lang: Lang) -> str | None:
    return None if won is None else describe(TrickWon(won.winner, won.points), rules, lang)
