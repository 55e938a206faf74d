"""The timed loop that every contender runs in its own process."""

import json
import random
import sys
import time
from collections.abc import Callable

PlayDeal = Callable[[], int]
"""Plays one full random deal and returns the number of actions taken in it."""


def main(setup: Callable[[random.Random], PlayDeal]) -> None:
    """Time the contender for argv[1] seconds with seed argv[2]; print its counts as one line of JSON."""
    seconds, seed = float(sys.argv[1]), int(sys.argv[2])
    play_deal = setup(random.Random(seed))
    play_deal()  # untimed: lazy imports and first-call caches
    deals = actions = 0
    elapsed = 0.0
    start = time.perf_counter()
    while elapsed < seconds:
        actions += play_deal()
        deals += 1
        elapsed = time.perf_counter() - start
    print(json.dumps({"deals": deals, "actions": actions, "seconds": elapsed}))
