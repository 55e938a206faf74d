"""Matches played at random, for the tests that look at every step of many of them.

Luck comes from a generator of our own, so that a seed gives the same match on every machine and Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from rebelote.actions import (
    Accept,
    Action,
    Announced,
    Bid,
    CallReferee,
    ClaimRebelote,
    Contre,
    Count,
    Cut,
    Deal,
    Declare,
    Excuse,
    Expose,
    Guess,
    Misdeal,
    NameHeight,
    NotBetter,
    Object,
    Pass,
    Play,
    PlayBlind,
    Propose,
    Refuse,
    Show,
    Surcontre,
    Take,
    Withhold,
)
from rebelote.cards import PACK, RANKS, Card, Trump
from rebelote.errors import Illegal
from rebelote.events import DealScored, Event
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.ruleset import OptionValue
from rebelote.ruleset.loading import RULESET_IDS, document, load
from rebelote.state import State
from rebelote.table import Seat

T = TypeVar("T")

MASK = (1 << 64) - 1


class Luck:
    """A Chance, and the whims of the players: splitmix64."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def below(self, n: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % n

    def happens(self, percent: int) -> bool:
        return self.below(100) < percent

    def choice(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]

    def shuffle(self, things: Sequence[T]) -> list[T]:
        left = list(things)
        for n in range(len(left) - 1, 0, -1):
            other = self.below(n + 1)
            left[n], left[other] = left[other], left[n]
        return left

    def shuffled(self) -> tuple[Card, ...]:
        return tuple(self.shuffle(PACK))

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(self.shuffle(things))


@dataclass(frozen=True)
class Game:
    """A ruleset with its options, and a name for it."""

    rules: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def name(self) -> str:
        return "-".join([self.rules, *(f"{name}={value}" for name, value in self.options)])

    def __str__(self) -> str:
        return self.name

    def start(self, luck: Luck, dealer: Seat | None = None) -> Match:
        return Match.new(load(self.rules, dict(self.options)), chance=luck, dealer=dealer)


def game(rules: str, /, **options: OptionValue) -> Game:
    return Game(rules, tuple(options.items()))


POOL = (
    game("ffb-belote"),
    game("ffb-belote", declarations=True, sans_tout_atout=True, target=400),
    game("ffb-belote", declarations=True, announce="manual", round_to_ten=True, target=400),
    game("ffb-belote", declarations=True, announce="manual", enforcement="table", sans_tout_atout=True),
    game("belote-annonces", target=400),
    game("belote-annonces", count_in_tens=True, objections=True, stake=2.5, target=300),
    game("belote-annonces", announce="manual", enforcement="table", misdeal="points"),
    game("belote-annonces", gathering="loose", target=400),
    game("ffb-contree", target=500),
    game("ffb-contree", scoring="announced", sans_tout_atout=True, target=500),
    game("ffb-contree", scoring="both", sans_tout_atout=True, announce="manual", target=500),
    game("ffb-contree", enforcement="table"),
    game("premiere"),
    game("premiere", enforcement="table", announce="manual"),
    game("premiere-grands"),
    game("classique", target=500),
    game("classique", enforcement="table"),
    game("coinche", target=500),
    game("coinche", scoring="both", sans_tout_atout=True, target=500),
    game("coinche", scoring="announced", announce="manual", target=500),
    game("escalier", players=3),
    game("escalier"),
    game("escalier", players=6),
    game("escalier", players=5, enforcement="table"),
    game("comptoir"),
    game("comptoir", trump="auction"),
    game("comptoir", count="points", announce="manual"),
    game("comptoir", count="points", trump="auction"),
    game("comptoir", count="points", enforcement="table"),
    game("belote-501"),
    game("belote-501", overtrump_partner=False, announce="manual"),
    game("belot-bg", target=70),
    game("belot-bg", announce="manual", contra_capot="plain", gathering="loose", target=60),
    game("belote-bridgee", target=2000),
    game("baloot", target=60, kawesh=True),
    game("baloot", announce="manual", target=60),
    game("belote-bridgee", announce="manual", enforcement="table", target=2000),
    game("coinche-annonces", target=1000),
    game("coinche-annonces", generale=True, contre="any_time", decoinche=True, sans_tout_atout=True),
    game("coinche-annonces", announce="manual", enforcement="table", generale=True, generale_lead="caller"),
    game("pilotta", target=151),
    game("pilotta", failed="own", announce="manual", enforcement="table"),
    game("bela", target=501),
    game("bela", kontra=True, tie="hangs", announce="manual", enforcement="table", target=501),
    game("belote-trois", target=300),
    game("belote-trois", declarations=True, announce="manual", failed="best", enforcement="table"),
    game("belote-trois", deal="ten", declarations=True, announce="manual", enforcement="table"),
    game("belote-trois", deal="bela", target=400),
    game("klaberjass", target=200),
    game("klaberjass", schmeiss="umich", must="dealer", announce="manual", enforcement="table"),
    game("decouverte", target=300),
    game("decouverte", belote=True, declarations=True, announce="manual", enforcement="table"),
    game("decouverte", trump="fixed", target=300),
    game("decouverte", deal="talon", target=300),
    game("decouverte", deal="bela", belote=True, declarations=True, announce="manual", enforcement="table"),
    game("klaverjas"),
    game("klaverjas", rules="rotterdam", choice="gedraaid", turned_out="must", announce="manual", end=1500),
    game("klaverjas", choice="vrij", first="dealer", enforcement="table", verzaken="redeal", end=1500),
)
"""Every ruleset with the options that change how it is played."""


def sampled_game(luck: Luck, rules: str | None = None) -> Game:
    """A ruleset (any, unless named) with an option or more of its own, drawn by lot."""
    rules = luck.choice(RULESET_IDS) if rules is None else rules
    options: list[tuple[str, OptionValue]] = []
    for name, option in document(rules).options.items():
        if option.values and luck.happens(50):
            options.append((name, luck.choice(option.values)))
        elif option.minimum is not None and luck.happens(30):
            options.append((name, option.minimum + luck.below(400)))
    return Game(rules, tuple(options))


# Whims


def whim(state: State, luck: Luck) -> Action:
    """Something that somebody may do now; at a table that judges afterwards, now and then a fault."""
    if not state.rules.strict and luck.happens(12) and (found := _fault(state, luck)) is not None:
        return found
    actors = state.actors()
    # Two players who may coinche at any time would leave no bid alone.
    seat = actors[0] if luck.happens(80) else luck.choice(actors)
    return _pick(state.legal(seat), luck)


def _pick(legal: Sequence[Action], luck: Luck) -> Action:
    """A kind of action first, then one of them, so that forty bids do not drown a pass; low bids mostly."""
    kinds = list(dict.fromkeys(type(action) for action in legal))
    kind = luck.choice(kinds)
    these = [action for action in legal if type(action) is kind]
    if kind is Bid and luck.happens(85):
        these = these[:8]
    return luck.choice(these)


def _fault(state: State, luck: Luck) -> Action | None:
    """A wrong card, a lie, a card let be seen, a call for the referee, an offer; None where there is none."""
    seat = luck.choice(state.rules.table.seats)
    table = state.table_actions(seat)
    if state.playing is not None and state.playing.wrong and luck.happens(50):
        return CallReferee(seat)
    wrong = _wrong_doings(state)
    if wrong and luck.happens(60):
        return _pick(wrong, luck)
    return _pick(table, luck) if table else None


def _wrong_doings(state: State) -> list[Action]:
    """What the rules forbid and the table lets pass for now."""
    playing, talk = state.phase, state.talk
    if not isinstance(playing, Playing) or playing.turn is None or playing.blind:
        return []
    seat = state.actors()[0]
    if talk is not None and talk.speaker is not None:
        heights = [NameHeight(seat, rank, trumps) for rank in RANKS for trumps in (False, True)]
        return [action for action in heights if _is_tolerated(state, action)]
    cards: list[Action] = [Play(seat, card) for card in playing.held.playable(seat)]
    declares = [Declare(seat, kinds) for kinds in (("tierce",), ("carre",), ("cinquante", "tierce"))]
    return cards + [action for action in declares if _is_tolerated(state, action)]


def _is_tolerated(state: State, action: Action) -> bool:
    try:
        state.decide(action, Luck(0))
    except Illegal:
        return False
    return True


# Playing


@dataclass(frozen=True)
class Step:
    """An action, and the match before and after it."""

    before: Match
    action: Action
    after: Match

    @property
    def events(self) -> tuple[Event, ...]:
        return self.after.log[len(self.before.log) :]


def walk(game: Game, seed: int, *, deals: int | None = None, watched: bool = False) -> Iterator[Step]:
    """A match at random, to its end or until so many deals are scored.

    `watched`: everybody looks at every step, so that each view is folded from the one before.
    """
    luck = Luck(seed)
    match = game.start(luck)
    scored = 0
    while not match.is_over and scored != deals:
        for reader in (*match.rules.table.seats, None) if watched else ():
            match.view(reader)
        action = whim(match.state, luck)
        step = Step(match, action, match.act(action, luck))
        yield step
        match = step.after
        scored += sum(isinstance(event, DealScored) for event in step.events)


@lru_cache(maxsize=128)
def playthrough(game: Game, seed: int, deals: int | None = 2) -> tuple[Step, ...]:
    """The same, kept for the next test that asks for it."""
    return tuple(walk(game, seed, deals=deals))


@lru_cache(maxsize=32)
def watched(game: Game, seed: int, deals: int | None = 2) -> tuple[Step, ...]:
    """The same with everybody looking on: for tests that ask for views at every step."""
    return tuple(walk(game, seed, deals=deals, watched=True))


def matches(steps: Sequence[Step]) -> Iterator[Match]:
    """Each match that a playthrough went by, from the start."""
    yield steps[0].before
    for step in steps:
        yield step.after


# Garbage

NOBODY = Seat("?")
KINDS: tuple[tuple[Announced, ...], ...] = (
    (),
    ("tierce",),
    ("sevens",),
    ("carre", "carre"),
    ("carre", "carre", "carre"),
    ("tierce", "cent"),
)


def garbage(state: State, luck: Luck) -> Action:
    """An action that most probably may not be done now: any seat (or none at the table), any moment.

    Half of the time it comes from somebody who has the word, and of cards often one that he holds.
    """
    actors = state.actors()
    seat = (
        luck.choice(actors)
        if actors and luck.happens(50)
        else luck.choice((*state.rules.table.seats, NOBODY))
    )
    held = tuple(state.held.playable(seat)) if state.held is not None and seat != NOBODY else ()
    card = luck.choice(held) if held and luck.happens(70) else luck.choice(PACK)
    return luck.choice(_anything(seat, card, luck))


def _anything(seat: Seat, card: Card, luck: Luck) -> list[Action]:
    """One of each."""
    trump, rank = luck.choice(tuple(Trump)), luck.choice(RANKS)
    kinds = luck.choice(KINDS)
    return [
        Cut(seat, luck.below(40) - 4),
        Deal(seat, luck.choice(((), (3, 2), (2, 3), (3, 2, 3), (1,), (0,), (32,), (-1,)))),
        Pass(seat),
        Take(seat, trump),
        Object(seat),
        Bid(seat, luck.choice((0, 1, 5, 80, 85, 100, 160, 180, 500, -80, "capot")), trump),
        Contre(seat),
        Surcontre(seat),
        Guess(seat, luck.below(14) - 2),
        Declare(seat, kinds),
        NameHeight(seat, rank, luck.happens(50)),
        NotBetter(seat),
        Show(seat),
        Withhold(seat),
        Play(seat, card),
        Play(seat, card, luck.choice(("belote", "rebelote"))),
        PlayBlind(seat),
        ClaimRebelote(seat),
        Count(seat),
        Misdeal(seat),
        Expose(seat, card),
        Excuse(seat, card),
        CallReferee(seat),
        Propose(seat, luck.choice(("let_pass", "void"))),
        Accept(seat),
        Refuse(seat),
    ]
