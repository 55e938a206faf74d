"""What a player may do now, as a short numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rebelote.actions import (
    Action,
    Bid,
    Contre,
    Count,
    Cut,
    Deal,
    Discard,
    Guess,
    Play,
    PlayBlind,
    Show,
    Surcontre,
)
from rebelote.cards import Card
from rebelote.cli.typed import fold
from rebelote.language.labels import in_order, label
from rebelote.language.text import Lang
from rebelote.view import View


@dataclass(frozen=True)
class Offer:
    """A choice: what to type for it, and what it is."""

    key: str
    label: str
    action: Action

    def __str__(self) -> str:
        """«2 Je prends»; a guess, «3 plis», is its own number."""
        return self.label if isinstance(self.action, Guess) else f"{self.key} {self.label}"

    @property
    def card(self) -> Card | None:
        """The card, for a choice that is nothing but a card."""
        plain = isinstance(self.action, Play) and self.action.say is None
        return self.action.card if plain and isinstance(self.action, Play) else None


def offers(view: View, lang: Lang, *, ascii: bool) -> list[Offer]:
    """Everything that is legal, but for cuts, discards and high bids, which are typed as they are."""
    listed = _lowest_bids([action for action in in_order(view) if not isinstance(action, Cut | Discard)])
    return [
        Offer(_key(action, place), _label(action, view, lang, ascii), action)
        for place, action in enumerate(listed, 1)
    ]


def table_offers(view: View, lang: Lang, *, ascii: bool) -> list[Offer]:
    """What a table that judges afterwards lets one do besides."""
    return [
        Offer(str(place), _label(action, view, lang, ascii), action)
        for place, action in enumerate(view.table_actions(), 1)
    ]


def _label(action: Action, view: View, lang: Lang, ascii: bool) -> str:
    return label(action, view.rules, view.situation.turned, lang, ascii=ascii)


def _key(action: Action, place: int) -> str:
    return str(action.tricks) if isinstance(action, Guess) else str(place)


def _lowest_bids(actions: Sequence[Action]) -> list[Action]:
    bids = [action for action in actions if isinstance(action, Bid)]
    return [action for action in actions if not isinstance(action, Bid) or action.value == bids[0].value]


def bid_range(view: View) -> tuple[int | str, int | str] | None:
    """The least and the greatest value that may be bid now, where bids have one."""
    values = [action.value for action in view.legal() if isinstance(action, Bid) and action.value is not None]
    return (values[0], values[-1]) if values else None


def default(view: View) -> Action | None:
    """What Enter alone means: only what needs no thought."""
    legal = view.legal()
    if len(legal) == 1 and not isinstance(legal[0], Contre | Surcontre):
        return legal[0]
    match legal:
        case [Cut(), *_]:
            return legal[len(legal) // 2]
        case [(Deal() | Show() | Count()) as first, *_]:
            return first
        case _:
            return None


def needs_no_question(view: View) -> bool:
    """The last card of a hand, and a deal that can be dealt in one way only."""
    legal = view.legal()
    if len(legal) != 1:
        return False
    match legal[0]:
        case PlayBlind():
            return True
        case Play(seat=seat):
            held = view.situation.held
            return held is not None and len(held.playable(seat)) == 1
        case Deal():
            return not view.table_actions()
        case _:
            return False


def find(text: str, among: Sequence[Offer]) -> Action | None:
    """The offer with this number or these words."""
    word = fold(text)
    return next((offer.action for offer in among if word in (offer.key, fold(offer.label))), None)


def may_only_interrupt(view: View) -> bool:
    """Is it another's turn to speak, and one may coinche all the same?"""
    legal = view.legal()
    return bool(legal) and view.actors()[:1] != (view.seat,) and isinstance(legal[0], Contre)
