"""Cards and calls as text, for machines and for people."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rebelote.actions import Bid, Call, Contre, Guess, Object, Pass, Surcontre, Take
from rebelote.cards import NO_CARDS, PACK, SUITS, Card, Cards, Suit, Trump, parse_card
from rebelote.errors import BadCard
from rebelote.language.notation import BadCall, as_bid, format_call, parse_call
from rebelote.language.text import LANGS, Lang
from rebelote.phases.choosing import Choosing
from rebelote.table import COMPASS
from tests.support.random_matches import POOL, Game, playthrough

N, E, S, W = COMPASS
SPADES, HEARTS, DIAMONDS, CLUBS, SANS, TOUT = Trump

a_card = st.sampled_from(PACK)
a_hand = st.sets(a_card).map(Cards)
a_trump = st.sampled_from(Trump)
a_language = st.sampled_from(LANGS)


# A card


def test_a_card_prints_as_players_write_it() -> None:
    assert [str(Card(text)) for text in ("JH", "TS", "KD", "QC", "AS", "7C")] == [
        "V♥",
        "10♠",
        "R♦",
        "D♣",
        "A♠",
        "7♣",
    ]
    assert Card("JH").show("en") == "J♥"
    assert Card("TS").show("en") == "10♠"
    assert Card("JH").show("fr", ascii=True) == "JH"
    assert repr(Card("JH")) == "Card('JH')"


def test_a_suit_or_a_trump_prints_as_its_symbol() -> None:
    assert [suit.show() for suit in SUITS] == ["♠", "♥", "♦", "♣"]
    assert (SANS.show(), SANS.show("en"), SANS.show("en", ascii=True)) == ("SA", "NT", "SA")
    assert (HEARTS.show("en"), Suit.HEARTS.show(ascii=True)) == ("♥", "H")


@given(a_card, a_language, st.booleans())
def test_parsing_undoes_printing_a_card(card: Card, lang: Lang, ascii: bool) -> None:
    assert parse_card(card.show(lang, ascii=ascii)) is card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("JH", "JH"),
        ("jh", "JH"),
        ("10S", "TS"),
        ("ts", "TS"),
        (" V♥ ", "JH"),
        ("v♥", "JH"),
        ("J♥", "JH"),
        ("D♦", "QD"),
        ("R♣", "KC"),
        ("10♠", "TS"),
        ("T♠", "TS"),
        ("A♥\ufe0f", "AH"),
        ("9♡", "9H"),
    ],
)
def test_a_card_is_read_as_people_type_it(text: str, card: str) -> None:
    assert parse_card(text) is Card(card)


@pytest.mark.parametrize(
    "text", ["", "H", "♥", "1H", "6S", "11S", "VC", "DC", "JX", "J H", "JHH", "HJ", "0♠"]
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard):
        parse_card(text)


@given(st.text(max_size=4))
@example("İ♥")
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except BadCard:
        return
    assert card in PACK


# A hand


def test_a_hand_is_sorted_by_suit_before_trump_is_known() -> None:
    hand = Cards.parse("7S AS TS JS KH QH 9D AD 8C")
    assert str(hand) == "A♠ 10♠ V♠ 7♠  R♥ D♥  8♣  A♦ 9♦"


def test_trumps_come_first_in_their_own_order() -> None:
    hand = Cards.parse("AS TS JH 9H AH KD")
    assert hand.show(HEARTS) == "V♥ 9♥ A♥  A♠ 10♠  R♦"
    assert hand.show(HEARTS, "en", ascii=True) == "JH 9H AH  AS TS  KD"
    assert hand.show(SANS) == "A♥ V♥ 9♥  A♠ 10♠  R♦"
    assert hand.show(TOUT) == "V♥ 9♥ A♥  A♠ 10♠  R♦"
    whole = Cards(card for card in PACK if card.suit is Suit.SPADES)
    assert whole.show(SPADES) == "V♠ 9♠ A♠ 10♠ R♠ D♠ 8♠ 7♠"
    assert whole.show() == "A♠ 10♠ R♠ D♠ V♠ 9♠ 8♠ 7♠"


@pytest.mark.parametrize(
    ("hand", "trump", "shown"),
    [
        ("7S 7H 7D 7C", None, "7♠  7♥  7♣  7♦"),
        ("7S 7H 7D 7C", HEARTS, "7♥  7♠  7♦  7♣"),
        ("7S 7H 7D 7C", CLUBS, "7♣  7♥  7♠  7♦"),
        ("7S 7H 7D", None, "7♥  7♠  7♦"),
        ("7S 7D 7C", None, "7♠  7♦  7♣"),
        ("7H 7D", None, "7♥  7♦"),
        ("7S 7C 7H", HEARTS, "7♥  7♠  7♣"),
        ("7S 7C 7H", DIAMONDS, "7♠  7♥  7♣"),
    ],
)
def test_suits_alternate_in_colour(hand: str, trump: Trump | None, shown: str) -> None:
    assert Cards.parse(hand).show(trump) == shown


@given(a_hand, st.none() | a_trump)
def test_sorting_a_hand_loses_no_card(hand: Cards, trump: Trump | None) -> None:
    cards = hand.sorted(trump)
    assert len(cards) == len(hand)
    assert Cards(cards) == hand
    assert " ".join(hand.show(trump).split()) == " ".join(map(str, cards))


def test_an_empty_hand_prints_as_nothing() -> None:
    assert str(NO_CARDS) == ""


# A call

TURNED = Card("9H")
CALLS = [
    (Pass(S), "pass"),
    (Take(S, HEARTS), "take"),
    (Take(S, SPADES), "take S"),
    (Take(S, SANS), "SA"),
    (Take(S, TOUT), "TA"),
    (Object(S), "object"),
    (Bid(S, 80, HEARTS), "80 H"),
    (Bid(S, 110, SANS), "110 SA"),
    (Bid(S, "capot", DIAMONDS), "capot D"),
    (Bid(S, 3, HEARTS), "3 H"),
    (Bid(S, "capot", TOUT), "capot TA"),
    (Contre(S), "contre"),
    (Surcontre(S), "surcontre"),
    (Guess(S, 0), "0"),
    (Guess(S, 2), "2"),
]


@pytest.mark.parametrize(("call", "text"), CALLS, ids=[text for _, text in CALLS])
def test_calls_as_the_referee_writes_them(call: Call, text: str) -> None:
    assert format_call(call, TURNED) == text
    assert parse_call(text, S, TURNED) == call


def test_to_take_means_the_turned_suit() -> None:
    assert format_call(Take(S, HEARTS)) == "take H"
    assert parse_call("take H", S, Card("9S")) == Take(S, HEARTS)
    for text, turned in (("take", None), ("take H", TURNED)):
        with pytest.raises(BadCall):
            parse_call(text, S, turned)


NO_CALLS = (
    *("", " ", "Pass", "passe", "pass ", "080 H", "+80 H", "80 h", "80  H", "80 X", "0 H", "capot"),
    *("take h", "take SA", "h", "sa", "coinche", "-1", "02", "٣", "1e2 H", "99999 H", "take\n", "2\n"),
)


@pytest.mark.parametrize("text", NO_CALLS)
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(BadCall, match="not a call"):
        parse_call(text, S, TURNED)


@given(st.text(alphabet="0123456789 HSDCATpastkeconrubj", max_size=9), st.none() | a_card)
def test_formatting_undoes_parsing_a_call(text: str, turned: Card | None) -> None:
    try:
        call = parse_call(text, E, turned)
    except BadCall:
        return
    assert call.seat == E
    assert format_call(call, turned) == text


@pytest.mark.parametrize("game", POOL, ids=str)
def test_every_legal_call_has_a_text_of_its_own(game: Game) -> None:
    for step in playthrough(game, 11, 1):
        phase = step.before.state.phase
        if isinstance(phase, Choosing):
            for seat in phase.actors():
                calls = {format_call(call, phase.turned): call for call in phase.legal(seat)}
                assert len(calls) == len(phase.legal(seat))
                read = {text: as_bid(parse_call(text, seat, phase.turned), phase.rules) for text in calls}
                assert read == calls
