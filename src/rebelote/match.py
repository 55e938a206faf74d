"""A match: its log of events, and the state that they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NoReturn, final

from rebelote.actions import ACTIONS, Action, Play, Word
from rebelote.cards import Card, parse_card
from rebelote.chance import Chance, RandomChance, SeededChance
from rebelote.errors import Illegal, RebeloteError, StaleSeq
from rebelote.events import FORMAT, Event, MatchStarted, redact
from rebelote.language.display import format_situation
from rebelote.language.notation import as_bid, parse_call
from rebelote.language.sentences import explain
from rebelote.language.text import Lang, said
from rebelote.phases.stages import Over
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.loading import Document, load
from rebelote.state import State
from rebelote.table import Seat, Side
from rebelote.view import View

_set = object.__setattr__

MOST_LATEST: Final = 64
"""Events that are copied with each action; what is older is copied once in so many."""


@final
class Match:
    """Frozen: acting gives a new match. `log` is all that ever happened; `state` is where it stands.

    A match carries its luck: with `seed` every draw follows from the seed and its place in the log.

    >>> match = Match.new("coinche", seed=7, dealer="S")
    >>> match.actors(), match.legal()[0]
    (('E',), Cut(seat='E', at=1))
    >>> match.act(match.legal()[0]) == match.act(match.legal()[0])
    True
    """

    __slots__ = ("_earlier", "_latest", "_latest_from", "_views", "chance", "seq", "state")

    state: State
    chance: Chance
    seq: int
    """How many events have happened: hand it back to `act` to be sure that nothing came between."""
    _earlier: tuple[Event, ...]
    _latest: tuple[Event, ...]
    _latest_from: int
    _views: dict[Seat | None, View]

    def __init__(
        self,
        log: tuple[Event, ...],
        state: State,
        chance: Chance | None = None,
        views: dict[Seat | None, View] | None = None,
        latest: tuple[Event, ...] = (),
    ) -> None:
        """`latest` have happened after `log`."""
        latest_from = len(log)
        _set(self, "_earlier", log)
        _set(self, "_latest", latest)
        _set(self, "_latest_from", latest_from)
        _set(self, "seq", latest_from + len(latest))
        _set(self, "state", state)
        _set(self, "chance", RandomChance() if chance is None else chance)
        _set(self, "_views", {} if views is None else views)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Match is frozen: go on with the match that act, play or call returns")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Match is frozen")

    @classmethod
    def new(
        cls,
        rules: str | Path | Document | Ruleset,
        /,
        *,
        seed: int | str | None = None,
        chance: Chance | None = None,
        dealer: Seat | str | None = None,
        **options: OptionValue,
    ) -> Match:
        """A new match by these rules and options. The first dealer is drawn by lot unless named.

        Luck comes from `seed`, from a `chance` of one's own, or from the system, for the whole match.
        """
        luck = _luck(seed, chance)
        ruleset = load(rules, options)
        first = luck.choice(ruleset.table.seats) if dealer is None else _seat(ruleset, dealer, "dealer: ")
        started = MatchStarted(ruleset, first, FORMAT)
        return cls((started,), State.start(started), luck)

    @classmethod
    def replay(
        cls, events: Iterable[Event], *, seed: int | str | None = None, chance: Chance | None = None
    ) -> Match:
        """The match that a log tells. The rules are in its first event; luck is for what comes after it."""
        log = tuple(events)
        if not log or not isinstance(log[0], MatchStarted):
            raise RebeloteError(said("log_start"))
        state = State.start(log[0])
        for event in log[1:]:
            state = state.evolve(event)
        return cls(log, state, _luck(seed, chance))

    # Where it stands

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self.state.rules

    @property
    def log(self) -> tuple[Event, ...]:
        """All that ever happened. It is put together when it is asked for: see also `event` and `since`."""
        return self._earlier + self._latest

    def event(self, place: int) -> Event:
        """The event at that place of the log, from 0."""
        latest = place - self._latest_from
        return self._earlier[place] if latest < 0 else self._latest[latest]

    def since(self, seq: int) -> tuple[Event, ...]:
        """What has happened after the first `seq` events."""
        latest = seq - self._latest_from
        return self._earlier[seq:] + self._latest if latest < 0 else self._latest[latest:]

    @property
    def is_over(self) -> bool:
        """Has somebody won?"""
        return isinstance(self.state.phase, Over)

    @property
    def totals(self) -> Mapping[Side, int]:
        """The marks of each side so far."""
        return self.state.totals

    @property
    def winners(self) -> tuple[Side, ...]:
        """Who has won, several where they share it; nobody while the match is on."""
        phase = self.state.phase
        return phase.winners if isinstance(phase, Over) else ()

    @property
    def winner(self) -> Side | None:
        """The side that has won alone."""
        return self.winners[0] if len(self.winners) == 1 else None

    def actors(self) -> tuple[Seat, ...]:
        """Who has something to do now, the one whose turn it is first."""
        return self.state.actors()

    def legal(self, seat: Seat | str | None = None) -> tuple[Action, ...]:
        """What a seat may do now; without one, what the seat whose turn it is may do."""
        if seat is not None:
            return self.state.legal(_seat(self.rules, seat))
        actors = self.state.actors()
        return self.state.legal(actors[0]) if actors else ()

    # Acting

    def act(self, action: Action, chance: Chance | None = None, *, seq: int | None = None) -> Match:
        """The match after an action. Raises Illegal, or StaleSeq if the match has moved on from `seq`.

        `chance` is for this action alone; left out, the match draws from the luck that it carries.
        """
        if seq is not None and seq != self.seq:
            raise StaleSeq(seq, self.seq)
        if type(action) not in ACTIONS:
            raise RebeloteError(
                f'{action!r} is no action: expected one of match.legal(), match.play("E", "KD") '
                'or match.call("E", "80 H")'
            )
        try:
            events, state = self.state.step(action, self._drawn_now() if chance is None else chance)
        except Illegal as error:
            error.rules = self.rules
            error.tell_by(self._tell)
            raise
        return self._after(events, state)

    def follow(self, events: Iterable[Event]) -> Match:
        """The match after events that were decided elsewhere, as a log tells them."""
        fresh, state = tuple(events), self.state
        for event in fresh:
            state = state.evolve(event)
        return self._after(fresh, state)

    def _after(self, events: tuple[Event, ...], state: State) -> Match:
        """An action costs as much in a long match as in a short one."""
        log, latest = self._earlier, self._latest + events
        if len(latest) > MOST_LATEST:
            log, latest = log + latest, ()
        return Match(log, state, self.chance, dict(self._views), latest)

    def _tell(self, error: Illegal) -> str:
        """For a programmer: the sentence that a player would read, and what to do instead."""
        actors = "/".join(self.actors())
        remedy = f"{actors} to act: match.legal() tells what may be done." if actors else "The match is over."
        return f"{explain(error, 'en')} {remedy}"

    def _drawn_now(self) -> Chance:
        luck = self.chance
        return luck.at(self.seq) if isinstance(luck, SeededChance) else luck

    def play(self, seat: Seat | str, card: Card | str, say: Word | None = None) -> Match:
        """The match after a card: `match.play("E", "KD")`."""
        played = parse_card(card) if isinstance(card, str) else card
        return self.act(Play(_seat(self.rules, seat), played, say))

    def call(self, seat: Seat | str, text: str) -> Match:
        """The match after a call as text: «pass», «take», «take H», «80 H», «capot D», «contre», «2»."""
        if not isinstance(text, str):
            raise RebeloteError(f'{text!r} is no text such as "80 H": match.act takes an action')
        call = parse_call(text, _seat(self.rules, seat), self.state.turned)
        return self.act(as_bid(call, self.rules))

    # Looking

    def view(self, seat: Seat | str | None) -> View:
        """All that a seat may know; None is a spectator."""
        view = self._views.get(seat)  # type: ignore[arg-type]
        if view is None:
            where = None if seat is None else _seat(self.rules, seat)
            view = self._views[where] = View.start(self._started, where)
        if view.seq < self.seq:
            view = self._views[view.seat] = self._followed(view)
        return view

    def _followed(self, view: View) -> View:
        """The view after all that has happened since."""
        fresh = self.since(view.seq)
        if view.seat is not None and view.may_take_over(fresh, public := self.view(None)):
            return view.taking_over(public)
        for event in fresh:
            view = view.evolve(redact(event, view.seat))
        return view

    @property
    def _started(self) -> MatchStarted:
        started = self.event(0)
        assert isinstance(started, MatchStarted)
        return started

    def show(self, lang: Lang = "fr", *, ascii: bool = False) -> str:
        """The table with all hands open."""
        return format_situation(self.state, lang=lang, ascii=ascii)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        return f"<Match {self.state.in_one_line()}, {self.seq} events>"

    # As a value: what happened, whatever luck is still to come

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and (self is other or self.log == other.log)

    def __hash__(self) -> int:
        return hash((self.rules.id, self.seq))

    def __reduce__(self) -> tuple[object, tuple[tuple[Event, ...], State, Chance]]:
        return Match, (self.log, self.state, self.chance)


def _luck(seed: int | str | None, chance: Chance | None) -> Chance:
    if seed is not None and chance is not None:
        raise RebeloteError("seed and chance: expected one of them, for each says where luck comes from")
    if seed is not None:
        return SeededChance(seed)
    if chance is None:
        return RandomChance()
    if not hasattr(chance, "shuffled"):
        raise RebeloteError(
            f"chance: expected a Chance such as RandomChance(random.Random(7)), not {type(chance).__name__}; "
            "seed=7 is the short way"
        )
    return chance


def _seat(rules: Ruleset, name: Seat | str, field: str = "") -> Seat:
    if name not in rules.table.seats:
        raise RebeloteError(said("no_seat", field=field, name=repr(name), seats=" ".join(rules.table.seats)))
    return Seat(name)
