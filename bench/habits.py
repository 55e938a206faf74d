"""Fit the weights of bots/expert/playing_habits.json to deals that a bot plays: how likely each card was.

python -m bench.habits play BOT DEALS FILE     add deals to FILE (JSON lines), contracts by habitue
python -m bench.habits fit FILE [OUT]          needs numpy, which is not among the project's own packages
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from rebelote import _native
from rebelote.actions import Action, Bid, Pass
from rebelote.bots import Player, make
from rebelote.bots.estimate import estimate
from rebelote.bots.expert.playing_habits import MOST_PLAYED, UNIT
from rebelote.cards import Trump
from rebelote.chance import RandomChance
from rebelote.events import CardPlayed, DealScored, DealVoided
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import load
from rebelote.solver import PlaySpec

# A ruleset, its options, the trumps that are called in it whatever habitue thinks, and how often it is dealt
GAMES: tuple[tuple[str, dict[str, Any], tuple[Trump, ...], int], ...] = (
    ("ffb-contree", {}, (), 14),
    ("ffb-belote", {}, (), 4),
    ("coinche", {}, (), 4),
    ("ffb-contree", {"sans_tout_atout": True}, (Trump.SANS_ATOUT, Trump.TOUT_ATOUT), 2),
    ("premiere-grands", {}, (), 2),
)
EPOCHS = 20
BATCH = 4000
HELD_OUT = 0.07
RIDGE = 0.5
LIKE_THE_MOST_PLAYED = 3.0
"""How strongly a game with few deals is held to the weights of the one with most."""


def main() -> None:
    match sys.argv[1:]:
        case ["play", bot, deals, file]:
            play(bot, int(deals), Path(file))
        case ["fit", file, *out]:
            fit_all(Path(file), Path(out[0] if out else "src/rebelote/bots/expert/playing_habits.json"))
        case _:
            sys.exit(__doc__)


# Deals


def play(bot: str, deals: int, file: Path) -> None:
    begun = len(file.read_text("utf-8").splitlines()) if file.exists() else 0
    with file.open("a", encoding="utf-8") as lines:
        for number in range(begun, begun + deals):
            luck = random.Random(f"habits {number}")
            name, options, trumps, _ = luck.choices(GAMES, [game[3] for game in GAMES])[0]
            rules = load(name, options)
            told = played(rules, bot, luck, luck.choice(trumps) if trumps else None)
            if told is not None:
                lines.write(json.dumps({"rules": name, "options": options, **told}) + "\n")
                lines.flush()


def played(rules: Ruleset, bot: str, luck: random.Random, trump: Trump | None) -> dict[str, Any] | None:
    table, chance = rules.table, RandomChance(luck)
    match = Match.new(rules, dealer=luck.choice(table.seats))
    habitue = make("habitue", luck)
    players: dict[str, Player] = {seat: make(bot, luck, aim="points") for seat in table}
    start: Playing | None = None
    while not any(isinstance(event, DealScored | DealVoided) for event in match.log[-3:]):
        seat, phase = match.state.actors()[0], match.state.phase
        if isinstance(phase, Playing):
            start = start or phase
            action = players[seat].choose(match.view(seat))
        elif isinstance(phase, Choosing) and trump is not None:
            action = called(match, phase, trump)
        else:
            action = habitue.choose(match.view(seat))
        match = match.act(action, chance)
    if start is None or start.turn is None:
        return None
    return {
        "trump": start.contract.trump.value,
        "taker": -1 if start.contract.seat is None else table.order.index(start.contract.seat),
        "leader": table.order.index(start.turn),
        "hands": [start.held.hands[seat].mask for seat in table.order],
        "plays": [
            (table.order.index(event.seat), event.card.index)
            for event in match.log
            if isinstance(event, CardPlayed)
        ],
    }


def called(match: Match, choosing: Choosing, trump: Trump) -> Action:
    """Whoever has the best hand for this trump bids the least."""
    held, rules = match.state.held, match.rules
    assert held is not None
    best = max(rules.table, key=lambda seat: estimate(rules, held.hands[seat], trump, "solo"))
    seat = match.state.actors()[0]
    bids = (call for call in choosing.legal(seat) if isinstance(call, Bid) and call.trump == trump)
    return next(bids) if seat == best and choosing.standing is None else Pass(seat)


# Weights: those that make the cards played the most likely


Choices = tuple[list[Any], list[int], list[int]]
"""The facts of each card that could have been played, how many there were each time, and which it was."""


def fit_all(file: Path, out: Path) -> None:
    choices = _choices(file)
    names = [MOST_PLAYED, *sorted(set(choices) - {MOST_PLAYED})]
    weights: dict[str, Any] = {}
    for name in names:
        weights[name] = fit(name, choices[name], weights.get(MOST_PLAYED))
    rounded = {name: [round(weight * UNIT) for weight in found] for name, found in weights.items()}
    out.write_text(json.dumps(rounded, separators=(",", ":")) + "\n", "utf-8")


def _choices(file: Path) -> dict[str, Choices]:
    choices: dict[str, Choices] = defaultdict(lambda: ([], [], []))
    for deal, spec in _deals(file):
        kind = "suit" if spec.trump.suit is not None else spec.trump.value
        facts, sizes, chosen = choices[f"{spec.counting}-{kind}"]
        plays = [card for _, card in deal["plays"]]
        length = len(plays) // spec.table.size
        for place, each in _native.facts_of_deal(
            spec.core, deal["hands"], deal["leader"], deal["taker"], length, plays
        ):
            if len(each) > 1:
                facts.extend(each)
                sizes.append(len(each))
                chosen.append(place)
    return choices


def _deals(file: Path) -> Iterator[tuple[dict[str, Any], PlaySpec]]:
    specs: dict[str, PlaySpec] = {}
    for line in file.read_text("utf-8").splitlines():
        deal = json.loads(line)
        key = json.dumps([deal["rules"], deal["options"], deal["trump"]])
        if key not in specs:
            specs[key] = PlaySpec(load(deal["rules"], deal["options"]), Trump(deal["trump"]))
        yield deal, specs[key]


def fit(name: str, choices: Choices, towards: Any) -> Any:
    """Adam on the log-likelihood, with a ridge; what is held out says how well it foretells."""
    np: Any = import_module("numpy")
    facts, sizes, chosen = (np.array(each) for each in choices)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    count, size = len(sizes), _native.Habits.size
    kept = int(count * (1 - HELD_OUT))
    middle = np.zeros(size) if towards is None else towards
    ridge = RIDGE if towards is None else LIKE_THE_MOST_PLAYED
    weights, mean, square = middle.copy(), np.zeros(size), np.zeros(size)

    def chances(begin: int, end: int) -> tuple[Any, Any, Any]:
        rows = facts[first[begin] : first[end] if end < count else len(facts)]
        starts = first[begin:end] - first[begin]
        likings = weights[rows].sum(1)
        groups = np.repeat(np.arange(end - begin), sizes[begin:end])
        grown = np.exp(likings - np.maximum.reduceat(likings, starts)[groups])
        return rows, grown / np.add.reduceat(grown, starts)[groups], starts + chosen[begin:end]

    step = 0
    for epoch in range(EPOCHS):
        pace = 0.05 * (1 - epoch / EPOCHS) + 0.001
        for begin in np.random.RandomState(epoch).permutation(range(0, kept, BATCH)):
            end = min(kept, begin + BATCH)
            rows, gradient, places = chances(begin, end)
            gradient[places] -= 1
            slope = sum(np.bincount(rows[:, k], gradient, size) for k in range(rows.shape[1]))
            slope = slope / (end - begin) + ridge * (weights - middle) / kept
            step += 1
            mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope * slope
            weights -= pace * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    _, likely, places = chances(kept, count)
    loss, blind = -np.log(likely[places]).mean(), np.log(sizes[kept:]).mean()
    print(f"{name}: {count} choices; of those held out {loss:.3f} nats each, {blind:.3f} by lot")
    return weights


if __name__ == "__main__":
    main()
