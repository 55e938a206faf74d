"""How long colver really takes for a card, on one core: `python -m bench.colver_times isdd 20 [DEALS]`."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections import defaultdict
from statistics import mean
from typing import Any

from bench import install
from bench.colver_rules import RULES
from bench.peers.colver_agent import ColverAgent
from bench.peers.colver_table import REQUIREMENT
from rebelote.bots import make
from rebelote.bots.protocol import decode_action, view_to_json
from rebelote.catalog import load
from rebelote.chance import RandomChance
from rebelote.events import DealScored, DealVoided
from rebelote.match import Match
from rebelote.phases.playing import Playing


class TimedAgent(ColverAgent):
    """Keeps, by cards left in the hand, the milliseconds and the worlds of each choice."""

    def __init__(self, play: str, time_ms: int) -> None:
        super().__init__(play, "maxi", time_ms, "points")
        self.taken: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)

    def ask(self, agent: Any, env: Any) -> int:
        start = time.perf_counter()
        decision = agent.decide(env)
        taken = 1000 * (time.perf_counter() - start)
        cards = len(env.get_hands()[env.current_player()])
        self.taken[cards].append((taken, decision["determinizations"]))
        return int(decision["action"])


def play_deal(agent: TimedAgent, number: int) -> None:
    """habitue calls, colver plays all four hands."""
    luck = random.Random(number)
    match = Match.new(load(RULES), dealer="S")
    caller = make("habitue", luck)
    while not any(isinstance(event, DealScored | DealVoided) for event in match.log[-3:]):
        view = match.view(match.state.actors()[0])
        if isinstance(match.state.phase, Playing):
            action = decode_action(json.dumps(agent.answer(json.loads(json.dumps(view_to_json(view))))))
        else:
            action = caller.choose(view)
        match = match.act(action, RandomChance(luck))


def main() -> None:
    play, time_ms, *more = sys.argv[1:]
    os.environ["RAYON_NUM_THREADS"] = "1"
    sys.path.append(str(install.install("colver", REQUIREMENT)))
    agent = TimedAgent(play, int(time_ms))
    for number in range(int(more[0]) if more else 10):
        play_deal(agent, number)
    print(f"{'cards left':>10}{'mean ms':>10}{'longest':>10}{'worlds':>10}")
    for cards, taken in sorted(agent.taken.items(), reverse=True):
        times, worlds = zip(*taken, strict=True)
        print(f"{cards:>10}{mean(times):>10.1f}{max(times):>10.1f}{mean(worlds):>10.1f}")


if __name__ == "__main__":
    main()
