"""A whole match reviewed: its log is walked once, with the view of each seat beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rebelote.actions import Action, Play
from rebelote.bots.search_tools import SearchTools
from rebelote.errors import RebeloteError
from rebelote.events import Called, CardPlayed, DealScored, DealVoided, Event, MatchStarted, redact
from rebelote.language.text import said
from rebelote.match import Match
from rebelote.review.explaining import explain
from rebelote.review.grading import GRADES, accuracy, grade, sure_loss
from rebelote.review.judging import DEPTH, stake_of, weigh
from rebelote.review.open_cards import OpenCurve
from rebelote.review.results import DealReview, Judgement, MatchReview, Moment, PlayerReview
from rebelote.ruleset import Ruleset
from rebelote.solver import Solver
from rebelote.state import State
from rebelote.table import Seat, Side
from rebelote.view import View

MOMENTS: Final = 3
"""How many decisions of a match are told apart as those that mattered."""
Progress = Callable[[int, int], None]
"""Called with the events looked at and all there are, after each."""


def review_match(
    match: Match, depth: int = DEPTH, *, tools: SearchTools | None = None, progress: Progress | None = None
) -> MatchReview:
    """Every finished deal of a match. Each decision is judged from the view of its seat and nothing else."""
    walk = _Walk(match, depth, tools or SearchTools())
    for number, event in enumerate(match.log[1:], start=1):
        walk.step(number, event)
        if progress is not None:
            progress(number + 1, len(match.log))
    return sum_up(match.rules, depth, walk.deals)


def review_deal(
    match: Match, number: int, depth: int = DEPTH, tools: SearchTools | None = None
) -> DealReview:
    """One finished deal, by its number from 1. Deals can be reviewed apart, and summed up afterwards."""
    walk = _Walk(match, depth, tools or SearchTools(), only=number)
    for place, event in enumerate(match.log[1:], start=1):
        walk.step(place, event)
        if walk.deals:
            return walk.deals[0]
    raise RebeloteError(said("no_finished_deal", deal=number))


class _Walk:
    """`only` is the number of the one deal that is reviewed; the others are just gone through."""

    def __init__(self, match: Match, depth: int, tools: SearchTools, only: int | None = None) -> None:
        started = match.log[0]
        assert isinstance(started, MatchStarted)
        self.rules = match.rules
        self.only = only
        self.depth = depth
        self.tools = tools
        self.solver = Solver()
        self.state = State.start(started)
        self.views = {seat: View.start(started, seat) for seat in match.rules.table}
        self.deals: list[DealReview] = []
        self._begin_deal()

    def _begin_deal(self) -> None:
        self.judgements: list[Judgement] = []
        self.curve = OpenCurve(self.solver)

    def step(self, number: int, event: Event) -> None:
        if self.only is None or self.only == self.state.deal_number:
            self._review(number, event)
        self.state = self.state.evolve(event)
        for seat, view in self.views.items():
            self.views[seat] = view.evolve(redact(event, seat))
        if isinstance(event, DealVoided):
            self._begin_deal()

    def _review(self, number: int, event: Event) -> None:
        if isinstance(event, CardPlayed):
            self.curve.look(self.state)
        decided = _decision(event)
        if decided is not None:
            self._judge(number, *decided)
        if isinstance(event, DealScored):
            self._end_deal(event)

    def _judge(self, number: int, seat: Seat, action: Action) -> None:
        view = self.views[seat]
        weighed = weigh(view, action, self.tools, self.depth, seed=number)
        if weighed is None:
            return
        stake = stake_of(self.rules, view.contract)
        done = grade(weighed.loss, weighed.error, stake)
        self.judgements.append(
            Judgement(
                event=number,
                seat=seat,
                action=action,
                grade=done,
                loss=weighed.loss,
                error=weighed.error,
                share=sure_loss(weighed.loss, weighed.error) / stake,
                alternatives=weighed.alternatives,
                because=explain(view, action, weighed) if done in TURNING else None,
            )
        )

    def _end_deal(self, event: DealScored) -> None:
        stake = stake_of(self.rules, event.summary.contract)
        worst = max(self.judgements, key=lambda each: each.share, default=None)
        self.deals.append(
            DealReview(
                number=self.state.deal_number,
                contract=event.summary.contract,
                stake=stake,
                judgements=tuple(self.judgements),
                result=event.score.result,
                score=event.score.score,
                cost=self._cost(stake),
                open_cards=self.curve.finish(event.summary),
                turning=worst.event if worst is not None and worst.grade in TURNING else None,
            )
        )
        self._begin_deal()

    def _cost(self, stake: float) -> Mapping[Side, float]:
        cost = dict.fromkeys(self.rules.table.sides, 0.0)
        for each in self.judgements:
            cost[self.rules.table.side(each.seat)] += each.share * stake
        return cost


def sum_up(rules: Ruleset, depth: int, deals: Sequence[DealReview]) -> MatchReview:
    """Reviewed deals of one match, in their order, as the review of the match."""
    return MatchReview(
        depth=depth,
        deals=tuple(deals),
        players={seat: _player(seat, deals) for seat in rules.table},
        moments=_moments(deals),
    )


def _player(seat: Seat, deals: Sequence[DealReview]) -> PlayerReview:
    decided = [(deal, each) for deal in deals for each in deal.judgements if each.seat == seat]
    counts = Counter(each.grade for _, each in decided)
    results = Counter(deal.result for deal in deals if deal.contract and deal.contract.seat == seat)
    return PlayerReview(
        decisions=len(decided),
        grades={name: counts[name] for name in GRADES},
        accuracy=accuracy([each.share for _, each in decided]),
        lost=sum(each.share * deal.stake for deal, each in decided),
        contracts_made=results["made"],
        contracts_fallen=results["failed"],
    )


def _moments(deals: Sequence[DealReview]) -> tuple[Moment, ...]:
    """Those that cost most for sure, in the order of play."""
    sure = [
        (each.share * deal.stake, Moment(deal.number, each.event))
        for deal in deals
        for each in deal.judgements
        if each.grade in TURNING
    ]
    sure.sort(key=lambda pair: -pair[0])
    return tuple(sorted((moment for _, moment in sure[:MOMENTS]), key=lambda moment: moment.event))


TURNING: Final = GRADES[GRADES.index("inaccurate") :]
"""Grades of decisions that can have turned a deal."""


def _decision(event: Event) -> tuple[Seat, Action] | None:
    match event:
        case Called(call=call):
            return call.seat, call
        case CardPlayed(seat=seat, card=card):
            return seat, Play(seat, card)
        case _:
            return None
