"""What is to be written to all connections in one turn of the loop, written in one go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeAlias

Write: TypeAlias = tuple[Callable[[bytes], None], bytes]
"""How, and what."""


class Speaker(Protocol):
    def to_write(self) -> Write | None:
        """What was said and can be written now."""


class Outbox:
    """All writes follow each other, with nothing between them: a reader on the same machine is woken by the
    first and finds the others there. One who is woken by each takes the processor from us each time."""

    def __init__(self) -> None:
        self._speakers: list[Speaker] = []

    def add(self, speaker: Speaker) -> None:
        """One who has something to say, once a turn."""
        if not self._speakers:
            asyncio.get_running_loop().call_soon(self._flush)
        self._speakers.append(speaker)

    def _flush(self) -> None:
        speakers, self._speakers = self._speakers, []
        for write, data in [found for each in speakers if (found := each.to_write()) is not None]:
            write(data)
