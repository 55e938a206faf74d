"""The operator's orders to a running server, and whom it keeps out."""

from __future__ import annotations

import json
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from rebelote.errors import RebeloteError
from rebelote.server.bans import Ban, Bans, as_network, folded
from rebelote.server.problems import Refused
from rebelote.server.store import Store
from tests.support.admin_command import Operator
from tests.support.dealt_tables import until_dealt
from tests.support.served_process import process
from tests.support.served_tables import Place, run, serving


def test_orders_to_a_running_server(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    operator = Operator(folder, capsys)

    async def play() -> None:
        async with process(folder) as (_, place):
            mode = (folder / "admin.sock").stat().st_mode
            assert stat.S_ISSOCK(mode)
            assert stat.S_IMODE(mode) == 0o600
            await _looks_around(place, operator)
            await _ends_a_table(place, operator)
            await _bans(place, operator)
            assert "Deleted: 0 matches, 0 tables" in await operator("prune")
        async with process(folder) as (_, place):  # what was ordered is remembered
            assert [ban["what"] for ban in await operator.lines("bans")] == ["anabelle"]
            await place.post("/tables", _wish("AnaBelle"), status=403)

    run(play())


def _wish(name: str) -> dict[str, object]:
    return {"rules": {"id": "classique"}, "nickname": name, "start": False}


async def _looks_around(place: Place, operator: Operator) -> None:
    assert "None." in await operator("tables")
    opened = await place.open()
    table = opened["table"]["id"]
    async with place.join(table, opened["token"]), place.join(table):
        [line] = await operator.lines("tables")
        assert (line["table"], line["people"], line["bots"], line["spectators"]) == (table, ["Ana"], 3, 1)
        found = await operator.lines("sockets")
        assert [(each["address"], each["seat"]) for each in found] == [
            ("127.0.0.1", "S"),
            ("127.0.0.1", None),
        ]
        printed = await operator("tables")
        assert printed.splitlines()[0].startswith("table       rules")
        assert table in printed


async def _ends_a_table(place: Place, operator: Operator) -> None:
    opened = await place.open()
    table = opened["table"]["id"]
    assert "no such table" in await operator("end", "nowhere", status=2)
    async with place.join(table, opened["token"]) as player:
        assert "Sent away: 1" in await operator("end", table[:6])
        await player.until(lambda: player.gone)
        assert player.gone is not None
        assert player.gone["code"] == "ended"
    refused = await place.get(f"/tables/{table}?lang=en", status=410)
    assert refused["error"]["message"] == "The operator of this server has closed this table."
    assert table not in [line["table"] for line in await operator.lines("tables")]
    await operator("unban", table)
    await place.get(f"/tables/{table}")


async def _bans(place: Place, operator: Operator) -> None:
    opened = await place.open(nickname="Ana Belle")
    table = opened["table"]["id"]
    async with place.join(table, opened["token"]) as player:
        assert "Sent away: 1" in await operator("ban", "ANABELLE")
        await player.until(lambda: player.gone)
        assert player.gone is not None
        assert player.gone["code"] == "banned_name"
    await place.post(f"/tables/{table}/sit", {"nickname": "anàbelle"}, status=403)
    async with place.join(table) as spectator:
        assert "Sent away: 1" in await operator("ban", "127.0.0.0/8", "--days", "2", "--reason", "noise")
        await spectator.until(lambda: spectator.gone)
    assert (await place.get("/rules", status=403))["error"]["code"] == "banned"
    assert (await place.http.get("/")).status_code == 200
    address = f"ws://127.0.0.1:{place.port}/api/tables/{table}/live"
    async with websockets.connect(address, proxy=None) as connection:
        assert json.loads(await connection.recv())["error"]["code"] == "banned"
    assert "not banned" in await operator("unban", "192.0.2.1", status=2)
    await operator("unban", "127.0.0.0/8")
    await place.get("/rules")


def test_who_waits_for_the_next_deal_goes_too_where_a_table_is_ended(folder: Path) -> None:
    """Else he plays on at a table that nobody finds any more."""

    async def play() -> None:
        async with serving(folder) as place:
            opened = await place.open("coinche")
            table = opened["table"]["id"]
            await until_dealt(place, table, opened["token"])
            bob = await place.sit(table, "Bob")
            assert bob["waits"]
            async with place.join(table, bob["token"]) as client:
                assert await place.registry.end_table(table) == 1
                await client.until(lambda: client.gone)
                assert client.gone is not None
                assert client.gone["code"] == "ended"

    run(play())


def test_what_is_no_number_of_days_bans_nobody(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """NaN would be for good, and a day that no calendar has ends the list of bans."""
    operator = Operator(folder, capsys)
    for days in ("nan", "inf", "-1", "1e14", "1e300"):
        said = run(operator("ban", "ana", "--days", days, status=2))
        assert said.startswith("rebelote: --days: expected a number from 0 to 36500"), days


def test_a_name_that_is_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for order in (
        ("ban", "\udcff"),
        ("ban", "ana", "--reason", "\udcff"),
        ("unban", "\udcff"),
        ("end", "\udcff"),
    ):
        said = run(Operator(folder, capsys)(*order, status=2))
        assert said.startswith("rebelote: admin: expected UTF-8 text"), order


def test_without_a_server(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(Operator(folder, capsys)("tables", status=2))
    assert said.startswith("rebelote: admin: no server listens at")


# Bans


def _banned(bans: Bans, address: str) -> bool:
    try:
        bans.check_address(address)
    except Refused as error:
        return error.code == "banned"
    return False


def _ban(what: str, **more: Any) -> Ban:
    return Ban(kind="address", what=as_network(what) or "", since=0, **more)


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{folder / 'rebelote.sqlite'}")
    yield found
    found.close()


def test_addresses_and_networks(store: Store, folder: Path) -> None:
    bans = Bans(store, folder / "bans.json")
    for what in ("192.0.2.7", "198.51.100.0/24", "2001:db8:1:2::3"):
        run(bans.add(_ban(what)))
    out = ["192.0.2.7", "198.51.100.200", "2001:db8:1:2::/64"]
    assert [
        address for address in [*out, "192.0.2.8", "2001:db8:1:3::/64", "?"] if _banned(bans, address)
    ] == out
    assert {ban.what for ban in Bans(store, folder / "bans.json").all()} == {
        "192.0.2.7/32",
        "198.51.100.0/24",
        "2001:db8:1:2::/64",
    }
    assert run(bans.remove("2001:db8:1:2:ffff::1"))
    assert not _banned(bans, "2001:db8:1:2::/64")


def test_a_ban_that_has_run_out(store: Store, folder: Path) -> None:
    bans = Bans(store, folder / "bans.json")
    run(bans.add(_ban("192.0.2.7", until=int(time.time()) - 1)))
    assert not _banned(bans, "192.0.2.7")
    assert bans.all() == []


def test_a_second_ban_is_in_place_of_the_first(store: Store, folder: Path) -> None:
    bans = Bans(store, folder / "bans.json")
    run(bans.add(_ban("192.0.2.7", until=int(time.time()) + 60)))
    run(bans.add(_ban("192.0.2.7", reason="again")))
    assert [(ban.until, ban.reason) for ban in bans.all()] == [(None, "again")]


def test_bans_of_a_file_are_taken_over(store: Store, folder: Path) -> None:
    """Where they were kept before."""
    old = folder / "bans.json"
    old.write_text(
        '[{"kind": "address", "what": "192.0.2.7/32", "since": 1, "until": null, "reason": "noise"}]'
    )
    assert _banned(Bans(store, old), "192.0.2.7")
    assert not old.exists()
    bans = Bans(store, old)
    assert [(ban.what, ban.reason) for ban in bans.all()] == [("192.0.2.7/32", "noise")]
    run(bans.remove("192.0.2.7"))
    assert Bans(store, old).all() == []


def test_names_that_look_the_same() -> None:
    assert folded("Ana  Belle") == folded("ＡＮＡ-bellé") == "anabelle"


def test_a_damaged_file_lets_nobody_in(folder: Path) -> None:
    (folder / "bans.json").write_text("[{")

    async def start() -> None:
        async with serving(folder):
            pass

    with pytest.raises(RebeloteError, match=r"bans\.json"):
        run(start())
