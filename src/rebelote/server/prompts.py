"""Whose turn it is, in one short sentence; to one who has to follow, overtake or ruff, also that."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rebelote.actions import Accept, Refuse
from rebelote.cards import SUIT_CARDS, Card, Cards
from rebelote.language.display import phase_key
from rebelote.language.persons import Names, Person, Speaker, sentence
from rebelote.language.text import Lang, catalogue
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.view import View


def prompt(view: View, names: Names, lang: Lang, refused: Mapping[Card, str] | None = None) -> str:
    """«À vous de jouer», «À vous : fournissez à carreau», «À Est de parler».

    `refused` are the cards that a reader whose turn it is may not play, where that was found out already.
    """
    words = catalogue(lang)
    if view.situation.proposal is not None and any(
        isinstance(action, Accept | Refuse) for action in view.table_actions()
    ):
        return words.server["prompt_answer"]
    actors = view.situation.awaited()
    if not actors:
        return words.phases[phase_key(view.situation)]
    if (duty := _duty(view, refused)) is not None:
        kind, suit = duty
        return words.server[f"prompt_{kind}"].format(suit=words.suits[suit])
    waited = view.seat if _acts_at_once(view) else actors[0]
    assert waited is not None
    whom = Speaker(view.rules, words, names, view.seat).player(waited)
    return _turn_of(phase_key(view.situation), whom, lang)


@lru_cache(maxsize=4096)
def _turn_of(phase: str, whom: Person, lang: Lang) -> str:
    """The same few people take turns."""
    words = catalogue(lang)
    return sentence(words.turns[phase], words, {"player": whom})


def has_word(view: View) -> bool:
    """Is the prompt of this reader another than that of a spectator?"""
    return view.seat is not None and (view.situation.proposal is not None or _acts_at_once(view))


def _acts_at_once(view: View) -> bool:
    """Is something to be done by this reader, whoever else has something to do?"""
    interrupts = isinstance(view.situation.phase, Choosing)
    actors = view.actors()
    return view.seat in (actors[:1] if interrupts else actors)


def _duty(view: View, refused: Mapping[Card, str] | None) -> tuple[str, str] | None:
    """What the card of a reader whose turn it is has to do, and in which suit; None where he may choose."""
    playing = view.situation.phase
    if not isinstance(playing, Playing) or view.seat is None or playing.turn != view.seat:
        return None
    held = playing.held.playable(view.seat)
    if view.situation.blind or not playing.trick or not held:
        return None
    refused = playing.refusals(view.seat) if refused is None else refused
    led = playing.trick[0][1].suit
    allowed = Cards(card for card in held if card not in refused)
    following = held & SUIT_CARDS[led]
    if allowed and allowed <= following:
        return ("follow" if allowed == following else "beat"), led
    return _duty_beside(playing, held, allowed)


def _duty_beside(playing: Playing, held: Cards, allowed: Cards) -> tuple[str, str] | None:
    """The same for one who can't follow."""
    trumps, suit = playing.order.ruffs, playing.order.suit
    if suit is None or not held & trumps:
        return "discard", playing.trick[0][1].suit
    if not allowed <= trumps:
        return None
    _, best = playing.order.winner(playing.trick)
    if best not in trumps:
        return "ruff", suit
    return ("overruff" if allowed <= playing.order.beaten_by[best.index] else "undertrump"), suit
