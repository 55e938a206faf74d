"""«Vous» is a person: every sentence about somebody, told of the reader, of another and of several others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rebelote.actions import Take
from rebelote.cards import Trump
from rebelote.events import Called, MatchEnded
from rebelote.language.persons import ONE, READER, SEVERAL, Person, joined, sentence
from rebelote.language.sentences import describe, describe_to_all
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.ruleset import loading
from rebelote.table import COMPASS, Side
from tests.support.random_matches import POOL, Game, playthrough

N, E, S, W = COMPASS
BELOTE = loading.load("classique")
SECTIONS = ("turns", "events", "story")
ABOUT = re.compile(r"{(?:[^{}:]* )?(player|side)(?::[^{}]*)?}")
OTHERS = [
    Person(name) for name in ("Ouest", "Awa", "Élise", "Hélène", "Marcel", "Yann", "l'Amiral", "le Chat")
]
COUPLES = [Person("Awa et l'Amiral", SEVERAL), Person("Nord-Sud", SEVERAL)]


def sentences(lang: Lang) -> Iterator[tuple[str, str, str]]:
    """Key, sentence and whom it is about."""
    for section in SECTIONS:
        for key, text in getattr(catalogue(lang), section).items():
            if found := ABOUT.search(text):
                yield f"{section}.{key}", text, found.group(1)


def people(lang: Lang, about: str) -> list[Person]:
    """Everybody that a sentence can be about; a player is always one person."""
    reader = Person(catalogue(lang).table["you"], READER)
    return [reader, *OTHERS, *(COUPLES if about == "side" else ())]


def filled(text: str, lang: Lang, about: str, who: Person) -> str:
    other = {name: "§" for name in re.findall(r"{(\w+)}", text) if name != about}
    return sentence(text, catalogue(lang), {**other, about: who})


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_about_somebody_is_whole_for_every_person(lang: Lang) -> None:
    for key, text, about in sentences(lang):
        for who in people(lang, about):
            told = filled(text, lang, about, who)
            assert not re.search(r"[{}|~]|  | \.|^\s", told), (key, told)
            assert who.name.removeprefix("le ")[1:] in told or who.form == READER, (key, told)
            assert told[0].isupper() or told.startswith(who.name), (key, told)


def test_small_words_are_joined_to_names_in_french() -> None:
    wrong = re.compile(r"\b(de|que) [AEIOUYÉÈHaeiouéè]|\b(de|à) les? |[dq]u?'[^AEIOUYÉÈHh]|d'vous|qu'vous")
    for key, text, about in sentences("fr"):
        for who in people("fr", about):
            told = filled(text, "fr", about, who)
            rest = re.sub("de Yann|d'accord|d'annuler", "", told)
            assert not wrong.search(rest), (key, told)


@pytest.mark.parametrize(
    ("word", "name", "together"),
    [
        ("de", "Ouest", "d'Ouest"),
        ("de", "Élise", "d'Élise"),
        ("de", "Hélène", "d'Hélène"),
        ("de", "Yves", "d'Yves"),
        ("de", "Yann", "de Yann"),
        ("de", "Hans", "de Hans"),
        ("de", "Marcel", "de Marcel"),
        ("de", "l'Amiral", "de l'Amiral"),
        ("de", "le Chat", "du Chat"),
        ("de", "vous", "de vous"),
        ("à", "les Bleus", "aux Bleus"),
        ("à", "Awa", "à Awa"),
        ("que", "Awa", "qu'Awa"),
        ("que", "Marcel", "que Marcel"),
        ("de", "\u2068אבי\u2069", "de \u2068אבי\u2069"),
    ],
)
def test_how_a_small_word_is_joined(word: str, name: str, together: str) -> None:
    assert joined(word, name, catalogue("fr").grammar) == together


# Agreement

UNCHANGED = {"made", "took", "called", "said", "may", "to"}


def verb(told: str, name: str) -> str | None:
    """The verb behind a name that is the subject; None where it is none: «Awa : 80 pique»."""
    found = re.match(rf"{re.escape(name)} (?:ne |n'|vous |s'|l'|en )*(\w+)", told, re.IGNORECASE)
    return found.group(1) if found else None


def agrees(lang: Lang, form: int, word: str) -> bool:
    if lang == "en":
        return word in UNCHANGED or bool(re.search("[^s]s$", word)) == (form == ONE)
    second = word.endswith("ez") or word in {"êtes", "faites", "dites"}
    return {ONE: not second and not word.endswith("nt"), READER: second, SEVERAL: word.endswith("nt")}[form]


@pytest.mark.parametrize("lang", LANGS)
def test_the_verb_agrees_with_its_person(lang: Lang) -> None:
    seen = set()
    for key, text, about in sentences(lang):
        alone = key.startswith("story.guess_")  # told to the reader, and where everybody plays alone
        for who in people(lang, "player" if alone else about):
            word = verb(filled(text, lang, about, who), who.name)
            if word is not None:
                seen.add(who.form)
                assert agrees(lang, who.form, word), (key, who, word)
    assert seen == {ONE, READER, SEVERAL}


# Who is told what


def test_the_reader_is_you_and_nobody_else_is() -> None:
    takes = Called(Take(S, Trump.HEARTS))
    assert describe(takes, BELOTE, "fr", reader=S) == "Vous prenez à cœur."
    assert describe(takes, BELOTE, "en", reader=S) == "You take hearts."
    assert describe(takes, BELOTE, "fr", {S: "Zoé"}, reader=E) == "Zoé prend à cœur."
    assert describe(takes, BELOTE, "fr") == "Sud prend à cœur."
    over = MatchEnded((Side("NS"),), "A-11")
    assert describe(over, BELOTE, "fr", reader=N) == "Vous gagnez la partie."
    assert describe(over, BELOTE, "en", reader=N) == "You win the match."
    assert describe(over, BELOTE, "fr", {N: "Awa", S: "Zoé"}, reader=E) == "Awa et Zoé gagnent la partie."


def test_a_name_with_an_article_has_a_capital_at_the_head_alone() -> None:
    names = {E: "l'Amiral", W: "xX_bob"}
    assert describe(Called(Take(E, Trump.CLUBS)), BELOTE, "fr", names) == "L'Amiral prend à trèfle."
    assert describe(Called(Take(W, Trump.CLUBS)), BELOTE, "fr", names) == "xX_bob prend à trèfle."


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", POOL[::3], ids=str)
def test_a_sentence_differs_for_those_alone_whom_it_names(game: Game, lang: Lang) -> None:
    for step in playthrough(game, 5):
        rules = step.before.rules
        for event in step.events:
            public, named = describe_to_all(event, rules, lang)
            assert public == describe(event, rules, lang)
            for seat in rules.table:
                own = describe(event, rules, lang, reader=seat)
                assert own == public or seat in named
                assert own is None or not re.search(r"[{}|~]", own)
                assert public is None or not re.search(r"\b[Vv]ous\b|\b[Yy]ou\b", public)


def test_a_nickname_of_a_seat_is_never_the_key_of_anything() -> None:
    told = describe(Called(Take(S, Trump.HEARTS)), BELOTE, "fr", {S: "{player}"})
    assert told == "{player} prend à cœur."
