"""The same pairs on a Ray cluster. Which machine plays a pair makes no difference to its result either.

RAY_ADDRESS names the cluster (`auto` for one that `ray start` began here); without it a Ray of this machine's
own is started. Every machine needs the same rebelote installed.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from typing import Any

from rebelote.arena.duplicate import play_pair
from rebelote.arena.results import Pair, Settings
from rebelote.bots import SearchTools
from rebelote.bots.external import stop_programs
from rebelote.errors import RebeloteError
from rebelote.language.text import said

LARGEST_BATCH = 16


def played_on_ray(settings: Settings, numbers: Sequence[int], jobs: int | None) -> Iterator[Pair]:
    """The pairs as they are finished, at most `jobs` batches at a time; by default one for each core."""
    if not numbers:
        return
    ray = _connected(jobs)
    places = jobs or int(ray.cluster_resources().get("CPU", 1))
    task = ray.remote(_play_batch)
    running: list[Any] = []
    for batch in _batches(numbers, places):
        if len(running) == places:
            done, running = ray.wait(running)
            yield from ray.get(done[0])
        running.append(task.remote(settings, batch))
    while running:
        done, running = ray.wait(running)
        yield from ray.get(done[0])


def check_ray() -> None:
    """Refuse to begin where Ray can't be had."""
    _ray()


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise RebeloteError(said("needs_ray")) from None


def _connected(jobs: int | None) -> Any:
    """Ray, connected once in this process; it is left when the process ends."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = _ray()
    if not ray.is_initialized():
        quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}
        where = {} if os.environ.get("RAY_ADDRESS") else {"address": "local", "num_cpus": jobs}
        ray.init(**quiet, **where)
    return ray


def _batches(numbers: Sequence[int], places: int) -> Iterator[Sequence[int]]:
    size = max(1, min(LARGEST_BATCH, len(numbers) // (4 * places)))
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def _play_batch(settings: Settings, numbers: Sequence[int]) -> list[Pair]:
    tools = SearchTools()
    try:
        return [play_pair(settings, number, tools=tools) for number in numbers]
    finally:
        stop_programs()
