"""Whose turn it is, in one short sentence; to one who has to follow, overtake or ruff, also that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rebelote.actions import Accept, Refuse
from rebelote.cards import SUIT_CARDS, Card, Suit
from rebelote.language.display import phase_key
from rebelote.language.persons import READER, Names, Person, name_of, sentence
from rebelote.language.text import Lang, catalogue
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.view import View


def prompt(view: View, names: Names, lang: Lang, refused: Mapping[Card, str] | None = None) -> str:
    """«À vous de jouer», «À vous : fournissez à carreau», «À Est de parler».

    `refused` are the cards that a reader whose turn it is may not play, where that was found out already.
    """
    now = view.situation
    if now.proposal is not None and any(
        isinstance(action, Accept | Refuse) for action in view.table_actions()
    ):
        return catalogue(lang).server["prompt_answer"]
    if view.seat is not None and (duty := _duty(view, refused)) is not None:
        return _duty_in_words(*duty, lang)
    actors = now.awaited()
    if not actors:
        return catalogue(lang).phases[phase_key(now)]
    waited = actors[0]
    if view.seat is not None and (waited == view.seat or _acts_at_once(view)):
        return _turn_of(phase_key(now), None, lang)
    return _turn_of(phase_key(now), name_of(waited, names, catalogue(lang)), lang)


@lru_cache(maxsize=4096)
def _turn_of(phase: str, name: str | None, lang: Lang) -> str:
    """Of somebody, or of the reader. The same few people take turns."""
    words = catalogue(lang)
    whom = Person(words.table["you"], READER) if name is None else Person(name)
    return sentence(words.turns[phase], words, {"player": whom})


def has_word(view: View) -> bool:
    """Is the prompt of this reader another than that of a spectator?"""
    return view.seat is not None and (view.situation.proposal is not None or _acts_at_once(view))


def _acts_at_once(view: View) -> bool:
    """Is something to be done by this reader, whoever else has something to do?"""
    interrupts = isinstance(view.situation.phase, Choosing)
    actors = view.actors()
    return view.seat in (actors[:1] if interrupts else actors)


@lru_cache(maxsize=256)
def _duty_in_words(kind: str, suit: Suit, lang: Lang) -> str:
    words = catalogue(lang)
    return words.server[f"prompt_{kind}"].format(suit=words.suits[suit])


def _duty(view: View, refused: Mapping[Card, str] | None) -> tuple[str, Suit] | None:
    """What the card of a reader whose turn it is has to do, and in which suit; None where he may choose."""
    playing = view.situation.phase
    if not isinstance(playing, Playing) or view.seat is None or playing.turn != view.seat:
        return None
    if view.situation.blind or not playing.trick:
        return None
    held = allowed = playing.held.playable(view.seat).mask
    for card in playing.refusals(view.seat) if refused is None else refused:
        allowed &= ~card.bit
    led = playing.trick[0][1].suit
    following = held & SUIT_CARDS[led].mask
    if allowed and not allowed & ~following:
        return ("follow" if allowed == following else "beat"), led
    return _duty_beside(playing, held, allowed) if held else None


def _duty_beside(playing: Playing, held: int, allowed: int) -> tuple[str, Suit] | None:
    """The same for one who can't follow; his cards as masks."""
    trumps, suit = playing.order.ruffs.mask, playing.order.suit
    if suit is None or not held & trumps:
        return "discard", playing.trick[0][1].suit
    if allowed & ~trumps:
        return None
    _, best = playing.order.winner(playing.trick)
    if not best.bit & trumps:
        return "ruff", suit
    beating = playing.order.beaten_by[best.index].mask
    return ("undertrump" if allowed & ~beating else "overruff"), suit
