"""Sentences about somebody: the reader is «vous», everybody else has a name, and the words around it agree.

A sentence of the catalogue says it in braces:

- `{player}` is the name, or «vous»;
- `{player:prend|prenez|prennent}` is the form that agrees with it: one other person, the reader, several
  others. Where a form is missing, the last one stands for it; `~` in a form is the name;
- `{de player}` is a small word joined to the name as the language wants: «d'Ouest», «du Chat», «qu'Awa».
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Final, Literal

import msgspec

from rebelote.language.text import LANGS, Catalogue, Grammar, Lang, catalogue
from rebelote.ruleset import Ruleset
from rebelote.table import Seat, Side

Names = Mapping[Seat, str]

ONE: Final = 0
READER: Final = 1
SEVERAL: Final = 2

_PRONOUNS: Final = frozenset(catalogue(lang).table["you"] for lang in LANGS)
_INVISIBLE: Final = "\u2068\u2069"


class Person(msgspec.Struct, frozen=True):
    """Whom a sentence is about: another, the reader, or several others.

    >>> "{who} {who:passe|passez}".format(who=Person("Awa"))
    'Awa passe'
    """

    name: str
    form: Literal[0, 1, 2] = ONE

    def __format__(self, forms: str) -> str:
        if not forms:
            return self.name
        told = forms.split("|")
        return told[min(self.form, len(told) - 1)].replace("~", self.name)


def is_name(name: str) -> bool:
    """Can somebody be called so? «Vous» and «you» are nobody's names: each reader is that to himself."""
    return bool(name) and name.casefold() not in _PRONOUNS


def sentence(template: str, words: Catalogue, values: Mapping[str, str | Person]) -> str:
    """The sentence with its values, a capital at its head; a name at the head stays as its owner writes it.

    >>> from rebelote.language.text import catalogue
    >>> sentence("{de who} {who:à lui|à vous}", catalogue("fr"), {"who": Person("Ouest")})
    "D'Ouest à lui"
    """
    return _sentence(template, words.meta.language, tuple(values.items()))


@lru_cache(maxsize=2**14)
def _sentence(template: str, lang: Lang, values: tuple[tuple[str, str | Person], ...]) -> str:
    """The same few people play the same cards, deal after deal."""
    said, given, grammar = _parts(template), dict(values), catalogue(lang).grammar
    text = "".join([literal + _filled(name, form, given, grammar) for literal, name, form in said])
    return text if _begins_with_a_name(said, given, grammar) else capital(text)


_Part = tuple[str, str | None, str]
"""A piece of text, then the name of a value and the form that it is asked for in; at the end, no name."""


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[_Part, ...]:
    """The same few sentences are said again and again: each is taken apart once."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(template))


def _filled(name: str | None, form: str, values: Mapping[str, str | Person], grammar: Grammar) -> str:
    """A value in its form, or behind a small word: `de player`."""
    if name is None:
        return ""
    value = values.get(name)
    if value is not None:
        return format(value, form)
    word, space, whom = name.rpartition(" ")
    if not space:
        raise KeyError(name)
    return joined(word, format(values[whom], ""), grammar)


def capital(text: str) -> str:
    """With a capital at its head."""
    return text[:1].upper() + text[1:]


def joined(word: str, name: str, grammar: Grammar) -> str:
    """A small word and a name, as the language joins them."""
    for article, one in grammar.contracted.get(word, {}).items():
        if name.startswith(article):
            return one + name.removeprefix(article)
    elided = grammar.elided.get(word)
    return f"{word} {name}" if elided is None or not _is_vowel(name, grammar) else elided + name


def _is_vowel(name: str, grammar: Grammar) -> bool:
    """Does it begin with the sound of a vowel? An h is silent but in the names that are listed."""
    spoken = name.lstrip(_INVISIBLE).casefold()
    if not spoken.startswith(tuple(grammar.vowels)):
        return False
    return re.split(r"\W", spoken, maxsplit=1)[0] not in grammar.consonants and not re.match(
        "y[aeiouéè]", spoken
    )


def _begins_with_a_name(said: Sequence[_Part], values: Mapping[str, str | Person], grammar: Grammar) -> bool:
    literal, name, _ = said[0] if said else ("", None, "")
    who = values.get(name) if name is not None and not literal else None
    if not isinstance(who, Person) or who.form == READER:
        return False
    return not begins_with_article(who.name, grammar)


def begins_with_article(name: str, grammar: Grammar) -> bool:
    """Is it written with a capital at the head of a sentence? «le Chat» is, «le» being no part of a name."""
    return name.startswith(grammar.articles)


def name_of(seat: Seat, names: Names, words: Catalogue) -> str:
    """The player's own, or that of the seat."""
    return names.get(seat) or words.seats[seat]


class Speaker(msgspec.Struct, frozen=True):
    """Who is who in what one reader is told; `about` collects the seats that it was about."""

    rules: Ruleset
    words: Catalogue
    names: Names
    reader: Seat | None = None
    about: set[Seat] = msgspec.field(default_factory=set)

    def player(self, seat: Seat) -> Person:
        self.about.add(seat)
        if seat == self.reader:
            return Person(self.words.table["you"], READER)
        return Person(self._name(seat))

    def side(self, side: Side) -> Person:
        """The reader's own is «vous»; partners go by their names, or by the name of their side."""
        members = self.rules.table.members(side)
        self.about.update(members)
        if self.reader in members:
            return Person(self.words.table["you"], READER)
        form: Literal[0, 2] = SEVERAL if len(members) > 1 else ONE
        if not any(seat in self.names for seat in members):
            return Person(self.words.sides[side], form)
        return Person(self.words.listed([self._name(seat) for seat in members]), form)

    def _name(self, seat: Seat) -> str:
        return name_of(seat, self.names, self.words)

    def say(self, template: str, **values: str | Person) -> str:
        return sentence(template, self.words, values)

    def scores(self, marks: Mapping[Side, int]) -> str:
        """«vous : 0, Awa et Marcel : 162»."""
        return self.score_list((self.side(side), points) for side, points in marks.items())

    def score_list(self, items: Iterable[tuple[Person, float]]) -> str:
        template = self.words.words["score_item"]
        told = [template.format(side=who.name, n=self.words.number(points)) for who, points in items]
        return self.words.meta.list_separator.join(told)
