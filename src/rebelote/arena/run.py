"""Many pairs on all cores, or on a cluster. Which process plays a pair makes no difference to its result."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Literal

from rebelote.arena.cluster import played_on_ray
from rebelote.arena.duplicate import play_pair
from rebelote.arena.players import Factory
from rebelote.arena.results import Pair, ResultFile, Results, Settings
from rebelote.bots import SearchTools
from rebelote.bots.external import stop_programs

Engine = Literal["local", "ray"]

_contest: tuple[Settings, Path | None, SearchTools] | None = None


def run(
    settings: Settings,
    pairs: int,
    *,
    jobs: int | None = None,
    keep: Path | None = None,
    file: ResultFile | None = None,
    engine: Engine = "local",
    made_by: Mapping[str, Factory] | None = None,
) -> Iterator[Results]:
    """The results so far, after each pair; what `file` holds already is not played again.

    With `made_by`, players that are Python objects, all is played in this process.
    """
    results = file.read() if file is not None else Results()
    missing = [number for number in range(pairs) if number not in results]
    yield results
    if made_by:
        pairs_played = _played_here(settings, missing, keep, made_by)
    elif engine == "local":
        pairs_played = _played(settings, missing, jobs, keep)
    else:
        pairs_played = played_on_ray(settings, missing, jobs)
    for pair in pairs_played:
        results.add(pair)
        if file is not None:
            file.append(pair)
        yield results


def _played(
    settings: Settings, numbers: Sequence[int], jobs: int | None, keep: Path | None
) -> Iterator[Pair]:
    jobs = min(jobs or os.cpu_count() or 1, len(numbers))
    if jobs <= 1:
        yield from _played_here(settings, numbers, keep)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _begin, (settings, keep)) as pool:
        yield from pool.imap_unordered(_play, numbers, chunksize=max(1, min(16, len(numbers) // (4 * jobs))))
        pool.close()
        pool.join()


def _played_here(
    settings: Settings,
    numbers: Sequence[int],
    keep: Path | None,
    made_by: Mapping[str, Factory] | None = None,
) -> Iterator[Pair]:
    _settle()
    tools = SearchTools()
    try:
        yield from (play_pair(settings, number, keep, made_by, tools) for number in numbers)
    finally:
        stop_programs()


def _begin(settings: Settings, keep: Path | None) -> None:
    """In each process: remember the contest; on leaving, stop the programs that were started."""
    global _contest
    _contest = (settings, keep, SearchTools())
    _settle()
    Finalize(None, stop_programs, exitpriority=10)


def _settle() -> None:
    """What was loaded stays: looking through it for garbage would take milliseconds of somebody's move."""
    gc.freeze()


def _play(number: int) -> Pair:
    assert _contest is not None
    settings, keep, tools = _contest
    return play_pair(settings, number, keep, tools=tools)
