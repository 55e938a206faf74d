"""A review for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.cards import Card, parse_card
from rebelote.events import CardPlayed, DealScored, DealVoided, TrickWon
from rebelote.language.display import format_contract
from rebelote.language.labels import label
from rebelote.language.notation import parse_call
from rebelote.language.sentences import say
from rebelote.language.text import Catalogue, Lang
from rebelote.match import Match
from rebelote.review.explaining import rounded
from rebelote.review.results import Because, DealReview, Judgement, MatchReview
from rebelote.ruleset import Ruleset

CALLS: Final = ("call", "best")
"""The values that are calls, where a reason is about a call."""
WORDED_BY_CALL: Final = (
    ("hand_is_worth_a_call", "best", "take", "hand_is_worth_taking"),
    ("hand_is_too_weak", "call", "take", "hand_is_too_weak_to_take"),
    ("call_worth_more", "best", "surcontre", "surcontre_was_worth_it"),
    ("call_worth_more", "call", "surcontre", "surcontre_too_bold"),
)
"""Reasons with words of their own where that call is such a one: who takes announces nothing."""
WHOSE: Final = ("partner", "side", "hand", "kept")
"""Words that differ where the reader is spoken to."""


def tell(because: Because, rules: Ruleset, lang: Lang = "fr", *, own: bool = False) -> str:
    """The sentence: «L'as de carreau était encore dehors», «Il fallait prendre». `own`: to whoever made
    that decision, who is «vous»."""
    words = rules.catalogue(lang)
    is_call = "call" in because.values
    told = {name: words.review[f"{'yours' if own else 'his'}_{name}"] for name in WHOSE}
    for name, value in because.values.items():
        if isinstance(value, float | int):
            told[name] = words.count("point", value) if name == "more" else words.number(value)
        elif name == "held":
            told[name] = name_held(because, words)
        elif is_call and name in CALLS:
            told[name] = _call(value, rules, lang)
        else:
            told[name] = name_card(parse_card(value), words)
    if not is_call:
        told |= name_suits(because, words)
    capitals = {name.capitalize(): text[:1].upper() + text[1:] for name, text in told.items()}
    return words.review[sentence_key(because)].format(**told, **capitals)


def sentence_key(because: Because) -> str:
    """Of which sentence in the catalogue."""
    for reason, name, call, key in WORDED_BY_CALL:
        is_such = str(because.values.get(name)).startswith(call)
        if is_such and because.key.removesuffix("_with") == reason:
            return because.key.replace(reason, key)
    return because.key


def name_suits(because: Because, words: Catalogue) -> dict[str, str]:
    """Of the card that was played and of the better one."""
    cards = {name: because.values.get(name) for name in ("card", "best")}
    return {
        f"{name}_suit": words.suits[parse_card(card).suit]
        for name, card in cards.items()
        if isinstance(card, str)
    }


def name_held(because: Because, words: Catalogue) -> str:
    """«le valet et le sept de pique et un as à côté»; that there is no ace, where the hand is too weak."""
    trumps, aces = name_trumps(str(because.values["held"]), words), because.values.get("aces")
    if not isinstance(aces, float | int) or (aces == 0 and not because.key.startswith("hand_is_too_weak")):
        return trumps
    return words.review[f"aces_beside_{int(aces)}"].format(held=trumps)


def name_trumps(text: str, words: Catalogue) -> str:
    """«le valet, le neuf et le sept de pique»"""
    cards = [parse_card(each) for each in text.split()]
    ranks = words.listed([_the_rank(card, words) for card in cards])
    return words.review["trump_cards"].format(ranks=ranks, suit=words.suits[cards[0].suit])


def _the_rank(card: Card, words: Catalogue) -> str:
    """Of a card whose suit is named after it."""
    form = words.review.get(f"the_rank_{card.rank}", words.review["the_rank"])
    return form.format(rank=words.rank_names[card.rank])


def _call(text: str, rules: Ruleset, lang: Lang) -> str:
    """As it is said at the table."""
    return say(parse_call(text, rules.table.seats[0]), rules, lang) or text


def name_card(card: Card, words: Catalogue) -> str:
    """«l'as de cœur»"""
    form = words.review.get(f"the_card_{card.rank}", words.review["the_card"])
    return form.format(rank=words.rank_names[card.rank], suit=words.suits[card.suit])


def report(review: MatchReview, match: Match, lang: Lang = "fr", *, ascii: bool = False) -> Iterator[str]:
    """The whole review in lines: what was less than good in each deal, the players, what mattered."""
    return _Report(review, match, lang, ascii).lines()


class _Report:
    def __init__(self, review: MatchReview, match: Match, lang: Lang, ascii: bool) -> None:
        self.review = review
        self.rules = match.rules
        self.lang: Lang = lang
        self.ascii = ascii
        self.words = match.rules.catalogue(lang)
        self.own = self.words.review
        self.tricks = _trick_numbers(match)

    def say(self, key: str, **values: object) -> str:
        return self.own[key].format(colon=self.words.meta.colon, **values)

    def lines(self) -> Iterator[str]:
        yield self.say("title", depth=self.review.depth)
        if not self.review.deals:
            yield self.own["no_deals"]
            return
        for deal in self.review.deals:
            yield ""
            yield from self._deal(deal)
        yield from ["", self.own["players"]]
        for seat, player in self.review.players.items():
            yield "  " + self.say(
                "player",
                seat=self.words.seats[seat],
                accuracy=round(player.accuracy),
                decisions=player.decisions,
                mistakes=player.grades["mistake"],
                blunders=player.grades["blunder"],
                lost=self._number(player.lost),
                made=player.contracts_made,
                fallen=player.contracts_fallen,
            )
        yield from ["", self.own["moments"], *self._moments()]

    def _deal(self, deal: DealReview) -> Iterator[str]:
        score = " – ".join(str(points).replace("-", "−") for points in deal.score.values())
        contract = self.own["no_contract"]
        if deal.contract is not None:
            contract = format_contract(deal.contract, self.lang, ascii=self.ascii)
        yield self.say("deal", n=deal.number, contract=contract, score=score)
        told = [each for each in deal.judgements if each.because is not None]
        for each in told:
            assert each.because is not None
            yield self.say(
                "line",
                **self._decision(each),
                error=self._number(each.error),
                because=tell(each.because, self.rules, self.lang),
            )
        if not told:
            yield self.own["nothing"]
        yield from self._open_cards(deal)
        if deal.turning is not None and len(told) > 1:
            turning = next(each for each in told if each.event == deal.turning)
            yield self.say("turning", **self._decision(turning))

    def _open_cards(self, deal: DealReview) -> Iterator[str]:
        found = deal.open_cards
        if found is None:
            return
        least, most = min(found.points), max(found.points)
        key = "open_same" if least == most else "open_cards"
        yield self.say(key, side=self.words.sides[found.side], points=found.points[0], least=least, most=most)

    def _moments(self) -> Iterator[str]:
        if not self.review.moments:
            yield self.own["no_moments"]
        for moment in self.review.moments:
            deal = next(each for each in self.review.deals if each.number == moment.deal)
            decision = next(each for each in deal.judgements if each.event == moment.event)
            yield self.say("moment", n=deal.number, **self._decision(decision))

    def _decision(self, each: Judgement) -> dict[str, object]:
        trick = self.tricks.get(each.event)
        return {
            "seat": self.words.seats[each.seat],
            "where": self.own["at_call"] if trick is None else self.say("at_trick", n=trick),
            "done": label(each.action, self.rules, None, self.lang, ascii=self.ascii),
            "grade": self.own[f"grade_{each.grade}"],
            "loss": self._number(each.loss),
        }

    def _number(self, number: float) -> str:
        return self.words.number(rounded(number))


def _trick_numbers(played: Match) -> dict[int, int]:
    """The trick, from 1, that each card of the log was played to."""
    numbers: dict[int, int] = {}
    won = 0
    for place, event in enumerate(played.log):
        match event:
            case CardPlayed():
                numbers[place] = won + 1
            case TrickWon():
                won += 1
            case DealScored() | DealVoided():
                won = 0
            case _:
                pass
    return numbers
