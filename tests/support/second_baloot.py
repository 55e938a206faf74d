"""Baloot read a second time, literally, from docs/family-rules.md alone: its purchase, projects and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

SUITS = "SHDC"
RUN_ORDER = "789TJQKA"
TURN = ("N", "W", "S", "E")
"""Counter-clockwise."""


def side(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def speakers(dealer: str) -> tuple[str, ...]:
    """From the dealer's right, the dealer last."""
    start = TURN.index(dealer) + 1
    return TURN[start:] + TURN[:start]


# BA-2.1 and BA-2.3: who may say what


@dataclass
class Purchase:
    """The calls of one deal. `queue` are those who are still asked after the one whose turn it is."""

    dealer: str
    turned: str
    totals: Mapping[str, int]
    speaks: str | None = None
    stage: str = "buying"
    bought: tuple[str, str] | None = None
    contre: int = 0
    turns: int = 0
    passes: int = 0
    queue: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.speaks = self.order[0]

    @property
    def order(self) -> tuple[str, ...]:
        return speakers(self.dealer)

    def contract(self) -> dict[str, Any] | None:
        if self.bought is None:
            return None
        seat, trump = self.bought
        return {"seat": seat, "side": side(seat), "trump": trump, "value": None, "contre": self.contre}

    def legal(self) -> set[str]:
        if self.speaks is None:
            return set()
        return {"pass", *self._buys(), *self._doubles()}

    def _buys(self) -> Iterator[str]:
        if self.stage == "doubling":
            return
        yield "SA"
        if self.stage != "buying":
            return
        first_round = self.turns < 4
        if self.bought is None:
            yield from (suit for suit in SUITS if (suit == self.turned[1]) == first_round)
        if first_round and self.turned[0] != "A" and self.speaks in self.order[2:]:
            yield "ashkal"

    def _doubles(self) -> Iterator[str]:
        if self.stage != "doubling" or self.bought is None:
            return
        name = ("contre", "surcontre", "four", "gahwa")[self.contre]
        yield name
        if self.bought[1] != "SA" and name in ("contre", "four"):
            yield f"{name} closed"

    def say(self, call: str) -> None:
        match self.stage:
            case "buying":
                self._say_buying(call)
            case "doubling":
                self._say_doubling(call)
            case _ if call == "SA":
                assert self.speaks is not None
                self.bought = (self.speaks, "SA")
                self._after_purchase()
            case _:
                self._next_in_queue()

    def _say_buying(self, call: str) -> None:
        seat = self.speaks
        assert seat is not None
        self.speaks = TURN[(TURN.index(seat) + 1) % 4]
        if call == "pass" and self.bought is None:
            self.turns += 1
            if self.turns == 8:
                self.speaks = None
        elif call == "pass":
            assert self.bought is not None
            self.passes += 1
            if self.passes == 3:
                self.stage, self.speaks = "confirming", self.bought[0]
        elif call in SUITS:
            self.bought = (seat, call)
        else:
            self.bought = (seat, "SA")
            self.stage, self.queue = "claiming", list(self.order[: self.order.index(seat)])
            self._next_in_queue()

    def _say_doubling(self, call: str) -> None:
        seat = self.speaks
        assert seat is not None
        if call == "pass":
            self._next_in_queue()
            return
        self.contre += 1
        self._ask_to_double(seat)

    def _next_in_queue(self) -> None:
        if self.queue:
            self.speaks = self.queue.pop(0)
        elif self.stage == "doubling":
            self.speaks = None
        else:
            self._after_purchase()

    def _after_purchase(self) -> None:
        assert self.bought is not None
        self._ask_to_double(self.bought[0])

    def _ask_to_double(self, last: str) -> None:
        """Opponents and buyers by turns, in turn after the one who spoke last."""
        assert self.bought is not None
        self.stage, self.speaks, self.queue = "doubling", None, []
        if self.bought[1] == "SA":
            low, high = sorted(self.totals.values()) if self.totals else (0, 0)
            may_double = self.contre == 0 and low < 100 < high
        else:
            may_double = self.contre < 4
        if may_double:
            buyers = self.contre % 2 == 1
            after = speakers(last)
            self.queue = [seat for seat in after if (side(seat) == side(self.bought[0])) == buyers]
            self._next_in_queue()


# BA-4.1: projects

Project = tuple[str, tuple[str, ...], int]
"""Its kind, its cards and its marks."""


def projects(trump: str, hand: Sequence[str]) -> list[Project]:
    """Every project there is in a hand, those that share cards too."""
    sun, held = trump == "SA", set(hand)
    fours = {"A": 40 if sun else 10} | dict.fromkeys("KQJT", 20 if sun else 10)
    runs = {5: ("cent", 10), 4: ("cinquante", 5), 3: ("tierce", 2)}
    found: list[Project] = []
    for rank, marks in fours.items():
        cards = tuple(rank + suit for suit in SUITS)
        found += [("carre", cards, marks)] if held.issuperset(cards) else []
    for suit in SUITS:
        for length, (kind, marks) in runs.items():
            for start in range(len(RUN_ORDER) - length + 1):
                cards = tuple(rank + suit for rank in RUN_ORDER[start : start + length])
                found += [(kind, cards, marks * (1 + sun))] if held.issuperset(cards) else []
    return found


def strength(project: Project, first_kind: str) -> tuple[int, bool, int]:
    """Value, kind, top card."""
    kind, cards, marks = project
    return marks, (kind == "carre") == (first_kind == "carre"), RUN_ORDER.index(cards[-1][0])


def best_projects(trump: str, hand: Sequence[str], first_kind: str) -> list[Project]:
    """At most two that share no card and bring the most; of those, the strongest one on top."""
    every = projects(trump, hand)
    ways: list[tuple[Project, ...]] = [(), *((one,) for one in every)]
    ways += [pair for pair in combinations(every, 2) if not set(pair[0][1]) & set(pair[1][1])]

    def worth(way: tuple[Project, ...]) -> tuple[int, list[tuple[int, bool, int]]]:
        return sum(each[2] for each in way), sorted(
            (strength(each, first_kind) for each in way), reverse=True
        )

    best = max(ways, key=worth)
    return sorted(best, key=lambda each: strength(each, first_kind), reverse=True)


def project_marks(
    trump: str, hands: Mapping[str, Sequence[str]], dealer: str, first_kind: str
) -> tuple[str | None, dict[str, int]]:
    """The side with the best project, of equals the one nearer the dealer's right; it scores all its own."""
    found = {seat: best_projects(trump, hand, first_kind) for seat, hand in hands.items()}
    marks = {"NS": 0, "EW": 0}
    claims = [(strength(each, first_kind), seat) for seat in speakers(dealer) for each in found[seat]]
    if not claims:
        return None, marks
    highest = max(key for key, _ in claims)
    winner = next(side(seat) for key, seat in claims if key == highest)
    marks[winner] = sum(each[2] for seat in hands if side(seat) == winner for each in found[seat])
    return winner, marks


# BA-5: the marks of a deal


def marks(deal: Mapping[str, Any], chose: Mapping[str, Any]) -> tuple[str, int, int]:
    """The result, and what the buyers, NS, and the opponents mark."""
    sun, contre = deal["contract"]["trump"] == "SA", deal["contract"]["contre"]
    cards, tricks, projects = deal["cards"], deal["tricks"], deal["declarations"]
    points = {each: cards[each] + 10 * (deal["last"] == each) for each in ("NS", "EW")}
    baloot = {each: 2 * deal["belote"][each] for each in ("NS", "EW")}
    rest = points["EW"] % 10
    nearest = points["EW"] - rest + 10 * (rest > 5)
    opponents = (points["EW"] if rest == 5 else nearest) // 5 if sun else nearest // 10
    whole, mark = (26, 5) if sun else (16, 10)
    own = {each: projects[each] + baloot[each] for each in ("NS", "EW")}
    tricks_in_marks = {"NS": whole - opponents, "EW": opponents}
    kaboot = 8 in tricks.values()
    if kaboot:
        bought = tricks["NS"] == 8
    else:
        lead = tricks_in_marks["NS"] + own["NS"] - tricks_in_marks["EW"] - own["EW"]
        lead = lead or points["NS"] + mark * own["NS"] - points["EW"] - mark * own["EW"]
        bought = lead > 0 or (lead == 0 and (contre > 0 or chose["tie"] == "buyers"))
    winner, loser = ("NS", "EW") if bought else ("EW", "NS")
    everything = projects["NS"] + projects["EW"]
    paid = {loser: 0}
    if contre == 4:
        paid[winner] = 152
    elif kaboot:
        multiplied = contre > 0 and chose["kaboot_doubled"]
        figure = 44 if sun else 25
        paid[winner] = (
            figure * (contre + 1) + 2 * projects[winner] if multiplied else figure + projects[winner]
        )
    elif contre:
        paid[winner] = whole * (contre + 1) + 2 * everything
    elif bought:
        paid = {each: tricks_in_marks[each] + projects[each] for each in ("NS", "EW")}
    else:
        paid[winner] = whole + everything
    return "made" if bought else "failed", paid["NS"] + baloot["NS"], paid["EW"] + baloot["EW"]
