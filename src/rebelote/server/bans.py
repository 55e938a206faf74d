"""Whom the operator keeps out: addresses, nicknames, and tables that he has ended. A small file."""

from __future__ import annotations

import ipaddress
import os
import tempfile
import time
import unicodedata
from pathlib import Path
from typing import Final, Literal

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from rebelote.errors import RebeloteError
from rebelote.server.limits import address_of, refuse
from rebelote.server.problems import Refused
from rebelote.server.rates import household

Kind = Literal["address", "name", "table"]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

CODES: Final[dict[Kind, str]] = {"address": "banned", "name": "banned_name", "table": "ended"}


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    """`since` and `until` are in seconds since 1970; without `until` it is for good."""

    kind: Kind
    what: str
    since: int
    until: int | None = None
    reason: str = ""

    @property
    def holds(self) -> bool:
        return self.until is None or time.time() < self.until


class Bans:
    """What is banned is written before it holds."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._bans = {(ban.kind, ban.what): ban for ban in _read(file)}
        self._networks = self._of_addresses()

    def all(self) -> list[Ban]:
        return [ban for ban in self._bans.values() if ban.holds]

    def add(self, ban: Ban) -> None:
        self._write({**self._bans, (ban.kind, ban.what): ban})

    def remove(self, what: str) -> list[Ban]:
        """All that is banned by this word, of whatever kind."""
        words = {what, folded(what), *filter(None, [as_network(what)])}
        gone = [ban for ban in self.all() if ban.what in words]
        if gone:
            self._write({key: ban for key, ban in self._bans.items() if ban not in gone})
        return gone

    def _write(self, bans: dict[tuple[Kind, str], Ban]) -> None:
        kept = {key: ban for key, ban in bans.items() if ban.holds}
        _replace(self._file, msgspec.json.format(msgspec.json.encode(list(kept.values())), indent=1))
        self._bans = kept
        self._networks = self._of_addresses()

    def _of_addresses(self) -> list[tuple[Network, Ban]]:
        found = [ban for ban in self._bans.values() if ban.kind == "address"]
        return [(ipaddress.ip_network(ban.what), ban) for ban in found]

    # Checks

    def check_address(self, address: str) -> None:
        """`address` is a household's."""
        if self._networks and any(ban.holds for ban in self._over(address)):
            raise Refused("banned")

    def _over(self, address: str) -> list[Ban]:
        try:
            asking = ipaddress.ip_network(address)
        except ValueError:
            return []
        return [ban for network, ban in self._networks if _is_inside(asking, network)]

    def check_name(self, name: str) -> None:
        self._check("name", folded(name))

    def check_table(self, table_id: str) -> None:
        self._check("table", table_id)

    def _check(self, kind: Kind, what: str) -> None:
        ban = self._bans.get((kind, what))
        if ban is not None and ban.holds:
            raise Refused(CODES[kind])


def folded(name: str) -> str:
    """The same for all that look much the same: capitals, widths and accents."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in plain if unicodedata.category(char)[0] in "LN")


def as_network(what: str) -> str | None:
    """An address or network as it is kept; None if it is neither. Whoever has an IPv6 address has its /64."""
    try:
        return str(ipaddress.ip_network(what if "/" in what else household(what), strict=False))
    except ValueError:
        return None


def _is_inside(asking: Network, banned: Network) -> bool:
    return asking.version == banned.version and asking.subnet_of(banned)  # type: ignore[arg-type]


def refusing_banned(app: ASGIApp, bans: Bans) -> ASGIApp:
    """The page itself may be read: it tells why nothing else may."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] == ScopeType.HTTP and scope["path"].startswith("/api/"):
                bans.check_address(address_of(scope))
        except Refused as error:
            await refuse(error, scope, send)
            return
        await app(scope, receive, send)

    return answer


# The file


def _read(file: Path) -> list[Ban]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Ban])
    except FileNotFoundError:
        return []
    except (msgspec.DecodeError, OSError) as error:
        raise RebeloteError(f"{file}: can't be read, and nobody it bans should come in ({error})") from None


def _replace(file: Path, data: bytes) -> None:
    """All of it or nothing, for its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".bans-", dir=file.parent)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    Path(draft).replace(file)
