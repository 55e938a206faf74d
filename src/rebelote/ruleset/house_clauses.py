"""The explanation follows the rule: what a house rule changes is told by a clause of its own.

A file that changes a part and says nothing of its clauses inherits sentences that may no longer hold. Those
that are about the keys it changes give way to one clause, `ID-PART`, which says the keys and their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from rebelote.language.key_texts import key_text
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.limits import LONGEST_SENTENCE
from rebelote.ruleset.part_types import part_type

SILENT: Final = {"clauses", "cites"}
FREE: Final[Mapping[str, set[str]]] = {"match_end": {"target", "stake"}, "dealing": {"gathering"}}
"""Keys that no sentence is false without: it is told beside them what is played to."""
UNTOLD: Final = ("id", "version", "extends", "options", "variants", "chosen", "texts", "words", "conduct")

ABOUT: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("play", "partner_master"): ("trump", "partner"),
    ("play", "partner_ruffed"): ("partner",),
    ("play", "cannot_overruff"): ("undertrump",),
    ("play", "lead_beats_partner"): ("overtrump",),
    ("play", "plain"): ("plain",),
    ("play", "leads"): ("lead",),
    ("play", "first_lead"): (),
    **{("trump_choice", key): ("contre",) for key in ("contre", "surcontre", "contres", "contre_lifted")},
    **{
        ("trump_choice", key): ("call",)
        for key in ("rounds", "overcalls", "objections", "lowest", "highest", "step", "trumps", "slams")
    },
    **{("trump_choice", key): ("call",) for key in ("must", "when", "ends", "raises_oneself", "offered")},
}
"""Keys of which it is known what they are cited for; a change of any other key is about its whole part."""


def with_house_clauses(source: Document, base: Document, merged: Document) -> Document:
    """The merged document, without inherited clauses that are about what the file changes."""
    changed = {part: keys for part in sorted(source) if (keys := _changed(part, source, base))}
    replaced = {
        old: house_clause(merged["id"], part)
        for part, keys in changed.items()
        for old in _stated(part, keys, base[part])
    }
    if not replaced:
        return merged
    told = {key: _cited_anew(value, replaced) for key, value in merged.items() if key != "texts"}
    return {**told, "texts": _with_texts(merged, changed)}


def house_clause(rules_id: str, part: str) -> str:
    """The clause of a house rule that stands for what it changed in a part: «maison-play»."""
    return f"{rules_id}-{part.replace('_', '-')}"


def _changed(part: str, source: Document, base: Document) -> dict[str, object]:
    """The keys of a part that the file gives another value, where it leaves the clauses to others."""
    own, known = source[part], base.get(part)
    if part in UNTOLD or not isinstance(own, dict) or not isinstance(known, dict) or "clauses" in own:
        return {}
    if own.get("kind", known.get("kind")) != known.get("kind"):
        return {}
    silent = SILENT | FREE.get(part, set())
    # In the order of their names, however the file has them: a code keeps no order.
    return {key: own[key] for key in sorted(own) if key not in silent and known.get(key) != own[key]}


def _stated(part: str, keys: Mapping[str, object], known: Document) -> Iterator[str]:
    """The clauses of the part that may no longer hold."""
    cites = known.get("cites", {})
    if all((part, key) in ABOUT for key in keys):
        for key in keys:
            yield from (cites[field] for field in ABOUT[part, key] if cites.get(field))
    else:
        yield from known.get("clauses", ())
        yield from filter(None, cites.values())


def _cited_anew(value: Any, replaced: Mapping[str, str], key: str = "") -> Any:
    """A document with other clauses wherever it cites those."""
    match value:
        case dict():
            if key == "cites":
                return {name: replaced.get(inner, inner) for name, inner in value.items()}
            return {name: _cited_anew(inner, replaced, name) for name, inner in value.items()}
        case list() if key == "clauses":
            return list(dict.fromkeys(replaced.get(each, each) for each in value if isinstance(each, str)))
        case list():
            return [_cited_anew(each, replaced) for each in value]
        case _:
            return value


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


def _shown(value: object) -> str:
    """A value as JSON, its keys in the order of their names."""
    return str(msgspec.json.encode(value, order="deterministic"), "utf-8")
