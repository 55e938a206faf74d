"""The catalogue of words and sentences, one TOML file a language, with the same keys in each."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Final, Literal, get_args

import msgspec

from rebelote.errors import RebeloteError

Lang = Literal["fr", "en"]
Noun = Literal["point", "trick", "card", "deal", "player"]

LANGS: Final[tuple[Lang, ...]] = get_args(Lang)
MINUS: Final = "−"


class Clause(msgspec.Struct, frozen=True):
    """A rule as the referee cites it. A house rule's own clause has an id and nothing else."""

    id: str
    title: str = ""
    text: str = ""


class ClauseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause of docs/rules.md in one language: a title, and a sentence that tells a player what to do."""

    title: str
    text: str


class RulesetText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruleset's name and one line about it."""

    name: str
    description: str = ""


class OptionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option's label, what it decides, and a label for each of its values."""

    label: str
    help: str = ""
    values: dict[str, str] = {}

    def value(self, value: object) -> str:
        """The label of a value; a number without one is its own label."""
        key = str(value).lower() if isinstance(value, bool) else str(value)
        return self.values.get(key, key)


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the language writes numbers and lists. `singular` numbers take a noun's `_one` form."""

    language: Lang
    name: str
    decimal: str
    colon: str
    list_separator: str
    list_last: str
    singular: tuple[int, ...]


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How small words are joined to names (`language.persons`).

    elided: what becomes of a word before a vowel. contracted: of a word and an article. articles: with which
    a name may begin, small in the middle of a sentence. consonants: names that begin with the letter of a
    vowel and are spoken as with a consonant.
    """

    elided: dict[str, str]
    contracted: dict[str, dict[str, str]]
    articles: tuple[str, ...]
    vowels: str
    consonants: tuple[str, ...]


Labels = dict[str, str]


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that rebelote says in one language."""

    meta: Meta
    grammar: Grammar
    clauses: dict[str, ClauseText]
    ranks: Labels
    rank_names: Labels
    rank_groups: Labels
    suits: Labels
    suit_letters: Labels
    suit_symbols: Labels
    kinds: Labels
    results: Labels
    seats: Labels
    sides: Labels
    phases: Labels
    counts: Labels
    words: Labels
    rulesets: dict[str, RulesetText]
    options: dict[str, OptionText]
    lines: Labels
    table: Labels
    turns: Labels
    events: Labels
    story: Labels
    refusals: Labels
    parts: Labels
    usage_errors: Labels
    rules_command: Labels
    record_command: Labels
    verify_command: Labels
    db_command: Labels
    solver_command: Labels
    terminal: Labels
    bots: Labels
    references: Labels
    reasons: Labels
    review: Labels
    problems: Labels
    advice: Labels
    arena_command: Labels
    faults: Labels
    lessons: Labels
    server: Labels

    def clause(self, clause_id: str) -> Clause:
        """A clause with its title and sentence; one that is not known has its id alone."""
        found = self.clauses.get(clause_id)
        return Clause(clause_id, found.title, found.text) if found is not None else Clause(clause_id)

    def ruleset(self, rules_id: str) -> RulesetText:
        """A house rule is called by its id."""
        return self.rulesets.get(rules_id) or RulesetText(rules_id)

    def option(self, name: str) -> OptionText:
        """How an option is told; one that is not known by its name alone."""
        return self.options.get(name) or OptionText(name)

    def count(self, noun: Noun, n: float) -> str:
        """«1 pli», «3 plis»."""
        return self.numbered(self.counts, noun, n)

    def numbered(self, labels: Labels, key: str, n: float) -> str:
        """The form of a label with a number in it: `key_one` or `key_other`."""
        form = "one" if self._is_singular(abs(n)) else "other"
        return labels[f"{key}_{form}"].replace("{n}", self.number(n))

    def _is_singular(self, n: float) -> bool:
        """Where none is singular, so is all below two: «1,5 point», but “1.5 points”."""
        return n in self.meta.singular or (0 in self.meta.singular and n < 2)

    def listed(self, items: Sequence[str]) -> str:
        """«a, b et c»."""
        *first, last = items
        return self.meta.list_separator.join(first) + self.meta.list_last + last if first else last

    def number(self, number: float) -> str:
        """With the language's decimal sign and a true minus sign."""
        plain = str(number) if isinstance(number, int) else f"{number:g}"
        return plain.replace(".", self.meta.decimal).replace("-", MINUS)


@lru_cache(maxsize=len(LANGS))
def catalogue(lang: Lang = "fr") -> Catalogue:
    """Every word and sentence in one language. Raises RebeloteError for a language that there is not."""
    if lang not in LANGS:
        raise RebeloteError(f"lang: expected one of {', '.join(LANGS)}, not {lang!r}")
    source = (resources.files("rebelote") / "language" / f"{lang}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(source), Catalogue)


def clause(clause_id: str, lang: Lang = "fr") -> Clause:
    """A clause of docs/rules.md with its title and its sentence."""
    return catalogue(lang).clause(clause_id)


class Said(msgspec.Struct, frozen=True):
    """What is wrong with a document: a key of `faults` with its values. In English unless told otherwise.

    >>> print(said("expected", what=said("integer")))
    expected an integer
    >>> said("expected", what=said("integer")).told("fr")
    'il faut un entier'
    """

    key: str
    values: dict[str, object]

    def told(self, lang: Lang) -> str:
        """The sentence in that language."""
        values = {name: told(value, lang) for name, value in self.values.items()}
        return catalogue(lang).faults[self.key].format(**values)

    def __str__(self) -> str:
        return self.told("en")


def said(key: str, /, **values: object) -> Said:
    """A sentence of the catalogues with its values, to be told in the reader's language."""
    return Said(key, values)


def told(value: object, lang: Lang) -> str:
    """A `Said` in that language; anything else as its text."""
    return value.told(lang) if isinstance(value, Said) else str(value)


_OF_FILES: Final[Mapping[type[OSError], str]] = {
    FileNotFoundError: "file_not_found",
    PermissionError: "not_permitted",
    IsADirectoryError: "is_folder",
    NotADirectoryError: "is_no_folder",
}


def why_not_opened(error: OSError, otherwise: str = "unreadable") -> Said | str:
    """What the system says of a file, in the reader's language where it is usual; else `otherwise`."""
    usual = _OF_FILES.get(type(error))
    return said(usual) if usual is not None else error.strerror or said(otherwise)


_PLAIN: Final = {
    "« ": '"',
    " »": '"',
    "œ": "oe",
    "Œ": "Oe",
    "’": "'",
    "°": "o",
    "–": "-",
    MINUS: "-",
    "·": "-",
    "→": "->",
    "×": "x",
}


def to_ascii(text: str) -> str:
    """For terminals that know no accent: «cœur» becomes «coeur»."""
    for fancy, plain in _PLAIN.items():
        text = text.replace(fancy, plain)
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
