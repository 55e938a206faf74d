"""Cutting and dealing, done for people at tables that want it so."""

from __future__ import annotations

from pathlib import Path

from rebelote.events import Dealt, PackCut
from tests.support.served_tables import Client, Place, run, serving


async def _four_people(place: Place, *, by_hand: bool) -> tuple[str, str]:
    opened = await place.open("ffb-contree", start=False, settings={"by_hand": by_hand})
    table, token = opened["table"]["id"], opened["token"]
    for n in range(3):
        await place.sit(table, f"Ami {n}")
    await place.post(f"/tables/{table}/start", token=token)
    return table, token


async def _watch(client: Client, phase: str) -> None:
    await client.until(lambda: client.view and client.view["phase"] == phase)


def test_the_table_cuts_and_deals_for_people(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table, token = await _four_people(place, by_hand=False)
            async with place.join(table, token) as client:
                await _watch(client, "call")
                assert len(client.view["hand"]) == 8
                game = await place.game(client.view["match"])
            cut = next(event for event in game.match.log if isinstance(event, PackCut))
            assert cut.at == game.chain_cut(1), "nobody chooses a cut that is made for him"
            assert any(isinstance(event, Dealt) for event in game.match.log)

    run(play())


def test_otherwise_the_table_waits_for_the_one_who_cuts(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            table, token = await _four_people(place, by_hand=True)
            async with place.join(table, token) as client:
                await _watch(client, "cut")
                assert not client.view["hand"]

    run(play())
