"""The cards' order and points by kind of trump, for whoever looks them up at the table."""

from __future__ import annotations

from typing import Final, Literal

from rebelote.card_order import order_at
from rebelote.cards import Trump
from rebelote.ruleset import Ruleset, Scale
from rebelote.server.messages.crib import CardCrib, CribScale, CribSection

ScaleKind = Literal["trump", "plain", "sans_atout", "tout_atout"]
_WITHOUT_SUIT: Final[dict[Trump, ScaleKind]] = {
    Trump.SANS_ATOUT: "sans_atout",
    Trump.TOUT_ATOUT: "tout_atout",
}


def card_crib(rules: Ruleset) -> CardCrib:
    """A section for the suits, and one each for sans atout and tout atout where they can be played."""
    suits = tuple(trump for trump in rules.callable_trumps if trump.suit is not None)
    others = tuple(trump for trump in rules.callable_trumps if trump.suit is None)
    groups = [suits, *((trump,) for trump in others)]
    return CardCrib(
        unit=rules.unit,
        sections=[_section(rules, group) for group in groups if group],
        last_trick=0 if rules.counts_tricks else rules.card_values.last_trick,
    )


def _section(rules: Ruleset, trumps: tuple[Trump, ...]) -> CribSection:
    first, values = trumps[0], rules.card_values
    kinds: tuple[ScaleKind, ...] = ("trump", "plain") if first.suit else (_WITHOUT_SUIT[first],)
    total = _total(rules, first)
    scaled = values.rescale_tout_atout and first is Trump.TOUT_ATOUT
    return CribSection(
        trumps=[trump.value for trump in trumps],
        scales=[_scale(rules, kind, getattr(values, kind)) for kind in kinds],
        total=total,
        counted_as=_total(rules, Trump.SPADES) if scaled else total,
        belote=_belote(rules, first),
    )


def _total(rules: Ruleset, trump: Trump) -> int:
    values = rules.card_values
    return 0 if rules.counts_tricks else order_at(values, trump).total(rules.pack) + values.last_trick


def _belote(rules: Ruleset, trump: Trump) -> int:
    part = rules.belote
    if part is None or trump is Trump.SANS_ATOUT:
        return 0
    return part.worth if trump.suit or part.at_tout_atout else 0


def _scale(rules: Ruleset, kind: ScaleKind, scale: Scale) -> CribScale:
    """Of the ranks in this game's pack."""
    held = {card.rank for card in rules.pack}
    points = {rank: worth for rank, worth in zip(scale.order, scale.points, strict=True) if rank in held}
    return CribScale(
        kind=kind,
        ranks=[rank.value for rank in points],
        points=[] if rules.counts_tricks else list(points.values()),
    )
