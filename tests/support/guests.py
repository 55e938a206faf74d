"""A table, and people at addresses of their own who come to it."""

from __future__ import annotations

from typing import Any

from tests.support.served_tables import Json, Place, bearer, from_address

HOME, AWAY = "192.0.2.1", "198.51.100.7"


class Guests:
    """One table, and people at addresses of their own."""

    def __init__(self, place: Place, table: str = "", host: str = "") -> None:
        self.place, self.table, self.host = place, table, host

    async def ask(
        self, path: str, token: str | None = None, body: Any = None, *, at: str = HOME, status: int = 200
    ) -> Json:
        headers = {**bearer(token), **from_address(at)}
        address = f"/api/tables/{self.table}{path}" if path != "/tables" else "/api/tables"
        answer = await self.place.http.post(address, json=body or {}, headers=headers)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    async def open(
        self, rules: str = "coinche", *, start: bool = True, players: int | None = None, **settings: Any
    ) -> None:
        body = {"rules": {"id": rules}, "nickname": "Ana", "start": start, "players": players}
        asked = {"absent_seconds": 600, **settings}
        opened = await self.ask("/tables", None, {**body, "settings": asked}, status=201)
        self.table, self.host = opened["table"]["id"], opened["token"]

    async def sit(self, name: str, seat: str = "N", *, at: str = AWAY, status: int = 200) -> Json:
        body = {"nickname": name, "seat": seat}
        return await self.ask("/sit", None, body, at=at, status=status)
