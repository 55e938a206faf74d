"""Does expert keep its time? `python -m bench.times --time 20 --deals 50`, beside colver at the same time.

Each plays all four hands of the same deals, on one core, by the wall clock: on a busy machine both look
slower than they are. colver is timed at its cards alone, expert at its calls as well.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import sys
import time
from collections.abc import Callable
from statistics import mean, quantiles
from typing import Any, Final

from bench import install
from bench.colver_rules import RULES
from bench.peers.colver_agent import ColverAgent
from bench.peers.colver_table import PLAYS, REQUIREMENT
from rebelote.actions import Action
from rebelote.bots import make
from rebelote.bots.protocol import decode_action, encode_line, view_line
from rebelote.chance import RandomChance
from rebelote.events import DealScored, DealVoided
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import load
from rebelote.view import View

CALLS: Final = "calls"
ALLOWED: Final = 1.2
"""What a move may take of its budget."""


class Times:
    """Milliseconds by the kind of move: calls, or how many cards were left in the hand."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._taken: dict[str, list[float]] = {}

    def add(self, kind: str, seconds: float) -> None:
        self._taken.setdefault(kind, []).append(1000 * seconds)

    @property
    def longest(self) -> float:
        return max(max(taken) for taken in self._taken.values())

    def table(self, budget: int) -> str:
        over = f"over {budget * ALLOWED:.0f}"
        lines = [f"{self.name:<24}{'moves':>8}{'mean ms':>10}{'99 %':>10}{'longest':>10}{over:>10}"]
        everything = [each for taken in self._taken.values() for each in taken]
        for kind, taken in [*sorted(self._taken.items(), reverse=True), ("all", everything)]:
            high = quantiles(taken, n=100)[-1] if len(taken) > 1 else taken[0]
            late = sum(each > budget * ALLOWED for each in taken)
            row = f"{len(taken):>8}{mean(taken):>10.1f}{high:>10.1f}{max(taken):>10.1f}{late:>10}"
            lines.append(f"  {kind:<22}{row}")
        return "\n".join(lines)


class TimedColver(ColverAgent):
    """Only what its agent takes to decide is timed, not what the protocol costs."""

    def __init__(self, play: str, time_ms: int) -> None:
        super().__init__(play, "maxi", time_ms, "points")
        self.times = Times(f"colver {play} {time_ms} ms")

    def ask(self, agent: Any, env: Any) -> int:
        start = time.perf_counter()
        action = super().ask(agent, env)
        cards = len(env.get_hands()[env.current_player()])
        self.times.add(f"{cards} cards left", time.perf_counter() - start)
        return action

    def choose(self, view: View) -> Action:
        return decode_action(json.dumps(self.answer(json.loads(encode_line(view_line(view))))))


def timed_expert(rules: Ruleset, time_ms: int, deals: int) -> Times:
    times = Times(f"expert {rules.id} {time_ms} ms")

    def seated(luck: random.Random) -> Callable[[View], Action]:
        player = make(f"expert@{time_ms}ms", luck)

        def choose(view: View) -> Action:
            start = time.perf_counter()
            action = player.choose(view)
            taken = time.perf_counter() - start
            phase = view.situation.phase
            if (
                isinstance(phase, Playing)
                and phase.turn is not None
                and len(phase.legal_cards(phase.turn)) > 1
            ):
                times.add(f"{phase.length - len(phase.won)} cards left", taken)
            elif isinstance(phase, Choosing):
                times.add(CALLS, taken)
            return action

        return choose

    for number in range(deals):
        play_deal(rules, number, seated(random.Random(number)))
    return times


def timed_colver(play: str, time_ms: int, deals: int) -> Times:
    """habitue calls for it."""
    agent = TimedColver(play, time_ms)
    for number in range(deals):
        caller = make("habitue", random.Random(number))

        def choose(view: View, caller: Any = caller) -> Action:
            return (agent if isinstance(view.situation.phase, Playing) else caller).choose(view)

        play_deal(load(RULES), number, choose)
    return agent.times


def play_deal(rules: Ruleset, number: int, choose: Callable[[View], Action]) -> None:
    luck = random.Random(number)
    match = Match.new(rules, dealer=rules.table.order[0])
    while not any(isinstance(event, DealScored | DealVoided) for event in match.log[-3:]):
        match = match.act(choose(match.view(match.state.actors()[0])), RandomChance(luck))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.times", description="Does expert keep its time?")
    parser.add_argument("--time", type=int, default=20, help="milliseconds a move")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--rules", action="append", help="also time expert at these (again for more)")
    parser.add_argument("--play", choices=PLAYS, default=PLAYS[0], help="how colver plays its cards")
    options = parser.parse_args()
    os.environ["RAYON_NUM_THREADS"] = "1"
    sys.path.append(str(install.install("colver", REQUIREMENT)))
    gc.freeze()  # as in the arena and the server
    for name in options.rules or []:
        print(timed_expert(load(name), options.time, options.deals).table(options.time))
    ours = timed_expert(load(RULES), options.time, options.deals)
    print(ours.table(options.time))
    print(f"memory so far: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    theirs = timed_colver(options.play, options.time, options.deals)
    print(theirs.table(options.time))
    print(
        f"longest move: expert {ours.longest:.1f} ms, colver {theirs.longest:.1f} ms: "
        f"{ours.longest / theirs.longest:.2f}x"
    )


if __name__ == "__main__":
    main()
