"""Following a pack that is only cut: name the cards of the next deal before its first call.

    python -m tests.attack.following --deals 300

A spectator knows the tricks, who took them, who deals, where the pack was cut and in which packets it is
dealt. He guesses that it was gathered exactly (B-3), and says of every card whether it was dealt, and to
whom, or turned up.

What a companion at the table truly knows, however the cards were picked up, is that a side's tricks lie
together, and that those of the next dealer's side lie on top. `by_chance` is how many cards the same
guesses name on average when all the rest is uniform: each card is as likely at every place that the tricks
of its side fill.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rebelote.cards import PACK, Card
from rebelote.events import (
    CardPlayed,
    DealScored,
    Dealt,
    DealVoided,
    Event,
    MatchStarted,
    PackCut,
    TrickWon,
    TurnedUp,
    redact,
)
from rebelote.match import Match
from rebelote.ruleset import Ruleset
from rebelote.table import Seat
from tests.support.random_matches import Luck, whim

TURNED, STOCK = "turned", "stock"
Heap = tuple[Card, ...]


@dataclass(frozen=True)
class Guess:
    """Of one deal: how many cards were named, of how many, and how many would be on average by chance."""

    hits: int
    cards: int
    by_chance: float


@dataclass
class Follower:
    """What a spectator remembers: he is shown redacted events only."""

    rules: Ruleset
    dealer: Seat
    laid: list[Card] = field(default_factory=list)
    tricks: list[tuple[Seat, Heap]] = field(default_factory=list)
    stacks: tuple[Heap, ...] = ()
    cut: int = 0

    def see(self, event: Event) -> None:
        match event:
            case CardPlayed(card=card):
                self.laid.append(card)
            case TrickWon(seat=winner):
                self.tricks.append((winner, tuple(self.laid)))
                self.laid = []
            case PackCut(at=at):
                self.cut = at
            case DealScored():
                self._pick_up(self.rules.table.next(self.dealer))
            case DealVoided(next_dealer=dealer):
                self._pick_up(dealer)
            case _:
                pass

    def _pick_up(self, dealer: Seat) -> None:
        """The next dealer's side's tricks, then the others'; nothing where the deal was not played out."""
        side = self.rules.table.side
        own = tuple(
            card for winner, trick in reversed(self.tricks) if side(winner) == side(dealer) for card in trick
        )
        others = tuple(
            card for winner, trick in reversed(self.tricks) if side(winner) != side(dealer) for card in trick
        )
        whole = len(own) + len(others) == len(PACK)
        self.dealer, self.stacks = dealer, (own, others) if whole else ()
        self.tricks, self.laid = [], []

    def destinations(self, packets: Sequence[int]) -> list[str]:
        """Where the card at each place of the gathered pack goes."""
        after_cut: list[str] = [
            seat for size in packets for seat in self.rules.table.after(self.dealer) for _ in range(size)
        ]
        after_cut += [TURNED, *[STOCK] * (len(PACK) - len(after_cut) - 1)]
        underneath = len(PACK) - self.cut
        return after_cut[underneath:] + after_cut[:underneath]


def guesses(match: Match) -> Iterator[Guess]:
    """Of every deal that comes after one that was played out."""
    started = match.log[0]
    assert isinstance(started, MatchStarted)
    follower = Follower(started.rules, started.dealer)
    for place, event in enumerate(match.log):
        public = redact(event, None)
        follower.see(public)
        if isinstance(public, Dealt) and len(public.packets) > 1 and follower.stacks:
            yield _guess(follower.stacks, follower.destinations(public.packets), _truth(match.log, place))


def _truth(log: Sequence[Event], place: int) -> dict[Card, str]:
    """From the whole log: for counting hits, not for guessing."""
    dealt, turned = log[place : place + 2]
    assert isinstance(dealt, Dealt)
    assert isinstance(turned, TurnedUp)
    return {card: str(seat) for seat, hand in dealt.hands.items() for card in hand} | {turned.card: TURNED}


def _guess(stacks: Sequence[Heap], destinations: Sequence[str], truth: dict[Card, str]) -> Guess:
    at, hits, by_chance = 0, 0, 0.0
    for stack in stacks:
        filled = destinations[at : at + len(stack)]
        shares = Counter(filled)
        hits += sum(truth.get(card) == where for card, where in zip(stack, filled, strict=True))
        by_chance += sum(shares[where] / len(stack) for where in filled if where != STOCK)
        at += len(stack)
    return Guess(hits, len(truth), by_chance)


def played(gathering: str, deals: int, seed: int = 1) -> list[Guess]:
    """Of deals of matches that are played at random."""
    found: list[Guess] = []
    luck = Luck(seed)
    while len(found) < deals:
        match = Match.new("belote-annonces", chance=luck, gathering=gathering)
        while not match.is_over:
            match = match.act(whim(match.state, luck), luck)
        found.extend(guesses(match))
    return found[:deals]


def main() -> None:
    parser = argparse.ArgumentParser(description="Follow a pack that is only cut.")
    parser.add_argument("--deals", type=int, default=300)
    wished = parser.parse_args()
    for gathering in ("exact", "loose"):
        found = played(gathering, wished.deals)
        hits, cards = sum(each.hits for each in found), sum(each.cards for each in found)
        chance = sum(each.by_chance for each in found)
        print(f"{gathering}: {hits} of {cards} cards named, {chance:.0f} by chance")


if __name__ == "__main__":
    main()
