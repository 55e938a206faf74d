"""Does bench/colver.toml say what colver plays? `python -m bench.colver_rules DEALS` asks both engines.

Every deal is played in both: the same hands, calls and cards. What each allows, at every call and every card,
and what each marks at the end must be the same. In half of the deals one side plays to take every trick and
the other helps, so that capots are seen too.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from bench import install
from bench.peers.colver_table import REQUIREMENT, call_number, card_number, colver
from rebelote.actions import Action, Bid, Contre, Cut, Deal, Pass, Play, Surcontre
from rebelote.chance import RandomChance
from rebelote.events import DealScored, DealVoided
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import load
from rebelote.solver import Position, Solver
from rebelote.table import Seat, Side

RULES: Final = Path(__file__).with_name("colver.toml")
TEAMS: Final = 2


class Difference(Exception):
    """Where the engines part."""


class Comparison:
    """The deals compared so far: how many positions of each kind, and how the deals came out."""

    def __init__(self, rules: Ruleset, env_class: Any) -> None:
        self.rules = rules
        self.seen: Counter[str] = Counter()
        self._env_class = env_class
        self._solver = Solver()

    def play(self, number: int) -> None:
        luck = random.Random(number)
        match, env = self._dealt(luck)
        greedy = luck.choice(self.rules.table.sides) if number % 2 else None
        while not any(isinstance(event, DealScored | DealVoided) for event in match.log[-3:]):
            seat = match.state.actors()[0]
            legal = self._compared(match, env, seat)
            action = self._chosen(match, legal, luck, greedy)
            match = match.act(action, RandomChance(luck))
            env.step(number_of(action))
        self._compare_marks(match, env)

    def _dealt(self, luck: random.Random) -> tuple[Match, Any]:
        order = self.rules.table.order
        match = Match.new(self.rules, dealer=luck.choice(order))
        while not isinstance(match.state.phase, Choosing):
            legal = match.state.legal(match.state.actors()[0])
            assert isinstance(legal[0], Cut | Deal)
            match = match.act(legal[0], RandomChance(luck))
        held = match.state.held
        assert held is not None
        hands = [[card_number(card.text) for card in held.hands[seat]] for seat in order]
        return match, self._env_class.deal_with_hands(order.index(match.state.dealer), hands)

    def _compared(self, match: Match, env: Any, seat: Seat) -> Sequence[Action]:
        legal = match.state.legal(seat)
        ours, theirs = sorted(map(number_of, legal)), sorted(env.legal_actions())
        if ours != theirs or self.rules.table.order[env.current_player()] != seat:
            raise Difference(f"{match}\n{seat} may play {ours} here and {theirs} there")
        self.seen["calls" if isinstance(match.state.phase, Choosing) else "cards"] += 1
        return legal

    def _chosen(
        self, match: Match, legal: Sequence[Action], luck: random.Random, greedy: Side | None
    ) -> Action:
        playing = match.state.phase
        if isinstance(playing, Playing):
            return luck.choice(legal) if greedy is None else self._for_side(playing, legal, greedy)
        if luck.random() < 0.5:
            return legal[0]
        low = [call for call in legal[1:] if not isinstance(call, Bid) or call.value in (80, 90, 100)]
        return luck.choice(low) if low and luck.random() < 0.8 else luck.choice(legal)

    def _for_side(self, playing: Playing, legal: Sequence[Action], side: Side) -> Action:
        values = self._solver.solve(Position.of(playing), side, line=False).cards
        return max(legal, key=lambda each: values[each.card] if isinstance(each, Play) else 0)

    def _compare_marks(self, match: Match, env: Any) -> None:
        order, table = self.rules.table.order, self.rules.table
        marks = [match.state.totals[table.side(order[team])] for team in range(TEAMS)]
        if list(env.rewards()) != marks:
            raise Difference(f"{match}\nmarks {marks} here and {list(env.rewards())} there")
        self.seen[self._outcome(match)] += 1

    @staticmethod
    def _outcome(match: Match) -> str:
        scored = next((event for event in match.log if isinstance(event, DealScored)), None)
        if scored is None:
            return "deals passed out"
        contract, tricks = scored.summary.contract, sorted(scored.summary.tricks.values())
        assert contract is not None
        call = "capot" if contract.value == "capot" else "points"
        contre = ("", " contred", " surcontred")[contract.contre]
        return f"{call}{contre} {scored.score.result}{', capot' if tricks[0] == 0 else ''}"


def number_of(action: Action) -> int:
    match action:
        case Play(card=card):
            return card_number(card.text)
        case Pass() | Bid() | Contre() | Surcontre():
            return call_number(msgspec.to_builtins(action))
        case _:
            raise Difference(f"colver has no {action}")


def main() -> int:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    sys.path.append(str(install.install("colver", REQUIREMENT)))
    comparison = Comparison(load(RULES), colver().Env)
    try:
        for number in range(deals):
            comparison.play(number)
    except Difference as difference:
        print(difference)
        return 1
    print(f"{deals} deals: the same moves and the same marks everywhere")
    for kind, count in sorted(comparison.seen.items()):
        print(f"{count:>8} {kind}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
