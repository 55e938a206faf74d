"""A chain of hashes: its end is published before the match, and every link leads to it.

>>> secret = bytes(32)
>>> hash_times(link(secret, 7), 7) == commitment(secret)
True
"""

from __future__ import annotations

import hashlib
from typing import Final

SECRET_BYTES: Final = 32
"""The length of a server's secret, and of every link."""
LINKS: Final = 4096
"""How many packs a match may need, deals that are dealt again included."""

_STRIDE: Final = 256
_NEAR: Final = 16
"""How far apart the links are kept that are near the one asked for last."""


def hash_times(start: bytes, times: int) -> bytes:
    """SHA-256, applied so many times."""
    for _ in range(times):
        start = hashlib.sha256(start).digest()
    return start


def commitment(secret: bytes) -> bytes:
    """What the server publishes before the match."""
    return hash_times(secret, LINKS)


def link(secret: bytes, n: int) -> bytes:
    """What pack number `n` is drawn with: hashed `n` times it is the commitment."""
    if not 1 <= n <= LINKS:
        raise ValueError(f"expected a pack's number from 1 to {LINKS}, not {n}")
    return hash_times(secret, LINKS - n)


def leads_to(key: bytes, n: int, end: bytes) -> bool:
    """Whether `key` is link `n` of the chain that ends there."""
    return len(key) == SECRET_BYTES and 1 <= n <= LINKS and hash_times(key, n) == end


class Chain:
    """The links of one secret. Some are kept, so that none is far from one that is.

    >>> Chain(bytes(32)).link(7) == link(bytes(32), 7)
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._kept = _every(_STRIDE, LINKS, secret)
        self._near: tuple[int, list[bytes]] = (-1, [])

    @property
    def commitment(self) -> bytes:
        """What is published of it beforehand: its end."""
        return self._kept[-1]

    def link(self, n: int) -> bytes:
        """The link of the nth pack. Raises ValueError."""
        if not 1 <= n <= LINKS:
            raise ValueError(f"expected a pack's number from 1 to {LINKS}, not {n}")
        kept, more = divmod(LINKS - n, _STRIDE)
        if self._near[0] != kept:
            self._near = kept, _every(_NEAR, _STRIDE, self._kept[kept])
        return hash_times(self._near[1][more // _NEAR], more % _NEAR)


def _every(step: int, length: int, start: bytes) -> list[bytes]:
    """Every so-many-th of the links from `start` on."""
    kept = [start]
    for _ in range(0, length, step):
        kept.append(hash_times(kept[-1], step))
    return kept
