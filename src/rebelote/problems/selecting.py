"""Which of the problems that were made ship: no two alike, few of one deal, not too many of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import permutations
from typing import Final

from rebelote.actions import Play
from rebelote.cards import SUITS, Card, Suit
from rebelote.events import Called, PackCut, TurnedUp
from rebelote.problems.record import Problem
from rebelote.problems.themes import Theme

OF_A_DEAL: Final = 3
"""Problems of one deal, of different seats or themes."""
MOST: Final[Mapping[Theme, float]] = {"points": 0.35, "call": 0.25, "last_trick": 0.2}
"""The largest share of a theme that comes up too often, of those whose first theme it is."""


def select(problems: Iterable[Problem]) -> list[Problem]:
    """In a fixed order."""
    sound = sorted({problem.id: problem for problem in problems}.values(), key=lambda each: each.id)
    return _balanced(_apart(sound))


def _apart(problems: Iterable[Problem]) -> list[Problem]:
    positions: set[Hashable] = set()
    kinds: set[Hashable] = set()
    of_deal: Counter[Hashable] = Counter()
    kept = []
    for problem in problems:
        deal, position = _deal(problem), _position(problem)
        kind = (deal, problem.seat, problem.themes[0])
        if position in positions or kind in kinds or of_deal[deal] >= OF_A_DEAL:
            continue
        positions.add(position)
        kinds.add(kind)
        of_deal[deal] += 1
        kept.append(problem)
    return kept


def _deal(problem: Problem) -> Hashable:
    """What all four saw of it from the start."""
    seen: list[object] = [problem.rules, problem.dealer]
    for event in problem.events:
        match event:
            case PackCut(at=at):
                seen.append(at)
            case TurnedUp(card=card):
                seen.append(card)
            case Called(call=call):
                return (*seen, call)
            case _:
                pass
    return tuple(seen)


def _position(problem: Problem) -> Hashable:
    """The same whichever suits are exchanged: the hand, the trick and the trump."""
    view = problem.view
    trump = view.contract.trump if view.contract is not None else None
    laid = [card for _, card in view.trick]
    right = problem.best.card if isinstance(problem.best, Play) else None
    forms = []
    for suits in permutations(SUITS):
        turned = dict(zip(SUITS, suits, strict=True))

        def turn(card: Card, turned: Mapping[Suit, Suit] = turned) -> str:
            return f"{card.rank}{turned[card.suit]}"

        hand = " ".join(sorted(map(turn, view.hand)))
        table = " ".join(map(turn, laid))
        at = str(turned[trump.suit]) if trump is not None and trump.suit is not None else str(trump)
        forms.append((hand, table, at, turn(right) if right is not None else "", len(view.calls)))
    return (problem.rules, min(forms))


def _balanced(problems: list[Problem]) -> list[Problem]:
    """Of a theme that comes up too often the first are kept: ids are as good as drawn by lot."""
    others = sum(problem.themes[0] not in MOST for problem in problems)
    left = 1 - sum(MOST.values())
    room = {theme: round(share * others / left) for theme, share in MOST.items()}
    kept = []
    for problem in problems:
        theme = problem.themes[0]
        if room.get(theme, 1) > 0:
            kept.append(problem)
            if theme in room:
                room[theme] -= 1
    return kept
