"""Served tables, played up to where a test begins."""

from __future__ import annotations

from tests.support.served_tables import Place, bearer


async def until_dealt(place: Place, table: str, *tokens: str) -> None:
    """The people of these tokens play until the hands are dealt."""
    room = await place.registry.room(table)
    while room.game is None or room.game.guard.deal is None:
        for token in tokens:
            view = await place.get(f"/tables/{table}/view", token)
            if view["legal"]:
                body = {"match": view["match"], "seq": view["seq"], "action": view["legal"][0]}
                await place.http.post(f"/api/tables/{table}/act", json=body, headers=bearer(token))
