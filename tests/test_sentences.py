"""What is said, what happened and why not, in French and in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

import pytest

from rebelote.actions import (
    Action,
    Bid,
    CallReferee,
    Contre,
    Cut,
    Declare,
    Guess,
    NameHeight,
    Pass,
    Play,
    Propose,
    Surcontre,
    Take,
)
from rebelote.cards import Card, Rank, Trump
from rebelote.errors import Illegal
from rebelote.events import (
    Called,
    CardPlayed,
    Contracted,
    DealScored,
    Dealt,
    DealVoided,
    DeclarationsSettled,
    DeclarationsShown,
    Declared,
    Event,
    HeightNamed,
    MatchEnded,
    PackCut,
    Ruled,
    Shown,
    TrickWon,
    TurnedUp,
)
from rebelote.language.sentences import card_name, describe, explain, say
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.match import Match
from rebelote.results import Contract, DealScore, DealSummary, Penalty
from rebelote.ruleset import loading
from rebelote.table import COMPASS, Seat, Side
from tests.support.clause_mark import clause
from tests.support.random_matches import POOL, Game, Luck, garbage, playthrough
from tests.support.source_strings import SOURCES, strings

N, E, S, W = COMPASS
NS, EW = Side("NS"), Side("EW")
BELOTE = loading.load("ffb-belote", {"declarations": True})
CONTREE = loading.load("ffb-contree")
COINCHE = loading.load("coinche")
GRANDS = loading.load("premiere-grands")
ESCALIER = loading.load("escalier")


def test_the_name_of_a_card() -> None:
    assert card_name(Card("JS")) == "valet de pique"
    assert card_name(Card("TH"), "en") == "ten of hearts"


# What a player says


@pytest.mark.parametrize(
    ("action", "french", "english"),
    [
        (Pass(S), "Je passe", "I pass"),
        (Take(S, Trump.HEARTS), "Je prends à cœur", "I take hearts"),
        (Bid(S, 80, Trump.SPADES), "80 pique", "80 spades"),
        (Bid(S, "capot", Trump.SANS_ATOUT), "Capot sans atout", "Capot no trumps"),
        (Contre(S), "Je contre", "Contre"),
        (Surcontre(S), "Je surcontre", "Surcontre"),
        (Guess(S, 2), "2 plis", "2 tricks"),
        (Guess(S, 0), "0 pli", "0 tricks"),
        (Play(S, Card("KH"), "belote"), "Belote", "Belote"),
        (Play(S, Card("KH")), None, None),
        (Declare(S, ("cent", "tierce")), "Cent et tierce", "Hundred and tierce"),
        (Declare(S, ("sevens",)), "Carré de sept", "Four sevens"),
        (NameHeight(S, Rank.JACK), "Hauteur valet", "Jack high"),
        (NameHeight(S, Rank.JACK, True), "Hauteur valet à l'atout", "Jack high in trumps"),
        (Cut(S, 12), "Je coupe à 12 cartes", "I cut 12 cards"),
        (CallReferee(S), "J'appelle l'arbitre", "I call the referee"),
        (Propose(S, "void"), "On annule la donne ?", "Shall we void the deal?"),
    ],
)
def test_the_words_of_the_table(action: Action, french: str | None, english: str | None) -> None:
    assert say(action, CONTREE) == french
    assert say(action, CONTREE, "en") == english


@clause("D4-coinche", "C-5C")
def test_a_ruleset_has_its_own_word_for_contre() -> None:
    assert say(Contre(S), COINCHE) == "Je coinche"
    assert say(Contre(S), CONTREE) == "Je contre"


def test_a_bid_in_tricks_names_them() -> None:
    assert say(Bid(S, 3, Trump.HEARTS), GRANDS) == "3 plis, cœur"
    assert say(Bid(S, 1, Trump.HEARTS), GRANDS) == "1 pli, cœur"


def test_to_take_the_turned_suit_needs_no_suit() -> None:
    assert say(Take(S, Trump.HEARTS), BELOTE, turned=Card("9H")) == "Je prends"
    assert say(Take(S, Trump.CLUBS), BELOTE, turned=Card("9H")) == "Je prends à trèfle"
    assert say(Take(S, Trump.TOUT_ATOUT), BELOTE, turned=Card("9H")) == "Je prends à tout atout"


# What happened

SHOWN = (
    Shown("tierce", (Card("9S"), Card("TS"), Card("JS")), 20),
    Shown("carre", tuple(Card("A" + suit) for suit in "SHDC"), 100),
)
CONTRED = Contract(seat=E, side=EW, trump=Trump.SPADES, value=80, contre=1)
SCORED = DealScored(
    DealSummary(contract=CONTRED, tricks={NS: 5, EW: 3}, cards={NS: 91, EW: 61}, last=NS),
    DealScore(result="failed", score={NS: 320, EW: 0}),
    {NS: 900, EW: 40},
)
HELD = DealScored(
    DealSummary(
        contract=Contract(seat=E, side=EW, trump=Trump.SPADES),
        tricks={NS: 4, EW: 4},
        cards={NS: 81, EW: 71},
        last=EW,
    ),
    DealScore(result="tie", score={NS: 81, EW: 0}, pending=81),
    {NS: 81, EW: 0},
)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (PackCut(W, 12), "Ouest coupe à 12 cartes."),
        (TurnedUp(Card("9H")), "Retourne : neuf de cœur."),
        (Called(Take(N, Trump.CLUBS)), "Nord prend à trèfle."),
        (Called(Bid(E, 80, Trump.SPADES)), "Est : 80 pique."),
        (Called(Contre(N)), "Nord contre."),
        (Called(Guess(N, 1)), "Nord annonce 1 pli."),
        (Contracted(CONTRED), "Contrat : 80 pique, par Est, contré."),
        (CardPlayed(E, Card("JS")), "Est : valet de pique."),
        (CardPlayed(E, Card("KS"), "belote"), "Est : roi de pique, « Belote »."),
        (TrickWon(S, 14), "Pli pour Sud, 14 points."),
        (Declared(E, ("tierce",)), "Est annonce : tierce."),
        (HeightNamed(E, Rank.JACK, False), "Est : hauteur valet."),
        (DeclarationsShown(E, SHOWN), "Est montre : tierce hauteur valet à pique et carré d'as."),
        (DeclarationsSettled(None), "Annonces à égalité : personne ne marque."),
        (DeclarationsSettled(EW), "Les annonces vont à Est-Ouest."),
        (
            SCORED,
            "Est-Ouest ont fait 61, il en fallait 80 : chute. Cette donne, Nord-Sud : 320, Est-Ouest : 0. "
            "Au total, Nord-Sud : 900, Est-Ouest : 40.",
        ),
        (DealVoided("passed_out", N), "Tout le monde passe : rien n'est marqué."),
        (MatchEnded((NS,), "C-7-end"), "Nord-Sud gagnent la partie."),
        (
            Ruled(N, "wrong_card", EW, Penalty(clause="C-8B", score={NS: 0, EW: 0}, barred="H")),
            "Décision de l'arbitre : Couleur interdite (C-8B). "
            "Est-Ouest ne peuvent pas jouer cœur au prochain pli.",
        ),
        (
            Ruled(N, "wrong_card", EW, Penalty(clause="C-8B", score={NS: 160, EW: 0})),
            "Décision de l'arbitre : Couleur interdite (C-8B). Pénalité : 160 points à Nord-Sud.",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_happened(event: Event, sentence: str) -> None:
    assert describe(event, CONTREE) == sentence


def test_what_happened_elsewhere() -> None:
    assert describe(Called(Contre(N)), COINCHE) == "Nord coinche."
    assert describe(TrickWon(Seat("2"), 14), ESCALIER) == "Pli pour Joueur 2."
    assert describe(Dealt((3,), {}), BELOTE) == "Le reste du paquet est distribué."
    assert describe(Dealt((3, 2), {}), BELOTE) == "Chacun reçoit 5 cartes."
    shared = MatchEnded((Side("1"), Side("3")), "D5-end")
    assert describe(shared, ESCALIER) == "Partie terminée, victoire partagée : Joueur 1 et Joueur 3."
    assert describe(HELD, BELOTE) == (
        "81 partout : litige, 81 points en réserve pour la prochaine donne. "
        "Cette donne, Nord-Sud : 81, Est-Ouest : 0. "
        "Au total, Nord-Sud : 81, Est-Ouest : 0."
    )
    pot = MatchEnded((NS,), "B-10", {N: 2.5, E: -2.5})
    assert (describe(pot, BELOTE) or "").endswith("Gains de la cagnotte, Nord : 2,5, Est : −2,5.")


def test_players_may_have_names() -> None:
    names = {N: "Anne", S: "Zoé"}
    assert describe(CardPlayed(N, Card("JS")), CONTREE, "en", names) == "Anne: jack of spades."
    assert describe(DeclarationsSettled(NS), CONTREE, "fr", names) == "Les annonces vont à Anne et Zoé."
    assert describe(DeclarationsSettled(EW), CONTREE, "fr", names) == "Les annonces vont à Est-Ouest."


def test_a_wrong_card_is_never_given_away() -> None:
    right, wrong = CardPlayed(N, Card("JS")), CardPlayed(N, Card("JS"), None, "C-6.1")
    assert describe(wrong, CONTREE) == describe(right, CONTREE)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", POOL, ids=str)
def test_everything_that_happens_can_be_told(game: Game, lang: Lang) -> None:
    for step in playthrough(game, 5):
        say(step.action, step.before.rules, lang)
        for event in step.events:
            sentence = describe(event, step.before.rules, lang)
            assert sentence is None or (sentence.endswith(".") and not re.search(r"[{}]|  ", sentence))


# Why not


def test_a_refused_card_is_explained_by_its_clause() -> None:
    error = Illegal(Play(S, Card("TS")), "A-5.2.1")
    assert explain(error) == (
        "Dix de pique : carte interdite. Vous devez fournir la couleur demandée si vous en avez. "
        "(A-5.2.1, Fournir)"
    )
    assert explain(error, "en").startswith("Ten of spades: this card may not be played. You must follow")


def test_other_refusals_give_their_reason_and_the_rule() -> None:
    held = explain(Illegal(Play(S, Card("JH")), "C-6", "not_in_hand"))
    assert held.startswith("Valet de cœur : vous n'avez pas cette carte. ")
    assert held.endswith("(C-6, Entame)")
    word = Illegal(Play(S, Card("7H"), "belote"), "", "word_not_yours")
    assert explain(word) == "« Belote » ne peut pas se dire avec cette carte."
    nobody = explain(Illegal(Pass(Seat("9")), "D5", "no_such_seat"))
    assert nobody.startswith("Il n'y a pas de place 9 à cette table.")


def test_a_house_rule_is_cited_by_its_id() -> None:
    assert explain(Illegal(Pass(S), "chez-nous")) == "Cela ne peut pas se dire maintenant. (chez-nous)"


def reasons_in(tree: ast.Module) -> Iterator[str]:
    """The reasons given to Illegal: third argument, as a string or a variable that is set to strings."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal"
    ]
    given = [arg for call in calls for arg in (*call.args[2:], *(word.value for word in call.keywords))]
    names = {arg.id for arg in given if isinstance(arg, ast.Name)}
    assigned = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id in names for target in node.targets)
    ]
    yield from chain.from_iterable(strings(each) for each in (*given, *assigned))


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_in_the_code_has_its_sentence(lang: Lang) -> None:
    reasons = {reason for path in SOURCES for reason in reasons_in(ast.parse(path.read_text("utf-8")))} - {""}
    assert {"not_your_turn", "wrong_phase", "too_late", "said_for_you"} <= reasons
    assert not reasons - set(catalogue(lang).refusals)


@pytest.mark.parametrize("game", POOL, ids=str)
def test_every_refusal_can_be_explained(game: Game) -> None:
    luck = Luck(3)
    attempts = [(step.before, garbage(step.before.state, luck)) for step in playthrough(game, 5)]
    refused = [error for match, action in attempts if (error := refusal(match, action)) is not None]
    assert refused
    for sentence in (explain(error, lang) for error in refused for lang in LANGS):
        assert not re.search(r"[{}]|\(\)|  |^ ", sentence)


def refusal(match: Match, action: Action) -> Illegal | None:
    try:
        match.act(action, Luck(0))
    except Illegal as error:
        return error
    return None
