"""The review of a match: every decision judged by what its player could know; apart from that, the truth.

>>> import rebelote
>>> from rebelote.review import review_match
>>> review_match(rebelote.Match.new("coinche", seed=7)).deals
()
"""

from rebelote.review.grading import GRADES, Grade
from rebelote.review.judging import DEPTH
from rebelote.review.matches import MOMENTS, review_deal, review_match, sum_up
from rebelote.review.results import (
    Alternative,
    Because,
    DealReview,
    Judgement,
    MatchReview,
    Moment,
    OpenCards,
    PlayerReview,
)

__all__ = [
    "DEPTH",
    "GRADES",
    "MOMENTS",
    "Alternative",
    "Because",
    "DealReview",
    "Grade",
    "Judgement",
    "MatchReview",
    "Moment",
    "OpenCards",
    "PlayerReview",
    "review_deal",
    "review_match",
    "sum_up",
]
