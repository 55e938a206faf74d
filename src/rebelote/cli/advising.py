"""«Que jouer ?» in the terminal: the advice, why, and by how much all else is behind it."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.actions import Action
from rebelote.advice import find_advice, tell_reason
from rebelote.language.labels import label
from rebelote.language.text import Lang
from rebelote.review.advising import Beside
from rebelote.view import View


def advice_lines(view: View, lang: Lang, *, ascii: bool) -> Iterator[str]:
    words = view.rules.catalogue(lang)
    say, found = words.advice, find_advice(view)

    def named(action: Action) -> str:
        return label(action, view.rules, view.situation.turned, lang, ascii=ascii)

    def beside(each: Beside) -> str:
        return say["behind"].format(n=words.count("point", each.behind)) if each.behind else say["equal"]

    yield say["is"].format(label=named(found.decision.action))
    yield tell_reason(found, view, lang)
    others = found.compared[1:]
    if others:
        yield say["choices"] + words.meta.colon.rstrip()
        width = max(len(named(each.action)) for each in others)
        yield from (f"  {named(each.action):<{width}}  {beside(each)}" for each in others)
