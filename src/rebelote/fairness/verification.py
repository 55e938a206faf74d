"""Everything that a server said about the luck of a match, computed anew. Every check has a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from rebelote.cards import PACK, SUITS
from rebelote.events import Event
from rebelote.fairness.chain import LINKS, hash_times, leads_to
from rebelote.fairness.document import (
    CLIENT_SEED_BYTES,
    Contribution,
    FairDeal,
    Fairness,
    Opening,
    bytes_of,
    commit,
)
from rebelote.fairness.luck import FairChance
from rebelote.fairness.played import PlayedMatch, played_match

MATCH_CHECKS: Final = (
    "same_commitment",
    "same_people",
    "own_seed",
    "people",
    "client_seeds",
    "dealer",
    "record",
)
"""What may be found about a match, by name."""

DEAL_CHECKS: Final = ("link", "cut", "order", "gathering", "draws", "record")
"""What may be found about a pack, by name."""


class DealChecks(msgspec.Struct, frozen=True):
    """What was found about one pack, by the name of the check; what could not be checked is not there."""

    number: int
    attempt: int
    checks: dict[str, bool]

    @property
    def holds(self) -> bool:
        """Does every check of this deal hold?"""
        return all(self.checks.values())


class Verdict(msgspec.Struct, frozen=True):
    """`absent` are people whose seed is not in the match's luck, `missing` packs that were not revealed."""

    checks: dict[str, bool]
    deals: tuple[DealChecks, ...]
    absent: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Does every check hold, and was none impossible?"""
        return not self.missing and all(self.checks.values()) and all(deal.holds for deal in self.deals)

    @property
    def failed(self) -> set[str]:
        """The names of the checks that do not hold."""
        lists = (self.checks, *(deal.checks for deal in self.deals))
        return {name for checks in lists for name, holds in checks.items() if not holds}


class Witness(msgspec.Struct, frozen=True):
    """What somebody at the table kept: the opening as he was told it, and the seed that he revealed."""

    opening: Opening | None = None
    seat: str | None = None
    seed: str | None = None


def verify(fairness: Fairness, log: Iterable[Event] | None = None, witness: Witness | None = None) -> Verdict:
    """Compute everything anew; with the events of the match or what a witness kept, compare with them too."""
    played = None if log is None else played_match(log)
    deals = tuple(_check_deal(fairness, deal, played) for deal in fairness.deals)
    told = {deal.attempt for deal in deals}
    packs = len(played.packs) if played is not None else 0
    return Verdict(
        dict(_match_checks(fairness, played, witness or Witness())),
        deals,
        tuple(each.seat for each in fairness.contributions if each.seed is None),
        tuple(n for n in range(1, packs + 1) if n not in told),
    )


# The match


def _match_checks(
    fairness: Fairness, played: PlayedMatch | None, witness: Witness
) -> Iterator[tuple[str, bool]]:
    seen = witness.opening
    if seen is not None:
        same = (seen.match, seen.commitment) == (fairness.match, fairness.commitment)
        yield "same_commitment", same
        yield "same_people", _committed(seen.contributions) == _committed(fairness.contributions)
    if witness.seed is not None:
        own = [each.seed for each in fairness.contributions if each.seat == witness.seat]
        yield "own_seed", own == [witness.seed]
    if fairness.scheme == 1:
        return
    yield "people", _one_for_each(fairness)
    if any(each.seed is not None for each in fairness.contributions):
        yield "client_seeds", all(map(_kept_its_word, fairness.contributions))
    dealer = _first_dealer(fairness)
    if dealer is not None:
        yield "dealer", dealer == fairness.dealer
    if played is not None:
        found = (fairness.seats, fairness.dealer, fairness.smallest_heap)
        yield "record", found == (played.seats, played.dealer, played.smallest_heap)


def _committed(contributions: Iterable[Contribution]) -> list[tuple[str, str | None]]:
    return [(each.seat, each.commitment) for each in contributions]


def _one_for_each(fairness: Fairness) -> bool:
    """Each person has one contribution, in the order of the seats, and who came later has none."""
    own = [each.seat for each in fairness.contributions]
    return own == [seat for seat in fairness.seats if seat in own] and not set(own) & set(fairness.joined)


def _kept_its_word(contribution: Contribution) -> bool:
    seed = contribution.seed
    if seed is None:
        return True
    return len(bytes_of(seed)) == CLIENT_SEED_BYTES and commit(seed) == contribution.commitment


def _first_dealer(fairness: Fairness) -> str | None:
    """Drawn with link 1, to which every other leads; None while no link is known."""
    known = [deal for deal in fairness.deals if 1 <= deal.attempt <= LINKS]
    if not known or not fairness.seats:
        return None
    first = hash_times(bytes_of(known[0].secret), known[0].attempt - 1)
    return FairChance(lambda _: first, fairness.terms, 1).first_dealer(fairness.seats)


# A pack


def _check_deal(fairness: Fairness, deal: FairDeal, played: PlayedMatch | None) -> DealChecks:
    return DealChecks(deal.number, deal.attempt, dict(_deal_checks(fairness, deal, played)))


def _deal_checks(
    fairness: Fairness, deal: FairDeal, played: PlayedMatch | None
) -> Iterator[tuple[str, bool]]:
    key = bytes_of(deal.secret)
    luck = FairChance(lambda _: key, fairness.terms, deal.attempt, deal.cut)
    yield "link", leads_to(key, deal.attempt, bytes_of(fairness.commitment))
    if fairness.scheme > 1:
        yield "cut", _cut_holds(fairness, deal, luck)
    if deal.origin == "shuffled" or deal.attempt == 1 or not _is_pack(deal.order):
        yield "order", deal.origin == "shuffled" and deal.order == _shuffled(deal, luck)
    elif fairness.scheme > 1:
        yield "gathering", deal.order[: _size(deal)] == _gathered(deal, luck) and bool(deal.heaps)
    if deal.draws:
        yield "draws", [luck.choice(SUITS) for _ in deal.draws] == deal.draws
    if played is not None:
        yield "record", played.has(deal)


def _cut_holds(fairness: Fairness, deal: FairDeal, luck: FairChance) -> bool:
    """A cut that nobody chose comes from the chain; another was made by a person."""
    if not 1 <= fairness.smallest_heap <= deal.cut <= len(deal.order) - fairness.smallest_heap:
        return False
    if deal.drawn:
        return deal.cut == luck.cut(fairness.smallest_heap, len(deal.order))
    return deal.cutter in [*(each.seat for each in fairness.contributions), *fairness.joined]


def _is_pack(order: Sequence[str]) -> bool:
    return sorted(order) == sorted(_pack_like(order))


def _pack_like(order: Sequence[str]) -> list[str]:
    """All cards of the ranks that are there: a short pack leaves whole ranks out."""
    ranks = {text[:1] for text in order}
    return [card.text for card in PACK if card.rank.value in ranks]


def _shuffled(deal: FairDeal, luck: FairChance) -> list[str]:
    """The order that luck gives the cards of that pack."""
    pack = set(_pack_like(deal.order))
    return [card.text for card in luck.shuffled() if card.text in pack]


def _size(deal: FairDeal) -> int:
    return sum(len(heap) for group in deal.heaps for heap in group)


def _gathered(deal: FairDeal, luck: FairChance) -> list[str]:
    """The heaps put together: the order of each group's heaps is drawn, then that of each heap's cards."""
    groups = [tuple(group) for group in deal.heaps]
    if deal.origin == "loose":
        groups = [luck.arranged([heap for heap in group if heap]) for group in groups]
        return [card for group in groups for heap in group for card in luck.arranged(heap)]
    return [card for group in groups for heap in group for card in heap]
