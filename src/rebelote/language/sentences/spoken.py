"""What a player says at the table: «Je prends à cœur», «80 pique», «Je coinche»."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import assert_never

from rebelote.actions import (
    Accept,
    Action,
    Announced,
    AskRedeal,
    Bid,
    Call,
    CallReferee,
    ClaimRebelote,
    Contre,
    Count,
    Cut,
    Deal,
    Declare,
    Discard,
    Excuse,
    Expose,
    Guess,
    KeepHand,
    Misdeal,
    NameHeight,
    NotBetter,
    Object,
    Pass,
    Play,
    PlayBlind,
    Propose,
    Refuse,
    SayRoem,
    Schmeiss,
    Show,
    Surcontre,
    Swap,
    Take,
    Withhold,
)
from rebelote.cards import Card, Rank, Trump
from rebelote.language.persons import capital
from rebelote.language.text import Catalogue, Lang, catalogue
from rebelote.results import Contract
from rebelote.ruleset import Auction, Ruleset


@lru_cache(maxsize=128)
def card_name(card: Card, lang: Lang = "fr") -> str:
    """«valet de pique»."""
    words = catalogue(lang)
    return words.words["card"].format(rank=words.rank_names[card.rank], suit=words.suits[card.suit])


def say(action: Action, rules: Ruleset, lang: Lang = "fr", turned: Card | None = None) -> str | None:
    """What a player says at the table: «Je prends à cœur», «80 pique», «Je coinche»; None if nothing.

    `turned` is the turned card: to take its suit is just «Je prends».
    """
    words = rules.catalogue(lang)
    match action:
        case Pass() | Take() | Object() | Schmeiss() | Bid() | Contre() | Surcontre() | Guess() | AskRedeal():
            return say_call(action, rules, words, turned)
        case Declare(kinds=kinds):
            return capital(kinds_in_words(kinds, words))
        case NameHeight(rank=rank, in_trumps=in_trumps):
            return capital(height_in_words(rank, in_trumps, words))
        case Play(say=word):
            return words.words[word] if word is not None else None
        case Cut(at=at):
            return words.words["cut"].format(cards=words.count("card", at))
        case Propose(remedy=remedy):
            return words.words[remedy]
        case Discard(cards=cards):
            return words.words["discard"].format(cards=words.count("card", len(cards)))
        case PlayBlind() | Expose():
            return None
        case _:
            return words.words[_FIXED[type(action)]]


_FIXED: Mapping[type[Action], str] = {
    Deal: "deal",
    Swap: "swap",
    KeepHand: "keep_hand",
    NotBetter: "not_better",
    Show: "show",
    Withhold: "withhold",
    ClaimRebelote: "rebelote",
    SayRoem: "roem",
    Count: "count",
    Misdeal: "misdeal",
    Excuse: "excuse",
    CallReferee: "call_referee",
    Accept: "accept",
    Refuse: "refuse",
}


def say_call(call: Call, rules: Ruleset, words: Catalogue, turned: Card | None) -> str:
    """What is said with a call; `turned` as for `say`."""
    match call:
        case Pass():
            return words.words["pass"]
        case Take(trump=trump) if turned is not None and trump.suit is turned.suit:
            return words.words["take"]
        case Take(trump=trump):
            return words.words["take_suit"].format(suit=words.suits[trump])
        case Object():
            return words.words["object"]
        case Schmeiss():
            return words.words["schmeiss"]
        case Bid(to_partner=True):
            return words.words["ashkal"]
        case Bid(value=value, trump=trump):
            return bid_in_words(value, trump, rules, words)
        case AskRedeal():
            return words.words["ask_redeal"]
        case Contre(closed=closed):
            return words.words["contre_closed" if closed else rules.words.contre]
        case Surcontre(level=level, closed=closed):
            return words.words[_RAISES[level, closed]]
        case Guess(tricks=tricks):
            return words.numbered(words.words, "guess", tricks)
        case _:
            assert_never(call)


_RAISES: Mapping[tuple[int, bool], str] = {
    (2, False): "surcontre",
    (3, False): "four",
    (3, True): "four_closed",
    (4, False): "gahwa",
}
"""The word for a step of the ladder of contres, open or closed."""


def bid_in_words(value: int | str | None, trump: Trump, rules: Ruleset, words: Catalogue) -> str:
    """«80 pique», «Capot à cœur», «Pique» where bids have no value."""
    suit = words.suits[trump]
    if value is None:
        return capital(suit)
    if not isinstance(value, int):
        return words.words[f"{value}_suit"].format(suit=suit)
    if isinstance(rules.trump_choice, Auction) and rules.trump_choice.unit == "tricks":
        return words.numbered(words.words, "tricks_bid", value).format(suit=suit)
    return words.words["bid"].format(value=value, suit=suit)


def kinds_in_words(kinds: Iterable[Announced], words: Catalogue) -> str:
    """«tierce et carré»."""
    return words.listed([words.kinds[kind] for kind in kinds] or [words.words["nothing_declared"]])


def height_in_words(rank: Rank, in_trumps: bool, words: Catalogue) -> str:
    """«au roi», «au roi d’atout»."""
    key = "height_trump" if in_trumps else "height"
    return words.words[key].format(rank=words.rank_names[rank])


def contred_word(contract: Contract, rules: Ruleset, lang: Lang = "fr") -> str:
    """«contré», «coinché» or «surcontré»; empty where nobody said so."""
    words = rules.catalogue(lang).words
    match contract.contre:
        case 0:
            return ""
        case 1:
            return words["coinched" if rules.words.contre == "coinche" else "contred"]
        case 2:
            return words["surcontred"]
        case level:
            return words[("four", "gahwa")[level - 3]].lower()
