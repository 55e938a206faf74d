"""Decisions of self-play that have one clear answer, by what the player could know.

Every decision is looked at with few worlds; those with a gap are judged again, twice, with many worlds and
other seeds. What stays has the same answer each time, ahead of every other by more than chance explains.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from rebelote.actions import Action, Call, Contre, Guess, Play
from rebelote.bots import SearchTools, make
from rebelote.cards import Card
from rebelote.codec import encode
from rebelote.events import DealScored, DealVoided, Event, redact
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.problems.card_case import CardCase
from rebelote.problems.card_themes import card_themes
from rebelote.problems.choices import Group, groups_of
from rebelote.problems.themes import Theme
from rebelote.review.judging import stake_of, weigh
from rebelote.review.results import Alternative
from rebelote.table import Seat, Side
from rebelote.view import View

LOOKED_AT: Final = 0.5
"""Of the decisions in which the plain bots agree, how many are looked at."""
SCREEN: Final = "expert@24w"
"""Who takes the first look,"""
SCREEN_MARGIN: Final = 0.05
"""and the share of the stake that the best must be ahead by then."""
DEPTHS: Final = (400, 800)
"""Worlds of the two runs that must agree."""
OTHER_SEEDS: Final = 1_000_003
SURE: Final = 3.0
"""Standard errors that the best must be ahead beyond"""
MARGIN: Final = 0.05
"""this share of the stake, in either run."""
WEAKER: Final = ("hasard", "debutant", "habitue", "expert@8w")
"""Who is asked, to tell how hard a problem is."""
KEPT_EASY: Final = 0.2
"""Of those that debutant and habitue both solve, how many are kept."""
RARE: Final[tuple[Theme, ...]] = ("fork", "ace", "trumps")
"""Themes of cards that seldom come up."""
KEPT_POINTS: Final = 0.5
"""Of those about nothing but points, how many are kept."""
KEPT_CALLS: Final = 0.3
"""Calls are clear more often than cards: how many are kept, beside those about a contre."""


class Found(msgspec.Struct, frozen=True):
    """A decision as it was found. `events` are those of its deal as its seat saw them."""

    rules: str
    dealer: Seat
    deal: int
    totals: Mapping[Side, int]
    seat: Seat
    events: tuple[Event, ...]
    alternatives: tuple[Alternative, ...]
    again: tuple[Alternative, ...]
    stake: float
    answers: Mapping[str, Action]


def find(rules: str, seed: int, players: str, tools: SearchTools, *, rare: bool = False) -> Iterator[Found]:
    """The problems of one match's first deal (of every deal, where a match has a known number of them).

    `rare`: only those whose theme seldom comes up, which are leads and contres.
    """
    walk = _Walk(rules, seed, players, tools, rare)
    while walk.goes_on:
        yield from walk.step()


class _Walk:
    def __init__(self, rules: str, seed: int, players: str, tools: SearchTools, rare: bool) -> None:
        self.rare = rare
        self.match = Match.new(rules, seed=f"problems/{seed}")
        self.name = rules
        self.seed = seed
        self.tools = tools
        self.luck = random.Random(f"problems/{rules}/{seed}")
        table = self.match.rules.table
        self.bots = {seat: make(players, self._own_luck(seat), tools=tools) for seat in table}
        self.plain = {name: make(name, self._own_luck(name), tools=tools) for name in WEAKER[:-1]}
        self.hasty = make(WEAKER[-1], self._own_luck(WEAKER[-1]), tools=tools)
        self.screener = make(SCREEN, self._own_luck(SCREEN), tools=tools)
        self.is_staircase = self.match.rules.hand_size(1) != self.match.rules.hand_size(2)
        self.begun = 1
        self.start = (self.match.state.dealer, 1, dict(self.match.totals))

    def _own_luck(self, who: str) -> random.Random:
        return random.Random(f"problems/{self.name}/{self.seed}/{who}")

    @property
    def goes_on(self) -> bool:
        if self.match.is_over:
            return False
        return self.is_staircase or self.begun == 1

    def step(self) -> Iterator[Found]:
        seat = self.match.actors()[0]
        view = self.match.view(seat)
        action = self.bots[seat].choose(view)
        if isinstance(action, Play | Call):
            found = self._look(view, seat, action)
            if found is not None:
                yield found
        before = self.match.seq
        self.match = self.match.act(action)
        for seq, event in enumerate(self.match.since(before), before + 1):
            if isinstance(event, DealScored | DealVoided):
                self.begun = seq
                self.start = (self.match.state.dealer, self.match.state.deal_number, dict(self.match.totals))

    def _look(self, view: View, seat: Seat, action: Action) -> Found | None:
        if not is_decision(view) or isinstance(action, Guess) or len(view.legal()) < 2:
            return None
        if self.rare and not _may_be_rare(view):
            return None
        answers = {name: bot.choose(view) for name, bot in self.plain.items()}
        agree = len({encode(answer) for name, answer in answers.items() if name != WEAKER[0]}) == 1
        if agree and not self.rare and self.luck.random() > LOOKED_AT:
            return None
        stake = stake_of(view.rules, view.contract)
        first = self._screen(view)
        if _gap(view, first, 0.0) < SCREEN_MARGIN * stake:
            return None
        best = groups_of(view, first)[0]
        answers[WEAKER[-1]] = self.hasty.choose(view)
        if self._skips(action, best, answers):
            return None
        if all(_is_in(answers[name], best) for name in WEAKER[1:3]) and self.luck.random() > KEPT_EASY:
            return None
        if isinstance(action, Play) and not self._has_theme(view, first, answers):
            return None
        return self._check(view, seat, action, best, answers)

    def _screen(self, view: View) -> tuple[Alternative, ...]:
        """What expert thinks at first sight."""
        thought = self.screener.explain(view).candidates
        return tuple(
            Alternative(each.action, each.value, thought[0].value - each.value, 0.0)
            for each in sorted(thought, key=lambda each: -each.value)
        )

    def _check(
        self, view: View, seat: Seat, action: Action, best: Group, answers: Mapping[str, Action]
    ) -> Found | None:
        """Two runs, each with its own seed: the same answer, clearly, or nothing."""
        stake = stake_of(view.rules, view.contract)
        runs = []
        for number, depth in enumerate(DEPTHS, start=1):
            run = weigh(view, action, self.tools, depth, seed=self.seed + OTHER_SEEDS * number)
            if run is None or _gap(view, run.alternatives, SURE) < MARGIN * stake:
                return None
            if not _is_in(groups_of(view, run.alternatives)[0][0].action, best):
                return None
            runs.append(run.alternatives)
        dealer, deal, totals = self.start
        events = tuple(redact(event, seat) for event in self.match.since(self.begun))
        return Found(self.name, dealer, deal, totals, seat, events, runs[0], runs[1], stake, answers)

    def _skips(self, action: Action, best: Group, answers: Mapping[str, Action]) -> bool:
        """Calls are clear more often than cards, and contres are rare."""
        if isinstance(action, Play) or isinstance(best[0].action, Contre):
            return False
        if any(isinstance(answer, Contre) for name, answer in answers.items() if name != WEAKER[0]):
            return False
        return self.rare or self.luck.random() > KEPT_CALLS

    def _has_theme(
        self, view: View, alternatives: Sequence[Alternative], answers: Mapping[str, Action]
    ) -> bool:
        """Might it be about something? Of those about points alone there are plenty."""
        right, *wrong = ([card_of(each.action) for each in group] for group in groups_of(view, alternatives))
        case = CardCase(view, right, [group[0] for group in wrong], answers)
        themes = [theme for theme, _ in card_themes(case)]
        if self.rare:
            return any(theme in RARE for theme in themes)
        return bool(themes) and (themes != ["points"] or self.luck.random() < KEPT_POINTS)


def _may_be_rare(view: View) -> bool:
    """A lead, or a contre that might be said."""
    legal = view.legal()
    if isinstance(legal[0], Play):
        return not view.trick
    return any(isinstance(each, Contre) for each in legal)


def is_decision(view: View) -> bool:
    """Is it this seat's turn to call or to play a card?"""
    match view.situation.phase:
        case Playing():
            return view.situation.talk is None or view.situation.talk.speaker is None
        case Choosing() as choosing:
            return choosing.speaks == view.seat
        case _:
            return False


def card_of(action: Action) -> Card:
    """The card that is played."""
    assert isinstance(action, Play)
    return action.card


def _gap(view: View, alternatives: Sequence[Alternative], sure: float) -> float:
    """By how much the best answer is ahead of the next, less so many standard errors."""
    groups = groups_of(view, alternatives)
    if len(groups) < 2:
        return 0.0
    return min(group[0].behind - sure * group[0].error for group in groups[1:])


def _is_in(action: Action, group: Group) -> bool:
    return any(same(action, each.action) for each in group)


def same(one: Action, other: Action) -> bool:
    """Is it the same answer? The word beside a card does not count."""
    if isinstance(one, Play) and isinstance(other, Play):
        return one.card is other.card
    return one == other
