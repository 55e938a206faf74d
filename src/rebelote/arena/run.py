"""Many pairs on all cores, or on a cluster. Which process plays a pair makes no difference to its result."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Literal

from rebelote.arena.cluster import played_on_ray
from rebelote.arena.duplicate import play_pair
from rebelote.arena.results import Pair, ResultFile, Results, Settings
from rebelote.bots import SearchTools
from rebelote.bots.external import stop_programs

Engine = Literal["local", "ray"]

_contest: tuple[Settings, SearchTools, Path | None] | None = None


def run(
    settings: Settings,
    pairs: int,
    *,
    jobs: int | None = None,
    keep: Path | None = None,
    file: ResultFile | None = None,
    engine: Engine = "local",
) -> Iterator[Results]:
    """The results so far, after each pair; what `file` holds already is not played again."""
    results = file.read() if file is not None else Results()
    missing = [number for number in range(pairs) if number not in results]
    yield results
    local = engine == "local"
    for pair in _played(settings, missing, jobs, keep) if local else played_on_ray(settings, missing, jobs):
        results.add(pair)
        if file is not None:
            file.append(pair)
        yield results


def _played(
    settings: Settings, numbers: Sequence[int], jobs: int | None, keep: Path | None
) -> Iterator[Pair]:
    jobs = min(jobs or os.cpu_count() or 1, len(numbers))
    if jobs <= 1:
        _settle()
        tools = SearchTools()
        try:
            yield from (play_pair(settings, number, keep, tools) for number in numbers)
        finally:
            stop_programs()
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _begin, (settings, keep)) as pool:
        yield from pool.imap_unordered(_play, numbers, chunksize=max(1, min(16, len(numbers) // (4 * jobs))))
        pool.close()
        pool.join()


def _begin(settings: Settings, keep: Path | None) -> None:
    """In each process: remember the contest; on leaving, stop the programs that were started."""
    global _contest
    _contest = (settings, SearchTools(), keep)
    _settle()
    Finalize(None, stop_programs, exitpriority=10)


def _settle() -> None:
    """What was loaded stays: looking through it for garbage would take milliseconds of somebody's move."""
    gc.freeze()


def _play(number: int) -> Pair:
    assert _contest is not None
    settings, tools, keep = _contest
    return play_pair(settings, number, keep, tools)
