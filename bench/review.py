"""Is the review calibrated? `python -m bench.review --deals 500`: each bot alone at the table, then reviewed.

For each bot: the grades of its decisions in percent, its accuracy, and the processor time of a deal's review.
expert should be told of at most 1 blunder in 100 decisions, hasard of at least 20, the others in between.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from itertools import count
from typing import Final

from rebelote.bots import SearchTools, make
from rebelote.match import Match
from rebelote.review import DEPTH, GRADES, review_match
from rebelote.review.grading import accuracy

BOTS: Final = ("hasard", "debutant", "habitue", "expert@80w")
DEALS_A_MATCH: Final = 4
"""So that scores differ, as they do at a table."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rules", default="ffb-contree")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--bots", nargs="*", default=BOTS)
    asked = parser.parse_args()
    print(f"{asked.rules}, {asked.deals} deals a bot, {asked.depth} worlds a decision")
    heads = "".join(f"{name:>12}" for name in GRADES)
    print(f"{'bot':<12}{'decisions':>10}{heads}{'accuracy':>10}{'s a deal':>10}")
    for bot in asked.bots:
        print(_reviewed(asked.rules, bot, asked.deals, asked.depth), flush=True)


def _reviewed(rules: str, bot: str, wanted: int, depth: int) -> str:
    tools = SearchTools()
    grades: Counter[str] = Counter()
    shares: list[float] = []
    seconds, deals = 0.0, 0
    for seed in count(1):
        match = _play(rules, bot, seed, min(DEALS_A_MATCH, wanted - deals), tools)
        begun = time.process_time()
        review = review_match(match, depth, tools=tools)
        seconds += time.process_time() - begun
        deals += len(review.deals)
        judged = [each for deal in review.deals for each in deal.judgements]
        grades.update(each.grade for each in judged)
        shares += [each.share for each in judged]
        if deals >= wanted:
            break
    cells = "".join(f"{100 * grades[name] / len(shares):>11.1f}%" for name in GRADES)
    return f"{bot:<12}{len(shares):>10}{cells}{accuracy(shares):>9.1f}%{seconds / deals:>10.2f}"


def _play(rules: str, bot: str, seed: int, deals: int, tools: SearchTools) -> Match:
    match = Match.new(rules, seed=seed)
    bots = {seat: make(bot, random.Random(f"{seed}/{seat}"), tools=tools) for seat in match.rules.table}
    while not match.is_over and len(match.view(None).sheet) < deals:
        seat = match.actors()[0]
        match = match.act(bots[seat].choose(match.view(seat)))
    return match


if __name__ == "__main__":
    main()
