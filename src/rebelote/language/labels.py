"""What a player may do now, in the order of his hand, and what to call it."""

from __future__ import annotations

from rebelote.actions import Action, ClaimRebelote, Deal, Discard, Excuse, Expose, Play, PlayBlind
from rebelote.cards import Card, Trump
from rebelote.language.sentences import say
from rebelote.language.text import Lang
from rebelote.ruleset import Ruleset
from rebelote.view import View


def trump_of(view: View) -> Trump | None:
    """The trump of the standing contract."""
    contract = view.situation.contract
    return None if contract is None else contract.trump


def in_order(view: View) -> tuple[Action, ...]:
    """What is legal: cards as the hand is sorted, then the piles; with its word before in silence."""
    legal, held = view.legal(), view.situation.held
    if not legal or not isinstance(legal[-1], Play):
        return legal
    plays = [action for action in legal if isinstance(action, Play)]
    if view.seat is None or held is None:
        return legal
    tops = [pile.top for pile in held.piles.get(view.seat, ()) if pile.top is not None]
    place = {card.text: n for n, card in enumerate((*held.hands[view.seat].sorted(trump_of(view)), *tops))}
    plays.sort(key=lambda play: (place[play.card.text], play.say is None))
    return (*[action for action in legal if not isinstance(action, Play)], *plays)


def label(action: Action, rules: Ruleset, turned: Card | None, lang: Lang, *, ascii: bool = False) -> str:
    """What a player may do, in a few words: for a button or a list."""
    words = rules.catalogue(lang).terminal
    said = say(action, rules, lang, turned) or ""
    match action:
        case Play(card=card, say=word):
            shown = card.show(lang, ascii=ascii)
            return shown if word is None else f"{shown} « {said} »"
        case Expose(card=card):
            return f"{words['expose']} {card.show(lang, ascii=ascii)}"
        case Excuse(card=card):
            return f"{said} ({card.show(lang, ascii=ascii)})"
        case Deal(packets=packets):
            return f"{said}, {'-'.join(map(str, packets))}"
        case Discard(cards=cards):
            return f"{said} ({' '.join(card.show(lang, ascii=ascii) for card in cards)})"
        case PlayBlind():
            return words["play_blind"]
        case ClaimRebelote():
            return words["claim"]
        case _:
            return said
