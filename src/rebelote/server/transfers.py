"""A browser's history on its way to another: by a code that works once, for ten minutes.

Nothing is written down: it lies in the memory of the one node, or in that of Redis for all of them. A code
has 59 bits, and whoever enters wrong ones is stopped after ten: none can be guessed.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import sha256
from typing import Final, Protocol

import msgspec

from rebelote.server.game import now_ms
from rebelote.server.problems import Refused

SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH: Final = 12
GROUP: Final = 4
LIFE_MS: Final = 600_000
MOST: Final = 200
"""Of 64 kB at most each."""
MOST_OF_ADDRESS: Final = 5
MOST_WRONG: Final = 10
"""Of one address, in the life of a code."""


class Transfer(msgspec.Struct, frozen=True):
    """`person` is the digest of the token of whoever made it, if there was one."""

    data: bytes
    person: str | None
    address: str
    until: int


class Transfers(Protocol):
    """A code is known by its digest, and what it stands for goes with it."""

    async def make(self, data: bytes, person: str | None, address: str) -> tuple[str, int]:
        """The code, and until when it works. An address that makes many loses its oldest."""

    async def take(self, code: str, address: str) -> Transfer:
        """Once."""

    async def close(self) -> None:
        """What it needs is let go."""


class TransfersHere(Transfers):
    """In this process."""

    def __init__(self, clock: Callable[[], int] = now_ms) -> None:
        self._clock = clock
        self._waiting: OrderedDict[bytes, Transfer] = OrderedDict()
        self._wrong: dict[str, deque[int]] = {}

    async def make(self, data: bytes, person: str | None, address: str) -> tuple[str, int]:
        self._let_go()
        own = [key for key, each in self._waiting.items() if each.address == address]
        for key in own[: max(0, len(own) - MOST_OF_ADDRESS + 1)]:
            del self._waiting[key]
        if len(self._waiting) >= MOST:
            raise Refused("busy", seconds=60)
        code, until = new_code(), self._clock() + LIFE_MS
        self._waiting[digest(code)] = Transfer(data, person, address, until)
        return code, until

    async def take(self, code: str, address: str) -> Transfer:
        self._let_go()
        self._check_tries(address)
        found = self._waiting.pop(digest(code), None)
        if found is None:
            self._wrong.setdefault(address, deque()).append(self._clock())
            raise Refused("no_transfer", field="code")
        return found

    async def close(self) -> None:
        self._waiting.clear()

    def _check_tries(self, address: str) -> None:
        tries = self._wrong.get(address)
        if tries is not None and len(tries) >= MOST_WRONG:
            raise Refused("rate", seconds=(tries[0] + LIFE_MS - self._clock()) // 1000 + 1)

    def _let_go(self) -> None:
        now = self._clock()
        for key in [key for key, each in self._waiting.items() if each.until <= now]:
            del self._waiting[key]
        for address, tries in list(self._wrong.items()):
            while tries and tries[0] + LIFE_MS <= now:
                tries.popleft()
            if not tries:
                del self._wrong[address]


def new_code() -> str:
    """In groups, for people."""
    code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def digest(code: str) -> bytes:
    """However it was typed: spaces, hyphens and capitals do not matter."""
    return sha256("".join(code.lower().split()).replace("-", "").encode("utf-8", "replace")).digest()
