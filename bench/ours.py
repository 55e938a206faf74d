"""Our side: ruleset ffb-contree, auction and play, legal actions asked at every step, event log kept."""

import random

import rebelote
from bench import timing
from rebelote.chance import RandomChance


def setup(rng: random.Random) -> timing.PlayDeal:
    chance = RandomChance(rng)
    match = rebelote.Match.new("ffb-contree", chance=chance)

    def play_deal() -> int:
        nonlocal match
        if match.is_over:
            match = rebelote.Match.new("ffb-contree", chance=chance)
        number, actions = match.state.deal_number, 0
        while match.state.deal_number == number:
            seat = match.state.actors()[0]
            match = match.act(rng.choice(match.state.legal(seat)), chance)
            actions += 1
        return actions

    return play_deal


if __name__ == "__main__":
    timing.main(setup)
