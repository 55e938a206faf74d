"""Typical mistakes from Python: each is told with what to do instead."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import rebelote
from rebelote import Card, Cards, Cut, Match, Pass, Seat, sentences
from rebelote.bots import make
from rebelote.errors import RebeloteError


def _dealt() -> Match:
    """A contrée whose first call is East's."""
    match = Match.new("ffb-contree", seed=7, dealer="S")
    match = match.act(match.legal()[0])
    return match.act(match.legal()[0])


def _in_play() -> Match:
    match = _dealt().call("E", "80 S")
    for seat in "NWS":
        match = match.call(seat, "pass")
    return match


def _not_held() -> Match:
    match = _in_play()
    return match.play("E", next(iter(match.view("N").hand)))


MISTAKES: dict[str, tuple[Callable[[], object], str]] = {
    "a game's name that is nearly right": (lambda: Match.new("contree"), "ffb-contree"),
    "an option's name that is nearly right": (lambda: Match.new("coinche", scorng="both"), "scoring"),
    "an option's value as text": (lambda: Match.new("coinche", target="1000"), "expected an integer from 1"),
    "a ten as 10": (lambda: Card("10H"), "as in JH and TS"),
    "a French letter with C": (lambda: Cards("VC"), "write V♥ or V♣, JH or JC"),
    "a card twice": (lambda: Cards("JH JH"), "the same card twice"),
    "a card instead of an action": (lambda: _in_play().act("KD"), r"match\.play\(\"E\", \"KD\"\)"),  # type: ignore[arg-type]
    "a seat in small letters": (lambda: _in_play().play("e", "KD"), "seats: N E S W"),
    "a seat of another table": (lambda: Match.new("comptoir", dealer="E"), "seats: N S"),
    "out of turn": (lambda: _in_play().play("N", "KD"), r"It is not your turn\..*E to act: match\.legal\(\)"),
    "a card before the calls are over": (lambda: _dealt().play("E", "KD"), r"not the moment\..*E to act"),
    "a card of another hand": (_not_held, r"you do not hold this card\..*E to act"),
    "a call that is no call": (lambda: _dealt().call("E", "80 hearts"), "expected pass, take"),
    "a bid that is not on the ladder": (
        lambda: _dealt().call("E", "85 H"),
        r"cannot be said.*match\.legal",
    ),
    "acting on an old look": (lambda: _in_play().act(Cut(Seat("W"), 5), seq=1), "look again before you act"),
    "changing a match": (lambda: setattr(_in_play(), "log", ()), "go on with the match"),
    "a bot that there is not": (lambda: make("expert1", random.Random()), "bots: hasard, debutant"),
    "a file of rules as text": (lambda: Match.new("ours.toml"), r"a file is given as Path\('ours.toml'\)"),
    "cards as a list of texts": (lambda: Cards(["JH", "9H"]), r"as one text: Cards\(\"JH 9H\"\)"),  # type: ignore[list-item]
    "a generator in place of luck": (
        lambda: Match.new("coinche", chance=random.Random(7)),  # type: ignore[arg-type]
        r"RandomChance\(random.Random\(7\)\), not Random; seed=7",
    ),
    "an action in place of a call": (
        lambda: _dealt().call("E", Pass(Seat("E"))),  # type: ignore[arg-type]
        "match.act takes an action",
    ),
    "a language that there is not": (
        lambda: sentences.describe(_dealt().log[-1], _dealt().rules, "de"),  # type: ignore[arg-type]
        "expected one of fr, en, not 'de'",
    ),
    "rules resolved twice": (lambda: Match.new(rebelote.rules("coinche"), target=500), "already resolved"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_remedy(name: str) -> None:
    make_it, remedy = MISTAKES[name]
    with pytest.raises((RebeloteError, AttributeError), match=f"(?s){remedy}"):
        make_it()
