"""Positions of real matches, and what the exported player says of them: for tests/test_policy_net.py.

python -m training.cases DIR/player.pt tests/data/policy-cases.json
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from rebelote.actions import Bid
from rebelote.bots import make
from rebelote.cards import Card
from rebelote.chance import RandomChance
from rebelote.match import Match
from rebelote.phases.playing import Playing
from training import net, table
from training.export import LAYERS, in_steps

RULES = ("ffb-contree", "ffb-belote", "belote-501", "coinche")
AIMS = {"ffb-contree": [0.0, 0.0, 40.0, 81.0], "coinche": [0.0, 0.0, 40.0, 81.0]}
BIDS = 44
"""Where the bids begin among the numbers."""
MASTER = ("free", "free_before_a_ruff", "ruff")
RUFFED = ("over_or_discard", "over_if_able", "any")


def matches(seed: int) -> Iterator[Match]:
    """One deal of each ruleset up to its first card, called by habitue."""
    for rules in RULES:
        chance = RandomChance(random.Random(seed))
        match = Match.new(rules, chance=chance, dealer="N")
        while not isinstance(match.state.phase, Playing):
            view = match.view(match.state.actors()[0])
            match = match.act(make("habitue", random.Random(seed)).choose(view), chance)
        yield match


def numbering(match: Match) -> dict[Card, int]:
    values = match.rules.card_values
    return {
        Card(f"{rank.value}{suit}"): 8 * number + height
        for number, suit in enumerate(suits(match))
        for height, rank in enumerate((values.plain if number else values.trump).order)
    }


def suits(match: Match) -> list[str]:
    """The letters of the suits, trump first."""
    trump = playing(match).contract.trump.value
    return [trump, *(suit for suit in "SHDC" if suit != trump)]


def playing(match: Match) -> Playing:
    assert isinstance(match.state.phase, Playing)
    return match.state.phase


def as_tables(match: Match, place: dict[Card, int]) -> table.Tables:
    """The deal as the network learned it, all hands open."""
    state, rules = match.state, match.rules
    seats = rules.table.from_(rules.table.next(state.dealer))
    contract, play = playing(match).contract, rules.play
    assert contract.seat is not None
    hands = [[sum(1 << place[card] for card in playing(match).held.hands[seat]) for seat in seats]]
    bids = [[0.0] * 4 for _ in seats]
    for call in match.view(None).calls:
        if isinstance(call, Bid) and isinstance(call.value, int):
            bids[seats.index(call.seat)][suits(match).index(call.trump.value)] = call.value / 160
    known = [0] * 4
    if state.turned is not None:
        known[seats.index(contract.seat)] = 1 << place[state.turned]
    needed = (
        float(contract.value) if contract.value is not None else getattr(rules.scoring, "needed", 0) or 82.0
    )
    contracts = table.Contracts(
        torch.tensor([seats.index(contract.seat)]),
        torch.tensor([needed]),
        torch.tensor([AIMS.get(rules.id, [0.0, 1.0, 0.0, 81.0])]),
        torch.tensor([bids]),
        torch.tensor([known]),
        torch.tensor([float(state.turned is not None and state.turned.suit is not contract.trump.suit)]),
    )
    law = table.Law(
        torch.tensor([MASTER.index(play.partner_master)]),
        torch.tensor([RUFFED.index(play.partner_ruffed)]),
        torch.tensor([play.cannot_overruff == "trump"]),
        torch.tensor([play.lead_beats_partner]),
    )
    return table.Tables(torch.tensor(hands), contracts, law)


@torch.no_grad()
def mean_scores(player: net.Net, sets: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    """The side suits in all their orders: they are alike, so the mean of the answers is asked for."""
    total = torch.zeros(4, 8)
    suits = (sets[0, :, None] >> (8 * torch.arange(4))) & 0xFF
    for order in itertools.permutations((1, 2, 3)):
        suit_order = torch.tensor([0, *order])
        turned = (suits[:, suit_order] << (8 * torch.arange(4))).sum(1)[None]
        moved = numbers.clone()
        moved[0, BIDS : BIDS + 16] = numbers[0, BIDS : BIDS + 16].view(4, 4)[:, suit_order].flatten()
        found = player(table.unpack(turned, moved))[0].view(4, 8)
        total[suit_order] += found / 6
    return total.flatten()


@torch.no_grad()
def rounded(player: net.Net) -> net.Net:
    """As it comes back from the file that training/export.py writes."""
    for name in LAYERS:
        weights = getattr(player, name).weight
        steps, scales = in_steps(weights)
        weights.copy_(steps * scales[:, None])
    return player


def cases(seed: int, player: net.Net) -> Iterator[dict[str, Any]]:
    for match in matches(seed):
        place = numbering(match)
        tables = as_tables(match, place)
        generator = random.Random(seed)
        played: list[str] = []
        for _ in range(32):
            sets, numbers = table.observe(tables)
            scores = mean_scores(player, sets, numbers)
            number = generator.choice([n for n in range(32) if int(sets[0, 1]) >> n & 1])
            yield {
                "rules": match.rules.id,
                "seed": seed,
                "played": list(played),
                "sets": sets[0].tolist(),
                "numbers": [round(value, 5) for value in numbers[0].tolist()],
                "scores": [round(value, 3) for value in scores.tolist()],
            }
            played.append(next(card.text for card, at in place.items() if at == number))
            tables.play(torch.tensor([number]))


def main() -> None:
    source, target = map(Path, sys.argv[1:3])
    player = rounded(net.load(source))
    found = [case for seed in (1, 2) for case in cases(seed, player)][::3]
    target.write_text("[\n" + ",\n".join(json.dumps(case) for case in found) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
