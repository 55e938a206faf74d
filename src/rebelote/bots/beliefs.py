"""What a view lets one believe about the hidden cards.

Hard facts rule worlds out: who could hold what, declarations, words said and not said. Soft ones weigh those
that are left: calls, passes, and how likely each card was to be played.
"""

from __future__ import annotations

from typing import Final

from rebelote import _native
from rebelote.bots.hearing import heard
from rebelote.bots.manners import seat_of
from rebelote.bots.tables import EstimateTables
from rebelote.cards import ALL_CARDS, NO_CARDS, PACK, Cards
from rebelote.phases.belote import companion
from rebelote.phases.declaring import has_void_carre, height_strength, possible
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.phases.talking import Talk
from rebelote.ruleset import Hands
from rebelote.solver import PlaySpec
from rebelote.table import Seat
from rebelote.view import View

DOUBT: Final = 0.6
"""How far one trusts the habits of others: 1 fully, 0 not at all."""
MOST_DRAWN: Final = 20
"""How many times the worlds wanted are drawn before one gives up finding any that can be."""
NOBODY: Final = -1


class Knowledge:
    """What is certain: the cards known to be in each hand, and those that may be there besides."""

    def __init__(self, view: View) -> None:
        held = view.situation.held
        assert held is not None
        self.view = view
        self.held: Held = held
        self.order = view.rules.table.order
        self.me = self.order.index(seat_of(view))
        promised = self._promised()
        self.known = {seat: held.hands[seat] | promised[seat] for seat in self.order}
        self.hidden = {seat: held.size(seat) - len(self.known[seat]) for seat in self.order}
        everywhere = Cards(card for cards in promised.values() for card in cards)
        self.unseen = view.unseen() - everywhere
        self.could = {seat: self._could_have(seat) if self.hidden[seat] else NO_CARDS for seat in self.order}
        self.spare = len(self.unseen) - sum(self.hidden.values())

    def _could_have(self, seat: Seat) -> Cards:
        return (self.view.could_hold(seat) & self.unseen) - self._unsaid(seat)

    def _promised(self) -> dict[Seat, Cards]:
        """«Belote»: the other card of the pair is in that hand until it is played."""
        promised = dict.fromkeys(self.order, NO_CARDS)
        laid = Cards(each.card for each in self.view.observed)
        for each in self.view.observed:
            other = companion(each.card) if each.say == "belote" else None
            if other is not None and other not in laid and other not in self.held.playable(each.seat):
                promised[each.seat] = promised[each.seat].plus(other)
        return promised

    def _unsaid(self, seat: Seat) -> Cards:
        """Beside piles too: no «belote» where it is said for the players means that the pair was not his."""
        rules, playing = self.view.rules, self.view.situation.playing
        if playing is None or not self.held.piles or rules.belote is None or not rules.auto:
            return NO_CARDS
        return Cards(
            companion(each.card)
            for each in self.view.observed
            if each.seat == seat and each.card in playing.royals_here and each.say is None
            if rules.belote.said != "king_first"
        )

    def worlds(self) -> _native.Worlds | None:
        """The deals of the unseen cards, to the seats and at last to nobody; None where there is none."""
        room = [*(self.hidden[seat] for seat in self.order), self.spare]
        if min(room) < 0:
            return None
        free = 1 << len(self.order) if self.spare else 0
        holders = [
            sum(1 << n for n, seat in enumerate(self.order) if card in self.could[seat]) | free
            if card in self.unseen
            else 0
            for card in PACK
        ]
        if any(not holders[card.index] for card in self.unseen):
            return None
        worlds = _native.Worlds(holders, room)
        return worlds if worlds.count else None

    def laid_by(self, seat: Seat) -> Cards:
        return Cards(each.card for each in self.view.observed if each.seat == seat)

    def owned(self, seat: Seat) -> Cards:
        """All that the seat is known to have had at the first lead, or to have now."""
        return self.known[seat] | self.laid_by(seat) | self.held.playable(seat)

    def playable(self, seat: Seat) -> Cards:
        return self.known[seat] | self.held.playable(seat)


def believe(
    view: View,
    knowledge: Knowledge,
    tables: EstimateTables,
    spec: PlaySpec | None = None,
    habits: _native.Habits | None = None,
) -> _native.Belief | None:
    """The hidden cards as this seat may think of them; before the play there is no `spec` yet.

    None where nothing fits what was seen: at a table that judges later, somebody broke a rule.
    """
    order = knowledge.order
    worlds = knowledge.worlds()
    if worlds is None:
        return None
    layout = view.rules.dealing.layout
    first = sum(layout.packets[0]) if isinstance(layout, Hands) else len(ALL_CARDS)
    turned = view.situation.turned if isinstance(layout, Hands) else None
    return _native.Belief(
        worlds,
        [*range(len(order)), NOBODY],
        [knowledge.owned(seat).mask for seat in order],
        first,
        turned.bit if turned is not None else 0,
        heard(view, tables),
        announcements(view),
        _plays(view, knowledge, spec, habits) if spec is not None and habits is not None else None,
    )


def _plays(view: View, knowledge: Knowledge, spec: PlaySpec, habits: _native.Habits) -> _native.Plays | None:
    """Every card that was played, with what its player is known to have held then.

    Which cards came from under a pile is not remembered, so piles are played without.
    """
    playing = view.situation.playing
    assert playing is not None
    if not view.observed or knowledge.held.piles:
        return None
    left = {seat: knowledge.owned(seat) for seat in knowledge.order}
    played = []
    for each in view.observed:
        played.append((spec.place(each.seat), each.card.index, left[each.seat].mask))
        left[each.seat] = left[each.seat].without(each.card)
    return _native.Plays(
        spec.core,
        habits,
        spec.place(view.observed[0].seat),
        taker_place(spec, playing),
        playing.length,
        played,
        knowledge.me,
        DOUBT,
        view.rules.strict,
    )


def taker_place(spec: PlaySpec, playing: Playing) -> int:
    return NOBODY if playing.contract.seat is None else spec.place(playing.contract.seat)


# Declarations


def announcements(view: View) -> _native.Announcements | None:
    """What was announced, as a test of hands; None where nothing can be told from it."""
    talk = view.situation.talk
    if talk is None or not view.rules.strict:
        return None
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


def _named(talk: Talk, seat: Seat) -> list[tuple[int, int, bool]]:
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
    if not talk.settled or not view.rules.auto:
        return None
    return NOBODY if talk.winner is None else view.rules.table.sides.index(talk.winner)


def _voiding(talk: Talk) -> int:
    rank = talk.part.void_carre
    if rank is None or not talk.rules.auto:
        return 0
    carre = Cards(card for card in ALL_CARDS if card.rank is rank)
    return carre.mask if has_void_carre(talk.part, carre) else 0
