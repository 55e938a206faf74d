"""Why an action was refused: the reason, then the clause."""

from __future__ import annotations

from rebelote.actions import AskRedeal, Bid, Contre, Guess, Object, Pass, Play, Schmeiss, Surcontre, Take
from rebelote.cards import Card
from rebelote.errors import Illegal
from rebelote.language.persons import capital
from rebelote.language.sentences.spoken import card_name
from rebelote.language.text import Catalogue, Lang, catalogue
from rebelote.ruleset import Ruleset


def explain(error: Illegal, lang: Lang = "fr") -> str:
    """Why an action was refused: the reason, then the rule with its id and title."""
    words = words_of(error.rules, lang)
    reason = _refusal(error, words, lang)
    rule = words.clause(error.clause)
    if not rule.text:
        return f"{reason} ({rule.id})" if rule.id else reason
    cited = words.refusals["cited"]
    return cited.format(reason=reason, text=rule.text, clause=rule.id, title=rule.title)


def words_of(rules: object, lang: Lang) -> Catalogue:
    """The catalogue as these rules have it; the plain one where they are not known."""
    return rules.catalogue(lang) if isinstance(rules, Ruleset) else catalogue(lang)


def _refusal(error: Illegal, words: Catalogue, lang: Lang) -> str:
    action = error.action
    card = getattr(action, "card", None)
    return words.refusals[error.reason or _kind_of_refusal(action)].format(
        card=capital(card_name(card, lang)) if isinstance(card, Card) else "",
        word=words.words[action.say] if isinstance(action, Play) and action.say else "",
        seat=getattr(action, "seat", ""),
    )


def _kind_of_refusal(action: object) -> str:
    match action:
        case Play():
            return "card"
        case Pass() | Take() | Object() | Schmeiss() | Bid() | Contre() | Surcontre() | Guess() | AskRedeal():
            return "call"
        case _:
            return "other"
