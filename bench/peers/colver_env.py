"""colver's Env (contrée, Rust core): every step returns the next player's legal actions."""

import importlib
import random

from bench import timing


def setup(rng: random.Random) -> timing.PlayDeal:
    env_class = importlib.import_module("colver").Env

    def play_deal() -> int:
        env = env_class.deal(seed=rng.getrandbits(32))
        legal = env.legal_actions()
        actions, done = 0, False
        while not done:
            _, _, done, legal = env.step(rng.choice(legal))
            actions += 1
        return actions

    return play_deal


if __name__ == "__main__":
    timing.main(setup)
