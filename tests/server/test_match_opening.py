"""Opening a match: everybody commits himself before anybody reveals, and nobody is waited for in vain."""

from __future__ import annotations

import random
import time
from pathlib import Path

import msgspec
import pytest

from rebelote.events import PackCut
from rebelote.fairness import Fairness, Opening, Witness, commit, verify
from rebelote.server import match_opening
from rebelote.server.checking import findings
from rebelote.server.database import DatabaseProblem
from rebelote.server.stored_rows import Unit
from tests.support.served_tables import SEED, Json, Place, run, serving

OTHER = SEED[::-1]


async def open_seeded(place: Place, **more: object) -> Json:
    return await place.open("coinche", client_commitment=commit(SEED), **more)


async def reveal(place: Place, seated: Json, seed: str, status: int = 200, **more: object) -> Json:
    table = seated["table"]["id"]
    match = (await place.get(f"/tables/{table}", seated["token"]))["opening"] or {"match": "a" * 10}
    body = {"match": match["match"], "client_seed": seed, **more}
    found: Json = await place.post(f"/tables/{table}/reveal", body, seated["token"], status=status)
    return found


async def fairness(place: Place, match: str) -> Fairness:
    return msgspec.convert(await place.get(f"/matches/{match}/fairness"), Fairness)


def test_a_seed_that_was_not_written_is_not_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the same request is answered, sent again, and the seed is lost with the server."""
    monkeypatch.setattr(match_opening, "REVEAL_SECONDS", 60.0)

    async def play() -> None:
        async with serving(folder) as place:
            seated = await open_seeded(place, start=False)
            table = seated["table"]["id"]
            bea = await place.sit(table, "Bea", client_commitment=commit(OTHER))
            await place.post(f"/tables/{table}/start", token=seated["token"])
            room = await place.registry.room(table)
            with monkeypatch.context() as broken:
                broken.setattr(room.store, "write", _fail)
                await reveal(place, seated, SEED, status=503)
            await reveal(place, seated, SEED)
            stored = await place.registry.store.load_play(table)
            assert stored is not None
            assert stored.match is not None
            assert SEED in stored.match.match.contributions
            assert (await reveal(place, bea, OTHER))["table"]["status"] == "playing"

    run(play())


async def _fail(_unit: Unit) -> None:
    raise DatabaseProblem("the disk is full")


def test_one_person_alone_reveals_and_plays(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            seated = await open_seeded(place)
            told = seated["table"]["opening"]
            assert seated["table"]["match"] is None
            assert [each["commitment"] for each in told["contributions"]] == [commit(SEED)]
            assert SEED not in str(told)
            begun = (await reveal(place, seated, SEED))["table"]
            assert (begun["status"], begun["opening"], begun["match"]) == ("playing", None, told["match"])
            assert begun["commitment"] == told["commitment"]
            async with place.join(seated["table"]["id"], seated["token"]) as client:
                await client.play(random.Random(4))
            proof, log = (
                await fairness(place, told["match"]),
                (await place.game(told["match"])).match.log,
            )
            witness = Witness(msgspec.convert(told, Opening), seated["seat"], SEED)
            verdict = verify(proof, log, witness)
            assert verdict.holds
            assert {"same_commitment", "same_people", "own_seed", "dealer"} <= set(verdict.checks)
            cuts = {deal.cutter: deal.drawn for deal in proof.deals if deal.cutter != seated["seat"]}
            assert cuts
            assert all(cuts.values()), "every bot's cut comes from the chain"

    run(play())


def test_nothing_is_told_before_all_have_revealed(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            host = await open_seeded(place, start=False)
            table = host["table"]["id"]
            friend = await place.sit(table, "Bob", seat="N", client_commitment=commit(OTHER))
            silent = await place.sit(table, "Eve", seat="E")
            async with place.join(table, host["token"]) as one, place.join(table, friend["token"]) as two:
                assert one.table["you"]["committed"]
                await place.post(f"/tables/{table}/start", token=host["token"])
                await two.until(lambda: two.table["opening"] is not None)
                given = {each["seat"]: each["commitment"] for each in two.table["opening"]["contributions"]}
                assert given == {"N": commit(OTHER), "E": None, "S": commit(SEED)}
                await reveal(place, friend, OTHER, next_commitment=commit("22" * 32))
                assert not one.view
                assert OTHER not in str(one.traffic)
                assert not one.table["you"]["committed"]
                assert (await place.get(f"/tables/{table}", friend["token"]))["you"]["committed"]
                await place.get(f"/matches/{two.table['opening']['match']}/fairness", status=404)
                await reveal(place, host, SEED)
                await one.until(lambda: one.view is not None)
                proof = await fairness(place, one.view["match"])
                found = [(each.seat, each.seed) for each in proof.contributions]
                assert found == [("N", OTHER), ("E", None), ("S", SEED)]
            assert silent["table"]["you"]["committed"] is False

    run(play())


def test_who_does_not_reveal_is_absent_after_the_stated_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_opening, "REVEAL_SECONDS", 0.3)

    async def play() -> None:
        async with serving(folder) as place:
            began = time.monotonic()
            seated = await open_seeded(place)
            match = seated["table"]["opening"]["match"]
            async with place.join(seated["table"]["id"], seated["token"]) as client:
                await client.until(lambda: client.view is not None)
                assert time.monotonic() - began >= 0.3
                assert client.view["match"] == match
            refused = await reveal(place, seated, SEED, status=409)
            assert refused["error"]["code"] == "not_opening"
            proof = await fairness(place, match)
            assert [(each.commitment, each.seed) for each in proof.contributions] == [(commit(SEED), None)]
            assert verify(proof, None, Witness(None, "S", SEED)).failed == {"own_seed"}

    run(play())


def test_another_seed_than_the_committed_one_is_refused(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            seated = await open_seeded(place)
            refused = await reveal(place, seated, OTHER, status=400)
            assert (refused["error"]["code"], refused["error"]["field"]) == ("bad_seed", "client_seed")
            assert (await reveal(place, seated, SEED))["table"]["match"]
            match = seated["table"]["opening"]["match"]
            again = {"match": match, "client_seed": SEED}
            await place.post(f"/tables/{seated['table']['id']}/reveal", again, seated["token"])

    run(play())


def test_a_restart_in_between_keeps_the_commitments(folder: Path) -> None:
    """Or a server that did not like the seeds could draw another secret."""

    async def play() -> None:
        async with serving(folder) as place:
            seated = await open_seeded(place)
        async with serving(folder) as place:
            with place.registry.store._engine.connect() as connection:
                assert list(findings(connection)) == [], "a match that is being opened is whole"
            table = await place.get(f"/tables/{seated['table']['id']}", seated["token"])
            kept, before = table["opening"], seated["table"]["opening"]
            assert (kept["match"], kept["commitment"]) == (before["match"], before["commitment"])
            assert (await reveal(place, seated, SEED))["table"]["match"] == before["match"]

    run(play())


def test_every_match_needs_a_fresh_commitment(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            rules = {"id": "coinche", "options": {"target": 1}}
            seated = await place.open(rules, client_commitment=commit(SEED))
            table, token = seated["table"]["id"], seated["token"]
            await reveal(place, seated, SEED)
            for given in (None, OTHER):
                async with place.join(table, token) as client:
                    await client.play(random.Random(1))
                if given is not None:
                    await place.post(f"/tables/{table}/commit", {"client_commitment": commit(given)}, token)
                again = (await place.post(f"/tables/{table}/rematch", token=token))["table"]
                assert (again["opening"] is not None) == (given is not None)
            assert again["opening"]["contributions"][0]["commitment"] == commit(OTHER)
            await reveal(place, seated, OTHER)

    run(play())


def test_who_sits_down_later_gives_nothing_to_this_match(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            seated = await open_seeded(place)
            await place.sit(seated["table"]["id"], "Bob", seat="N", client_commitment=commit(OTHER))
            table = (await reveal(place, seated, SEED))["table"]
            proof = await fairness(place, table["match"])
            assert [each.seat for each in proof.contributions] == ["S"]
            assert proof.joined == ["N"]
            assert verify(proof).holds

    run(play())


def test_one_who_is_away_has_his_cut_drawn(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            seated = await place.open("coinche", settings={"turn_seconds": 1}, seat="S")
            async with place.join(seated["table"]["id"], seated["token"]) as client:
                match = client.view["match"]
                await client.until(lambda: any(told["event"]["event"] == "cut" for told in client.seen))
            game = await place.game(match)
            cut = next(event for event in game.match.log if isinstance(event, PackCut))
            assert cut.at == game.chain_cut(1)

    run(play())


def test_a_served_pack_that_is_only_cut_is_gathered_loosely(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            loose = (await place.open("belote-annonces"))["table"]["rules"]
            assert (loose["options"]["gathering"], loose["followable"]) == ("loose", False)
            exact = await place.open({"id": "belote-annonces", "options": {"gathering": "exact"}})
            assert exact["table"]["rules"]["followable"]
            again = await place.open({"code": exact["table"]["rules"]["code"]})
            assert again["table"]["rules"]["followable"]
            house = 'id = "maison"\nextends = "classique"\n[dealing]\nshuffle = "first_deal"\n'
            assert not (await place.open({"toml": house}))["table"]["rules"]["followable"]
            stated = house + 'gathering = "exact"\n'
            assert (await place.open({"toml": stated}))["table"]["rules"]["followable"]
            assert not (await place.open("coinche"))["table"]["rules"]["followable"]
            options = {each["name"]: each for each in (await place.get("/rules/belote-annonces"))["options"]}
            assert (options["gathering"]["value"], options["gathering"]["default"]) == ("loose", "loose")
            assert not (await place.get("/rules/belote-annonces"))["differences"]

    run(play())


def test_how_a_pack_was_gathered_is_told_when_the_match_is_over(folder: Path) -> None:
    async def play() -> None:
        async with serving(folder) as place:
            rules = {"id": "belote-annonces", "options": {"target": 900}}
            seated = await place.open(rules)
            shown = []
            async with place.join(seated["table"]["id"], seated["token"]) as client:
                match = client.view["match"]
                await client.play(random.Random(4), until=lambda: len(client.sheet) > 1)
                proof = await fairness(place, match)
                shown = [deal.attempt for deal in proof.deals]
                replay = await place.get(f"/matches/{match}/replay")
                assert "gathered" not in {
                    told["event"]["event"] for deal in replay["deals"] for told in deal["events"]
                }
                await client.play(random.Random(4))
            assert shown in ([1], [])
            proof = await fairness(place, match)
            assert len(proof.deals) > 1
            verdict = verify(proof, (await place.game(match)).match.log)
            assert verdict.holds
            assert {deal.checks.get("gathering") for deal in verdict.deals[1:]} == {True}

    run(play())
