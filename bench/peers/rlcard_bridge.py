"""RLCard's bridge: the legal actions come with the state that every step returns.

The loop is ours, not `env.run` with RLCard's own random agents: their choice of an
action takes about a third of the time, and importing them runs `pip freeze`, which a venv may lack.
"""

import importlib
import random

from bench import timing


def setup(rng: random.Random) -> timing.PlayDeal:
    env = importlib.import_module("rlcard").make("bridge", config={"seed": rng.getrandbits(32)})

    def play_deal() -> int:
        state, _ = env.reset()
        actions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            actions += 1
        env.get_payoffs()
        return actions

    return play_deal


if __name__ == "__main__":
    timing.main(setup)
