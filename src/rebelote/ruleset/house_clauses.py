"""The explanation follows the rule: what a house rule changes is told by a clause of its own.

A file that changes a part and says nothing of its clauses inherits sentences that may no longer hold. Those
that are about the keys it changes (`clause_keys`) give way to one clause, `ID-PART`, which says the keys and
their values; the others stay.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from rebelote.language.key_texts import key_text
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.clause_keys import about_part, cited_for, no_longer_true
from rebelote.ruleset.limits import LONGEST_SENTENCE
from rebelote.ruleset.part_types import part_type

TOLD: Final = (
    "seating",
    "dealing",
    "trump_choice",
    "play",
    "card_values",
    "declarations",
    "belote",
    "scoring",
    "match_end",
    "penalties",
)
"""The parts of which clauses tell."""
FREE: Final[Mapping[str, set[str]]] = {"match_end": {"target", "stake"}, "dealing": {"gathering"}}
"""Keys that no sentence is false without: it is told beside them what is played to."""
SILENT: Final = {"clauses", "cites"}


def with_house_clauses(merged: Document, base: Document, stated: Collection[str]) -> Document:
    """The document, without the clauses of its base that are about what differs from it.

    `stated` are the parts whose clauses the file lists itself: it has the last word on them.
    """
    both = [part for part in TOLD if isinstance(merged.get(part), dict) and isinstance(base.get(part), dict)]
    differing = [part for part in both if merged[part].get("kind") != base[part].get("kind")]
    others = [part for part in both if part not in differing and not _states(part, merged, base, stated)]
    changed = {part: keys for part in others if (keys := _changed(part, merged[part], base[part]))}
    replaced = {
        old: house_clause(merged["id"], part)
        for part, keys in changed.items()
        for old in no_longer_true(part, keys, base[part], _all_clauses(base))
    }
    gone = {*replaced, *(old for part in differing for old in about_part(part, _all_clauses(base)))}
    if not changed and not gone:
        return merged
    parts = {
        part: _told_anew(part, merged, base, replaced, gone, changed)
        for part in both
        if part not in differing
    }
    return {**merged, **parts, "texts": _with_texts(merged, changed)}


def taken_over(merged: Document, plain: Document, explained: Document) -> Document:
    """The document with the house clauses of its base wherever it has taken over what they replace.

    `plain` is the base as its files write it, `explained` the same with its house clauses.
    """
    if plain is explained:
        return merged
    both = [part for part in TOLD if isinstance(merged.get(part), dict) and isinstance(plain.get(part), dict)]
    parts = {part: _part_taken_over(merged[part], plain[part], explained[part]) for part in both}
    texts = dict(merged.get("texts", {}))
    for lang, own in explained.get("texts", {}).items():
        known = texts.get(lang, {})
        texts[lang] = {**known, "clauses": {**own.get("clauses", {}), **known.get("clauses", {})}}
    return {**merged, **parts, "texts": texts}


def _part_taken_over(own: Document, plain: Document, explained: Document) -> Document:
    if own.get("kind") != plain.get("kind"):
        return own
    same = own.get("clauses") == plain.get("clauses")
    known, told = plain.get("cites", {}), explained.get("cites", {})
    cites = {
        name: told.get(name, each) if known.get(name) == each else each
        for name, each in own.get("cites", {}).items()
    }
    clauses = explained.get("clauses") if same else own.get("clauses")
    return {**own, "clauses": clauses, **({"cites": cites} if cites else {})}


def house_clause(rules_id: str, part: str) -> str:
    """The clause of a house rule that stands for what it changed in a part: «maison-play»."""
    return f"{rules_id}-{part.replace('_', '-')}"


def _states(part: str, merged: Document, base: Document, stated: Collection[str]) -> bool:
    """Does the file, or an option of its own, list the clauses of this part?"""
    return part in stated or merged[part].get("clauses") != base[part].get("clauses")


def _changed(part: str, own: Document, known: Document) -> dict[str, object]:
    """The keys of a part with another value, in the order of their names: a code keeps no order."""
    silent = SILENT | FREE.get(part, set())
    return {key: own[key] for key in sorted(own) if key not in silent and own[key] != known.get(key)}


def _all_clauses(document: Document) -> list[str]:
    parts = (document[part] for part in TOLD if isinstance(document.get(part), dict))
    listed = [each for part in parts for each in (*part.get("clauses", ()), *part.get("cites", {}).values())]
    return list(dict.fromkeys(each for each in listed if each))


def _told_anew(
    part: str,
    merged: Document,
    base: Document,
    replaced: Mapping[str, str],
    gone: Collection[str],
    changed: Mapping[str, Mapping[str, object]],
) -> Document:
    """A part with other clauses wherever it lists or cites those that are gone; what the file cites itself
    stays."""
    own, house = merged[part], house_clause(merged["id"], part)
    known = base[part].get("cites", {})
    about = {field for key in changed.get(part, ()) for field in cited_for(part, key)}

    def cited(name: str, clause: str) -> str:
        if clause != known.get(name):
            return clause
        return house if clause and name in about else replaced.get(clause, clause)

    clauses = [each for each in own.get("clauses", ()) if each not in gone]
    if part in changed:
        clauses = [house, *clauses]
    cites = {name: cited(name, each) for name, each in own.get("cites", {}).items()}
    return {**own, "clauses": clauses, **({"cites": cites} if cites else {})}


# Their texts


def _with_texts(merged: Document, changed: Mapping[str, Mapping[str, object]]) -> Document:
    texts = dict(merged.get("texts", {}))
    for lang in LANGS:
        own = texts.get(lang, {})
        written = {
            house_clause(merged["id"], part): _text(merged, part, keys, lang)
            for part, keys in changed.items()
        }
        texts[lang] = {**own, "clauses": {**written, **own.get("clauses", {})}}
    return texts


def _text(merged: Document, part: str, keys: Mapping[str, object], lang: Lang) -> dict[str, str]:
    words = catalogue(lang)
    found = part_type(part, merged[part].get("kind"))
    name = "" if found is None else found.cls.__name__
    lines = [f"{key} = {_shown(value)} : {key_text(name, key, lang)}" for key, value in keys.items()]
    title = words.rules_command["house_clause"].format(part=words.parts.get(part, part))
    return {"title": title, "text": " ".join(lines)[:LONGEST_SENTENCE]}


def _shown(value: Any) -> str:
    """A value as JSON, its keys in the order of their names."""
    return str(msgspec.json.encode(value, order="deterministic"), "utf-8")
