"""What a player types, read as an action: «V♥», «JH», «as de cœur», «80 c», «p», «coinche»."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from rebelote.actions import (
    Action,
    Bid,
    Contre,
    Cut,
    Discard,
    Guess,
    Object,
    Pass,
    Play,
    Schmeiss,
    Surcontre,
    Take,
)
from rebelote.cards import Card, Cards, Rank, Suit, Trump
from rebelote.language.notation import bid_value
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Cutting, Discarding
from rebelote.ruleset import Auction
from rebelote.ruleset import Guess as GuessPart
from rebelote.table import Seat
from rebelote.view import View

_SYMBOLS: Final = dict(zip("♠♥♦♣♤♡♢♧", [*Suit, *Suit], strict=True))
_LETTERS: Final[Mapping[str, tuple[Suit, ...]]] = {
    "p": (Suit.SPADES,),
    "s": (Suit.SPADES,),
    "h": (Suit.HEARTS,),
    "k": (Suit.DIAMONDS,),
    "d": (Suit.DIAMONDS,),
    "t": (Suit.CLUBS,),
}
"""But for `c`: cœur to a Frenchman, clubs to an Englishman."""
_FRENCH: Final = {"v": Rank.JACK, "d": Rank.QUEEN, "r": Rank.KING}
_ENGLISH: Final = {"j": Rank.JACK, "q": Rank.QUEEN, "k": Rank.KING, "t": Rank.TEN}
_BOTH: Final = {rank.value: rank for rank in Rank if rank.value.isdigit()} | {"10": Rank.TEN, "a": Rank.ACE}
_PASS: Final = {"p", "passe", "je passe", "pass", "i pass", "non", "no"}
_CONTRE: Final = {"c", "contre", "je contre", "coinche", "je coinche", "double", "i double"}
_SURCONTRE: Final = {"sc", "surcontre", "je surcontre", "redouble", "i redouble"}
_OBJECT: Final = {"o", "objection", "object", "je m'oppose", "i object"}
_TAKE: Final = re.compile(r"(?:(?:je )?prends?|(?:i )?take)(?: (?:a|at|in))?(?: (?P<trump>.+))?|oui|yes")
_BID: Final = re.compile(r"(?P<value>[0-9]{1,4}|capot|generale) *(?:plis?|tricks?|a|at|in|,)* *(?P<trump>.+)")
_APART: Final = re.compile(r" *[,;+] *| et | and ")
"""Between two cards that are laid aside."""
_SPOKEN: Final = re.compile(r"(?P<card>.+?)[ ,]+(?P<word>belote|rebelote|b)")


def fold(text: str) -> str:
    """Small letters without accents; suit symbols stay."""
    text = text.strip().lower().replace("œ", "oe").replace("’", "'").replace("\ufe0f", "")
    letters = unicodedata.normalize("NFKD", text)
    return re.sub(r"\s+", " ", "".join(char for char in letters if not unicodedata.combining(char)))


def read_action(text: str, view: View, lang: Lang) -> Action | None:
    """The action meant, legal or not; None if it is no action of this moment."""
    word, seat = fold(text), view.seat
    if seat is None:
        return None
    match view.situation.phase:
        case Cutting():
            return Cut(seat, int(word)) if re.fullmatch("[0-9]{1,3}", word) else None
        case Choosing() as choosing:
            return _call(word, seat, choosing, lang)
        case Discarding(number=number):
            return _discard(word, seat, view.hand, number, lang)
        case Playing() as playing:
            return _play(word, seat, playing, lang)
        case _:
            return None


# Calls


def _call(word: str, seat: Seat, choosing: Choosing, lang: Lang) -> Action | None:
    if isinstance(choosing.rules.trump_choice, GuessPart):
        return Guess(seat, int(word)) if re.fullmatch("[0-9]{1,3}", word) else None
    if word in _PASS:
        return Pass(seat)
    if word in _CONTRE and choosing.standing is not None:
        return Contre(seat)
    if word in _SURCONTRE:
        return Surcontre(seat)
    if word == "schmeiss":
        return Schmeiss(seat)
    if word in _OBJECT:
        return Object(seat)
    if bid := _BID.fullmatch(word):
        trump = read_trump(bid["trump"], lang)
        value = bid["value"]
        return None if trump is None else Bid(seat, bid_value(value), trump)
    return _take(word, seat, choosing, lang)


def _take(word: str, seat: Seat, choosing: Choosing, lang: Lang) -> Take | Bid | None:
    part = choosing.rules.trump_choice
    is_bid = isinstance(part, Auction) and part.unit == "none"
    if choosing.turned is None and not is_bid:
        return None
    said = _TAKE.fullmatch(word)
    if said is not None and said["trump"] is None:
        trump = None if choosing.turned is None else Trump(choosing.turned.suit.value)
    else:
        trump = read_trump(said["trump"] if said is not None else word, lang)
    if trump is None:
        return None
    return Bid(seat, None, trump) if is_bid else Take(seat, trump)


def read_trump(word: str, lang: Lang) -> Trump | None:
    named = _trump_names().get(fold(word))
    if named is not None:
        return named
    suits = _suits(word, lang)
    return Trump(suits[0].value) if suits else None


@lru_cache(maxsize=1)
def _trump_names() -> dict[str, Trump]:
    """In every language: «cœur», «hearts», «sans atout», «SA», «NT» …"""
    found = {trump.value.lower(): trump for trump in Trump if trump.suit is None}
    for lang in LANGS:
        words = catalogue(lang)
        for trump in Trump:
            found[fold(words.suits[trump])] = trump
            if trump.suit is None:
                found[fold(words.suit_symbols[trump])] = trump
    return found


def _suits(word: str, lang: Lang) -> tuple[Suit, ...]:
    """The suits that a word may mean, the likeliest first."""
    if word in _SYMBOLS:
        return (_SYMBOLS[word],)
    if word == "c":
        return (Suit.HEARTS, Suit.CLUBS) if lang == "fr" else (Suit.CLUBS, Suit.HEARTS)
    named = _trump_names().get(word)
    if named is not None and named.suit is not None:
        return (named.suit,)
    return _LETTERS.get(word, ())


# Cards


def _discard(word: str, seat: Seat, hand: Cards, number: int, lang: Lang) -> Discard | None:
    """«7p 8c», «7p, 8c», «sept de pique et as de coeur»."""
    parts = [part for part in _APART.split(word) if part]
    if len(parts) != number:
        parts = word.split()
    found = [list(_cards(part, lang)) for part in parts]
    if len(found) != number or not all(found):
        return None
    return Discard(seat, tuple(next((card for card in cards if card in hand), cards[0]) for cards in found))


def _play(word: str, seat: Seat, playing: Playing, lang: Lang) -> Play | None:
    spoken = _SPOKEN.fullmatch(word)
    cards = list(_cards(spoken["card"] if spoken is not None else word, lang))
    if not cards:
        return None
    held = playing.held.playable(seat)
    card = next((card for card in cards if card in held), cards[0])
    return Play(seat, card, playing.word(seat, card) if spoken is not None else None)


def _cards(word: str, lang: Lang) -> Iterator[Card]:
    """The cards that a word may mean, the likeliest first."""
    for rank_word, suit_word in _splits(word):
        rank = _rank_names().get(rank_word)
        if rank is None:
            continue
        style: Lang = "fr" if rank_word in _FRENCH else "en" if rank_word in _ENGLISH else lang
        for suit in _suits(suit_word, style):
            yield Card.of(rank, suit)


def _splits(word: str) -> Iterator[tuple[str, str]]:
    """«as de coeur» → as, coeur; «10c» → 10, c."""
    if parts := re.fullmatch(r"(\S+) (?:de |d'|of )?(\S+)", word):
        yield parts[1], parts[2]
    elif " " not in word:
        for at in range(1, len(word)):
            yield word[:at], word[at:]


@lru_cache(maxsize=1)
def _rank_names() -> dict[str, Rank]:
    names = {fold(name): Rank(rank) for lang in LANGS for rank, name in catalogue(lang).rank_names.items()}
    return names | _BOTH | _FRENCH | _ENGLISH
