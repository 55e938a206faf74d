"""A whole match reviewed: its log is walked once, with the view of each seat beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from rebelote.actions import Action, Play
from rebelote.bots.search_tools import SearchTools
from rebelote.events import Called, CardPlayed, DealScored, DealVoided, Event, MatchStarted, redact
from rebelote.match import Match
from rebelote.review.explaining import explain
from rebelote.review.grading import GRADES, accuracy, grade, sure_loss
from rebelote.review.judging import DEPTH, stake_of, weigh
from rebelote.review.open_cards import OpenCurve
from rebelote.review.results import DealReview, Judgement, MatchReview, Moment, PlayerReview
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
    return walk.finish()


class _Walk:
    def __init__(self, match: Match, depth: int, tools: SearchTools) -> None:
        started = match.log[0]
        assert isinstance(started, MatchStarted)
        self.rules = match.rules
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
        if isinstance(event, CardPlayed):
            self.curve.look(self.state)
        decided = _decision(event)
        if decided is not None:
            self._judge(number, *decided)
        if isinstance(event, DealScored):
            self._end_deal(event)
        self.state = self.state.evolve(event)
        for seat, view in self.views.items():
            self.views[seat] = view.evolve(redact(event, seat))
        if isinstance(event, DealVoided):
            self._begin_deal()

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

    def finish(self) -> MatchReview:
        return MatchReview(
            depth=self.depth,
            deals=tuple(self.deals),
            players={seat: self._player(seat) for seat in self.rules.table},
            moments=self._moments(),
        )

    def _player(self, seat: Seat) -> PlayerReview:
        decided = [(deal, each) for deal in self.deals for each in deal.judgements if each.seat == seat]
        counts = Counter(each.grade for _, each in decided)
        results = Counter(deal.result for deal in self.deals if deal.contract and deal.contract.seat == seat)
        return PlayerReview(
            decisions=len(decided),
            grades={name: counts[name] for name in GRADES},
            accuracy=accuracy([each.share for _, each in decided]),
            lost=sum(each.share * deal.stake for deal, each in decided),
            contracts_made=results["made"],
            contracts_fallen=results["failed"],
        )

    def _moments(self) -> tuple[Moment, ...]:
        """Those that cost most for sure, in the order of play."""
        sure = [
            (each.share * deal.stake, Moment(deal.number, each.event))
            for deal in self.deals
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
