"""Declarations during the play: announced with the first card, settled after the first trick, then shown."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Announced, Declare, NameHeight, NotBetter, Show, Withhold
from rebelote.cards import SUITS, Trump
from rebelote.errors import Illegal
from rebelote.events import (
    DeclarationsSettled,
    DeclarationsShown,
    DeclarationsUnproved,
    Declared,
    HeightNamed,
    NotBetterSaid,
    Shown,
)
from rebelote.phases.declaring import (
    Contest,
    Declaration,
    announceable,
    announced,
    announced_points,
    contest,
    find,
    has_void_carre,
)
from rebelote.phases.held import Held
from rebelote.ruleset import Declarations, Ruleset
from rebelote.table import Seat, Side

replace = msgspec.structs.replace

TalkAction = Declare | NameHeight | NotBetter | Show | Withhold
SEVENS: tuple[Announced, ...] = ("sevens",)


class Talk(msgspec.Struct, frozen=True):
    """What has been said of declarations. `found` knows only the hands that the reader sees."""

    rules: Ruleset
    part: Declarations
    trump: Trump
    found: Mapping[Seat, tuple[Declaration, ...]]
    sevens: tuple[Seat, ...]
    said: Mapping[Seat, tuple[Announced, ...]] = {}
    contest: Contest | None = None
    settled: bool = False
    winner: Side | None = None
    to_show: tuple[Seat, ...] = ()
    shown: Mapping[Side, int] = {}
    unproved: Mapping[Side, int] = {}

    @classmethod
    def start(cls, rules: Ruleset, trump: Trump, held: Held) -> Talk | None:
        """None where the game has no declarations."""
        part = rules.hand_declarations
        if part is None or not part.played:
            return None
        known = {seat: hand for seat, hand in held.hands.items() if not held.hidden[seat]}
        found = {seat: find(part, trump, hand) for seat, hand in known.items()}
        sevens = tuple(seat for seat, hand in known.items() if has_void_carre(part, hand))
        return cls(rules, part, trump, found, sevens)

    @property
    def speaker(self) -> Seat | None:
        """Who must speak before the play goes on."""
        if self.contest is not None and not self.settled:
            return self.contest.speaker
        return self.to_show[0] if self.to_show else None

    # What may be said

    def legal_declarations(self, seat: Seat) -> tuple[Declare, ...]:
        """Before one's first card: some or all of what one has."""
        if seat in self.said or seat not in self.found:
            return ()
        ways: tuple[tuple[Announced, ...], ...] = announceable(self.found[seat])
        if seat in self.sevens:
            ways = (SEVENS, *ways)
        return tuple(Declare(seat, way) for way in ways)

    def legal(self, seat: Seat) -> tuple[TalkAction, ...]:
        """When one must speak: one's true height, «pas mieux», or showing what was announced."""
        if seat != self.speaker:
            return ()
        if self.contest is not None and not self.settled:
            truth = self.contest.truth(seat, announced(self.found[seat], self.said[seat]))
            may_concede = self.contest.named and isinstance(truth, NameHeight)
            return (truth, NotBetter(seat)) if may_concede else (truth,)
        return (Show(seat), Withhold(seat))

    def check_declare(self, action: Declare) -> None:
        if action in self.legal_declarations(action.seat):
            return
        if self.rules.strict or action.seat in self.said or not self._is_plausible(action.kinds):
            raise Illegal(action, self.part.clauses[0])

    def _is_plausible(self, kinds: tuple[Announced, ...]) -> bool:
        """Could some hand of eight cards have all that? Nobody can pretend to the sevens: they are shown."""
        lengths: dict[Announced, int] = {run.kind: run.length for run in self.part.runs}
        lengths["carre"] = len(SUITS)
        known = bool(kinds) and all(kind in lengths for kind in kinds)
        return known and sum(lengths[kind] for kind in kinds) <= self.rules.tricks

    def check_talk(self, action: NameHeight | NotBetter | Show | Withhold) -> None:
        if action in self.legal(action.seat):
            return
        if self.rules.strict or action.seat != self.speaker or self.contest is None or self.settled:
            raise Illegal(action, self.part.clauses[0])
        if isinstance(action, NameHeight | NotBetter):
            self.contest.check(action)
        else:
            raise Illegal(action, self.part.clauses[0])

    # What is told for the players

    def automatic(self, seat: Seat) -> Declared | None:
        """All that a hand has, announced for its player."""
        if seat in self.sevens:
            return Declared(seat, SEVENS)
        kinds = tuple(declaration.kind for declaration in self.found[seat])
        return Declared(seat, kinds) if kinds else None

    def settlement(self) -> DeclarationsSettled | None:
        """Whose declarations count, once that is clear."""
        if not self.said or self.settled:
            return None
        if self.contest is None:
            return DeclarationsSettled(contest(self.part, self.trump, self.rules.table, self.found))
        return DeclarationsSettled(self.contest.winner) if self.contest.speaker is None else None

    def proof(self, seat: Seat) -> DeclarationsShown | DeclarationsUnproved:
        """What a player can show of what he announced; if he can't show it all, he has proved nothing."""
        kinds = self.said[seat]
        proved = announced(self.found[seat], kinds)
        if len(proved) < len(kinds) or not self._bears_out_height(seat, proved):
            return self.unproved_by(seat)
        return DeclarationsShown(seat, tuple(Shown(d.kind, d.cards, d.points) for d in proved))

    def _bears_out_height(self, seat: Seat, proved: tuple[Declaration, ...]) -> bool:
        """Is the height that was named among what is shown?"""
        if self.contest is None:
            return True
        kind = self.contest.leader_kind
        tops = {(d.top, d.is_in_trumps(self.trump)) for d in proved if d.kind == kind}
        named = (height for height in self.contest.named if height.seat == seat)
        return all((height.rank, height.in_trumps) in tops for height in named)

    def unproved_by(self, seat: Seat) -> DeclarationsUnproved:
        named = self.contest.named if self.contest is not None else ()
        heights = tuple(height.rank for height in named if height.seat == seat)
        return DeclarationsUnproved(seat, announced_points(self.part, self.trump, self.said[seat], heights))

    # What happens

    def after_declared(self, event: Declared) -> Talk:
        return replace(self, said={**self.said, event.seat: event.kinds})

    def open_contest(self) -> Talk:
        """With words said by hand, heights are named after the first card of the second trick (A-8.3)."""
        if not self.said or self.rules.auto:
            return self
        return replace(self, contest=Contest.start(self.part, self.trump, self.rules.table, self.said))

    def after_height(self, event: HeightNamed) -> Talk:
        assert self.contest is not None
        return replace(self, contest=self.contest.name_height(event.seat, event.rank, event.in_trumps))

    def after_not_better(self, event: NotBetterSaid) -> Talk:
        assert self.contest is not None
        return replace(self, contest=self.contest.not_better(event.seat))

    def after_settled(self, event: DeclarationsSettled) -> Talk:
        side = self.rules.table.side
        showing = tuple(seat for seat in self.said if side(seat) == event.winner)
        return replace(self, settled=True, winner=event.winner, to_show=showing)

    def after_shown(self, event: DeclarationsShown) -> Talk:
        points = sum(shown.points for shown in event.shown)
        return replace(
            self, to_show=self._still_to_show(event.seat), shown=self._add(self.shown, event.seat, points)
        )

    def after_unproved(self, event: DeclarationsUnproved) -> Talk:
        unproved = self._add(self.unproved, event.seat, event.points)
        return replace(self, to_show=self._still_to_show(event.seat), unproved=unproved)

    def _still_to_show(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in self.to_show if other != seat)

    def _add(self, marks: Mapping[Side, int], seat: Seat, points: int) -> Mapping[Side, int]:
        side = self.rules.table.side(seat)
        return {**marks, side: marks.get(side, 0) + points}
