"""What a finished deal comes to: its summary, penalties, stakes, and the pack picked up again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from rebelote.cards import Card
from rebelote.chance import Chance
from rebelote.events import Gathered
from rebelote.phases import dealing
from rebelote.phases.belote import counts, pairs
from rebelote.phases.penalties import judge
from rebelote.phases.playing import Playing
from rebelote.phases.talking import Talk
from rebelote.results import DealScore, DealSummary, Penalty, ScoreLine
from rebelote.ruleset import Piles, Ruleset, Target
from rebelote.situation import Situation
from rebelote.table import Seat, Side


def summary(situation: Situation, playing: Playing) -> DealSummary:
    """The deal as the count sees it."""
    if situation.guesses:
        return DealSummary(bids=situation.guesses, tricks=playing.tricks())
    table, talk = situation.rules.table, situation.talk
    shown = talk.shown if talk is not None else playing.roem
    winner, _ = playing.won[-1]
    return DealSummary(
        contract=playing.contract,
        tricks=playing.tricks(),
        cards=playing.points,
        last=table.side(winner),
        belote=_belotes(playing, talk),
        declarations={side: shown.get(side, 0) for side in table.sides},
        alone=_alone(playing) if playing.contract.value == "generale" else msgspec.UNSET,
    )


def _alone(playing: Playing) -> bool:
    """Did the caller win every trick himself?"""
    return all(winner == playing.contract.seat for winner, _ in playing.won)


def _belotes(playing: Playing, talk: Talk | None) -> dict[Side, int]:
    table, belote = playing.rules.table, playing.rules.belote
    found = dict.fromkeys(table.sides, 0)
    if belote is None:
        return found
    for first, second in pairs(playing.royals):
        side = table.side(first.seat)
        if talk is not None and talk.covers_belote(belote, first.seat, first.card.suit):
            continue
        if counts(belote, first, second, forgiven=first.card.suit in playing.forgiven):
            found[side] += 1
    return found


def taken_so_far(situation: Situation, playing: Playing) -> dict[Side, int]:
    """In the middle of a deal: each side's tricks, what it has shown, and the belotes it has said."""
    rules, talk = situation.rules, situation.talk
    belote = rules.belote.worth if rules.belote is not None else 0
    said = Counter(rules.table.side(royal.seat) for royal in playing.royals if royal.say == "belote")
    return {
        side: playing.points.get(side, 0)
        + (talk.shown.get(side, 0) if talk is not None else 0)
        + belote * said[side]
        for side in rules.table.sides
    }


def with_unproved(situation: Situation, score: DealScore) -> DealScore:
    """Announced but not shown: the other side marks it (A-8.4)."""
    talk = situation.talk
    if talk is None:
        return score
    for side, points in talk.unproved.items():
        score = _with_penalty(score, judge(situation.rules, "unproved_declaration", side, points=points))
    return score


def penalty_only(situation: Situation, penalty: Penalty) -> DealScore:
    """The mark of a deal that is not counted, only punished."""
    nothing = dict.fromkeys(situation.rules.table.sides, 0)
    return _with_penalty(DealScore(result="none", score=nothing, pending=situation.pending), penalty)


def _with_penalty(score: DealScore, penalty: Penalty) -> DealScore:
    lines = tuple(
        ScoreLine(penalty.clause, side, points, "penalty") for side, points in penalty.score.items() if points
    )
    marks = {side: points + penalty.score.get(side, 0) for side, points in score.score.items()}
    return DealScore(result=score.result, score=marks, pending=score.pending, lines=score.lines + lines)


def stakes(rules: Ruleset, winners: tuple[Side, ...]) -> Mapping[Seat, float]:
    """Each put a stake in the pot; the winners share it (B-10)."""
    if not isinstance(rules.match_end, Target) or not rules.match_end.stake:
        return {}
    stake, table = rules.match_end.stake, rules.table
    lucky = [seat for seat in table if table.side(seat) in winners]
    share = stake * table.size / len(lucky)
    return {seat: (share if seat in lucky else 0) - stake for seat in table}


def gathered(
    situation: Situation, playing: Playing | None, next_dealer: Seat, chance: Chance
) -> Gathered | None:
    """Where the pack is only cut between deals, its order carries over (B-3). The stock stays as it lies."""
    heaps = heaps_to_gather(situation, playing, next_dealer)
    if not heaps:
        return None
    if situation.rules.dealing.gathering == "loose":
        heaps = loosely(heaps, chance)
    played = tuple(card for group in heaps for heap in group for card in heap)
    return Gathered(played + _not_dealt(situation))


def loosely(heaps: dealing.Heaps, chance: Chance) -> dealing.Heaps:
    """Chance orders the heaps of each group, then the cards of each of them; the groups stay as they lie."""
    groups = [chance.arranged([heap for heap in group if heap]) for group in heaps]
    return tuple(tuple(chance.arranged(heap) for heap in group) for group in groups)


def heaps_to_gather(situation: Situation, playing: Playing | None, next_dealer: Seat) -> dealing.Heaps:
    """The heaps of a pack that is picked up to be cut; none where it is shuffled, or was not dealt."""
    rules, held = situation.rules, situation.held
    if rules.dealing.shuffle == "every_deal" or held is None:
        return ()
    if playing is not None and playing.finished:
        return dealing.heaps_of_tricks(rules.table, next_dealer, playing.won)
    laid = () if playing is None else playing.laid_tricks()
    return dealing.heaps_of_unplayed(rules.table, situation.dealer, held, laid)


def _not_dealt(situation: Situation) -> tuple[Card, ...]:
    """The turned card, unless a taker has it or it lies in a pile, the stock, and what was laid aside."""
    rules, contract = situation.rules, situation.contract
    taken = contract is not None and contract.seat is not None and rules.takes_turned
    held = taken or isinstance(rules.dealing.layout, Piles)
    turned = () if situation.turned is None or held else (situation.turned,)
    return turned + situation.stock + tuple(situation.discarded)
