"""The sentences of a problem, in the second person."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rebelote.cards import Card, parse_card
from rebelote.language.display import format_contract
from rebelote.language.notation import as_bid, parse_call
from rebelote.language.sentences import contred_word, say
from rebelote.language.text import Catalogue, Lang
from rebelote.problems.record import Choice, Ending, Problem
from rebelote.problems.themes import Theme
from rebelote.review.results import Because
from rebelote.review.telling import CALLS, name_card, name_held, name_suits, sentence_key
from rebelote.ruleset import Ruleset

WRONG: Final = "wrong_"
"""Before the key of why an answer is not right."""
SUITS: Final = ("suit", "trump")
LISTS: Final = ("cards", "aces")


def theme_name(theme: Theme, words: Catalogue) -> str:
    return words.problems[f"theme_{theme}"]


def explanation(problem: Problem, lang: Lang) -> list[str]:
    """Why the answer is right."""
    rules = problem.view.rules
    told = [tell(because, because.key, rules, lang) for because in problem.why]
    if problem.possible is not None:
        words = rules.catalogue(lang)
        told.append(words.problems["exact"].format(n=words.number(problem.possible)))
    return told


def tell_wrong(choice: Choice, rules: Ruleset, lang: Lang) -> str:
    """Why an answer is not right."""
    assert choice.because is not None
    return tell_why_not(choice.because, rules, lang)


def tell_why_not(because: Because, rules: Ruleset, lang: Lang) -> str:
    """A reason of the review while one still has the choice; where it has no words here, by how much."""
    usual = "call_worth_more" if "call" in because.values else "card_worth_more"
    named = sentence_key(because)
    key = named if WRONG + named in rules.catalogue(lang).problems else usual
    return tell(because, WRONG + key, rules, lang)


def tell(because: Because, key: str, rules: Ruleset, lang: Lang) -> str:
    """The sentence of that key with its numbers, cards and calls."""
    words = rules.catalogue(lang)
    is_call = "call" in because.values
    told = {} if is_call else name_suits(because, words)
    for name, value in because.values.items():
        told[name] = (
            name_held(because, words)
            if name == "held"
            else _value(name, value, rules, words, is_call=is_call)
        )
        told[name.capitalize()] = told[name][:1].upper() + told[name][1:]
    return words.problems[key].format(**told)


def _value(name: str, value: float | str, rules: Ruleset, words: Catalogue, *, is_call: bool) -> str:
    if isinstance(value, float | int):
        return words.count("point", value) if name == "more" else words.number(value)
    if name in SUITS:
        return words.suits[value]
    if name in LISTS:
        form = _the_suit_card if name == "cards" else name_card
        return words.listed([form(parse_card(card), words) for card in value.split()])
    if is_call and name in CALLS:
        return call_name(value, rules, words)
    return name_card(parse_card(value), words)


def call_name(text: str, rules: Ruleset, words: Catalogue) -> str:
    """A call as it is said at the table."""
    call = as_bid(parse_call(text, rules.table.seats[0]), rules)
    return say(call, rules, words.meta.language) or text


def _the_suit_card(card: Card, words: Catalogue) -> str:
    """«l'as»: its suit was named before."""
    form = words.problems.get(f"the_suit_card_{card.rank}", words.problems["the_suit_card"])
    return form.format(rank=words.rank_names[card.rank])


# How an imagined deal ends


def tell_ending(choice: Choice, problem: Problem, lang: Lang) -> list[str]:
    """What the wrong answer comes to in the deal of its refutation, and what the right one."""
    refutation, rules = choice.refutation, problem.view.rules
    assert refutation is not None
    words = rules.catalogue(lang)
    if refutation.line:
        best = name_card(_card(problem), words)
        values = {"marks": _signed(refutation.ending, words), "better": _signed(refutation.best, words)}
        return [words.problems["ends_card"].format(best=best, **values)]
    best_call = say(problem.best, rules, lang) or ""
    return [
        _tell_contract(refutation.ending, "ends", problem, lang),
        _tell_contract(refutation.best, "better", problem, lang, best=best_call),
    ]


def _card(problem: Problem) -> Card:
    card = getattr(problem.best, "card", None)
    assert isinstance(card, Card)
    return card


def _tell_contract(ending: Ending, key: str, problem: Problem, lang: Lang, *, best: str = "") -> str:
    rules, contract = problem.view.rules, ending.contract
    words = rules.catalogue(lang)
    if contract is None:
        return words.problems[f"{key}_all_pass"].format(best=best)
    whose = "ours" if contract.side == rules.table.side(problem.seat) else "theirs"
    return words.problems[f"{key}_{whose}"].format(
        best=best,
        contract=format_contract(
            replace(contract, seat=None), lang, contred=contred_word(contract, rules, lang)
        ),
        result=words.results[ending.result].lower(),
        marks=_signed(ending, words),
        colon=words.meta.colon,
    )


def _signed(ending: Ending, words: Catalogue) -> str:
    number = words.number(ending.marks)
    return f"+{number}" if ending.marks > 0 else number
