"""What hands declare, and whose declarations count."""

from __future__ import annotations

from rebelote.cards import Cards
from rebelote.phases import declaring
from rebelote.referee.questions import Fields, QuestionError, bad_question, read_cards
from rebelote.referee.replies import Answer
from rebelote.ruleset import Declarations, Piles, Ruleset
from rebelote.table import Seat


def declarations(rules: Ruleset, fields: Fields) -> Answer:
    """What each hand may declare, and whose declarations count."""
    part = rules.declarations
    if part is None or part.counted == "in_tricks":
        raise QuestionError("bad_question", "ask: this game has no declarations")
    trump, first = fields.trump(), _first_to_speak(rules, part, fields)
    hands = _read_hands(rules, fields.object("hands"))
    found = {seat: declaring.find(part, trump, hand) for seat, hand in hands.items()}
    void = any(declaring.has_void_carre(part, hand) for hand in hands.values())
    winners = declaring.Winners(None, None)
    if not void:
        winners = declaring.settle(part, trump, rules.table, found, first)
    return {
        "found": {seat: [_declaration(each) for each in sets] for seat, sets in found.items()},
        "winner": winners.sole,
        "points": declaring.counted_points(rules.table, winners, found),
        "void_deal": void,
        **_apart(part, winners),
    }


def _first_to_speak(rules: Ruleset, part: Declarations, fields: Fields) -> Seat:
    """The seat after the dealer: S, or the last of a ring, unless a tie asks for the one that is named."""
    seats = rules.table.seats
    usual = "S" if "S" in seats else seats[-1]
    asked = part.tie == "first" and fields.has("dealer")
    return rules.table.next(Seat(fields.one_of("dealer", seats) if asked else usual))


def _apart(part: Declarations, winners: declaring.Winners) -> Answer:
    """Whose runs and whose carrés count, where they are compared apart."""
    return {} if part.contests == "one" else {"runs": winners.runs, "carres": winners.carres}


def _read_hands(rules: Ruleset, fields: Fields) -> dict[Seat, Cards]:
    seats = rules.table.seats
    if set(fields.keys()) != set(seats):
        raise bad_question("hands", "a hand for each of " + " ".join(seats))
    texts = {seat: fields.texts(seat) for seat in seats}
    size = _cards_declared_from(rules)
    for seat, hand in texts.items():
        if len(hand) != size:
            raise bad_question(fields.path(seat), f"{size} cards")
    cards = read_cards(*(text for hand in texts.values() for text in hand))
    return {seat: Cards(cards[n * size : (n + 1) * size]) for n, seat in enumerate(seats)}


def _cards_declared_from(rules: Ruleset) -> int:
    """A whole hand; of piles alone, the cards that lie open at first (DE-3)."""
    match rules.dealing.layout:
        case Piles(piles=piles, hand=False):
            return piles
        case _:
            return rules.tricks


def _declaration(declaration: declaring.Declaration) -> Answer:
    return {
        "kind": declaration.kind,
        "cards": [card.text for card in declaration.cards],
        "points": declaration.points,
    }
