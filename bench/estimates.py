"""Fit the weights of rebelote/bots/estimates.toml to deals that habitue plays, each at a contract that fits.

python -m bench.estimates DEALS [OUT]
"""

from __future__ import annotations

import multiprocessing
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rebelote.actions import Action, Bid, Cut, Deal, Pass, Take
from rebelote.bots import make
from rebelote.bots.estimate import BASE, features
from rebelote.cards import Cards, Rank, Trump
from rebelote.chance import RandomChance
from rebelote.events import DealScored, DealVoided
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.ruleset import OptionValue, Ruleset, TrickScoring
from rebelote.ruleset.loading import load
from rebelote.table import Seat

Row = tuple[dict[str, float], dict[str, float], list[dict[str, float]], float]

GAMES: dict[str, tuple[str, dict[str, OptionValue], tuple[str, ...]]] = {
    "hands-points": ("ffb-contree", {"sans_tout_atout": True}, ("suit", "SA", "TA")),
    "turn_up-points": ("ffb-belote", {"sans_tout_atout": True}, ("suit", "SA", "TA")),
    "hands-tricks": ("premiere-grands", {}, ("suit", "SA", "TA")),
    "piles-points": ("comptoir", {"count": "points", "trump": "auction"}, ("suit",)),
    "piles-tricks": ("comptoir", {"trump": "auction"}, ("suit", "SA", "TA")),
}
RIDGE = 2.0
TOPS = {
    Trump.SANS_ATOUT: {Rank.ACE: 19.0, Rank.TEN: 9.0, Rank.KING: 4.0},
    Trump.TOUT_ATOUT: {Rank.JACK: 19.0, Rank.NINE: 9.0, Rank.ACE: 4.0},
}


def main() -> None:
    deals = int(sys.argv[1])
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else Path("src/rebelote/bots/estimates.toml")
    tasks = [(game, kind, deals) for game, (_, _, kinds) in GAMES.items() for kind in kinds]
    with multiprocessing.get_context("spawn").Pool() as pool:
        tables = pool.starmap(fitted, tasks, chunksize=1)
    head = "# Written by bench/estimates.py: what each feature of a hand is worth, in points or tricks.\n"
    out.write_text(head + "".join(tables), "utf-8")


def fitted(game: str, kind: str, deals: int) -> str:
    rules_id, options, _ = GAMES[game]
    rules = load(rules_id, options)
    rows = [row for n in range(deals) if (row := played(rules, kind, random.Random(f"{game}/{kind}/{n}")))]
    solo = fit([row[0] for row in rows], [row[3] for row in rows])
    left = [row[3] - dot(solo, row[0]) for row in rows]
    support = fit([row[1] for row in rows], left) if rows[0][1] else {}
    foes = [(hand, rest) for row, rest in zip(rows, left, strict=True) for hand in row[2]]
    defence = fit([hand for hand, _ in foes], [rest for _, rest in foes])
    spread = (sum(rest * rest for rest in left) / len(left)) ** 0.5
    lines = [f"\n[{game}-{kind}]", f"# {len(rows)} deals; what is left unexplained spreads by {spread:.1f}"]
    for role, weights in (("solo", solo), ("support", support), ("defence", defence)):
        body = ", ".join(f"{name} = {weight:.2f}" for name, weight in weights.items())
        lines += [f"{role} = {{ {body} }}"] if body else []
    return "\n".join(lines) + "\n"


# A deal at a contract that somebody could want


def played(rules: Ruleset, kind: str, luck: random.Random) -> Row | None:
    chance = RandomChance(luck)
    match = Match.new(rules, dealer=luck.choice(rules.table.seats))
    players = {seat: make("habitue", random.Random(1)) for seat in rules.table}
    taker: Seat | None = None
    trump: Trump | None = None
    known: dict[Seat, Cards] = {}
    while not any(isinstance(event, DealScored | DealVoided) for event in match.log[-3:]):
        seat = match.state.actors()[0]
        legal = match.state.legal(seat)
        action: Action
        if isinstance(legal[0], Cut | Deal):
            action = legal[0]
        elif isinstance(match.state.phase, Choosing):
            if taker is None:
                taker, trump, known = chosen(match, kind, luck)
            action = called(legal, seat, taker, trump)
        else:
            action = players[seat].choose(match.view(seat))
        match = match.act(action, chance)
    return row(match, taker, trump, known) if taker is not None and trump is not None else None


def chosen(match: Match, kind: str, luck: random.Random) -> tuple[Seat, Trump, dict[Seat, Cards]]:
    held, turned = match.state.held, match.state.turned
    assert held is not None
    known = {seat: held.playable(seat) for seat in match.rules.table}
    ready = {seat: cards if turned is None else cards.plus(turned) for seat, cards in known.items()}
    trumps = [t for t in match.rules.callable_trumps if ("suit" if t.suit else t.value) == kind]
    seat, trump = max(
        ((seat, trump) for seat in known for trump in trumps),
        key=lambda pair: liking(ready[pair[0]], pair[1]) + luck.gauss(0, 12),
    )
    return seat, trump, {**known, seat: ready[seat]}


def liking(cards: Cards, trump: Trump) -> float:
    if trump.suit is None:
        tops = TOPS[trump]
        return sum(tops.get(card.rank, 0.0) for card in cards)
    trumps = cards.in_suit(trump.suit)
    honours = {Rank.JACK: 20.0, Rank.NINE: 14.0, Rank.ACE: 8.0, Rank.TEN: 6.0}
    aces = sum(card.rank is Rank.ACE for card in cards - trumps)
    return sum(honours.get(card.rank, 2.0) + 4 for card in trumps) + 10 * aces


def called(legal: Sequence[Action], seat: Seat, taker: Seat, trump: Trump | None) -> Action:
    if seat == taker:
        for action in legal:
            if isinstance(action, Bid | Take) and action.trump == trump:
                return action
    return Pass(seat)


def row(match: Match, taker: Seat, trump: Trump, known: dict[Seat, Cards]) -> Row | None:
    scored = next((event for event in match.log if isinstance(event, DealScored)), None)
    if scored is None:
        return None
    rules, summary = match.rules, scored.summary
    table = rules.table
    side = table.side(taker)
    if isinstance(rules.scoring, TrickScoring):
        made = float(summary.tricks[side]) + (side == summary.last) * (rules.scoring.last_counts - 1)
    else:
        made = float(summary.cards[side]) + (side == summary.last) * rules.card_values.last_trick
        if rules.card_values.rescale_tout_atout and trump is Trump.TOUT_ATOUT:
            made *= 162 / 258
    counted = {seat: features(rules.card_values, cards, trump) for seat, cards in known.items()}
    partner = next((counted[seat] for seat in table.members(side) if seat != taker), {})
    return counted[taker], partner, [counted[seat] for seat in table.opponents(side)], made


# Least squares


def dot(weights: dict[str, float], found: dict[str, float]) -> float:
    return sum(weight * found[name] for name, weight in weights.items())


def fit(rows: Sequence[dict[str, float]], wanted: Iterable[float]) -> dict[str, float]:
    names = list(rows[0])
    matrix = [[RIDGE * (i == j and names[i] != BASE) for j in range(len(names))] for i in range(len(names))]
    right = [0.0] * len(names)
    for found, goal in zip(rows, wanted, strict=True):
        values = [found[name] for name in names]
        for i, value in enumerate(values):
            if value:
                right[i] += value * goal
                matrix[i] = [a + value * b for a, b in zip(matrix[i], values, strict=True)]
    return dict(zip(names, solve(matrix, right), strict=True))


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    size = len(right)
    rows = [[*line, goal] for line, goal in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if abs(rows[i][i]) < 1e-9:
            rows[i][i] = 1.0
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


if __name__ == "__main__":
    main()
