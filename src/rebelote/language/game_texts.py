"""The texts that a rules file brings itself: names of game and options, its clauses, its table's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from rebelote.language.text import (
    LANGS,
    Catalogue,
    ClauseText,
    Labels,
    Lang,
    OptionText,
    RulesetText,
    Said,
    catalogue,
    said,
)

GROUPS: Final = ("suits", "kinds", "results", "words", "lines", "events", "story")
"""The groups of the catalogues of which a file may give its own words."""


class GameTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's texts in one language. What a file leaves out is as in the catalogue.

    `glossary` has the table's words in the game's own language, each with what it means.
    """

    name: str = ""
    description: str = ""
    options: dict[str, OptionText] = {}
    clauses: dict[str, ClauseText] = {}
    glossary: Labels = {}
    suits: Labels = {}
    kinds: Labels = {}
    results: Labels = {}
    words: Labels = {}
    lines: Labels = {}
    events: Labels = {}
    story: Labels = {}


Texts = Mapping[Lang, GameTexts]


def catalogue_with(texts: Texts, rules_id: str, lang: Lang) -> Catalogue:
    """The catalogue as this game has it; a language that the file does not speak takes the other's names."""
    own = texts.get(lang) or next(iter(texts.values()), None)
    base = catalogue(lang)
    if own is None:
        return base
    changed = {group: {**getattr(base, group), **getattr(own, group)} for group in GROUPS if lang in texts}
    named = RulesetText(own.name, own.description) if own.name else base.ruleset(rules_id)
    return msgspec.structs.replace(
        base,
        rulesets={**base.rulesets, rules_id: named},
        options={**base.options, **own.options},
        clauses={**base.clauses, **own.clauses},
        **changed,
    )


def faults_of(texts: Texts) -> Iterator[tuple[str, Said]]:
    """Words that the catalogue has no place for, or that hold other values than its own."""
    for lang in LANGS:
        for group in GROUPS if lang in texts else ():
            known: Labels = getattr(catalogue(lang), group)
            for key, text in getattr(texts[lang], group).items():
                path = f"texts.{lang}.{group}.{key}"
                if key not in known:
                    yield path, said("no_word", group=group)
                elif not _places(text, group) <= _places(known[key], group):
                    yield path, said("word_values", values=_listed(_places(known[key], group)))


_PLACE: Final = re.compile(r"\{([^{}]*)\}")
OF_A_PERSON: Final = re.compile(r"(?:[^\W\d_]+ (player|side)|(player|side):[^{}|]*(?:\|[^{}|]*)+)")
"""`de player`, `side:a|avez|ont` (language.persons). Of any other value only its name may stand there."""
SENTENCES: Final = ("events", "story")
"""The groups whose sentences are about somebody."""


def placeholders(text: str) -> frozenset[str]:
    """`{name}` in a text, with whatever else is between the braces; a lone brace is one of its own."""
    lone = set("{}") & set(_PLACE.sub("", text))
    return frozenset(lone.union(_PLACE.findall(text)))


def _places(text: str, group: str) -> frozenset[str]:
    """The same by their names, where a sentence may say how words go with a person."""
    found = placeholders(text)
    return frozenset(map(_named, found)) if group in SENTENCES else found


def _named(place: str) -> str:
    found = OF_A_PERSON.fullmatch(place)
    return place if found is None else found.group(1) or found.group(2)


def _listed(names: frozenset[str]) -> str | Said:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or said("none")
