"""The texts that a rules file brings itself, wherever its game is told about."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote.actions import Pass, Play
from rebelote.cards import parse_card
from rebelote.errors import BadRules, Illegal
from rebelote.events import Called
from rebelote.language.game_texts import GROUPS, OF_A_PERSON, placeholders
from rebelote.language.sentences import describe, explain
from rebelote.language.text import Lang, catalogue
from rebelote.match import Match
from rebelote.record import check_record, format_record
from rebelote.referee import answer
from rebelote.ruleset.loading import load
from rebelote.ruleset.rules_code import pack
from rebelote.server.messages.rules import RulesRef
from rebelote.server.rulebook import find, page
from rebelote.table import Seat

TEXTS = {
    "fr": {
        "name": "Belote du port",
        "description": "Comme au café.",
        "clauses": {"PORT-1": {"title": "Fournir au port", "text": "On fournit, sinon on boit."}},
        "options": {"target": {"label": "Jusqu'où", "values": {"500": "une courte"}}},
        "lines": {"cards": "Ce qu'on a ramassé"},
        "results": {"failed": "À l'eau"},
    },
    "en": {
        "name": "Harbour belote",
        "clauses": {"PORT-1": {"title": "Follow at the harbour", "text": "Follow, or drink."}},
        "lines": {"cards": "What we picked up"},
    },
}
HOUSE: dict[str, Any] = {
    "id": "port",
    "version": 1,
    "extends": "classique",
    "play": {"cites": {"follow": "PORT-1"}, "clauses": ["PORT-1"]},
    "texts": TEXTS,
}
DEAL = {
    "contract": {"side": "NS", "trump": "H", "value": None, "contre": 0},
    "tricks": {"NS": 5, "EW": 3},
    "cards": {"NS": 100, "EW": 52},
    "last": "NS",
    "belote": {"NS": 0, "EW": 0},
    "declarations": {"NS": 0, "EW": 0},
}


def house(**changes: Any) -> dict[str, Any]:
    return {**HOUSE, **changes}


def with_words(**words: Any) -> dict[str, Any]:
    return house(texts={"fr": words})


def test_the_game_its_options_and_its_clauses_are_called_as_the_file_says() -> None:
    rules = load(HOUSE)
    french, english = rules.catalogue("fr"), rules.catalogue("en")
    assert (french.ruleset("port").name, english.ruleset("port").name) == ("Belote du port", "Harbour belote")
    assert french.option("target").label == "Jusqu'où"
    assert french.clause("PORT-1").text == "On fournit, sinon on boit."
    assert french.results["failed"] == "À l'eau"
    assert french.results["made"] == catalogue("fr").results["made"]


def test_a_language_that_the_file_does_not_speak_takes_the_other_s_names() -> None:
    rules = load(house(texts={"fr": TEXTS["fr"]}))
    english = rules.catalogue("en")
    assert english.ruleset("port").name == "Belote du port"
    assert english.clause("PORT-1").title == "Fournir au port"
    assert english.lines["cards"] == catalogue("en").lines["cards"]


def test_the_referee_says_the_file_s_words() -> None:
    question = {"ask": "score", "rules": HOUSE, "deal": DEAL}
    assert any("What we picked up, 100 NS" in line for line in answer(question)["why"])
    legal = {
        "ask": "legal",
        "rules": HOUSE,
        "trump": "H",
        "seat": "E",
        "hand": ["7S", "8C"],
        "trick": [["N", "9S"]],
    }
    assert answer(legal)["illegal"] == {"8C": "PORT-1"}


def test_a_refusal_explains_with_the_file_s_clause() -> None:
    error = Illegal(Play(Seat("E"), parse_card("8C")), "PORT-1")
    error.rules = load(HOUSE)
    assert "On fournit, sinon on boit." in explain(error)
    assert "Follow, or drink." in explain(error, "en")


def test_the_page_tells_them() -> None:
    told = page(find(RulesRef(code=pack({"house": HOUSE}))), "fr")
    assert told.name == "Belote du port"
    assert next(option.label for option in told.options if option.name == "target") == "Jusqu'où"
    play = next(part for part in told.parts if part.name == "play")
    assert [clause.title for clause in play.clauses] == ["Fournir au port"]
    assert not any(each.path.startswith("texts") for each in told.differences)


def test_a_record_keeps_them() -> None:
    match = Match.new(load(HOUSE), seed=1)
    text = format_record(match)
    assert check_record(text).rules.texts == match.rules.texts


def test_a_file_s_sentences_agree_with_their_person_too() -> None:
    rules = load(with_words(events={"passes": "{player} {player:dort|dormez}, dit-on {de player}."}))
    passes = Called(Pass(Seat("W")))
    assert describe(passes, rules) == "Ouest dort, dit-on d'Ouest."
    assert describe(passes, rules, reader=Seat("W")) == "Vous dormez, dit-on de vous."


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"lines": {"nothing_such": "x"}}, "texts.fr.lines.nothing_such"),
        ({"events": {"passes": "{player.__class__} passe"}}, "texts.fr.events.passes"),
        ({"events": {"passes": "{player:>99999999} passe"}}, "texts.fr.events.passes"),
        ({"events": {"passes": "{player:passe}"}}, "texts.fr.events.passes"),
        ({"events": {"takes": "{player} {suit:prend|prenez}"}}, "texts.fr.events.takes"),
        ({"words": {"score_item": "{side:a|b} : {n}"}}, "texts.fr.words.score_item"),
        ({"events": {"passes": "{who} passe"}}, "texts.fr.events.passes"),
        ({"events": {"passes": "{player passe"}}, "texts.fr.events.passes"),
        ({"words": {"bid": "{0}"}}, "texts.fr.words.bid"),
        ({"name": "x" * 601}, "texts.fr.name"),
        ({"nom": "x"}, "texts.fr.nom"),
    ],
)
def test_what_the_catalogue_has_no_place_for_is_refused(words: dict[str, Any], path: str) -> None:
    with pytest.raises(BadRules) as refused:
        load(with_words(**words))
    assert refused.value.path == path


def test_the_catalogues_own_words_could_stand_in_a_file() -> None:
    for lang in ("fr", "en"):
        for group in GROUPS:
            for text in getattr(catalogue(lang), group).values():
                places = {OF_A_PERSON.sub("player", place) for place in placeholders(text)}
                assert all(name.isidentifier() for name in places)


CHOSEN: dict[Lang, tuple[str, ...]] = {
    "fr": ("si la table", "sauf", "certaines tables", "la table ne compte", "la table choisit"),
    "en": ("if the table", "unless", "some tables", "where the table", "the table chooses"),
}
"""How a sentence says that the table may play it otherwise."""


@pytest.mark.parametrize(
    ("rules", "options", "clause"),
    [
        ("ffb-belote", {"defence_capot": 252}, "A-10.1b"),
        ("ffb-contree", {"scoring": "announced"}, "C-7-belote"),
        ("coinche-annonces", {"decoinche": True}, "AN-2.2"),
        ("coinche-annonces", {"contra": "contract"}, "AN-6.3"),
        ("belot-bg", {"contests": "one"}, "BG-5.2"),
        ("belot-bg", {"contra_capot": "plain"}, "BG-6.2"),
        ("belot-bg", {"capot_ends": True}, "BG-7"),
        ("bela", {"zvanja_tie": "trump_then_first"}, "BE-4.2"),
        ("bela", {"belote": "kept"}, "BE-5.1"),
        ("klaverjas", {"test": 82}, "KL-5.1"),
        ("klaverjas", {"tegenpit": 0}, "KL-5.2"),
        ("klaverjas", {"end": 1500}, "KL-6"),
        ("klaverjas", {"verzaken": "redeal"}, "KL-7"),
        ("baloot", {"trump_led": "always"}, "BA-3.1"),
        ("baloot", {"cannot_overruff": "any"}, "BA-3.1-undertrump"),
        ("baloot", {"kind": "run"}, "BA-4.1"),
        ("baloot", {"kaboot_doubled": False}, "BA-5.3"),
        ("decouverte", {"trump": "fixed"}, "DE-2"),
        ("klaberjass", {"must": "dealer"}, "CL-2"),
        ("klaberjass", {"tie": "held"}, "CL-6"),
    ],
)
def test_a_sentence_that_an_option_changes_says_so(rules: str, options: dict[str, Any], clause: str) -> None:
    for language, words in CHOSEN.items():
        sentence = load(rules, options).catalogue(language).clauses[clause].text.casefold()
        assert any(word in sentence for word in words), sentence
