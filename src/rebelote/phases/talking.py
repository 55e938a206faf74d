"""Declarations during the play: announced with the first card, settled after the first trick, then shown."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Announced, Declare, NameHeight, NotBetter, Show, Withhold
from rebelote.cards import SUITS, Card, Cards, Rank, Suit, Trump
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
    Winners,
    announceable,
    announced,
    announced_points,
    find,
    has_void_carre,
    settle,
)
from rebelote.phases.held import Held
from rebelote.ruleset import Belote, Declarations, Ruleset
from rebelote.table import Seat, Side

replace = msgspec.structs.replace

TalkAction = Declare | NameHeight | NotBetter | Show | Withhold
SEVENS: tuple[Announced, ...] = ("sevens",)


class Talk(msgspec.Struct, frozen=True):
    """What has been said of declarations. `found` knows only the hands that the reader sees."""

    rules: Ruleset
    part: Declarations
    trump: Trump
    first: Seat
    found: Mapping[Seat, tuple[Declaration, ...]]
    sevens: tuple[Seat, ...]
    said: Mapping[Seat, tuple[Announced, ...]] = {}
    contest: Contest | None = None
    settled: bool = False
    winners: Winners = Winners(None, None)
    to_show: tuple[Seat, ...] = ()
    shown: Mapping[Side, int] = {}
    unproved: Mapping[Side, int] = {}

    @classmethod
    def start(cls, rules: Ruleset, trump: Trump, held: Held, first: Seat) -> Talk | None:
        """None where the game has no declarations at this trump; `first` leads, and speaks first."""
        part = rules.hand_declarations
        if part is None or not part.played_at(trump):
            return None
        known = {seat: held.playable(seat) for seat in held.hands if not held.hidden[seat]}
        found = {seat: find(part, trump, hand) for seat, hand in known.items()}
        sevens = tuple(seat for seat, hand in known.items() if has_void_carre(part, hand))
        return cls(rules, part, trump, first, found, sevens)

    @property
    def speaker(self) -> Seat | None:
        """Who must speak before the play goes on."""
        if self.part.said == "before_lead" and not self.rules.auto and len(self.said) < self.rules.table.size:
            return next(seat for seat in self.rules.table.from_(self.first) if seat not in self.said)
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
        if self.part.said == "before_lead":
            ways = (*ways, ())
        return tuple(Declare(seat, way) for way in ways)

    def legal(self, seat: Seat) -> tuple[TalkAction, ...]:
        """When one must speak: one's true height, «pas mieux», or showing what was announced."""
        if seat != self.speaker:
            return ()
        if seat not in self.said:
            return self.legal_declarations(seat)
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
        lengths: dict[Announced, int] = {run.kind: run.length for run in self.part.runs_at(self.trump)}
        lengths["carre"] = len(SUITS)
        known = (bool(kinds) or self.part.said == "before_lead") and all(kind in lengths for kind in kinds)
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
        if not any(self.said.values()) or self.settled:
            return None
        if self.contest is None:
            said = {seat: announced(self.found[seat], kinds) for seat, kinds in self.said.items()}
            winners = settle(self.part, self.trump, self.rules.table, said, self.first)
            return DeclarationsSettled(winners.runs, self._apart(winners.carres))
        return DeclarationsSettled(self.contest.winner) if self.contest.speaker is None else None

    def _apart(self, carres: Side | None) -> Side | None:
        return carres if self.part.contests == "separate" else None

    def proof(self, seat: Seat) -> DeclarationsShown | DeclarationsUnproved:
        """What a player can show of what counts; if he can't show it all, he has proved nothing."""
        kinds = self._counting(seat)
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

    def _counting(self, seat: Seat) -> tuple[Announced, ...]:
        """Of what a player announced, the kinds whose contest his side has won."""
        side = self.rules.table.side(seat)
        return tuple(kind for kind in self.said[seat] if kind != "sevens" and self.winners.of(kind) == side)

    def unproved_by(self, seat: Seat) -> DeclarationsUnproved:
        named = self.contest.named if self.contest is not None else ()
        heights = tuple(height.rank for height in named if height.seat == seat)
        points = announced_points(self.part, self.trump, self._counting(seat), heights)
        return DeclarationsUnproved(seat, points)

    def covers_belote(self, belote: Belote, seat: Seat, suit: Suit) -> bool:
        """Has this player declared a run, so high that it takes the place of the belote in it (BA-4.2)?"""
        pair = Cards(Card.of(rank, suit) for rank in (Rank.KING, Rank.QUEEN))
        declared = announced(self.found.get(seat, ()), self.said.get(seat, ()))
        return bool(belote.not_inside) and any(
            each.points >= belote.not_inside and pair <= Cards(each.cards) for each in declared
        )

    # What happens

    def after_declared(self, event: Declared) -> Talk:
        return replace(self, said={**self.said, event.seat: event.kinds})

    def open_contest(self) -> Talk:
        """With words said by hand, heights are named after the first card of the second trick (A-8.3)."""
        if not self.said or self.rules.auto or self.part.named == "in_full":
            return self
        return replace(self, contest=Contest.start(self.part, self.trump, self.rules.table, self.said))

    def after_height(self, event: HeightNamed) -> Talk:
        assert self.contest is not None
        return replace(self, contest=self.contest.name_height(event.seat, event.rank, event.in_trumps))

    def after_not_better(self, event: NotBetterSaid) -> Talk:
        assert self.contest is not None
        return replace(self, contest=self.contest.not_better(event.seat))

    def after_settled(self, event: DeclarationsSettled) -> Talk:
        carres = event.carres if self.part.contests == "separate" else event.winner
        settled = replace(self, settled=True, winners=Winners(event.winner, carres))
        if self.part.shown == "last_trick":
            return settled
        return replace(settled, to_show=settled.showing())

    def showing(self) -> tuple[Seat, ...]:
        """Who has something to show."""
        return tuple(seat for seat in self.said if self._counting(seat))

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
