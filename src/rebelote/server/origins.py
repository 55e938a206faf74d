"""By which name this server may be called, and whose pages may ask it for something."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from rebelote.server.problems import Refused

ANY: Final = "*"
READING: Final = ("GET", "HEAD", "OPTIONS")
OWN_PAGES: Final = ("same-origin", "none")
"""What a browser says in Sec-Fetch-Site of a request by our own page, or by its user."""


def check(method: str, headers: Mapping[str, str], hosts: Iterable[str], origins: Iterable[str]) -> None:
    """Raises Refused for a name that is not ours, and for a change that another site's page asks for."""
    host = headers.get("host", "")
    if not is_own_host(host, hosts):
        raise Refused("host", host=host[:100])
    if method in READING:
        return
    origin = headers.get("origin")
    if not is_own_origin(origin, host, origins):
        raise Refused("origin")
    if origin is None and headers.get("sec-fetch-site", "none") not in OWN_PAGES:
        raise Refused("origin")


def is_own_origin(origin: str | None, host: str | None, also: Iterable[str]) -> bool:
    """Programs send no origin; a browser's must be this server, or one that was named."""
    if origin is None or origin in also:
        return True
    return host is not None and origin.partition("://")[2].lower() == host.lower()


def is_own_host(host: str, named: Iterable[str]) -> bool:
    """Addresses are safe: only a name can be made to lead here by somebody else (DNS rebinding)."""
    names = {name.lower() for name in named}
    if ANY in names:
        return True
    name = _without_port(host.lower())
    return name in names or name in own_names() or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def own_names() -> frozenset[str]:
    """Of this machine, also as phones on its network call it."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine.partition('.')[0]}.local"} - {""})
