"""A review in the reader's language."""

from __future__ import annotations

from typing import NamedTuple

from rebelote.actions import Action, Play
from rebelote.language.labels import label
from rebelote.language.text import Lang
from rebelote.review import DealReview, Judgement, MatchReview
from rebelote.review.telling import tell
from rebelote.ruleset import Ruleset
from rebelote.server.game import Game
from rebelote.server.messages.reviews import (
    ReviewAnswer,
    ReviewedChoice,
    ReviewedDeal,
    ReviewedDecision,
    ReviewedMoment,
    ReviewedPlayer,
    ReviewState,
)
from rebelote.table import Seat


class Reader(NamedTuple):
    """Whom it is told to: `seat` is the one whose player is «vous»."""

    lang: Lang
    seat: Seat | None = None


def review_answer(game: Game, review: MatchReview, state: ReviewState, of: int, to: Reader) -> ReviewAnswer:
    """`of` is how many deals there are to review."""
    rules = game.match.rules
    return ReviewAnswer(
        match=game.id,
        depth=review.depth,
        state=state,
        done=len(review.deals),
        of=of,
        deals=[_deal(deal, rules, to) for deal in review.deals],
        players=[
            ReviewedPlayer(
                seat=seat,
                decisions=player.decisions,
                grades=player.grades,
                accuracy=player.accuracy,
                lost=player.lost,
                contracts_made=player.contracts_made,
                contracts_fallen=player.contracts_fallen,
            )
            for seat, player in review.players.items()
        ],
        moments=[ReviewedMoment(deal=each.deal, seq=each.event + 1) for each in review.moments],
    )


def _deal(deal: DealReview, rules: Ruleset, to: Reader) -> ReviewedDeal:
    truth = deal.open_cards
    return ReviewedDeal(
        number=deal.number,
        stake=deal.stake,
        decisions=[_decision(each, deal.stake, rules, to) for each in deal.judgements],
        cost=deal.cost,
        turning=None if deal.turning is None else deal.turning + 1,
        open_side=None if truth is None else truth.side,
        open_points=[] if truth is None else list(truth.points),
        open_unit=rules.unit,
        open_ahead=0 if truth is None else truth.ahead,
    )


def _decision(each: Judgement, stake: float, rules: Ruleset, to: Reader) -> ReviewedDecision:
    lang = to.lang
    return ReviewedDecision(
        seq=each.event + 1,
        seat=each.seat,
        label=_label(each.action, rules, lang),
        card=_card(each.action),
        grade=each.grade,
        loss=round(each.loss, 2),
        error=round(each.error, 2),
        sure=round(each.share * stake, 2),
        because="" if each.because is None else tell(each.because, rules, lang, own=each.seat == to.seat),
        choices=[
            ReviewedChoice(
                label=_label(choice.action, rules, lang),
                card=_card(choice.action),
                value=round(choice.value, 2),
                behind=round(choice.behind, 2),
                error=round(choice.error, 2),
            )
            for choice in each.alternatives
        ],
    )


def _label(action: Action, rules: Ruleset, lang: Lang) -> str:
    return label(action, rules, None, lang)


def _card(action: Action) -> str | None:
    return action.card.text if isinstance(action, Play) else None
