"""Exact solving, playouts and worlds on one core: our core beside colver's, on the same random deals."""

import dataclasses
import json
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path

from bench import install
from bench.deals import CONTENDERS, ONE_THREAD

OURS, PEER = "ours", "colver"
MODULES = {OURS: "bench.ours_solver", PEER: "bench.peers.colver_solver"}
SIZES = (8, 6, 4)
"""Cards left in each hand."""
ROUNDS = 2
TIMEOUT_S = 600


@dataclasses.dataclass(frozen=True)
class Task:
    """A deal with a trump, and the random cards played to it; seats and cards are numbers.

    Seats count in the direction of play; a card is 8 times its suit (SHDC) plus its rank (789TJQKA).
    """

    hands: list[list[int]]
    trump: int
    played: list[int]


@dataclasses.dataclass(frozen=True)
class Report:
    """What one process measured: CPU seconds for each position, values to compare, rates."""

    version: str
    seconds: dict[str, list[float]]
    values: dict[str, list[dict[str, int]]]
    playouts_per_second: float
    worlds_per_second: float | None = None
    bytes: int | None = None


def measure(deals: int, seed: int = 1) -> tuple[dict[str, list[Report]], str]:
    """Each contender's rounds, in turn, in processes of their own; and what kept the peer from running."""
    folder, problem = None, ""
    try:
        folder = install.install(PEER, CONTENDERS[PEER].requirement)
    except install.InstallError as error:
        problem = f"{PEER} not installed: {error}"
    reports: dict[str, list[Report]] = {OURS: [], PEER: []}
    for n in range(ROUNDS):
        asked = json.dumps({"tasks": tasks(deals, seed + n), "sizes": SIZES})
        reports[OURS].append(_run(OURS, asked, None))
        if folder is not None:
            reports[PEER].append(_run(PEER, asked, folder))
    return reports, problem


def tasks(deals: int, seed: int) -> dict[str, list[dict[str, object]]]:
    """For each size as many random deals; the cards before it are legal and random."""
    from bench.ours_solver import random_task

    rng = random.Random(seed)
    return {str(size): [dataclasses.asdict(random_task(rng, size)) for _ in range(deals)] for size in SIZES}


def _run(name: str, asked: str, folder: Path | None) -> Report:
    environment = os.environ | ONE_THREAD
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    done = subprocess.run(
        [sys.executable, "-m", MODULES[name]],
        check=False,
        cwd=install.ROOT,
        env=environment,
        input=asked,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{MODULES[name]} failed: {done.stderr.strip()}")
    return Report(**json.loads(done.stdout))


def table(reports: dict[str, list[Report]], problem: str) -> str:
    """The times by size, the rates, and our figure over the peer's."""
    lines = [f"{'solve, per-card values':<26}{'mean ms':>10}{'median':>9}{'p99':>9}{'ratio of means':>16}"]
    for size in SIZES:
        ours = _times(reports[OURS], size)
        theirs = _times(reports[PEER], size)
        lines.append(_row(f"{size} cards  rebelote", ours))
        if theirs:
            ratio = statistics.fmean(theirs) / statistics.fmean(ours)
            lines.append(
                _row(f"{size} cards  colver {reports[PEER][0].version}", theirs) + f"{ratio:>15.1f}x"
            )
    lines += [*_rates(reports), problem] if problem else _rates(reports)
    return "\n".join(lines)


def _times(reports: list[Report], size: int) -> list[float]:
    """Milliseconds, all rounds together."""
    return sorted(1000 * seconds for report in reports for seconds in report.seconds[str(size)])


def _row(label: str, times: list[float]) -> str:
    p99 = times[min(len(times) - 1, round(0.99 * len(times)))]
    return f"{label:<26}{statistics.fmean(times):>10.3f}{statistics.median(times):>9.3f}{p99:>9.3f}"


def _rates(reports: dict[str, list[Report]]) -> list[str]:
    ours = max(report.playouts_per_second for report in reports[OURS])
    worlds = max(report.worlds_per_second or 0 for report in reports[OURS])
    lines = [f"playouts of a whole deal   {ours:>12,.0f}/s"]
    if reports[PEER]:
        theirs = max(report.playouts_per_second for report in reports[PEER])
        agree, compared = agreement(reports)
        lines[0] += f"   colver {theirs:,.0f}/s   {ours / theirs:.2f}x"
        lines.append(f"values that agree          {agree:,} of {compared:,} (by its rule on partners' ruffs)")
    lines.insert(1, f"worlds dealt and solved    {worlds:>12,.0f}/s from trick 4 on")
    lines.append(f"memory of one solver       {(reports[OURS][0].bytes or 0) / 2**20:>12.1f} MiB")
    return lines


def agreement(reports: dict[str, list[Report]]) -> tuple[int, int]:
    """Of the cards that both valued, how many got the same value."""
    same = compared = 0
    for ours, theirs in zip(reports[OURS], reports[PEER], strict=True):
        for size, positions in ours.values.items():
            for mine, yours in zip(positions, theirs.values[size], strict=True):
                compared += len(yours)
                same += sum(mine.get(card) == value for card, value in yours.items())
    return same, compared
