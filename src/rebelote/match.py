"""A match: its log of events, and the state that they come to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rebelote.actions import Action
from rebelote.chance import Chance, RandomChance
from rebelote.errors import RebeloteError, StaleSeq
from rebelote.events import Event, MatchStarted, redact
from rebelote.language.display import format_situation
from rebelote.language.text import Lang
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.loading import Document, load
from rebelote.state import State
from rebelote.table import Seat
from rebelote.view import View


class Match:
    """Frozen: acting gives a new match. `log` is all that ever happened; `state` is where it stands."""

    __slots__ = ("_views", "log", "state")

    log: tuple[Event, ...]
    state: State

    def __init__(
        self, log: tuple[Event, ...], state: State, views: dict[Seat | None, View] | None = None
    ) -> None:
        self.log = log
        self.state = state
        self._views = views if views is not None else {}

    @classmethod
    def new(
        cls,
        rules: str | Path | Document | Ruleset,
        *,
        chance: Chance | None = None,
        dealer: Seat | str | None = None,
        **options: OptionValue,
    ) -> Match:
        """A new match by these rules and options. The first dealer is drawn by lot unless named."""
        ruleset = load(rules, options)
        seats = ruleset.table.seats
        if dealer is None:
            dealer = (chance if chance is not None else RandomChance()).choice(seats)
        if dealer not in seats:
            raise RebeloteError(f"dealer: {dealer!r} is not a seat (seats: {' '.join(seats)})")
        started = MatchStarted(ruleset, Seat(dealer))
        return cls((started,), State.start(started))

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Match:
        """The match that a log tells. The rules are in its first event."""
        log = tuple(events)
        if not log or not isinstance(log[0], MatchStarted):
            raise RebeloteError("a log begins with the start of a match")
        state = State.start(log[0])
        for event in log[1:]:
            state = state.evolve(event)
        return cls(log, state)

    @property
    def rules(self) -> Ruleset:
        return self.state.rules

    @property
    def seq(self) -> int:
        """How many events have happened: hand it back to `act` to be sure that nothing came between."""
        return len(self.log)

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    def act(self, action: Action, chance: Chance | None = None, *, seq: int | None = None) -> Match:
        """The match after an action. Raises Illegal, or StaleSeq if the match has moved on from `seq`."""
        if seq is not None and seq != len(self.log):
            raise StaleSeq(seq, len(self.log))
        events, state = self.state.step(action, chance if chance is not None else RandomChance())
        return Match(self.log + events, state, dict(self._views))

    def view(self, seat: Seat | str | None) -> View:
        """All that a seat may know; None is a spectator."""
        where = None if seat is None else Seat(seat)
        if where is not None and where not in self.rules.table.seats:
            raise RebeloteError(f"{seat!r} is not a seat (seats: {' '.join(self.rules.table.seats)})")
        view = self._views.get(where)
        if view is None:
            started = self.log[0]
            assert isinstance(started, MatchStarted)
            view = View.start(started, where)
        for event in self.log[view.seq :]:
            view = view.evolve(redact(event, where))
        self._views[where] = view
        return view

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """The table with all hands open."""
        return format_situation(self.state, lang=lang, ascii=ascii)

    def __str__(self) -> str:
        return self.show()
