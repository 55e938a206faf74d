"""What a hand must play and by which clause, who takes the trick, and what the cards are worth.

In the tables S is to play. With one card on the table it is an opponent's; with two, the partner's and an
opponent's; with three, an opponent's, the partner's and an opponent's. So it is whichever way the game turns.
Hearts are trump unless a row says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from rebelote.actions import Play
from rebelote.card_order import Trick, order_at
from rebelote.cards import NO_CARDS, SUIT_CARDS, Card, Cards, Suit, Trump
from rebelote.phases.obligations import legal_cards, refusals
from rebelote.phases.playing import first_leader
from rebelote.results import Contract
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.table_setup import E, Game, N, S, W, cards, dealt, seats_of, turn_from


@dataclass(frozen=True)
class Row:
    """A hand to play. `refused`: a clause (or two, with a bar between) and the cards that it forbids."""

    why: str
    rules: str
    table: str
    hand: str
    refused: dict[str, str] = field(default_factory=dict)
    trump: str = "H"
    options: dict[str, Any] = field(default_factory=dict)
    barred: str = ""


def rows(*table: Row) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", table, ids=[f"{row.rules}: {row.why}" for row in table])


def last_seat(rules: Ruleset) -> Seat:
    return rules.table.seats[-1] if rules.seating.places == "ring" else S


def on_the_table(rules: Ruleset, names: str) -> Trick:
    """These cards, played by the seats before the last one."""
    seat = last_seat(rules)
    before = turn_from(rules, seat)[:-1]
    played = cards(names)
    return tuple(zip(before[len(before) - len(played) :], played, strict=True))


def check(row: Row) -> None:
    rules = load(row.rules, row.options)
    order = order_at(rules.card_values, Trump(row.trump))
    hand, trick, seat = Cards.parse(row.hand), on_the_table(rules, row.table), last_seat(rules)
    barred = SUIT_CARDS[Suit(row.barred)] if row.barred else NO_CARDS
    found = refusals(rules.play, order, rules.table, seat, hand, trick, barred)
    wanted = {card: names.split("|") for names, texts in row.refused.items() for card in cards(texts)}
    lawful = legal_cards(rules.play, order, rules.table, seat, hand, trick, barred)
    assert lawful == hand - Cards(wanted), "legal cards"
    assert set(found) == set(wanted), "refused cards"
    named = {card.text: name for card, name in found.items()}
    assert all(found[card] in names for card, names in wanted.items()), f"clauses: {named}"


# Each table is (opponent) (partner) (opponent).
OPPONENT_MASTER = "AS 7S 8S"
PARTNER_MASTER = "7S AS 8S"
OPPONENT_RUFFED = "AS 7S 9H"
PARTNER_RUFFED = "7S 9H 8S"


# ffb-belote


@clause("A-5.1")
@rows(Row("leads anything", "ffb-belote", "", "7S JH AD 9C"))
def test_a_lead(row: Row) -> None:
    check(row)


@clause("A-5.2.1")
@rows(
    Row("follow", "ffb-belote", "9S", "7S AS JH KD", {"A-5.2.1": "JH KD"}),
    Row(
        "follow, though the partner is master", "ffb-belote", PARTNER_MASTER, "9S JH KD", {"A-5.2.1": "JH KD"}
    ),
    Row("follow a ruffed trick", "ffb-belote", OPPONENT_RUFFED, "9S JH", {"A-5.2.1": "JH"}),
    Row("follow trumps", "ffb-belote", "JH", "7H 9H AS", {"A-5.2.1": "AS"}),
)
def test_a_follow(row: Row) -> None:
    check(row)


@clause("A-5.2.2.1")
@rows(
    Row("void, partner master", "ffb-belote", PARTNER_MASTER, "7H JH KD 9C"),
    Row("void, partner led and is master", "ffb-belote", "AS 8S", "7H JH KD"),
)
def test_a_partner_master(row: Row) -> None:
    check(row)


@clause("A-5.2.2.2")
@rows(
    Row("must trump, any trump", "ffb-belote", OPPONENT_MASTER, "7H JH KD", {"A-5.2.2.2": "KD"}),
    Row("partner yet to play", "ffb-belote", "AS", "7H JH KD", {"A-5.2.2.2": "KD"}),
    Row("partner no longer master", "ffb-belote", "KS AS", "7H JH KD", {"A-5.2.2.2": "KD"}),
    Row("no trump: any card", "ffb-belote", OPPONENT_MASTER, "KD 9C"),
    Row("no trump on a trump lead: any card", "ffb-belote", "JH", "KD 9C AS"),
)
def test_a_must_trump(row: Row) -> None:
    check(row)


@clause("A-5.2.2.3")
@rows(
    Row("pisser", "ffb-belote", OPPONENT_RUFFED, "8H QH KD", {"A-5.2.2.3": "KD"}),
    Row("partner overruffed", "ffb-belote", "AS 8H 9H", "7H KD", {"A-5.2.2.3": "KD"}),
)
def test_a_undertrump(row: Row) -> None:
    check(row)


@clause("A-5.2.3")
@rows(
    Row("trumps led", "ffb-belote", "9H", "JH AH 7H KD", {"A-5.2.1": "KD", "A-5.2.3": "AH 7H"}),
    Row("even the partner's", "ffb-belote", "9H 7H", "JH AH", {"A-5.2.3": "AH"}),
    Row("every trump on the table", "ffb-belote", "7H QH TH", "KH AH 9H 8H", {"A-5.2.3": "KH 8H"}),
    Row("can't: any trump", "ffb-belote", "JH", "9H 7H KD", {"A-5.2.1": "KD"}),
    Row("can't beat the partner", "ffb-belote", "JH 7H", "9H 8H"),
)
def test_a_overtrump(row: Row) -> None:
    check(row)


# A discard is refused by the first clause that applies: follow, trump, overtrump (docs/rules.md 5).
@clause("A-5.2.3", "A-5.2.2.2")
@rows(
    Row("overruff", "ffb-belote", OPPONENT_RUFFED, "JH AH KD", {"A-5.2.2.2": "KD", "A-5.2.3": "AH"}),
    Row("partner overruffed", "ffb-belote", "AS 8H 9H", "JH 7H KD", {"A-5.2.2.2": "KD", "A-5.2.3": "7H"}),
)
def test_a_overruff(row: Row) -> None:
    check(row)


@clause("A-5.2.4", "A-5.2.2.1")
@rows(
    Row("nothing but trumps", "ffb-belote", PARTNER_RUFFED, "JH AH 7H"),
    Row("discard or overtrump", "ffb-belote", PARTNER_RUFFED, "JH AH KD", {"A-5.2.4": "AH"}),
    Row("no lower trump even if you can't", "ffb-belote", PARTNER_RUFFED, "AH 7H KD", {"A-5.2.4": "AH 7H"}),
    Row("no trump", "ffb-belote", PARTNER_RUFFED, "AD KD"),
)
def test_a_partner_ruffed(row: Row) -> None:
    check(row)


@clause("A-11.2")
@rows(
    Row("follow", "ffb-belote", "9S", "7S JH", {"A-5.2.1": "JH"}, "SA"),
    Row("void: any card", "ffb-belote", "9S", "JH 7D AC", {}, "SA"),
    Row("nothing need be beaten", "ffb-belote", "9S", "7S AS", {}, "SA"),
)
def test_a_sans_atout(row: Row) -> None:
    check(row)


@clause("A-11.3", "A-11.3-overtrump")
@rows(
    Row("beat it", "ffb-belote", "KS", "JS 7S QD", {"A-5.2.1": "QD", "A-11.3-overtrump": "7S"}, "TA"),
    Row("your partner's too", "ffb-belote", "KS 7S", "AS 8S", {"A-11.3-overtrump": "8S"}, "TA"),
    Row("can't: any of the suit", "ffb-belote", "JS", "9S 7S", {}, "TA"),
    Row("no ruffing", "ffb-belote", "7S", "JD 9C", {}, "TA"),
    Row("a discard need not be beaten", "ffb-belote", "KS JD", "TS 7S", {"A-11.3-overtrump": "7S"}, "TA"),
)
def test_a_tout_atout(row: Row) -> None:
    check(row)


# belote-annonces


@clause("B-5", "B-5-follow", "B-5-trump")
@rows(
    Row("leads anything", "belote-annonces", "", "7S JH AD"),
    Row("follow", "belote-annonces", "9S", "7S AS JH KD", {"B-5-follow": "JH KD"}),
    Row("ruff", "belote-annonces", OPPONENT_MASTER, "7H JH KD", {"B-5-trump": "KD"}),
    Row("neither suit nor trump", "belote-annonces", OPPONENT_MASTER, "KD 9C"),
    Row(
        "can't overruff: a trump all the same",
        "belote-annonces",
        OPPONENT_RUFFED,
        "8H KD",
        {"B-5-trump": "KD"},
    ),
)
def test_b_follow_and_ruff(row: Row) -> None:
    check(row)


@clause("B-5-overtrump")
@rows(
    Row("trumps led", "belote-annonces", "9H", "JH AH", {"B-5-overtrump": "AH"}),
    Row("trumps led by the partner", "belote-annonces", "9H 7H", "JH AH", {"B-5-overtrump": "AH"}),
    Row("can't", "belote-annonces", "JH", "9H 7H KD", {"B-5-follow": "KD"}),
    Row(
        "overruff", "belote-annonces", OPPONENT_RUFFED, "JH AH KD", {"B-5-trump": "KD", "B-5-overtrump": "AH"}
    ),
)
def test_b_overtrump(row: Row) -> None:
    check(row)


@clause("B-5-partner")
@rows(
    Row("partner holds, no trump played", "belote-annonces", PARTNER_MASTER, "7H JH KD"),
    Row(
        "partner ruffed: overruff him",
        "belote-annonces",
        PARTNER_RUFFED,
        "JH 8H KD",
        {"B-5-trump|B-5-partner": "KD", "B-5-overtrump": "8H"},
    ),
    Row(
        "partner ruffed, can't: a trump",
        "belote-annonces",
        PARTNER_RUFFED,
        "8H KD",
        {"B-5-trump|B-5-partner": "KD"},
    ),
)
def test_b_partner(row: Row) -> None:
    check(row)


# ffb-contree


@clause("C-6", "C-6.1", "C-6.2")
@rows(
    Row("leads anything", "ffb-contree", "", "7S JH AD"),
    Row("follow", "ffb-contree", "9S", "7S AS JH KD", {"C-6.1": "JH KD"}),
    Row("void, partner master", "ffb-contree", PARTNER_MASTER, "7H JH KD"),
    Row("void, partner not master", "ffb-contree", OPPONENT_MASTER, "7H JH KD", {"C-6.2": "KD"}),
    Row("partner yet to play", "ffb-contree", "AS", "7H KD", {"C-6.2": "KD"}),
    Row("neither suit nor trump", "ffb-contree", OPPONENT_MASTER, "KD 9C"),
)
def test_c_follow_and_ruff(row: Row) -> None:
    check(row)


@clause("C-6.3", "C-6.4", "C-6.5")
@rows(
    Row("trumps led", "ffb-contree", "9H", "JH AH KD", {"C-6.1": "KD", "C-6.3": "AH"}),
    Row("trumps led by the partner", "ffb-contree", "9H 7H", "JH AH", {"C-6.3": "AH"}),
    Row("trumps led, can't: any trump", "ffb-contree", "JH", "9H 7H KD", {"C-6.1": "KD"}),
    Row("an opponent ruffed", "ffb-contree", OPPONENT_RUFFED, "JH AH KD", {"C-6.2": "KD", "C-6.4": "AH"}),
    Row("only trumps", "ffb-contree", OPPONENT_RUFFED, "JH AH", {"C-6.4": "AH"}),
    Row("can't overtrump: any card", "ffb-contree", OPPONENT_RUFFED, "AH 7H KD 9C"),
)
def test_c_overtrump(row: Row) -> None:
    check(row)


@clause("C-6.6", "C-6.2")
@rows(
    Row("nothing but trumps", "ffb-contree", PARTNER_RUFFED, "JH AH 7H"),
    Row("discard or overtrump", "ffb-contree", PARTNER_RUFFED, "JH AH KD", {"C-6.6": "AH"}),
    Row("no lower trump even if you can't", "ffb-contree", PARTNER_RUFFED, "AH 7H KD", {"C-6.6": "AH 7H"}),
)
def test_c_partner_ruffed(row: Row) -> None:
    check(row)


@clause("C-9", "C-9-sa", "C-9-ta", "C-9-overtrump")
@rows(
    Row("SA follow", "ffb-contree", "9S", "7S JH", {"C-6.1": "JH"}, "SA"),
    Row("SA no ruffing", "ffb-contree", "9S", "JH 7D", {}, "SA"),
    Row("TA follow", "ffb-contree", "JS", "7S JH", {"C-6.1": "JH"}, "TA"),
    Row("TA no ruffing", "ffb-contree", "JS", "JH 7D", {}, "TA"),
    Row("TA can't beat", "ffb-contree", "JS", "9S 7S", {}, "TA"),
    Row("TA beat it", "ffb-contree", "KS", "JS 7S", {"C-9-overtrump": "7S"}, "TA"),
    Row("TA beat your partner", "ffb-contree", "KS 7S", "AS 8S", {"C-9-overtrump": "8S"}, "TA"),
)
def test_c_sans_and_tout_atout(row: Row) -> None:
    check(row)


@clause("C-8B")
@rows(
    Row("may not lead it", "ffb-contree", "", "7S 8S KD", {"C-8B": "7S 8S"}, barred="S"),
    Row("read as void", "ffb-contree", "AS", "7S 7H KD", {"C-8B": "7S", "C-6.2": "KD"}, barred="S"),
    Row("trumps barred: any side card", "ffb-contree", "AS", "7H JH KD 9C", {"C-8B": "7H JH"}, barred="H"),
    Row("nothing else in hand", "ffb-contree", "AS", "7S 8S", {}, barred="S"),
    Row("nothing else in hand, leading", "ffb-contree", "", "7S 8S", {}, barred="S"),
    Row("another suit is barred", "ffb-contree", "AS", "7S KD", {"C-8B": "KD"}, barred="D"),
)
def test_c_barred(row: Row) -> None:
    check(row)


# premiere, premiere-grands, escalier, comptoir: no exception for a partner


def plain_rows(rules: str, name: str) -> list[Row]:
    """The obligations that D1, D2, D5 and D6 share, seen by the hand that plays after one card."""
    follow, trump, over = (f"{name}-{word}" for word in ("follow", "trump", "overtrump"))
    return [
        Row("leads anything", rules, "", "7S JH AD"),
        Row("follow", rules, "9S", "7S AS JH KD", {follow: "JH KD"}),
        Row("else trump", rules, "AS", "7H JH KD", {trump: "KD"}),
        Row("else any card", rules, "AS", "KD 9C"),
        Row("trumps led", rules, "9H", "JH AH KD", {follow: "KD", over: "AH"}),
        Row("trumps led, can't: any trump", rules, "JH", "9H 7H KD", {follow: "KD"}),
    ]


@clause("D1-follow", "D1-trump", "D1-overtrump")
@rows(*plain_rows("premiere", "D1"))
def test_d1(row: Row) -> None:
    check(row)


@clause("D2-follow", "D2-trump", "D2-overtrump")
@rows(*plain_rows("premiere-grands", "D2"))
def test_d2(row: Row) -> None:
    check(row)


@clause("D5-follow", "D5-trump", "D5-overtrump")
@rows(*plain_rows("escalier", "D5"))
def test_d5(row: Row) -> None:
    check(row)


@clause("D6-follow", "D6-trump", "D6-overtrump", "D6-play")
@rows(*plain_rows("comptoir", "D6"))
def test_d6(row: Row) -> None:
    check(row)


@clause("D1-trump", "D1-overtrump", "D2-trump", "D2-overtrump", "D5-trump", "D5-overtrump")
@rows(
    *(
        row
        for rules, name in (("premiere", "D1"), ("premiere-grands", "D2"), ("escalier", "D5"))
        for row in (
            Row("no exception for a master partner", rules, PARTNER_MASTER, "7H KD", {f"{name}-trump": "KD"}),
            Row(
                "overruff",
                rules,
                OPPONENT_RUFFED,
                "JH AH KD",
                {f"{name}-trump": "KD", f"{name}-overtrump": "AH"},
            ),
            Row(
                "overruff the partner",
                rules,
                PARTNER_RUFFED,
                "JH AH KD",
                {f"{name}-trump": "KD", f"{name}-overtrump": "AH"},
            ),
            Row("can't: any trump", rules, OPPONENT_RUFFED, "AH 7H KD", {f"{name}-trump": "KD"}),
            Row("can't beat the partner", rules, PARTNER_RUFFED, "AH 7H KD", {f"{name}-trump": "KD"}),
        )
    )
)
def test_d1_d2_d5_no_exception(row: Row) -> None:
    check(row)


@clause("D2-trump", "D2-overtrump")
@rows(
    Row("TA beat it", "premiere-grands", "KS", "JS 7S QD", {"D2-follow": "QD", "D2-overtrump": "7S"}, "TA"),
    Row("TA beat the partner", "premiere-grands", "KS 7S", "AS 8S", {"D2-overtrump": "8S"}, "TA"),
    Row("TA void: any card", "premiere-grands", "JS", "JH 7D", {}, "TA"),
    Row("SA void: any card", "premiere-grands", "JS", "JH 7D", {}, "SA"),
    Row("SA nothing to beat", "premiere-grands", "JS", "AS 7S", {}, "SA"),
)
def test_d2_sans_and_tout_atout(row: Row) -> None:
    check(row)


# classique, coinche, belote-501: a master partner leaves you free, but a trump must beat


def free_rows(rules: str, name: str) -> list[Row]:
    trump, over = f"{name}-trump", f"{name}-overtrump"
    return [
        *plain_rows(rules, name),
        Row("void with a master partner", rules, PARTNER_MASTER, "7H JH KD"),
        Row("partner not master", rules, OPPONENT_MASTER, "7H JH KD", {trump: "KD"}),
        Row("overruff", rules, OPPONENT_RUFFED, "JH AH KD", {trump: "KD", over: "AH"}),
        Row("can't: a trump all the same", rules, OPPONENT_RUFFED, "AH 7H KD", {trump: "KD"}),
        Row("partner ruffed: a trump must beat", rules, PARTNER_RUFFED, "JH AH KD", {over: "AH"}),
        Row("partner ruffed, nothing but trumps", rules, PARTNER_RUFFED, "JH AH", {over: "AH"}),
        Row("partner ruffed, can't: any card", rules, PARTNER_RUFFED, "AH 7H KD"),
        Row("trumps led by the partner", rules, "9H 7H", "JH AH", {over: "AH"}),
    ]


@clause("D3-follow", "D3-trump", "D3-overtrump", "D3-partner")
@rows(*free_rows("classique", "D3"))
def test_d3(row: Row) -> None:
    check(row)


@clause("D4-follow", "D4-trump", "D4-overtrump", "D4-partner")
@rows(*free_rows("coinche", "D4"))
def test_d4(row: Row) -> None:
    check(row)


@clause("D4-sata")
@rows(
    Row("SA void", "coinche", "9S", "JH 7D", {}, "SA", {"sans_tout_atout": True}),
    Row("TA void", "coinche", "9S", "JH 7D", {}, "TA", {"sans_tout_atout": True}),
)
def test_d4_sans_and_tout_atout(row: Row) -> None:
    check(row)


@clause("E-4", "E-4-follow", "E-4-trump", "E-4-overtrump", "E-4-partner")
@rows(*free_rows("belote-501", "E-4"))
def test_e(row: Row) -> None:
    check(row)


FREE = {"overtrump_partner": False}


@clause("E-4-overtrump", "E-4-partner")
@rows(
    Row("partner ruffed", "belote-501", PARTNER_RUFFED, "JH AH KD", {}, options=FREE),
    Row("partner ruffed, only trumps", "belote-501", PARTNER_RUFFED, "JH AH", {}, options=FREE),
    Row("partner led trumps and holds", "belote-501", "9H 7H", "JH AH", {}, options=FREE),
    Row("he still has to follow", "belote-501", "9H 7H", "JH KD", {"E-4-follow": "KD"}, options=FREE),
    Row("an opponent holds", "belote-501", "7H 9H", "JH AH", {"E-4-overtrump": "AH"}, options=FREE),
    Row(
        "an opponent ruffed",
        "belote-501",
        OPPONENT_RUFFED,
        "JH AH KD",
        {"E-4-trump": "KD", "E-4-overtrump": "AH"},
        options=FREE,
    ),
)
def test_e_a_partner_who_holds_the_trick_need_never_be_beaten(row: Row) -> None:
    check(row)


# At the table

FOLLOW = {
    "ffb-belote": ("take", "A-5.2.1"),
    "belote-annonces": ("take", "B-5-follow"),
    "ffb-contree": ("80 H", "C-6.1"),
    "premiere-grands": ("2 H", "D2-follow"),
    "classique": ("take", "D3-follow"),
    "coinche": ("80 H", "D4-follow"),
    "belote-501": ("take", "E-4-follow"),
}


@clause("A-5.2.1", "B-5-follow", "C-6.1", "D2-follow", "D3-follow", "D4-follow", "E-4-follow")
@pytest.mark.parametrize("rules", FOLLOW)
def test_a_strict_table_refuses_a_wrong_card_with_its_clause(rules: str) -> None:
    call, name = FOLLOW[rules]
    game = dealt(Game.new(rules), call=call)
    first, second = (Seat(seats_of(game)[n]) for n in "12")
    game.play(f"{first} AS")
    assert game.state.legal(second) == (Play(second, Card("7S")), Play(second, Card("8S")))
    assert game.refused(Play(second, Card("8D"))) == name
    assert game.match.view(second).why_not(Card("8D")) == name
    assert game.match.view(second).why_not(Card("7S")) is None
    assert game.reason(Play(second, Card("AD"))) == "not_in_hand"
    assert game.reason(Play(first, Card("TS"))) == "not_your_turn"


LEADERS = {
    "ffb-belote": ("take", E),
    "belote-annonces": ("take", E),
    "ffb-contree": ("80 H", E),
    "premiere-grands": ("2 H", W),
    "classique": ("take", W),
    "coinche": ("80 H", W),
    "belote-501": ("take", W),
}


@clause("A-5.1", "B-5", "C-6", "D2-lead", "D1-deal", "E-4")
@pytest.mark.parametrize("rules", LEADERS)
@pytest.mark.parametrize("taker", ["1", "3"])
def test_who_leads_and_the_winner_leads_next(rules: str, taker: str) -> None:
    """S deals. Who took or called makes no difference; the hand of AS wins, then the holder of JH."""
    call, leader = LEADERS[rules]
    turned = "KH" if taker == "1" else "AH"
    game = dealt(Game.new(rules), call=call, taker=taker, turned=turned)
    assert game.playing.turn == leader
    assert game.trick(f"{leader}: AS 7S 9S QS") == leader
    assert game.playing.turn == leader
    assert game.trick(f"{leader}: KH 7H TH JH") == S
    assert game.playing.turn == S


@clause("D5-lead")
def test_d5_the_first_speaker_leads_and_the_winner_leads_next() -> None:
    game = Game.new("escalier", dealer="4").rig(deal_number=2)
    game.deal({"1": "7S 8S", "2": "9S AD", "3": "TS 7D", "4": "JS 8D"}, turned="7H")
    game.call("1 0", "2 0", "3 0", "4 0")
    assert game.playing.turn == "1"
    assert game.trick("1: 7S 9S TS JS") == "3"
    assert game.playing.turn == "3"


@clause("A-5.1-tricks", "B-5.2", "C-6.9")
@pytest.mark.parametrize(
    ("rules", "call"), [("ffb-belote", "take"), ("belote-annonces", "take"), ("ffb-contree", "80 H")]
)
def test_the_last_trick_may_be_seen_until_the_next_is_gathered(rules: str, call: str) -> None:
    game = dealt(Game.new(rules), call=call)
    everybody = (N, E, S, W, None)
    game.play("E AS", "N 7S", "W 9S")
    assert all(game.match.view(seat).last_trick is None for seat in everybody)
    game.play("S QS")
    first = (E, ((E, Card("AS")), (N, Card("7S")), (W, Card("9S")), (S, Card("QS"))))
    assert all(game.match.view(seat).last_trick == first for seat in everybody)
    game.play("E KH", "N 7H", "W TH")
    assert all(game.match.view(seat).last_trick == first for seat in everybody)
    game.play("S JH")
    second = (S, ((E, Card("KH")), (N, Card("7H")), (W, Card("TH")), (S, Card("JH"))))
    assert all(game.match.view(seat).last_trick == second for seat in everybody)
    assert game.playing.won == (first, second)  # stacked in order


@clause("B-5.2")
def test_a_card_laid_can_not_be_taken_back() -> None:
    game = dealt(Game.new("belote-annonces")).play("E AS")
    assert game.refused(Play(E, Card("TS")))
    assert game.reason(Play(E, Card("AS"))) == "not_your_turn"
    assert game.playing.trick == ((E, Card("AS")),)


# Who takes the trick


@clause("A-5.1", "A-6", "B-4", "C-3", "D-0", "A-11.2", "A-11.3")
@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("H", "TS KS 9S 8S", "TS"),  # the ten beats the king
        ("H", "9S AS TS KS", "AS"),
        ("H", "QS JS KS TS", "TS"),
        ("H", "7S AD AC 8D", "7S"),  # a discard never wins
        ("H", "AS 7H TS KS", "7H"),  # the least trump beats an ace
        ("H", "AS 7H 8H KS", "8H"),
        ("H", "AH 9H TH KH", "9H"),
        ("H", "AH 9H JH KH", "JH"),
        ("H", "QH 8H KH 7H", "KH"),
        ("H", "TH KH AH QH", "AH"),
        ("H", "7H AS 8S AD", "7H"),
        ("SA", "7S JH AH 8S", "8S"),
        ("SA", "JS TS KS 9S", "TS"),
        ("TA", "AS 9S TS KS", "9S"),
        ("TA", "9S JS AS TS", "JS"),
        ("TA", "7S JH 9D AC", "7S"),
    ],
)
@pytest.mark.parametrize("rules", RULESET_IDS)
def test_highest_trump_else_highest_of_the_led_suit(rules: str, trump: str, trick: str, winner: str) -> None:
    ruleset = load(rules)
    order = order_at(ruleset.card_values, Trump(trump))
    seats = ruleset.table.seats
    laid = [(seats[n % len(seats)], card) for n, card in enumerate(cards(trick))]
    assert order.winner(laid)[1] == Card(winner)


# What the cards are worth

RANKS_TRUMP = list("J9ATKQ87")
RANKS_PLAIN = list("ATKQJ987")


def values(rules: str, trump: str, suit: str, ranks: list[str]) -> list[int]:
    points = order_at(load(rules).card_values, Trump(trump)).points
    return [points[Card(rank + suit).index] for rank in ranks]


@clause("A-6", "B-4", "C-3", "D-0", "E-4", "A-9")
@pytest.mark.parametrize("rules", RULESET_IDS)
def test_trump_and_plain_values(rules: str) -> None:
    assert values(rules, "H", "H", RANKS_TRUMP) == [20, 14, 11, 10, 4, 3, 0, 0]
    for suit in "SDC":
        assert values(rules, "H", suit, RANKS_PLAIN) == [11, 10, 4, 3, 2, 0, 0, 0]
    order = order_at(load(rules).card_values, Trump.HEARTS)
    assert order.pack_total == 152
    assert order.pack_total + load(rules).card_values.last_trick == 162


@clause("A-11.2", "C-9-sa", "D4-sata")
@pytest.mark.parametrize("rules", ["ffb-belote", "ffb-contree", "coinche"])
def test_sans_atout_values(rules: str) -> None:
    for suit in "SHDC":
        assert values(rules, "SA", suit, RANKS_PLAIN) == [19, 10, 4, 3, 2, 0, 0, 0]
    assert order_at(load(rules).card_values, Trump.SANS_ATOUT).pack_total == 152


@clause("A-11.3", "D4-sata")
@pytest.mark.parametrize("rules", ["ffb-belote", "coinche"])
def test_tout_atout_values(rules: str) -> None:
    for suit in "SHDC":
        assert values(rules, "TA", suit, RANKS_TRUMP) == [13, 9, 6, 5, 3, 2, 0, 0]
    assert order_at(load(rules).card_values, Trump.TOUT_ATOUT).pack_total == 152


@clause("C-9-ta")
def test_c_tout_atout_values() -> None:
    for suit in "SHDC":
        assert values("ffb-contree", "TA", suit, RANKS_TRUMP) == [20, 14, 11, 10, 4, 3, 0, 0]
    order = order_at(load("ffb-contree").card_values, Trump.TOUT_ATOUT)
    assert order.pack_total == 248
    assert order.pack_total + load("ffb-contree").card_values.last_trick == 258


# Keys of `play` that house rules and the wider family use


def house(changes: dict[str, Any], table: str, hand: str, trump: str = "H") -> dict[str, str]:
    """The refused cards, with their clause, at a table of contrée with these changes to `play`."""
    rules = load({"id": "house", "extends": "ffb-contree", "play": changes})
    order = order_at(rules.card_values, Trump(trump))
    trick = on_the_table(rules, table)
    found = refusals(rules.play, order, rules.table, S, Cards.parse(hand), trick)
    return {card.text: name for card, name in found.items()}


DISCARD = {"cannot_overruff": "discard"}
BEAT = {"plain": "beat", "cites": {"plain": "climb"}}
CLOSED = {"leads": "closed", "cites": {"lead": "closed"}}


@pytest.mark.parametrize(
    ("changes", "table", "hand", "refused"),
    [
        (DISCARD, OPPONENT_RUFFED, "AH 7H KD 9C", {"AH": "house-play", "7H": "house-play"}),
        (DISCARD, OPPONENT_RUFFED, "AH 7H", {}),
        (DISCARD, OPPONENT_RUFFED, "JH 7H KD", {"KD": "C-6.2", "7H": "C-6.4"}),
        (BEAT, "TS", "AS 7S JH", {"JH": "C-6.1", "7S": "climb"}),
        (BEAT, "AS", "TS 7S", {}),
        (BEAT, "7S TS 9S", "AS 8S", {"8S": "climb"}),
        (BEAT | {"lead_beats_partner": False}, "7S TS 9S", "AS 8S", {}),
        (BEAT, "TS KS 7H", "AS 8S", {}),
        (BEAT, "9H", "JH 7H", {"7H": "C-6.3"}),
        (CLOSED, "", "JH AH 7C", {"JH": "closed", "AH": "closed"}),
        (CLOSED, "", "JH AH", {}),
        (CLOSED, "TS", "JH 7C", {"7C": "C-6.2"}),
    ],
)
def test_keys_of_play(changes: dict[str, Any], table: str, hand: str, refused: dict[str, str]) -> None:
    assert house(changes, table, hand) == refused


def test_the_taker_may_lead() -> None:
    rules = load({"id": "house", "extends": "ffb-contree", "play": {"first_lead": "taker"}})
    contract = Contract(seat=W, side=rules.table.side(W), trump=Trump.HEARTS)
    assert first_leader(rules, N, contract) == W
    assert first_leader(load("ffb-contree"), N, contract) == rules.table.next(N)
