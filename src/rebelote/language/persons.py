"""Sentences about somebody: the reader is «vous», everybody else has a name, and the words around it agree.

A sentence of the catalogue says it in braces:

- `{player}` is the name, or «vous»;
- `{player:prend|prenez|prennent}` is the form that agrees with it: one other person, the reader, several
  others. Where a form is missing, the last one stands for it; `~` in a form is the name;
- `{de player}` is a small word joined to the name as the language wants: «d'Ouest», «du Chat», «qu'Awa».
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from rebelote.language.text import LANGS, Catalogue, Grammar, catalogue
from rebelote.ruleset import Ruleset
from rebelote.table import Seat, Side

Names = Mapping[Seat, str]

ONE: Final = 0
READER: Final = 1
SEVERAL: Final = 2

_HEAD: Final = re.compile(r"\{(\w+)[:}]")
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
    text = template.format_map(_Joined(values, words.grammar))
    return text if _begins_with_a_name(template, values, words.grammar) else capital(text)


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


def _begins_with_a_name(template: str, values: Mapping[str, str | Person], grammar: Grammar) -> bool:
    head = _HEAD.match(template)
    who = values.get(head.group(1)) if head else None
    if not isinstance(who, Person) or who.form == READER:
        return False
    return not who.name.startswith(grammar.articles)


class _Joined(dict[str, str | Person]):
    """The values, and each behind a small word: `de player`."""

    def __init__(self, values: Mapping[str, str | Person], grammar: Grammar) -> None:
        super().__init__(values)
        self._grammar = grammar

    def __missing__(self, key: str) -> str:
        word, space, name = key.rpartition(" ")
        if not space:
            raise KeyError(key)
        return joined(word, format(self[name], ""), self._grammar)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who is who in what one reader is told; `about` collects the seats that it was about."""

    rules: Ruleset
    words: Catalogue
    names: Names
    reader: Seat | None = None
    about: set[Seat] = field(default_factory=set)

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
        return self.names.get(seat) or self.words.seats[seat]

    def say(self, template: str, **values: str | Person) -> str:
        return sentence(template, self.words, values)

    def scores(self, marks: Mapping[Side, int]) -> str:
        """«vous : 0, Awa et Marcel : 162»."""
        return self.score_list((self.side(side), points) for side, points in marks.items())

    def score_list(self, items: Iterable[tuple[Person, float]]) -> str:
        template = self.words.words["score_item"]
        told = [template.format(side=who.name, n=self.words.number(points)) for who, points in items]
        return self.words.meta.list_separator.join(told)
