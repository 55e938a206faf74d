"""A match at a table: its log with the times, its players, and its luck, which can be checked afterwards."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Final

import msgspec

from rebelote import fairness
from rebelote.actions import Action, Contre, Count, Cut, Deal
from rebelote.chance import Chance, RandomChance
from rebelote.errors import Illegal
from rebelote.events import Called, Counted, Event, PackCut, to_json
from rebelote.fairness import Contribution
from rebelote.match import Match
from rebelote.phases.stages import Cutting
from rebelote.ruleset import Ruleset
from rebelote.server.hand_guard import HandGuard
from rebelote.server.messages.history import Person
from rebelote.server.problems import Refused
from rebelote.server.stored_rows import NOBODY_YET, EventRow, MatchRow, NoteRow, StoredMatch, ToldRow
from rebelote.stored_log import read_events, standing, taken_back
from rebelote.table import Seat

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH: Final = 10
MOST_PACKS: Final = 400
"""A long evening is 40; the longest match of the rules that may be made, some 200."""
MOST_EVENTS: Final = 40_000


def new_id() -> str:
    """For a table or a match: short enough to be read aloud, too long to be guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def is_endless(match: Match, packs: int, most: int = MOST_PACKS) -> bool:
    """A served match is broken off after so many packs, when the next would be cut, or so many events."""
    if packs >= most and isinstance(match.state.phase, Cutting):
        return True
    return match.seq >= MOST_EVENTS and not match.is_over


class Step(msgspec.Struct, frozen=True):
    """What an action comes to, before it is written down: a row for each of the `events` that it adds."""

    match: Match
    events: tuple[Event, ...]
    rows: tuple[EventRow, ...]
    at: int


class SharedLuck(msgspec.Struct, frozen=True):
    """Of deals that others play too: nobody's seed is in it, since all get the same."""

    series: str
    secret: bytes


class Game:
    """Everything here has been written: `apply` takes a step once it is on disk.

    `written` counts the events on disk; more than `seq` where some of them were taken back. One that is
    `endless` has had all the deals that a served match may have, and is broken off.
    """

    def __init__(
        self,
        row: MatchRow,
        match: Match,
        times: list[int],
        chain: fairness.Chain | None = None,
        *,
        told: Iterable[ToldRow] = (),
        notes: Iterable[NoteRow] = (),
    ) -> None:
        self.row = row
        self.written = len(times)
        self.times = times
        self.contributions = _contributions(row)
        self.players = msgspec.json.decode(row.players, type=list[Person])
        self.packs = 0
        self._most_packs = most_packs(row, match.rules)
        self._cut = 0
        self._chain = chain
        self.guard = HandGuard(row.id, match.log, told)
        self.notes = list(notes)
        self._follow(match.log)
        self._stand_at(match)

    @classmethod
    def load(cls, stored: StoredMatch) -> Game:
        lines = [row.data for row in stored.events]
        times = [stored.events[place].at for place in standing(lines)]
        match = Match.replay(read_events(lines))
        game = cls(stored.match, match, times, told=stored.told, notes=stored.notes)
        game.written = len(lines)
        return game

    @classmethod
    def load_with_views(cls, stored: StoredMatch) -> Game:
        """With what everybody sees folded already: of a long match that takes too long for the event loop."""
        game = cls.load(stored)
        for seat in (None, *game.match.rules.table):
            game.match.view(seat)
        return game

    @property
    def id(self) -> str:
        return self.row.id

    def _stand_at(self, match: Match) -> None:
        self.match = match
        self.seq = match.seq
        self.endless = is_endless(match, self.packs, self._most_packs)

    def ends(self, step: Step) -> bool:
        """Is the match over, or broken off, after this step?"""
        cut = list(map(type, step.events)).count(PackCut)
        return step.match.is_over or is_endless(step.match, self.packs + cut, self._most_packs)

    # Acting

    def step(self, action: Action, seq: int | None = None) -> Step:
        """Raises Illegal, or Refused if the match has moved on from `seq` in a way that matters."""
        if self.endless:
            raise Refused("endless")
        self._check_cut(action)
        match = self._act(action) if seq is None or seq == self.seq else self._act_late(action, seq)
        at, fresh, name = now_ms(), match.since(self.seq), self.row.id
        rows = [EventRow(name, n, at, to_json(event)) for n, event in enumerate(fresh, self.written + 1)]
        return Step(match, fresh, tuple(rows), at)

    def apply(self, step: Step, told: Iterable[ToldRow] = ()) -> None:
        self.guard.take(step.events, self.seq + 1, told)
        self._follow(step.events)
        self._stand_at(step.match)
        self.times.extend([step.at] * len(step.rows))
        self.written += len(step.rows)

    # Going back

    @property
    def went_back(self) -> bool:
        """Events were taken back: who was told of this match up to a seq may have been told another story."""
        return self.written > self.seq

    def back_to(self, seq: int) -> Match:
        """The match as it was then, with every seat's view of it: for a thread, since that takes a while."""
        match = Match.replay(self.match.log[:seq])
        for seat in (None, *match.rules.table.seats):
            match.view(seat)
        return match

    def back_row(self, match: Match) -> EventRow:
        """To be written, then taken by `go_back`."""
        return EventRow(self.id, self.written + 1, now_ms(), taken_back(match.seq))

    def go_back(self, match: Match) -> None:
        """Once it is on disk. No pack is cut and no deal begun in what is taken back."""
        self._stand_at(match)
        del self.times[match.seq :]
        self.written += 1

    def _check_cut(self, action: Action) -> None:
        """Deals that others play too are cut by the chain alone: another cut would be another pack."""
        if self.row.series and isinstance(action, Cut) and action.at != self.chain_cut(self.packs + 1):
            raise Refused("same_for_all")

    def _act(self, action: Action) -> Match:
        return self.match.act(action, self._chance(action))

    def _act_late(self, action: Action, seq: int) -> Match:
        """A coinche that came while others spoke, a count after the other side's: if it still may be."""
        kind = _PASSES_BY.get(type(action))
        since = self.match.since(seq)
        if kind is None or not since or not all(isinstance(event, kind) for event in since):
            raise Refused("stale", seq=self.seq)
        try:
            return self._act(action)
        except Illegal:
            raise Refused("stale", seq=self.seq) from None

    def _follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, PackCut):
                self.packs += 1
                self._cut = event.at

    # Luck

    def _chance(self, action: Action) -> Chance:
        match action:
            case Cut(at=at):
                return self._fair(self.packs + 1, at)
            case Deal():
                return self._fair(max(self.packs, 1), self._cut)
            case _ if self.match.rules.dealing.gathering == "loose":
                return self._fair(self.packs + 1)
            case _:
                return _NOTHING_TO_DRAW

    def _fair(self, n: int, cut: int | None = None) -> fairness.FairChance:
        if n > fairness.LINKS:
            raise Refused("endless")
        return fairness.FairChance(self.link, self.terms, n, cut)

    @property
    def terms(self) -> fairness.Terms:
        return fairness.terms(luck_id(self.row), self.contributions, self.row.scheme)

    def drawn_cut(self, seat: Seat) -> Cut | None:
        """If it is time to cut, the cut of one who does not choose it: it comes from the chain."""
        if self.row.scheme == 1 or not isinstance(self.match.state.phase, Cutting):
            return None
        return Cut(seat, self.chain_cut(self.packs + 1))

    def chain_cut(self, n: int) -> int:
        rules = self.match.rules
        return self._fair(n).cut(rules.dealing.smallest_heap, len(rules.pack))

    def link(self, n: int) -> bytes:
        """What pack `n` is drawn with: a secret until its deal may be shown."""
        if self._chain is None:
            self._chain = fairness.Chain(self.row.secret)
        return self._chain.link(n)


_PASSES_BY: Final[dict[type, type]] = {Contre: Called, Count: Counted}
"""What may happen between the look and the act without making it another act."""

_NOTHING_TO_DRAW: Final = RandomChance()


def luck_id(row: MatchRow) -> str:
    """What a match's luck is drawn for: the match alone, or all who play these deals."""
    return row.series or row.id


def most_packs(row: MatchRow, rules: Ruleset) -> int:
    """Of deals that others play too each is dealt once, also where nobody takes it."""
    return rules.last_deal or MOST_PACKS if row.series else MOST_PACKS


def new_match(
    code: str,
    table_id: str,
    number: int,
    contributions: list[Contribution],
    shared: SharedLuck | None = None,
) -> tuple[MatchRow, fairness.Chain]:
    """A match to be opened: the server has committed itself, and so have its people."""
    secret = secrets.token_bytes(fairness.SECRET_BYTES) if shared is None else shared.secret
    chain = fairness.Chain(secret)
    row = MatchRow(
        id=new_id(),
        table_id=table_id,
        number=number,
        started=now_ms(),
        over=False,
        secret=secret,
        commitment=chain.commitment.hex(),
        contributions=to_text(contributions),
        scheme=fairness.SCHEME,
        players=NOBODY_YET,
        code=code,
        series=None if shared is None else shared.series,
    )
    return row, chain


def begin(row: MatchRow, rules: Ruleset, chain: fairness.Chain) -> tuple[Game, EventRow]:
    """The match, with its first event to be written. The first dealer is drawn with the first link."""
    luck = fairness.FairChance(chain.link, fairness.terms(luck_id(row), _contributions(row)), 1)
    match = Match.new(rules, dealer=luck.first_dealer(rules.table.seats))
    return Game(row, match, [row.started], chain), EventRow(row.id, 1, row.started, to_json(match.log[0]))


def _contributions(row: MatchRow) -> list[Contribution]:
    if row.scheme > 1:
        return msgspec.json.decode(row.contributions, type=list[Contribution])
    seeds = msgspec.json.decode(row.contributions, type=dict[str, str])
    return [Contribution(seat, None, seed) for seat, seed in seeds.items()]


def to_text(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")
