"""One deal reviewed, in a process of its own that gives way to everybody else."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import Final

from rebelote.bots import SearchTools
from rebelote.codec import decoder, encode
from rebelote.match import Match
from rebelote.review import DealReview, review_deal
from rebelote.stored_log import read_events

NICE: Final = 15
_decoder = decoder(DealReview)
_tools: list[SearchTools] = []
"""Of this process: made once, by `start`."""


def start() -> None:
    """The process is stopped by its parent alone, not by a key pressed for both; and it ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _tools.append(SearchTools())


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def review(log: list[str], deal: int, depth: int) -> str:
    """The review of a finished deal as JSON. The log is as it is stored: a line of JSON an event."""
    match = Match.replay(read_events(log))
    return encode(review_deal(match, deal, depth, _tools[0])).decode("utf-8")


def read_review(data: str) -> DealReview:
    """What `review` wrote."""
    return _decoder.decode(data)
