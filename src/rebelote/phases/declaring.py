"""Declarations: what a hand holds, whose count, and the talk at the table that settles it (A-8, B-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from rebelote.actions import Announced, NameHeight, NotBetter
from rebelote.cards import PACK, RANKS, SUIT_CARDS, SUITS, Card, Cards, Rank, Trump
from rebelote.errors import Illegal
from rebelote.results import Kind
from rebelote.ruleset import Carre, Criterion, Declarations, Run
from rebelote.table import Seat, Side, Table

Strength = tuple[int, ...]
"""By the criteria of the part's `order`, the greater the stronger (A-8.3)."""

CARRE: Final[Kind] = "carre"
TALK_CLAUSE: Final = "A-8.3-height"


class Declaration(msgspec.Struct, frozen=True):
    """Cards that pay: a run from low to high, a carré in the order of the suits."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int

    @property
    def top(self) -> Rank:
        """The rank it is called by: «tierce hauteur valet», «carré de valets»."""
        return self.cards[-1].rank

    def is_in_trumps(self, trump: Trump) -> bool:
        """Is it a run in the trump suit? At sans atout and tout atout no suit is (A-11-tie)."""
        return self.kind != CARRE and self.cards[0].suit is trump.suit


# What a hand holds


def find(part: Declarations, trump: Trump, hand: Cards) -> tuple[Declaration, ...]:
    """The declarations that share no card and pay the most, strongest first (A-8-split).

    Between sets that pay the same: the strongest best one, its highest cards, then the strongest second, and
    so on. Where a card may serve in several: every carré, and every run as long as it is (BE-4.2-overlap).
    """
    mask = hand.mask
    if not part.played_at(trump) or not _has_shape(part, trump, mask):
        return ()
    held = [candidate for candidate in possible(part, trump) if not candidate.mask & ~mask]
    if part.overlap:
        held = _whole(held)
        return tuple(candidate.declaration for candidate in held[: part.most or None])
    if len(held) == 1:
        return (held[0].declaration,)
    # The first of equals is taken: the candidates come strongest first, suits in their order.
    best = max((some for some in _disjoint(held) if not part.most or len(some) <= part.most), key=_worth)
    return tuple(candidate.declaration for candidate in best)


def _whole(held: Sequence[Candidate]) -> list[Candidate]:
    """Every carré; of the runs, strongest first, those that share no card with another."""
    kept: list[Candidate] = []
    for each in held:
        runs = [other.mask for other in kept if other.declaration.kind != CARRE]
        if each.declaration.kind == CARRE or not any(each.mask & mask for mask in runs):
            kept.append(each)
    return kept


def has_whole_suit(part: Declarations, hand: Cards) -> bool:
    """Does the hand hold a whole suit, where that wins the match (BE-4.1-belot)?"""
    whole = part.played and part.eight == "wins_match"
    return whole and any(suit <= hand for suit in SUIT_CARDS.values())


def has_void_carre(part: Declarations, hand: Cards) -> bool:
    """Does the hand hold the carré that voids the deal (B-9-void)?"""
    return part.played and part.void_carre is not None and Cards(_carre_cards(part.void_carre)) <= hand


class Candidate(NamedTuple):
    """A declaration that a hand may hold, its cards as a mask.

    By `strength` it is compared with another's; by `rank`, which goes on with length and height, its holder
    chooses among his own.
    """

    mask: int
    declaration: Declaration
    strength: Strength
    rank: Strength


@lru_cache(maxsize=64)
def possible(part: Declarations, trump: Trump) -> tuple[Candidate, ...]:
    """Every declaration there can be at this trump, strongest first, then longest, then highest; then suits
    in order."""
    declarations = (*_possible_carres(part, trump), *_possible_runs(part, trump))
    candidates = (_candidate(each, part, trump) for each in declarations if each.points > 0)
    return tuple(sorted(candidates, key=lambda each: each.rank, reverse=True))


def _candidate(declaration: Declaration, part: Declarations, trump: Trump) -> Candidate:
    compared = strength(declaration, part, trump)
    height = _measure("height", declaration, part, trump)
    rank = (*compared, len(declaration.cards), height)
    return Candidate(Cards(declaration.cards).mask, declaration, compared, rank)


def _possible_carres(part: Declarations, trump: Trump) -> Iterator[Declaration]:
    for carre in part.carres_at(trump):
        yield Declaration(CARRE, _carre_cards(carre.rank), carre.points)


def _possible_runs(part: Declarations, trump: Trump) -> Iterator[Declaration]:
    for run in part.runs_at(trump):
        for length in range(run.length, run.longest + 1):
            for suit in SUITS:
                for last in range(length, len(RANKS) + 1):
                    cards = tuple(Card.of(rank, suit) for rank in RANKS[last - length : last])
                    yield Declaration(run.kind, cards, run.points)


def _carre_cards(rank: Rank) -> tuple[Card, ...]:
    return tuple(Card.of(rank, suit) for suit in SUITS)


def _run_tops(run: Run) -> tuple[Rank, ...]:
    return RANKS[run.length - 1 :]


# A card's neighbour in the pack is the next higher of its suit, but for the highest.
_HAS_NEIGHBOUR: Final = Cards(card for card in PACK if card.rank is not RANKS[-1]).mask


def _has_shape(part: Declarations, trump: Trump, mask: int) -> bool:
    """Most hands hold no four of a rank and no run: tell them at once, on the bits of the hand."""
    same_rank = mask
    for _ in SUITS[1:]:
        same_rank = same_rank >> len(RANKS) & mask
    if same_rank:
        return True
    linked = mask & mask >> 1 & _HAS_NEIGHBOUR
    for _ in range(min([run.length for run in part.runs_at(trump)], default=len(RANKS)) - 2):
        linked &= linked >> 1
    return linked != 0


def _disjoint(candidates: Sequence[Candidate], taken: int = 0) -> Iterator[tuple[Candidate, ...]]:
    """All sets of candidates that share no card, those with the first candidate first."""
    for i, candidate in enumerate(candidates):
        if not candidate.mask & taken:
            for rest in _disjoint(candidates[i + 1 :], taken | candidate.mask):
                yield (candidate, *rest)
    yield ()


def _worth(found: tuple[Candidate, ...]) -> tuple[int, tuple[Strength, ...]]:
    total = sum(candidate.declaration.points for candidate in found)
    return total, tuple(candidate.rank for candidate in found)


# Whose count


def strength(declaration: Declaration, part: Declarations, trump: Trump) -> Strength:
    """A key that sorts declarations as the part compares them."""
    return tuple(_measure(each, declaration, part, trump) for each in part.order)


def _measure(criterion: Criterion, declaration: Declaration, part: Declarations, trump: Trump) -> int:
    match criterion:
        case "kind":
            return _kind_strength(part, trump, declaration.kind)
        case "points":
            return declaration.points
        case "carre" | "run":
            return (declaration.kind == CARRE) == (criterion == "carre")
        case "length":
            return len(declaration.cards)
        case "height" if declaration.kind == CARRE:
            return _heights(part, trump, CARRE).index(declaration.top)
        case "height":
            return RANKS.index(declaration.top)
        case "trump":
            return declaration.is_in_trumps(trump)


def height_strength(part: Declarations, trump: Trump, kind: Kind, top: Rank, in_trumps: bool) -> Strength:
    """How strong a declaration of that kind and height is by A-8.3, to compare it with another."""
    height = _heights(part, trump, CARRE).index(top) if kind == CARRE else RANKS.index(top)
    return _kind_strength(part, trump, kind), height, in_trumps


def _kind_strength(part: Declarations, trump: Trump, kind: Kind) -> int:
    """A carré beats every run; the runs as the part lists them."""
    kinds = (CARRE, *(run.kind for run in part.runs_at(trump)))
    return len(kinds) - 1 - kinds.index(kind)


def _heights(part: Declarations, trump: Trump, kind: Kind) -> tuple[Rank, ...]:
    """The ranks by which such a declaration can be called, from low to high."""
    if kind == CARRE:
        return tuple(carre.rank for carre in reversed(part.carres_at(trump)))
    return _run_tops(next(run for run in part.runs_at(trump) if run.kind == kind))


Found = Mapping[Seat, Sequence[Declaration]]


class Winners(NamedTuple):
    """Whose runs count, and whose carrés; the same side unless each has a contest of its own (BG-5.2)."""

    runs: Side | None
    carres: Side | None

    def of(self, kind: Kind) -> Side | None:
        return self.carres if kind == CARRE else self.runs

    @property
    def sole(self) -> Side | None:
        """The side that has won all there was to win."""
        sides = {side for side in self if side is not None}
        return sides.pop() if len(sides) == 1 else None


def settle(part: Declarations, trump: Trump, table: Table, found: Found, first: Seat) -> Winners:
    """Whose declarations count; `first` is the seat that speaks first."""
    if part.contests == "one":
        winner = contest(part, trump, table, found, first)
        return Winners(winner, winner)
    runs = {seat: [each for each in sets if each.kind != CARRE] for seat, sets in found.items()}
    carres = {seat: [each for each in sets if each.kind == CARRE] for seat, sets in found.items()}
    return Winners(*(contest(part, trump, table, some, first) for some in (runs, carres)))


def counted_points(table: Table, winners: Winners, found: Found) -> dict[Side, int]:
    """What each side scores: all of its own of a kind whose contest it won."""
    return {
        side: sum(
            declaration.points
            for seat in table.members(side)
            for declaration in found.get(seat, ())
            if winners.of(declaration.kind) == side
        )
        for side in table.sides
    }


def contest(
    part: Declarations, trump: Trump, table: Table, found: Found, first: Seat | None = None
) -> Side | None:
    """The side with the strongest declaration; None where nobody has any, or the best are equal (A-8.3).

    Where the first to speak wins a tie, `first` says whose turn it is first.
    """
    claims = [
        (table.side(seat), strength(declaration, part, trump))
        for seat in table.from_(first or table.order[0])
        for declaration in found.get(seat, ())
    ]
    return _best_side(part, claims)


def _best_side(part: Declarations, claims: Sequence[tuple[Side, Strength]]) -> Side | None:
    """The side whose best no other equals, or that spoke first of those; claims in the order of speech."""
    highest = max((key for _, key in claims), default=None)
    sides = list(dict.fromkeys(side for side, key in claims if key == highest))
    return sides[0] if len(sides) == 1 or (sides and part.tie == "first") else None


# Announcing


def announceable(found: Sequence[Declaration]) -> tuple[tuple[Kind, ...], ...]:
    """The ways to announce some of what one has: all of it first, then fewer and fewer."""
    kinds = [declaration.kind for declaration in found]
    ways = (way for size in range(len(kinds), 0, -1) for way in combinations(kinds, size))
    return tuple(dict.fromkeys(ways))


def announced(found: Sequence[Declaration], kinds: Iterable[Announced]) -> tuple[Declaration, ...]:
    """Those of one's declarations that bear out what one announced, the strongest of each kind."""
    missing = list(kinds)
    kept = []
    for declaration in found:
        if declaration.kind in missing:
            missing.remove(declaration.kind)
            kept.append(declaration)
    return tuple(kept)


def announced_points(
    part: Declarations, trump: Trump, kinds: Iterable[Announced], heights: Sequence[Rank] = ()
) -> int:
    """What a player's announcements are worth, shown or not (A-8.4).

    `heights` are those that he named. A carré whose height was not named counts as the least there is.
    """
    said = list(kinds)
    runs = sum(run.points * said.count(run.kind) for run in part.runs_at(trump))
    return runs + _announced_carres(part.carres_at(trump), said.count(CARRE), heights)


def _announced_carres(carres: Iterable[Carre], number: int, heights: Sequence[Rank]) -> int:
    worth = {carre.rank: carre.points for carre in carres if carre.points > 0}
    least = min(worth.values(), default=0)
    named = [worth.get(rank, least) for rank in heights[:number]]
    return sum(named) + least * (number - len(named))


# The talk at the table


class Announcement(msgspec.Struct, frozen=True):
    """The kinds that a player announced with his first card."""

    seat: Seat
    side: Side
    kinds: tuple[Announced, ...]


class Contest(msgspec.Struct, frozen=True):
    """Who must say his height, given only what has been said (A-8.3-height).

    `announcements` are in the order of play of the first trick. Nothing is settled while somebody has still
    to speak whose side does not lead alone; the partner of one who leads alone waits, and speaks only if that
    lead is equalled or beaten. So each speaks once at most, and the truth gives the winner of `contest`.
    """

    part: Declarations
    trump: Trump
    announcements: tuple[Announcement, ...]
    named: tuple[NameHeight, ...] = ()
    declined: tuple[Seat, ...] = ()

    @classmethod
    def start(
        cls, part: Declarations, trump: Trump, table: Table, kinds: Mapping[Seat, Sequence[Announced]]
    ) -> Contest:
        """`kinds` in the order in which the players spoke."""
        said = (Announcement(seat, table.side(seat), tuple(each)) for seat, each in kinds.items() if each)
        return cls(part, trump, tuple(said))

    @property
    def leader_kind(self) -> Kind | None:
        """The strongest kind that was announced."""
        # Sevens are no declaration: they void the deal (B-9-void).
        kinds = [kind for each in self.announcements for kind in each.kinds if kind != "sevens"]
        return max(kinds, key=lambda kind: _kind_strength(self.part, self.trump, kind), default=None)

    @property
    def speaker(self) -> Seat | None:
        """Who must name his height or say «pas mieux» now; None once it is settled."""
        rivals = self._rivals()
        leading = self._leading()
        waiting = (rival for rival in rivals if rival.side != leading and not self._has_spoken(rival.seat))
        return next((rival.seat for rival in waiting), None)

    @property
    def winner(self) -> Side | None:
        """The side whose declarations count; None before it is settled, and where nobody's do."""
        return self._leading() if self.speaker is None else None

    def legal(self, seat: Seat) -> tuple[NameHeight | NotBetter, ...]:
        """What may be said now, whatever one holds: a height not below the best, or «pas mieux»."""
        kind = self.leader_kind
        if kind is None or seat != self.speaker:
            return ()
        heights = _heights(self.part, self.trump, kind)
        where = (False, True) if self.trump.suit and kind != CARRE else (False,)
        names = [NameHeight(seat, top, each) for top in heights[self._floor(heights) :] for each in where]
        return (*names, NotBetter(seat)) if self.named else tuple(names)

    def check(self, action: NameHeight | NotBetter) -> None:
        """Refuse what may not be said now."""
        if action not in self.legal(action.seat):
            reason = "" if action.seat == self.speaker else "not_your_turn"
            raise Illegal(action, TALK_CLAUSE, reason)

    def truth(self, seat: Seat, held: Sequence[Declaration]) -> NameHeight | NotBetter:
        """What the speaker says to tell the truth about what he announced and holds, strongest first.

        He who opens and holds nothing of the kind can't: he names the least height.
        """
        says = self.legal(seat)
        mine = [
            NameHeight(seat, declaration.top, declaration.is_in_trumps(self.trump))
            for declaration in held
            if declaration.kind == self.leader_kind
        ]
        fallback = NotBetter(seat) if self.named else says[0]
        return next((height for height in mine if height in says), fallback)

    def name_height(self, seat: Seat, rank: Rank, in_trumps: bool) -> Contest:
        height = NameHeight(seat, rank, in_trumps)
        return msgspec.structs.replace(self, named=(*self.named, height))

    def not_better(self, seat: Seat) -> Contest:
        return msgspec.structs.replace(self, declined=(*self.declined, seat))

    def _rivals(self) -> tuple[Announcement, ...]:
        """Those who announced the strongest kind."""
        kind = self.leader_kind
        return tuple(each for each in self.announcements if kind in each.kinds)

    def _leading(self) -> Side | None:
        """The side that leads alone: by the heights named so far, or because the other has no such kind."""
        sides = {rival.seat: rival.side for rival in self._rivals()}
        if len(set(sides.values())) == 1:
            return next(iter(sides.values()))
        keys = {height.seat: self._key(height) for height in self.named}
        return _best_side(self.part, [(sides[seat], keys[seat]) for seat in sides if seat in keys])

    def _key(self, height: NameHeight) -> Strength:
        kind = self.leader_kind
        assert kind is not None
        return height_strength(self.part, self.trump, kind, height.rank, height.in_trumps)

    def _floor(self, heights: Sequence[Rank]) -> int:
        return max((heights.index(height.rank) for height in self.named), default=0)

    def _has_spoken(self, seat: Seat) -> bool:
        return seat in self.declined or any(height.seat == seat for height in self.named)
