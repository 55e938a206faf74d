"""What a player types at the terminal, as actions."""

from __future__ import annotations

import random

import pytest

from rebelote.actions import Cut, Deal, Discard, Play
from rebelote.cards import PACK, Card
from rebelote.chance import RandomChance, StackedChance
from rebelote.cli.typed import fold, read_action, read_trump
from rebelote.language.sentences import card_name
from rebelote.language.text import LANGS, Lang
from rebelote.match import Match
from rebelote.ruleset import loading
from rebelote.table import Seat
from tests.support.terminal import Terminal


def typed_card(text: str, lang: Lang, hand: str) -> str | None:
    """The card that a text means to one who holds this hand."""
    match = Match.new("premiere", dealer="W")
    cut = match.act(Cut(Seat("S"), 16), stacked(hand))
    view = cut.act(Deal(Seat("W"), (3, 2, 3)), StackedChance(draws=["H"])).view("N")
    action = read_action(text, view, lang)
    return action.card.text if isinstance(action, Play) else None


def stacked(hand: str) -> StackedChance:
    """A pack that deals these eight cards to the first player, by 3-2-3, once it is cut in the middle."""
    own = [Card(text) for text in hand.split()]
    others = iter(card for card in PACK if card not in own)
    mine = iter(own)
    dealt = [
        next(mine if seat == 0 else others) for size in (3, 2, 3) for seat in range(4) for _ in range(size)
    ]
    return StackedChance(packs=[(*dealt[16:], *dealt[:16])])


HAND = "JH QH AH TS 7C 8C 9D KD"


@pytest.mark.parametrize(
    ("text", "lang", "card"),
    [
        ("V♥", "fr", "JH"),
        ("vc", "fr", "JH"),
        ("JH", "fr", "JH"),
        ("valet de cœur", "fr", "JH"),
        ("Valet coeur", "en", "JH"),
        ("jack of hearts", "en", "JH"),
        ("dc", "fr", "QH"),
        ("d♥", "fr", "QH"),
        ("ac", "fr", "AH"),
        ("as de cœur", "fr", "AH"),
        ("10p", "fr", "TS"),
        ("10S", "en", "TS"),
        ("ts", "en", "TS"),
        ("7t", "fr", "7C"),
        ("7c", "en", "7C"),
        ("7c", "fr", "7C"),
        ("8♣", "fr", "8C"),
        ("8♣️", "en", "8C"),
        ("9k", "fr", "9D"),
        ("9d", "en", "9D"),
        ("rk", "fr", "KD"),
        ("kd", "en", "KD"),
        ("as", "en", "AS"),
        ("xx", "fr", None),
        ("", "fr", None),
        ("11c", "fr", None),
    ],
)
def test_cards_as_they_are_typed(text: str, lang: Lang, card: str | None) -> None:
    assert typed_card(text, lang, HAND) == card


@pytest.mark.parametrize(
    ("text", "lang", "trump"),
    [
        ("c", "fr", "H"),
        ("c", "en", "C"),
        ("cœur", "fr", "H"),
        ("TRÈFLE", "fr", "C"),
        ("k", "fr", "D"),
        ("♠", "fr", "S"),
        ("sa", "fr", "SA"),
        ("sans atout", "fr", "SA"),
        ("tout atout", "en", "TA"),
        ("hearts", "fr", "H"),
        ("z", "fr", None),
    ],
)
def test_trumps_as_they_are_typed(text: str, lang: Lang, trump: str | None) -> None:
    assert read_trump(fold(text), lang) == trump


def test_calls_as_they_are_typed(terminal: Terminal) -> None:
    words = ("play", "--rules", "ffb-contree", "--seed", 3)
    out = terminal.output(*words, typed="\n120 c\n")
    assert "Vous dites : 120 cœur." in out
    assert "Vous dites : Capot trèfle." in terminal.output(*words, typed="\ncapot t\n")
    assert "Vous passez." in terminal.output(*words, typed="\nje passe\n")
    assert "C-5C" in terminal.output(*words, typed="\nsc\n")


def test_a_discard_as_it_is_typed() -> None:
    """«7p 8c», with commas or in words; in English too."""
    rules = loading.load("belote-trois", {"deal": "bela"})
    match = Match.new(rules, dealer="1", chance=RandomChance(random.Random(2)))
    while match.state.phase_name != "discard":
        match = match.act(match.state.legal(match.state.actors()[0])[0])
    view = match.view(match.state.actors()[0])
    first, *_, last = view.hand
    said = {lang: [card.show(lang) for card in (first, last)] for lang in LANGS}
    named = [card_name(card) for card in (first, last)]
    typed: list[tuple[str, Lang]] = [
        (" ".join(said["fr"]), "fr"),
        (", ".join(said["en"]), "en"),
        (f"{first.text} {last.text}", "en"),
        (" et ".join(named), "fr"),
    ]
    for text, lang in typed:
        assert read_action(text, view, lang) == Discard(match.state.actors()[0], (first, last)), text
    for text in (first.text, "", "7p 7p 7p", "je passe"):
        assert read_action(text, view, "fr") is None, text
