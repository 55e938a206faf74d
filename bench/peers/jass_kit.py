"""jass-kit's Schieber: trump choice and play through GameSim, valid actions asked at every step."""

import importlib
import random

from bench import timing


def setup(rng: random.Random) -> timing.PlayDeal:
    numpy = importlib.import_module("numpy")
    numpy.random.seed(rng.getrandbits(32))
    rule = importlib.import_module("jass.game.rule_schieber").RuleSchieber()
    sim = importlib.import_module("jass.game.game_sim").GameSim(rule=rule)
    deal_random_hand = importlib.import_module("jass.game.game_util").deal_random_hand

    def play_deal() -> int:
        sim.init_from_cards(hands=deal_random_hand(), dealer=rng.randrange(4))
        actions = 0
        while not sim.is_done():
            valid = rule.get_valid_actions_from_state(sim.state)
            sim.action(rng.choice(numpy.flatnonzero(valid).tolist()))
            actions += 1
        return actions

    return play_deal


if __name__ == "__main__":
    timing.main(setup)
