"""A match in the figures that a player's statistics need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rebelote.actions import Play
from rebelote.language.text import Lang
from rebelote.review import DealReview
from rebelote.review.grading import GRADES, accuracy
from rebelote.server.game import Game
from rebelote.server.messages.players import ErrorCount, MatchFacts
from rebelote.server.notes import help_counts
from rebelote.server.rulebook import table_rules
from rebelote.server.view_messages import result
from rebelote.table import Seat


def facts_of(game: Game, seat: Seat, reviewed: Sequence[DealReview], lang: Lang) -> MatchFacts:
    """For the player of this seat."""
    rules, public = game.match.rules, game.match.view(None)
    side, totals = rules.table.side(seat), game.match.state.totals
    scored = [entry.scored for entry in public.sheet]
    own = [each.score.result for each in scored if _taker(each.summary.contract) == seat]
    ended = result(public, {}, lang)
    shares = [each.share for deal in reviewed for each in deal.judgements if each.seat == seat]
    help = next((each for each in help_counts(game.notes) if each.seat == seat), None)
    return MatchFacts(
        match=game.id,
        rules=rules.id,
        name=table_rules(rules, game.row.code, lang).name,
        started=game.row.started,
        over=game.match.is_over or game.endless,
        won=None if ended is None else side in ended.winners,
        ours=totals[side],
        theirs=max((points for other, points in totals.items() if other != side), default=0),
        deals=len(scored),
        called=len(own),
        made=own.count("made"),
        fallen=own.count("failed"),
        advice=help.advice if help is not None else 0,
        takebacks=help.takebacks if help is not None else 0,
        accuracy=round(accuracy(shares), 1) if shares else None,
        errors=_errors(reviewed, seat),
    )


def _taker(contract: object) -> Seat | None:
    return getattr(contract, "seat", None)


def _errors(reviewed: Sequence[DealReview], seat: Seat) -> list[ErrorCount]:
    """By where and how grave, those that cost something for sure."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for deal in reviewed:
        for each in deal.judgements:
            if each.seat == seat and each.share > 0:
                part = "cards" if isinstance(each.action, Play) else "calls"
                found[part, each.grade].append(each.share * deal.stake)
    return [
        ErrorCount(part, grade, len(lost), round(sum(lost), 1))
        for part in ("calls", "cards")
        for grade in GRADES
        if (lost := found.get((part, grade)))
    ]
