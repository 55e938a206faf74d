"""colver's side of the solver's benchmark: the same tasks through Env.solve_scores and Env.rollout."""

import importlib
import json
import sys
import time
from typing import Any

PLAYOUTS = 400_000
RANKS = "789TJQKA"
THEIR_RANKS = "789JQKTA"


def theirs(card: int) -> int:
    return card // 8 * 8 + THEIR_RANKS.index(RANKS[card % 8])


def ours(card: int) -> int:
    return card // 8 * 8 + RANKS.index(THEIR_RANKS[card % 8])


def main() -> None:
    colver = importlib.import_module("colver")
    asked = json.loads(sys.stdin.read())

    def env_of(task: dict[str, Any]) -> Any:
        # The seat after the dealer leads: seat 0, which plays with seat 2.
        env = colver.Env.deal_with_hands(3, [[theirs(card) for card in hand] for hand in task["hands"]])
        env.set_contract(task["trump"], 80, 0, 0)
        env.set_phase_playing()
        for card in task["played"]:
            env.step(theirs(card))
        return env

    seconds: dict[str, list[float]] = {}
    values: dict[str, list[dict[str, int]]] = {}
    for size, tasks in asked["tasks"].items():
        seconds[size], values[size] = [], []
        for task in tasks:
            env = env_of(task)
            start = time.process_time()
            found = env.solve_scores()
            seconds[size].append(time.process_time() - start)
            values[size].append({str(ours(card)): value for card, value in found["scores"]})
    env = env_of(asked["tasks"]["8"][0])
    env.rollout(PLAYOUTS // 10)
    start = time.process_time()
    env.rollout(PLAYOUTS)
    rate = PLAYOUTS / (time.process_time() - start)
    report = {
        "version": colver.__version__,
        "seconds": seconds,
        "values": values,
        "playouts_per_second": rate,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
