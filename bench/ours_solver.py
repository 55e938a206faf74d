"""Our side of the solver's benchmark: reads tasks as JSON on stdin, prints a report."""

import json
import random
import sys
import time

from msgspec.structs import replace

from bench.solver import Task
from rebelote.card_order import order_at
from rebelote.cards import PACK, Cards, Trump
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import load
from rebelote.solver import HiddenPosition, PlaySpec, Position, Solver, playouts
from rebelote.table import Seat, Side

RULES = load("ffb-contree")
AS_COLVER = replace(RULES, play=replace(RULES.play, partner_ruffed="any"))
"""On a partner's ruff colver lets any trump be played: its own rules, to compare values."""
TABLE = RULES.table
TRUMPS = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
SIDE = TABLE.side(TABLE.order[0])
WORLDS, PLAYOUTS = 400, 400_000


def random_task(rng: random.Random, size: int) -> Task:
    """A random deal, played at random until `size` cards are left to each. The first seat leads."""
    pack = rng.sample(range(len(PACK)), len(PACK))
    hands = [pack[n :: TABLE.size] for n in range(TABLE.size)]
    trump = rng.randrange(len(TRUMPS))
    board = position(Task(hands, trump, [])).board
    played = []
    while board.tricks_left > size:
        card = rng.choice(list(Cards.of_mask(board.legal())))
        board.play(card.index)
        played.append(card.index)
    return Task(hands, trump, played)


def position(task: Task, rules: Ruleset = RULES) -> Position:
    hands = {seat: Cards(PACK[n] for n in hand) for seat, hand in zip(TABLE.order, task.hands, strict=True)}
    spec, leader = PlaySpec(rules, TRUMPS[task.trump]), TABLE.order[0]
    tricks = dict.fromkeys(TABLE.sides, 0)
    for at in range(0, len(task.played), TABLE.size):
        cards = [PACK[n] for n in task.played[at : at + TABLE.size]]
        trick = tuple(zip(TABLE.from_(leader), cards, strict=True))
        hands = {seat: hands[seat].without(card) for seat, card in trick}
        leader, _ = order_at(RULES.card_values, TRUMPS[task.trump]).winner(trick)
        tricks[TABLE.side(leader)] += 1
    return Position(spec, hands, leader, (), tricks)


def taken(task: Task) -> int:
    """The points that the first seat's side took before the position."""
    return PlaySpec(RULES, TRUMPS[task.trump]).whole(8) - position(task).worth_left - others_taken(task)


def others_taken(task: Task) -> int:
    board = position(Task(task.hands, task.trump, [])).board
    for card in task.played:
        board.play(card)
    return board.taken(1) + board.taken(3)


def main() -> None:
    asked = json.loads(sys.stdin.read())
    solver, other = Solver(), Solver()
    seconds: dict[str, list[float]] = {}
    values: dict[str, list[dict[str, int]]] = {}
    for size, given in asked["tasks"].items():
        seconds[size], values[size] = [], []
        for task in (Task(**each) for each in given):
            here, before = position(task), taken(task)
            _ = here.board
            start = time.process_time()
            solver.solve(here, SIDE, line=False)
            seconds[size].append(time.process_time() - start)
            same_rules = other.solve(position(task, AS_COLVER), SIDE, line=False)
            values[size].append({str(c.index): v + before for c, v in same_rules.cards.items()})
    report = {
        "version": "",
        "seconds": seconds,
        "values": values,
        "playouts_per_second": playout_rate(Task(**asked["tasks"]["8"][0])),
        "worlds_per_second": world_rate(solver),
        "bytes": solver.bytes,
    }
    print(json.dumps(report))


def playout_rate(task: Task) -> float:
    here = position(task)
    playouts(here, PLAYOUTS // 10, seed=1)
    start = time.process_time()
    playouts(here, PLAYOUTS, seed=2)
    return PLAYOUTS / (time.process_time() - start)


def world_rate(solver: Solver) -> float:
    """From what the player to lead to trick 4 knows: his hand, and who could not follow."""
    rng = random.Random(5)
    elapsed, number = 0.0, 0
    for seed in range(10):
        task = random_task(rng, 5)
        here = position(task)
        own, could_hold = here.turn, could_hold_of(task, here)
        start = time.process_time()
        hidden = HiddenPosition(
            here.spec,
            {own: here.hands[own]},
            could_hold,
            here.leader,
            here.tricks_left,
            tricks=here.tricks,
        )
        solver.solve_worlds(hidden, WORLDS, seed=seed, side=Side(SIDE))
        elapsed += time.process_time() - start
        number += WORLDS
    return number / elapsed


def could_hold_of(task: Task, here: Position) -> dict[Seat, Cards]:
    """The hidden cards, less the suits that a seat failed to follow."""
    own = here.turn
    hidden = Cards(card for seat in TABLE if seat != own for card in here.hands[seat])
    could = {seat: hidden for seat in TABLE if seat != own}
    leader = TABLE.order[0]
    for at in range(0, len(task.played), TABLE.size):
        trick = tuple(zip(TABLE.from_(leader), (PACK[n] for n in task.played[at : at + 4]), strict=True))
        for seat, card in trick[1:]:
            if seat in could and card.suit is not trick[0][1].suit:
                could[seat] = could[seat] - hidden.in_suit(trick[0][1].suit)
        leader, _ = here.spec.order.winner(trick)
    return could


if __name__ == "__main__":
    main()
