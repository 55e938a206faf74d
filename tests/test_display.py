"""The table, the score sheet and the reasons of a score as a belote player reads them."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from rebelote.cards import PACK, Trump
from rebelote.events import DealScored
from rebelote.language.display import format_contract, format_score, format_sheet, format_situation
from rebelote.language.text import LANGS, Lang
from rebelote.results import Contract, DealScore, DealSummary, ScoreLine
from rebelote.ruleset.loading import load
from rebelote.table import Seat, Side
from rebelote.view import Sheet, SheetEntry
from tests.support.random_matches import POOL, Game, playthrough
from tests.support.table_setup import Game as Builder

ROOT = Path(__file__).parents[1]
N, E, S, W = (Seat(name) for name in "NESW")
NS, EW = Side("NS"), Side("EW")

HANDS = {
    "N": "QS 8S QH JH AC QC 8C QD",
    "E": "AS KS JS KD JD 7D TC KC",
    "S": "7S TH KH 8H 7H JC 9C 9D",
    "W": "TS 9S AH 9H 7C AD TD 8D",
}


def text(block: str) -> str:
    return dedent(block).strip("\n")


# Contracts


@pytest.mark.parametrize(
    ("contract", "contred", "shown"),
    [
        (Contract(seat=E, side=EW, trump=Trump.SPADES, value=80), "", "80 ♠ par Est"),
        (Contract(seat=E, side=EW, trump=Trump.SPADES, value=80, contre=1), "×2", "80 ♠ par Est, ×2"),
        (
            Contract(seat=E, side=EW, trump=Trump.TOUT_ATOUT, value="capot"),
            "coinché",
            "capot TA par Est, coinché",
        ),
        (Contract(seat=N, side=NS, trump=Trump.HEARTS), "", "♥ par Nord"),
        (Contract(trump=Trump.HEARTS), "", "♥"),
    ],
)
def test_a_contract(contract: Contract, contred: str, shown: str) -> None:
    assert format_contract(contract, contred=contred) == shown


# The table


def test_the_table_as_one_seat_sees_it() -> None:
    game = Builder.new("ffb-contree", dealer="S").deal(HANDS).call("E 80 S", "N pass", "W pass", "S pass")
    game.play("E KD", "N QD", "W AD", "S 9D", "W AH")
    assert str(game.match.view("N")) == text("""
        Belote contrée FFB
        Donne         n° 1, donneur : Sud
        Marque        Nord-Sud : 0, Est-Ouest : 0 (but : 1000)

        Phase         Jeu de la carte
        Contrat       80 ♠ par Est
        Plis faits    Nord-Sud : 0, Est-Ouest : 1
        Dernier pli   Est : R♦, Nord : D♦, Ouest : A♦, Sud : 9♦ → Ouest
        Pli en cours  Ouest : A♥

        Ouest         6 cartes
        Sud           7 cartes
        Est           7 cartes
        Nord (vous)   D♠ 8♠  D♥ V♥  A♣ D♣ 8♣

        À Sud de jouer
    """)
    assert game.match.view("S").show("en", ascii=True) == text("""
        FFB contree
        Deal         1, dealer: South
        Score        North-South: 0, East-West: 0 (target: 1000)

        Phase        Card play
        Contract     80 S by East
        Tricks won   North-South: 0, East-West: 1
        Last trick   East: KD, North: QD, West: AD, South: 9D -> West
        This trick   West: AH

        East         7 cards
        North        7 cards
        West         6 cards
        South (you)  7S  TH KH 8H 7H  JC 9C

        Your turn to play: TH KH 8H 7H
    """)


def test_a_match_shows_all_hands() -> None:
    game = Builder.new("ffb-contree", dealer="S").deal(HANDS)
    assert str(game.match) == text("""
        Belote contrée FFB
        Donne   n° 1, donneur : Sud
        Marque  Nord-Sud : 0, Est-Ouest : 0 (but : 1000)

        Phase   Enchères

        Nord    D♠ 8♠  D♥ V♥  A♣ D♣ 8♣  D♦
        Est     A♠ R♠ V♠  R♦ V♦ 7♦  10♣ R♣
        Sud     7♠  10♥ R♥ 8♥ 7♥  V♣ 9♣  9♦
        Ouest   10♠ 9♠  A♥ 9♥  7♣  A♦ 10♦ 8♦

        À Est de parler
    """)


def prompt(game: Builder, seat: str) -> str:
    *_, last = game.match.view(seat).show().split("\n\n")
    return last


def test_what_one_may_do() -> None:
    game = Builder.new("ffb-contree", dealer="S")
    assert prompt(game, "W") == "À vous de couper : de 3 à 29"
    game.cut(8, PACK)
    assert prompt(game, "S") == "À vous de donner : 3-2-3, 2-3-3"
    assert prompt(game, "N") == "À Sud de donner"


def test_what_one_may_bid() -> None:
    game = Builder.new("ffb-contree", dealer="S").deal(HANDS).call("E 90 S")
    assert prompt(game, "N") == "À vous de parler : Je passe, Je contre, de 100 à 160, capot (♠ ♥ ♦ ♣)"
    game.call("N 160 D")
    assert prompt(game, "W") == "À vous de parler : Je passe, Je contre, capot (♠ ♥ ♦ ♣)"
    assert "Annonce      160 ♦ par Nord" in game.match.view("N").show()


def test_a_coinche_may_interrupt() -> None:
    game = Builder.new("coinche", dealer="S").deal(HANDS).call("W 80 S")
    assert prompt(game, "S") == "À Nord de parler\nVous pouvez dire : Je coinche"
    assert prompt(game, "E") == "À Nord de parler"


def test_what_one_may_take_and_say() -> None:
    game = Builder.new("ffb-belote", dealer="S", announce="manual", declarations=True)
    game.deal({"E": "KH QH 9S 8S 7S AC AD JH"}, turned="JH", taker="E")
    assert prompt(game, "E") == "À vous de parler : Je passe, Je prends"
    assert "Retourne    V♥" in str(game.match.view("E"))
    game.call("E take")
    assert prompt(game, "E") == (
        "À vous de jouer : V♥ R♥ D♥  9♠ 8♠ 7♠  A♦  A♣, Tierce et tierce, Tierce, D♥ « Belote », R♥ « Belote »"
    )
    assert "Est          V♥ + 7 cartes" in str(game.match.view("N"))


def test_escalier_hides_only_ones_own_card() -> None:
    game = Builder.new("escalier", dealer="1")
    game.deal({"1": "AS", "2": "JH", "3": "7C", "4": "9D"}, turned="8H").call("2 1", "3 0", "4 0")
    assert str(game.match.view("2")) == text("""
        L'escalier
        Donne            n° 1, donneur : Joueur 1
        Marque           Joueur 1 : 0, Joueur 2 : 0, Joueur 3 : 0, Joueur 4 : 0

        Phase            Pronostics
        Retourne         8♥
        Plis annoncés    Joueur 2 : 1, Joueur 3 : 0, Joueur 4 : 0

        Joueur 3         7♣
        Joueur 4         9♦
        Joueur 1         A♠
        Joueur 2 (vous)  1 carte

        À Joueur 1 de parler
    """)
    game.call("1 1")
    assert prompt(game, "2") == "À vous de jouer : votre carte"


def test_comptoir_shows_the_piles() -> None:
    game = Builder.new("comptoir", dealer="S")
    game.deal(
        {"N": "AS KS QS JS TS 9S 8S 7S", "S": "AH KH QH JH TH 9H 8H 7H"},
        piles={"N": "AD/AC KD/KC QD/QC JD/JC", "S": "TD/TC 9D/9C 8D/8C 7D/7C"},
        drawn="H",
    )
    game.play("N AD")
    shown = game.match.view("S").show()
    assert "Nord          8 cartes  | tas : A♣  R♦/?  D♦/?  V♦/?" in shown
    assert "Sud (vous)    V♥ 9♥ A♥ 10♥ R♥ D♥ 8♥ 7♥  | tas : 10♦/?  9♦/?  8♦/?  7♦/?" in shown
    assert prompt(game, "S") == "À vous de jouer : 10♦ 9♦ 8♦ 7♦"
    assert "tas : 10♦/10♣  9♦/9♣" in str(game.match)


def test_held_points_and_the_trick_that_is_missing() -> None:
    game = Builder.new("ffb-belote").rig(pending=81, awaiting=NS)
    lines = game.match.show("en").splitlines()
    assert "Held           81" in lines
    assert "Needs a trick  North-South" in lines


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", POOL, ids=str)
def test_every_table_can_be_printed(game: Game, lang: Lang) -> None:
    for step in playthrough(game, 5)[::7]:
        for seat in (None, *step.after.rules.table.seats):
            view = step.after.view(seat)
            assert not re.search(r"[{}]|: *$|, ,|[^\S\n]$", view.show(lang), re.MULTILINE)
            assert view.show(lang, ascii=True).isascii()
        assert format_situation(step.after.state, lang=lang, ascii=True).isascii()


# The score

SCORE = DealScore(
    result="tie",
    score={NS: 81, EW: 0},
    pending=101,
    lines=(
        ScoreLine("A-10.1c", EW, 0, "tie"),
        ScoreLine("A-10.1c", NS, 71, "cards"),
        ScoreLine("A-9", NS, 10, "last_trick"),
        ScoreLine("A-10.1c", None, 101, "litige_held"),
    ),
)


def test_a_score_has_its_reasons() -> None:
    assert format_score(SCORE) == text("""
        Litige
        Est-Ouest       Litige (A-10.1c)
        Nord-Sud    71  Points des plis (A-10.1c)
        Nord-Sud    10  Dix de der (A-9)
                   101  Litige mis en réserve (A-10.1c)
        Total  Nord-Sud : 81, Est-Ouest : 0
    """)


def entry(number: int, dealer: Seat, contract: Contract | None, score: DealScore, *totals: int) -> SheetEntry:
    scored = DealScored(DealSummary(contract=contract), score, dict(zip((NS, EW), totals, strict=True)))
    return SheetEntry.of(number, dealer, scored, load("ffb-contree"))


SHEET = Sheet(
    (
        entry(1, S, Contract(seat=E, side=EW, trump=Trump.SPADES, value=80), SCORE, 81, 0),
        entry(
            3,
            N,
            Contract(seat=N, side=NS, trump=Trump.HEARTS, value="capot", contre=1),
            DealScore(result="failed", score={NS: 0, EW: 1000}),
            81,
            1000,
        ),
        entry(4, W, None, DealScore(result="none", score={NS: 160, EW: 0}), 241, 1000),
    )
)


def test_the_score_sheet_has_a_line_a_deal() -> None:
    assert str(SHEET) == text("""
        Donne  Donneur  Contrat                        Nord-Sud  Est-Ouest
        1      Sud      80 ♠ par Est : litige                81          0
        3      Nord     capot ♥ par Nord, ×2 : dedans         0       1000
        4      Ouest    –                                   160          0
        Total                                               241       1000
    """)
    assert SHEET.show("en", ascii=True).splitlines()[2] == (
        "3      North   capot H by North, x2: contract failed            0       1000"
    )
    assert (len(SHEET), [each.number for each in SHEET], SHEET[-1].dealer) == (3, [1, 3, 4], W)


@pytest.mark.parametrize(
    ("rules", "marks"),
    [
        ("ffb-contree", ["", "×2", "×4"]),  # C-7-contre
        (ROOT / "bench" / "colver.toml", ["", "×2", "×3"]),
        ("premiere-grands", ["", "+1", "+2"]),  # D2-coinche
        ("classique", ["", "", ""]),
    ],
)
def test_a_contre_is_marked_as_the_rules_count_it(rules: str | Path, marks: list[str]) -> None:
    assert [load(rules).contre_mark(contre) for contre in (0, 1, 2)] == marks


def test_a_sheet_without_contracts_has_no_such_column() -> None:
    assert format_sheet([SHEET[-1]], "en").splitlines()[0] == "Deal   Dealer  North-South  East-West"
    assert str(Sheet()) == "–"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", POOL, ids=str)
def test_every_sheet_can_be_printed(game: Game, lang: Lang) -> None:
    sheet = playthrough(game, 5)[-1].after.view(None).sheet
    assert sheet.show(lang).count("\n") == len(sheet) + 1
    for each in sheet:
        assert all(line.clause in format_score(each.scored.score, lang) for line in each.scored.score.lines)
        assert format_score(each.scored.score, lang, ascii=True).isascii()
