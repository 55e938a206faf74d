"""A deal, played twice with the sides exchanged: the same pack, cut and dealer.

Where a match has a known number of deals (escalier), the unit is the whole match. Each seat draws its luck
from the seed, the deal and the seat alone, so a bot against itself comes out at exactly 0.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rebelote.actions import Action, Cut, Deal
from rebelote.arena.oracle import Oracle
from rebelote.arena.players import Factory, Guarded, Seated, sit_down
from rebelote.arena.results import Pair, Settings
from rebelote.bots import Aim, SearchTools
from rebelote.bots.external import External
from rebelote.chance import RandomChance
from rebelote.events import DealScored, DealVoided
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting
from rebelote.record import format_record
from rebelote.ruleset import GapScoring, LastStep, TrickScoring
from rebelote.table import Seat, Side

REDEALS: Final = 100
"""How often a deal that the bidder passes out is dealt anew before it counts as nothing."""

Seating = Mapping[Side, str]
Players = Mapping[Seat, Seated]


def play_pair(
    settings: Settings,
    number: int,
    keep: Path | None = None,
    made_by: Mapping[str, Factory] | None = None,
    tools: SearchTools | None = None,
) -> Pair:
    """One deal played twice, sides exchanged; with `keep`, both records go into that folder.

    `made_by` has the players that are Python objects of this process, by the names in `settings`. `tools` are
    shared by all who search here; results do not depend on them.
    """
    tools = tools or SearchTools()
    faults: dict[str, Counter[str]] = {}
    errors: dict[str, str] = {}
    differences = []
    for turn, seating in enumerate(seatings(settings), start=1):
        unit = _Unit(settings, number, seating, faults, made_by, tools)
        match = unit.play()
        errors |= unit.errors()
        ahead = difference(settings, match)
        differences.append(ahead if turn == 1 else -ahead)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{number:06d}-{turn}.belote").write_text(format_record(match), "utf-8")
    first, second = differences
    return Pair(
        pair=number,
        differences=(first, second),
        faults={bot: dict(kinds) for bot, kinds in faults.items() if kinds},
        errors=errors,
    )


def seatings(settings: Settings) -> tuple[Seating, Seating]:
    """Every other side to the first bot, then the same the other way round."""
    sides = settings.rules.table.sides
    bots = (settings.first, settings.second)
    return (
        {side: bots[place % 2] for place, side in enumerate(sides)},
        {side: bots[(place + 1) % 2] for place, side in enumerate(sides)},
    )


class _Unit:
    """One deal (or staircase) at one seating."""

    def __init__(
        self,
        settings: Settings,
        number: int,
        seating: Seating,
        faults: dict[str, Counter[str]],
        made_by: Mapping[str, Factory] | None,
        tools: SearchTools,
    ) -> None:
        self.settings = settings
        self.tools = tools
        self.number = number
        self.faults = faults
        self.made_by = made_by
        table = settings.rules.table
        self.seating = seating
        self.contestants = {seat: self._seat(seating[table.side(seat)], seat) for seat in table}
        self.whole_match = isinstance(settings.rules.match_end, LastStep)

    def _seat(self, bot: str, seat: Seat) -> Seated:
        """With the contract fixed the raw points count, so that is what they play for."""
        faults = self.faults.setdefault(bot, Counter())
        aim: Aim = "marks" if self.settings.bidder is None else "points"
        luck = self._luck(f"seat {seat}")
        return sit_down(bot, luck, faults, aim=aim, tools=self.tools, made_by=self.made_by)

    def errors(self) -> dict[str, str]:
        """What players from elsewhere wrote or raised at their last fault, by bot."""
        table = self.settings.rules.table
        return {
            self.seating[table.side(seat)]: player.errors
            for seat, player in self.contestants.items()
            if isinstance(player, External | Guarded) and player.errors
        }

    def _luck(self, what: str) -> random.Random:
        return random.Random(f"{self.settings.seed}/{self.number}/{what}")

    def play(self) -> Match:
        """Dealt anew, with the same luck at both seatings, while the fixed bidder finds no contract."""
        for attempt in range(REDEALS):
            match = self._play(attempt)
            if self.settings.bidder is None or any(isinstance(event, DealScored) for event in match.log):
                return match
        return match

    def _play(self, attempt: int) -> Match:
        luck = self._luck(f"pack {attempt}")
        chance = RandomChance(luck)
        seats = self.settings.rules.table.seats
        match = Match.new(self.settings.rules, dealer=seats[self.number % len(seats)])
        callers = self._stand_ins(self.settings.bidder, "bidder", attempt)
        players = self._stand_ins(self.settings.card_player, "card player", attempt)
        while not self._is_done(match):
            match = match.act(self._next(match, luck, callers, players), chance)
        return match

    def _stand_ins(self, bot: str | None, role: str, attempt: int) -> Players:
        """That bot in every seat; the contestants themselves if there is none."""
        if bot is None:
            return self.contestants
        spoiled: Counter[str] = self.faults.setdefault(bot, Counter())
        lucks = {seat: self._luck(f"{role} {seat} {attempt}") for seat in self.contestants}
        return {seat: sit_down(bot, luck, spoiled, tools=self.tools) for seat, luck in lucks.items()}

    def _next(self, match: Match, luck: random.Random, callers: Players, players: Players) -> Action:
        """The house cuts and deals, so that both seatings have the same cards."""
        seat = match.state.awaited()[0]
        legal = match.state.legal(seat)
        if legal and isinstance(legal[0], Cut):
            return luck.choice(legal)
        if legal and isinstance(legal[0], Deal):
            return legal[0]
        player = (players if isinstance(match.state.phase, Playing | Counting) else callers)[seat]
        if isinstance(player, Oracle):
            return player.choose_knowing_all(match, seat)
        return player.choose(match.view(seat))

    def _is_done(self, match: Match) -> bool:
        if self.whole_match or match.is_over:
            return match.is_over
        return any(isinstance(event, DealScored | DealVoided) for event in match.since(max(0, match.seq - 3)))


# The score


def difference(settings: Settings, match: Match) -> float:
    """What every other side scored, from the first, less what those between scored, a side."""
    scores = raw_points(match) if settings.bidder is not None else match.state.totals
    marks = [scores.get(side, 0) for side in settings.rules.table.sides]
    return _mean(marks[::2]) - _mean(marks[1::2])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def raw_points(match: Match) -> Mapping[Side, float]:
    """Cards and last trick (or tricks) as they fell, whatever was marked; in escalier, the marks."""
    rules = match.rules
    scored = next((event for event in match.log if isinstance(event, DealScored)), None)
    if scored is None or isinstance(rules.scoring, GapScoring):
        return match.state.totals
    summary = scored.summary
    if isinstance(rules.scoring, TrickScoring):
        return {side: float(tricks) for side, tricks in summary.tricks.items()}
    last = rules.card_values.last_trick
    return {side: cards + (last if side == summary.last else 0.0) for side, cards in summary.cards.items()}
