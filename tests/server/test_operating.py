"""For operators: is it alive, is it ready, what does it count, how does it stop?"""

from __future__ import annotations

import asyncio
import random
import socket
import time
from pathlib import Path

import pytest
import websockets
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from rebelote.server.app import services_of
from rebelote.server.counts import COUNTS, Counts
from rebelote.server.metrics import Metrics, registry_of, serve_metrics
from rebelote.server.services import Services
from rebelote.server.settings import BadSetting, Settings
from rebelote.server.systemd import notify, watchdog_loop
from tests.support.served_process import free_port, process, stopped
from tests.support.served_tables import PATIENCE, Place, free_socket, run, serving

TIMES = 20_000


def test_health_and_readiness(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            assert (await place.http.get("/health")).json() == {"alive": True}
            ready = await place.http.get("/ready")
            assert (ready.status_code, ready.json()["ready"]) == (200, True)
            place.registry.draining = True
            stopping = await place.http.get("/ready")
            assert (stopping.status_code, stopping.json()["draining"]) == (503, True)
            assert (await place.http.get("/health")).status_code == 200

    run(ask())


def test_a_database_that_takes_no_writes_is_not_ready(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            (folder / "rebelote.sqlite").write_bytes(b"not a database" * 100)
            answer = await place.http.get("/ready")
            assert (answer.status_code, answer.json()["database"]) == (503, False)

    run(ask())


def test_a_database_file_that_is_gone_is_not_ready_and_not_made_anew(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            for file in folder.glob("rebelote.sqlite*"):
                file.unlink()
            assert (await place.http.get("/ready")).status_code == 503
            assert not (folder / "rebelote.sqlite").exists()

    run(ask())


def test_a_database_of_another_schema_is_not_ready(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            await place.registry.store.maintain(
                lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'x'")
            )
            assert (await place.http.get("/ready")).status_code == 503

    run(ask())


def _samples(services: Services) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    found = text_string_to_metric_families(generate_latest(registry_of(Metrics(services))).decode())
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in found
        for sample in family.samples
    }


def _labels(**labels: str) -> frozenset[tuple[str, str]]:
    return frozenset(labels.items())


async def _count_a_match(place: Place) -> Services:
    """Numbers that another test may have added to are compared with those of before."""
    services = services_of(Settings(), place.registry)
    before = _samples(services)
    opened = await place.open()
    async with place.join(opened["table"]["id"], opened["token"]) as one, place.join(opened["table"]["id"]):
        assert _samples(services)["rebelote_spectators", _labels()] == 1
        assert _samples(services)["rebelote_tables", _labels(status="playing")] == 1
        await one.play(random.Random(5))
        refused = await one.ask({"do": "play", "seat": "S", "card": "AS"})
        assert refused["type"] == "refused"
    after = _samples(services)

    def grown(name: str, **labels: str) -> float:
        return after[name, _labels(**labels)] - before.get((name, _labels(**labels)), 0)

    assert grown("rebelote_actions_total") > 50
    assert 0 < grown("rebelote_bot_move_seconds_count", bot="habitue") < grown("rebelote_actions_total")
    assert grown("rebelote_store_writes_total") >= grown("rebelote_actions_total")
    assert grown("rebelote_requests_total", method="POST", route="/api/tables", status="201") == 1
    assert grown("rebelote_request_seconds_bucket", route="/api/tables", le="+Inf") == 1
    assert grown("rebelote_refusals_total", code=refused["error"]["code"]) == 1
    assert after["rebelote_tables", _labels(status="over")] == 1
    return services


def test_what_is_counted(folder: Path) -> None:
    async def ask() -> None:
        async with serving(folder) as place:
            await _count_a_match(place)

    run(ask())


def test_counting_costs_less_than_a_hundredth_of_an_action(folder: Path) -> None:
    async def play() -> float:
        async with serving(folder, bot_ms=0) as place:
            opened = await place.open()
            before, began = COUNTS.actions, time.process_time()
            async with place.join(opened["table"]["id"], opened["token"]) as player:
                await player.play(random.Random(5))
            return (time.process_time() - began) / (COUNTS.actions - before)

    action = run(play()) / 2  # half of it, at most, is the client's in this process
    counts, began = Counts(), time.process_time()
    for _ in range(TIMES):
        _count_as_an_action_does(counts)
    assert (time.process_time() - began) / TIMES < action / 100


def _count_as_an_action_does(counts: Counts) -> None:
    """A bot's, written alone: as much as there can be."""
    counts.actions += 1
    began = time.perf_counter()
    counts.thinking["habitue"].add(time.perf_counter() - began)
    began = time.perf_counter()
    counts.commits.add(time.perf_counter() - began)
    counts.writes += 1


# The whole process


def test_a_stop_loses_nothing_and_asks_everybody_back(folder: Path) -> None:
    async def play() -> None:
        async with process(folder, log_level="info", log_format="json") as (started, place):
            opened = await place.open()
            table = opened["table"]["id"]
            async with place.join(table, opened["token"]) as player, place.join(table) as spectator:
                playing = asyncio.create_task(player.play(random.Random(3)))
                await player.until(lambda: len(player.seen) > 30)
                seconds = await stopped(started)
                with pytest.raises((AssertionError, websockets.ConnectionClosed)):  # before the match ends
                    await playing
                await spectator.until(lambda: spectator.closed)
                assert player.connection.close_code == spectator.connection.close_code == 1012
                assert player.gone is None
                done = [message["seq"] for message in player.traffic if message["type"] == "done"]
            assert seconds < 20  # it ends itself after nine, and may have to wait for a core
            assert started.returncode == 0
        written = (folder / "stderr").read_text()
        assert "Traceback" not in written
        assert '"stopped"' in written
        async with serving(folder) as place, place.join(table, opened["token"]) as again:
            assert again.view["seq"] >= max(done)

    run(play())


def test_metrics_are_on_their_own_port_and_nowhere_else(folder: Path) -> None:
    metrics = free_port()

    async def ask() -> None:
        async with process(folder, metrics_port=metrics) as (_, place):
            found = await place.http.get(f"http://127.0.0.1:{metrics}/metrics")
            assert "rebelote_build_info{" in found.text
            assert "process_open_fds" in found.text
            assert "rebelote_build_info" not in (await place.http.get("/metrics")).text

    run(ask())


def test_a_port_for_metrics_that_is_taken_is_named(folder: Path) -> None:
    taken = free_socket()
    taken.listen()
    settings = Settings(data=folder, metrics_port=taken.getsockname()[1])
    services = services_of(settings)
    with pytest.raises(BadSetting, match=f"^metrics_port {settings.metrics_port}: can't listen on 127.0.0.1"):
        serve_metrics(settings, Metrics(services))
    services.registry.store.close()
    taken.close()


def test_systemd_is_told(tmp_path: Path) -> None:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000"}
    notify("READY=1", environment)
    assert heard.recv(64) == b"READY=1"

    async def feed() -> list[bytes]:
        feeding = asyncio.create_task(watchdog_loop(environment))
        told = [await asyncio.to_thread(heard.recv, 64) for _ in range(2)]
        feeding.cancel()
        return told

    heard.settimeout(PATIENCE)
    assert run(feed()) == [b"WATCHDOG=1"] * 2
    heard.close()
    notify("READY=1", {})
