"""Whom the operator keeps out: addresses, nicknames, and tables that he has ended. Kept in the database."""

from __future__ import annotations

import ipaddress
import time
import unicodedata
from pathlib import Path
from typing import Final, Literal

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy import Connection, delete, insert, select

from rebelote.errors import RebeloteError
from rebelote.server import schema
from rebelote.server.limits import address_of, refuse
from rebelote.server.problems import Refused
from rebelote.server.rates import household
from rebelote.server.store import Store

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
    """All of them in memory; what is banned is written before it holds. `old_file` is where they were kept
    before schema 0009: what it has is taken over."""

    def __init__(self, store: Store, old_file: Path) -> None:
        self._store = store
        _take_over(store, old_file)
        self._hold(store.look_now(_read))

    def all(self) -> list[Ban]:
        return [ban for ban in self._bans.values() if ban.holds]

    async def add(self, ban: Ban) -> None:
        await self._store.maintain(lambda connection: _write(connection, [ban]))
        await self.read_again()

    async def remove(self, what: str) -> list[Ban]:
        """All that is banned by this word, of whatever kind."""
        words = {what, folded(what), *filter(None, [as_network(what)])}
        gone = [ban for ban in self.all() if ban.what in words]
        await self._store.maintain(lambda connection: _delete(connection, gone))
        await self.read_again()
        return gone

    async def read_again(self) -> list[Ban]:
        """What is stored, which another node may have changed; those that are new."""
        known = self._bans
        self._hold(await self._store.look(_read))
        return [ban for key, ban in self._bans.items() if known.get(key) != ban]

    def _hold(self, bans: list[Ban]) -> None:
        self._bans = {(ban.kind, ban.what): ban for ban in bans}
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


# Stored


def _read(connection: Connection) -> list[Ban]:
    rows = connection.execute(select(schema.bans).order_by(schema.bans.c.since))
    return [ban for row in rows if (ban := Ban(**row._mapping)).holds]


def _write(connection: Connection, bans: list[Ban]) -> None:
    """In place of those that there are."""
    _delete(connection, bans)
    if bans:
        connection.execute(insert(schema.bans), [msgspec.structs.asdict(ban) for ban in bans])


def _delete(connection: Connection, bans: list[Ban]) -> None:
    """And those that have run out."""
    rows = schema.bans.c
    connection.execute(delete(schema.bans).where(rows.until < int(time.time())))
    for ban in bans:
        connection.execute(delete(schema.bans).where(rows.kind == ban.kind, rows.what == ban.what))


def _take_over(store: Store, file: Path) -> None:
    """From the file into the database; the file is kept under another name."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=list[Ban])
    except FileNotFoundError:
        return
    except (msgspec.DecodeError, OSError) as error:
        raise RebeloteError(f"{file}: can't be read, and nobody it bans should come in ({error})") from None
    store.maintain_now(lambda connection: _write(connection, found))
    file.rename(file.with_name(f"{file.name}.taken-over"))
