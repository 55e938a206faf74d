"""Short ways to set a table for a test: stacked packs, exact hands, calls and tricks as text.

    game = Game.new("ffb-contree", dealer="S")
    game.deal({"E": "AH KH …", "N": "…", "W": "…", "S": "…"})
    game.call("E 80 H", "N pass", "W pass", "S pass")
    game.trick("E: AH 7H 8H 9H")          # E leads, the others follow in the direction of play
    assert game.refused(game.card("N", "7S")) == "C-6.1"

Nothing here asks the engine how a pack is dealt: the order is computed anew, and `deal` checks that
each seat got the hand that was meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import pytest

from rebelote.actions import (
    Action,
    Bid,
    Call,
    Contre,
    Count,
    Cut,
    Deal,
    Guess,
    Object,
    Pass,
    Play,
    Surcontre,
    Take,
)
from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.chance import Chance, RandomChance, StackedChance
from rebelote.errors import Illegal
from rebelote.events import DealScored, Event
from rebelote.language.notation import as_bid
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting, Cutting
from rebelote.results import Contract
from rebelote.ruleset import Hands, Piles, Ruleset
from rebelote.state import State
from rebelote.table import Seat, Side

N, E, S, W = (Seat(name) for name in "NESW")
NS, EW = Side("NS"), Side("EW")

EventType = TypeVar("EventType")


def cards(text: str) -> tuple[Card, ...]:
    """«JH 9H» in the order written."""
    return tuple(Card(word) for word in text.split())


# Stacking a pack


def turn_from(rules: Ruleset, seat: str) -> tuple[Seat, ...]:
    """The seats in the direction of play, beginning after `seat` and ending with it."""
    seats = rules.table.seats
    step = 1 if rules.seating.direction == "clockwise" else -1
    at = seats.index(Seat(seat))
    return tuple(seats[(at + step * (n + 1)) % len(seats)] for n in range(len(seats)))


def before_cut(dealt: Sequence[Card], at: int) -> tuple[Card, ...]:
    """The pack that, cut by lifting `at` cards, is dealt in the order `dealt`."""
    return (*dealt[len(dealt) - at :], *dealt[: len(dealt) - at])


def fill(rules: Ruleset, hands: Mapping[str, str], size: int, *kept: Card) -> dict[Seat, tuple[Card, ...]]:
    """The hands as given; seats that are not named get what is left, but for the `kept` cards."""
    found = {seat: cards(hands[seat]) if seat in hands else () for seat in rules.table.seats}
    given = {card for hand in found.values() for card in hand} | set(kept)
    assert len(given) == sum(map(len, found.values())) + len(set(kept) - _all(found.values())), "a card twice"
    left = [card for card in PACK if card not in given]
    for seat in rules.table.seats:
        if seat not in hands:
            found[seat], left = tuple(left[:size]), left[size:]
    return found


def _all(hands: Iterable[Sequence[Card]]) -> set[Card]:
    return {card for hand in hands for card in hand}


_CARD_POINTS = {
    ("ffb-contree", "TA"): 248,
    ("coinche-annonces", "TA"): 248,
    ("belot-bg", "SA"): 120,
    ("belot-bg", "TA"): 248,
    ("belote-bridgee", "TA"): 248,
    ("baloot", "SA"): 120,
}


def card_points(rules: str, trump: str) -> int:
    """All points in cards, unscaled and without the last trick."""
    return _CARD_POINTS.get((rules, trump), 152)


def stack_hands(
    rules: Ruleset,
    dealer: str,
    hands: Mapping[str, str],
    *,
    packets: Sequence[int],
    turned: str | None = None,
    taker: str | None = None,
    size: int | None = None,
) -> tuple[Card, ...]:
    """The order of dealing that gives these hands.

    Where a card is turned, a hand's first cards come before it and the others after; the taker's hand has
    the turned card in it. With five cards a hand, the rest of the pack follows as it comes.
    """
    kept = cards(turned) if turned else ()
    first = sum(packets)
    whole = fill(rules, hands, size if size is not None else first, *kept)
    own = {seat: tuple(card for card in hand if card not in kept) for seat, hand in whole.items()}
    order = turn_from(rules, dealer)
    dealt: list[Card] = []
    for place, packet in enumerate(packets):
        start = sum(packets[:place])
        for seat in order:
            dealt += own[seat][start : start + packet]
    dealt += kept
    for seat in order:
        dealt += own[seat][first:]
    assert taker is None or kept[0] in whole[Seat(taker)]
    return (*dealt, *(card for card in PACK if card not in dealt))


def stack_piles(
    rules: Ruleset, dealer: str, hands: Mapping[str, str], piles: Mapping[str, str]
) -> tuple[Card, ...]:
    """`piles` are «top/under top/under …» for each seat, from the first pile to the last."""
    one, two = turn_from(rules, dealer)
    tops = {seat: [Card(pile.split("/")[0]) for pile in piles[seat].split()] for seat in (one, two)}
    unders = {seat: [Card(pile.split("/")[1]) for pile in piles[seat].split()] for seat in (one, two)}
    held = {seat: cards(hands[seat]) for seat in (one, two)}
    before = {seat: [*unders[seat], *tops[seat]] for seat in (one, two)}
    return tuple(
        card
        for turn in range(8)
        for card in (held[one][turn], held[two][turn], before[one][turn], before[two][turn])
    )


# Driving a match


class Game:
    """A match that a test moves along. `match` is where it stands, `log` all that happened."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.luck: Chance = StackedChance()  # what an action meets that was given no other

    @classmethod
    def new(cls, rules: str | dict[str, Any], *, dealer: str | None = None, **options: Any) -> Game:
        first = "S" if dealer is None else dealer
        return cls(Match.new(rules, dealer=first, **options))

    @property
    def rules(self) -> Ruleset:
        return self.match.rules

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def log(self) -> tuple[Event, ...]:
        return self.match.log

    @property
    def playing(self) -> Playing:
        playing = self.state.playing
        assert playing is not None
        return playing

    @property
    def choosing(self) -> Choosing:
        assert isinstance(self.state.phase, Choosing)
        return self.state.phase

    @property
    def contract(self) -> Contract:
        assert self.state.contract is not None
        return self.state.contract

    def act(self, *actions: Action, chance: StackedChance | None = None) -> Game:
        for action in actions:
            self.match = self.match.act(action, chance if chance is not None else self.luck)
        return self

    def told(self, kind: type[EventType]) -> list[EventType]:
        """All events of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[EventType]) -> EventType:
        return self.told(kind)[-1]

    def refused(self, action: Action) -> str:
        """The clause by which an action is refused now."""
        with pytest.raises(Illegal) as caught:
            self.match.act(action, StackedChance())
        return caught.value.clause

    def reason(self, action: Action) -> str:
        """Why an action is refused now, where it is not for the clause alone."""
        with pytest.raises(Illegal) as caught:
            self.match.act(action, StackedChance())
        return caught.value.reason

    # Dealing

    def cut(self, at: int = 8, *packs: Sequence[Card]) -> Game:
        return self.act(Cut(self.state.cutter, at), chance=StackedChance(packs))

    def deal(
        self,
        hands: Mapping[str, str],
        *,
        turned: str | None = None,
        taker: str | None = None,
        packets: Sequence[int] | None = None,
        piles: Mapping[str, str] | None = None,
        drawn: str | None = None,
        whole: bool = False,
        at: int = 8,
    ) -> Game:
        """Cut and deal so that each seat gets its hand; seats that are not named get what is left.

        `whole`: the hands are those for the play, though some cards are dealt after the calls.
        """
        rules, dealer = self.rules, self.state.dealer
        legal = self._packets() if packets is None else tuple(packets)
        layout = rules.dealing.layout
        if isinstance(layout, Piles):
            assert piles is not None
            dealt = stack_piles(rules, dealer, hands, piles)
        else:
            size = sum(legal) + (layout.rest if isinstance(layout, Hands) and (taker or whole) else 0)
            dealt = stack_hands(rules, dealer, hands, packets=legal, turned=turned, taker=taker, size=size)
        assert isinstance(self.state.phase, Cutting)
        if rules.dealing.shuffle == "every_deal" or not self.state.pack:
            self.cut(at, before_cut(dealt, at))
        else:
            self._force_pack(before_cut(dealt, at)).cut(at)
        self.act(Deal(dealer, legal), chance=StackedChance(draws=[Trump(drawn)] if drawn else []))
        self._check_dealt(hands, sum(legal))
        return self

    def _packets(self) -> tuple[int, ...]:
        layout = self.rules.dealing.layout
        match layout:
            case Hands(packets=packets):
                return packets[0]
            case Piles():
                return (1,) * 8
            case _:
                return (self.rules.hand_size(self.state.deal_number),)

    def _force_pack(self, pack: Sequence[Card]) -> Game:
        """Where the pack is only cut, a test may still want to know the next hands."""
        import msgspec

        self.match = Match(self.log, msgspec.structs.replace(self.state, pack=tuple(pack)))
        return self

    def _check_dealt(self, hands: Mapping[str, str], first: int) -> None:
        held = self.state.held
        assert held is not None
        for seat, text in hands.items():
            wanted = set(cards(text))
            assert set(held.hands[Seat(seat)]) <= wanted, seat
            assert len(held.hands[Seat(seat)]) == min(first, len(wanted)), seat

    def rig(self, **changes: Any) -> Game:
        """Start from another state of the match: totals, pending, awaiting, deal_number …"""
        import msgspec

        self.match = Match(self.log, msgspec.structs.replace(self.state, **changes))
        return self

    # Calling

    def calling(self, text: str) -> Call:
        """«N pass», «N take», «N take H», «N SA», «N object», «N 80 H», «N capot D», «N contre», «1 2»."""
        seat, *words = text.split()
        return as_bid(_call(Seat(seat), words, self.state.turned), self.rules)

    def call(self, *calls: str) -> Game:
        for text in calls:
            self.act(self.calling(text))
        return self

    def may_call(self, seat: str) -> set[str]:
        """The calls that are legal for a seat now, as text without the seat."""
        return {call_text(action) for action in self.state.legal(Seat(seat))}

    def settle(self, text: str) -> Game:
        """The others pass until this call is made, and after it until the choice is over."""
        call = self.calling(text)
        while self.choosing.speaks != call.seat:
            speaks = self.choosing.speaks
            assert speaks is not None
            self.act(Pass(speaks))
        self.act(call)
        while isinstance(self.state.phase, Choosing):
            assert self.state.phase.speaks is not None
            self.act(Pass(self.state.phase.speaks))
        return self

    def pass_out(self) -> Game:
        while isinstance(self.state.phase, Choosing):
            assert self.state.phase.speaks is not None
            self.act(Pass(self.state.phase.speaks))
        return self

    # Playing

    def card(self, seat: str, text: str) -> Play:
        """«KH», or with a word «KH/belote»."""
        name, _, word = text.partition("/")
        assert word in ("", "belote", "rebelote")
        return Play(Seat(seat), Card(name), word or None)  # type: ignore[arg-type]

    def play(self, *plays: str) -> Game:
        """«N KH», «N KH/belote», one card each."""
        for text in plays:
            seat, name = text.split()
            self.act(self.card(seat, name))
        return self

    def trick(self, text: str) -> Seat:
        """«N: AH 7H 8H 9H»: N leads, the others follow in the direction of play. Who won it."""
        leader, _, names = text.partition(":")
        order = turn_from(self.rules, leader.strip())
        seats = (order[-1], *order[:-1])
        tricks = len(self.playing.won)
        assert self.playing.turn == seats[0], f"{self.playing.turn} leads"
        for seat, name in zip(seats, names.split(), strict=True):
            self.act(self.card(seat, name))
        playing = self.state.playing
        if playing is not None and len(playing.won) > tricks:
            return playing.won[-1][0]
        return seats[0]

    def tricks(self, *texts: str) -> Game:
        for text in texts:
            self.trick(text)
        return self

    def count(self) -> Game:
        """Where the points are counted by hand: both sides let it be."""
        while isinstance(self.state.phase, Counting):
            self.act(Count(self.state.actors()[0]))
        return self

    @property
    def totals(self) -> dict[str, int]:
        return {str(side): total for side, total in self.state.totals.items()}

    @property
    def score(self) -> dict[str, int]:
        """The last deal's marks."""
        return {str(side): points for side, points in self.last(DealScored).score.score.items()}


def _call(seat: Seat, words: list[str], turned: Card | None) -> Call:
    match words:
        case ["pass"]:
            return Pass(seat)
        case ["object"]:
            return Object(seat)
        case ["contre" | "coinche"]:
            return Contre(seat)
        case ["surcontre"]:
            return Surcontre(seat)
        case ["ashkal"]:
            return Bid(seat, None, Trump.SANS_ATOUT, to_partner=True)
        case ["take"]:
            assert turned is not None
            return Take(seat, Trump(turned.suit.value))
        case ["take", trump] | [("SA" | "TA") as trump]:
            return Take(seat, Trump(trump))
        case [("S" | "H" | "D" | "C") as trump]:
            return Bid(seat, None, Trump(trump))
        case ["capot", trump]:
            return Bid(seat, "capot", Trump(trump))
        case [value, trump]:
            return Bid(seat, int(value), Trump(trump))
        case [tricks]:
            return Guess(seat, int(tricks))
        case _:
            raise ValueError(words)


def call_text(action: Action) -> str:
    match action:
        case Pass():
            return "pass"
        case Object():
            return "object"
        case Contre():
            return "contre"
        case Surcontre():
            return "surcontre"
        case Take(trump=trump):
            return f"take {trump}"
        case Bid(value=value, trump=trump):
            return trump.value if value is None else f"{value} {trump}"
        case Guess(tricks=tricks):
            return str(tricks)
        case _:
            raise ValueError(action)


# A deal to play, told from the seat that leads: he holds king and queen of hearts, THIRD is his partner.

LEADER = "QH AS TS AD TD AC TC KH"
SECOND = "7S 8S 7D 8D 9C 8C 8H 7H"
THIRD = "AH TH 9S JS 9D JD 7C JC"
FOURTH = "JH 9H QS KS QD KD QC KC"

# Hearts are trump. The leader takes all but the tricks of his king and queen, which fall to the fourth hand:
# 11+3, 3+11, 4+10+2, 11+3, 10+2+4, 10+2+4 are 90, with the last trick 100; the others have 28 and 34, 62.
KING_FIRST = (
    "1: AS 7S 9S QS",
    "1: KH{first} 7H TH 9H",
    "4: QD AD 7D 9D",
    "1: QH{second} 8H AH JH",
    "4: KD TD 8D JD",
    "1: AC 9C 7C QC",
    "1: TC 8C JC KC",
    "1: TS 8S JS KS",
)
QUEEN_FIRST = tuple(
    trick.replace("KH{first}", "QH{first}") if "first" in trick else trick.replace("QH{second}", "KH{second}")
    for trick in KING_FIRST
)


def seats_of(game: Game) -> dict[str, str]:
    """The seats as they come after the dealer: 1 leads, 4 deals."""
    step = 1 if game.rules.seating.direction == "clockwise" else -1
    at = "NESW".index(game.state.dealer)
    return {str(n): "NESW"[(at + step * n) % 4] for n in (1, 2, 3, 4)}


def dealt(game: Game, *, taker: str = "1", turned: str = "KH", call: str = "take") -> Game:
    """Deal the hands above, and let `taker` (1 to 4) take."""
    place = seats_of(game)
    hands = {place[n]: hand for n, hand in zip("1234", (LEADER, SECOND, THIRD, FOURTH), strict=True)}
    turn_up = call == "take"
    game.deal(hands, turned=turned if turn_up else None, taker=place[taker] if turn_up else None)
    return game.settle(f"{place[taker]} {call}")


def played(game: Game, first: str = "", second: str = "", tricks: tuple[str, ...] = KING_FIRST) -> Game:
    """Play the deal, with these words on the two royal cards."""
    place = seats_of(game)
    for trick in tricks:
        words = {"first": first and f"/{first}", "second": second and f"/{second}"}
        game.trick(place[trick[0]] + trick[1:].format(**words))
    return game


# Another, with declarations: S deals, clubs are trump, N takes.
# E has a tierce to the king, N one to the ace, W one to the ten.

DECLARING = {
    "E": "JH QH KH 7S 8D 9C AC 7D",
    "N": "QS KS AS 7H 9D 7C JD TC",
    "W": "8S 9S TS 8H TD QD KC AD",
    "S": "JS 9H TH AH QC KD 8C JC",
}
# NS has 13 + 15 + 12 + 38 + 20 = 98, EW 15 + 34 + 5 and the last trick, 64.
DECLARING_FIRST = ("E 7S", "N AS", "W 8S", "S JS")
DECLARING_REST = (
    "S: KD 7D 9D AD",
    "W: TD 8C 8D JD",
    "S: JC 9C 7C KC",
    "S: QC AC TC TS",
    "E: QH KS QD TH",
    "S: 9H JH QS 9S",
)


# Playing without looking


def at_random(
    game: Game, generator: random.Random, *, until: Callable[[Game], bool] | None = None, steps: int = 100_000
) -> Game:
    """Whoever has something to do does something legal, to the end of the match or `until` it is so."""
    chance = RandomChance(generator)
    for _ in range(steps):
        if game.match.is_over or (until is not None and until(game)):
            return game
        seat = game.state.actors()[0]
        action = generator.choice(_tame(game.state.legal(seat)))
        game.match = game.match.act(action, chance)
    raise AssertionError("it never ends")


TAME = (None, 1, 2, 8, 9, 80, 90)


def _tame(actions: Sequence[Action]) -> Sequence[Action]:
    """Low bids only, so that auctions do not always climb to capot; cards and guesses as they come."""
    low = [action for action in actions if not isinstance(action, Bid) or action.value in TAME]
    return low or actions


def contree(hands: dict[str, str], contract: str, *, dealer: str = "S", **options: object) -> Game:
    """A contrée deal at a contract; the dealer's right (E for S) leads, counter-clockwise."""
    return Game.new("ffb-contree", dealer=dealer, **options).deal(hands).settle(contract)


def hand_of(game: Game, seat: str) -> Cards:
    held = game.state.held
    assert held is not None
    return held.hands[Seat(seat)]


def playable(actions: Iterable[Action]) -> set[str]:
    """The cards among legal actions, as text."""
    return {action.card.text for action in actions if isinstance(action, Play)}
