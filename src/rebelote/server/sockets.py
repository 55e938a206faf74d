"""Sockets before and below HTTP: how many there may be, and how long they may take."""

from __future__ import annotations

import ipaddress
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, Protocol

import msgspec

from rebelote.server.rates import Rates, household
from rebelote.server.settings import Settings

CLOSING_SECONDS: Final = 30.0
"""How long the rest of an answer may take to go out after the end was decided."""


OTHER_FILES: Final = 128
"""Files that are kept for the database, its log, and what libraries open."""
FILES_A_SOCKET: Final = 2
"""One may be written to by a second file (`outbox`), where there is one to spare."""
SECONDS_TO_FILL: Final = 15
"""An address may open as many sockets as it may have at once, and then as many again in this time."""


class SocketLimits(msgspec.Struct, frozen=True, kw_only=True):
    """`address_sockets` and `new_a_second` are for one address that is not a proxy; no number is no limit."""

    sockets: int | None = None
    address_sockets: int | None = None
    new_a_second: float | None = None
    head_seconds: float = 10.0
    body_seconds: float = 20.0
    unread_seconds: float = 30.0


def limits_of(settings: Settings) -> SocketLimits:
    on = settings.limits
    return SocketLimits(
        sockets=settings.sockets if on else None,
        address_sockets=settings.address_sockets if on else None,
        new_a_second=settings.address_sockets / SECONDS_TO_FILL if on else None,
        head_seconds=settings.head_seconds,
        body_seconds=settings.body_seconds,
        unread_seconds=settings.unread_seconds,
    )


def grant_files(limits: SocketLimits) -> SocketLimits:
    """Ask the system for as many files as sockets need; where it grants fewer, there are fewer sockets."""
    if limits.sockets is None:
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_A_SOCKET * limits.sockets + OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return msgspec.structs.replace(limits, sockets=max(1, min(limits.sockets, soft - OTHER_FILES)))


def spare_files(limits: SocketLimits) -> int:
    """Second files that sockets may have: each can still be opened as well."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    first = soft // FILES_A_SOCKET if limits.sockets is None else limits.sockets
    return max(0, soft - OTHER_FILES - first)


class Guest(Protocol):
    """A connection as the door sees it."""

    address: str
    transport: Any
    deadline: float | None
    """When whatever it is in the middle of sending must have come."""
    stalled: float | None
    """Since when it leaves unread what it was sent."""
    closing: float | None
    """Since when its end waits for the rest to go out."""

    def run_late(self) -> None:
        """The deadline has passed."""


class Door:
    """All open sockets. The clock is looked at once a second for all of them together."""

    def __init__(
        self,
        limits: SocketLimits,
        proxies: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.clock = clock
        self._is_proxy = trusted(proxies)
        self._open: set[Guest] = set()
        self._of_address: Counter[str] = Counter()
        rate = limits.new_a_second
        self._new = None if rate is None else Rates(rate * SECONDS_TO_FILL, rate, clock=clock)

    def __len__(self) -> int:
        return len(self._open)

    def has_room(self, address: str) -> bool:
        """Asked once for every new socket, before a byte of it is read."""
        limits = self.limits
        if limits.sockets is not None and len(self._open) >= limits.sockets:
            return False
        if self._is_proxy(address):
            return True
        most = limits.address_sockets
        if most is not None and self._of_address[address] >= most:
            return False
        return self._new is None or not self._new.take(address)

    def enter(self, guest: Guest) -> None:
        self._open.add(guest)
        self._of_address[guest.address] += 1

    def leave(self, guest: Guest) -> None:
        if guest not in self._open:
            return
        self._open.remove(guest)
        self._of_address[guest.address] -= 1
        if not self._of_address[guest.address]:
            del self._of_address[guest.address]

    async def sweep(self) -> None:
        now = self.clock()
        for guest in list(self._open):
            self._look_at(guest, now)

    def _look_at(self, guest: Guest, now: float) -> None:
        if guest.transport.is_closing():
            guest.closing = now if guest.closing is None else guest.closing
        if _is_over(guest.closing, CLOSING_SECONDS, now) or _is_over(
            guest.stalled, self.limits.unread_seconds, now
        ):
            guest.transport.abort()
        elif guest.deadline is not None and now > guest.deadline and guest.closing is None:
            guest.deadline = None
            guest.run_late()


def trusted(proxies: Iterable[str]) -> Callable[[str], bool]:
    """Whether an address is one of these addresses and networks; `*` are all."""
    networks = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies if _is_network(proxy)]
    everybody = "*" in proxies

    @lru_cache(maxsize=4096)
    def is_trusted(address: str) -> bool:
        if everybody or not _is_network(address):
            return everybody
        found = ipaddress.ip_network(address)
        return any(found.version == net.version and found.subnet_of(net) for net in networks)  # type: ignore[arg-type]

    return is_trusted


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _is_over(since: float | None, seconds: float, now: float) -> bool:
    return since is not None and now > since + seconds


def address_of_peer(client: tuple[str, int] | None) -> str:
    return household(client[0]) if client else "?"
