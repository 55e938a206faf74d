"""What was announced, as a test of the hands that may have been dealt."""

from __future__ import annotations

from rebelote import _native
from rebelote.bots.expert.places import NOBODY
from rebelote.cards import ALL_CARDS, Cards
from rebelote.phases.declaring import Strength, has_void_carre, height_strength, possible
from rebelote.phases.talking import Talk
from rebelote.table import Seat
from rebelote.view import View


def announcements(view: View) -> _native.Announcements | None:
    """What was announced, as a test of hands; None where nothing can be told from it."""
    talk = view.situation.talk
    if talk is None or not view.rules.strict or talk.part.overlap or talk.part.most:
        return None  # the core looks for declarations that share no card, as many as there are
    every = possible(talk.part, talk.trump)
    ranks = {strength: n for n, strength in enumerate(sorted({each.strength for each in every}))}
    kinds = {kind: n for n, kind in enumerate(dict.fromkeys(each.declaration.kind for each in every))}
    candidates = [
        (each.mask, kinds[each.declaration.kind], each.declaration.points, ranks[each.strength])
        for each in every
    ]
    spoken = {each.seat for each in view.observed}
    table = view.rules.table
    heard_from = [
        (
            [kinds[kind] for kind in talk.said.get(seat, ()) if kind in kinds],
            view.rules.auto and seat in spoken,
            [ranks[strength] for strength in _named(talk, seat)],
        )
        for seat in table.order
    ]
    sides = [table.sides.index(table.side(seat)) for seat in table.order]
    return _native.Announcements(candidates, heard_from, sides, _winner(view, talk), _voiding(talk))


def _named(talk: Talk, seat: Seat) -> list[Strength]:
    contest = talk.contest
    if contest is None or contest.leader_kind is None:
        return []
    kind = contest.leader_kind
    return [
        height_strength(talk.part, talk.trump, kind, height.rank, height.in_trumps)
        for height in contest.named
        if height.seat == seat
    ]


def _winner(view: View, talk: Talk) -> int | None:
    """The side found best by the house; at the table one may concede, so that is no proof."""
    plain = talk.part.contests == "one" and talk.part.tie == "nobody"
    if not talk.settled or not view.rules.auto or not plain:
        return None
    winner = talk.winners.runs
    return NOBODY if winner is None else view.rules.table.sides.index(winner)


def _voiding(talk: Talk) -> int:
    rank = talk.part.void_carre
    if rank is None or not talk.rules.auto:
        return 0
    carre = Cards(card for card in ALL_CARDS if card.rank is rank)
    return carre.mask if has_void_carre(talk.part, carre) else 0
