"""Freeze what this release stores: `.venv/bin/python -m scripts.freeze_corpus 0.2` writes tests/corpus/0.2.

Run it once, when a release is made. It never writes over a corpus that is there (tests/corpus/README.md).
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

from rebelote.actions import Action
from rebelote.events import Event
from rebelote.match import Match
from rebelote.record import format_record, write_log
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import RULESET_IDS, document, load, resolved_document
from rebelote.server import history
from rebelote.server.database import lock_file
from tests.support.frozen_corpus import CHECKSUMS, FOLDER, account, checksums
from tests.support.random_matches import POOL, Luck, Step, whim
from tests.support.served_tables import Place, serving

HOUSES: dict[str, dict[str, Any]] = {
    "cafe": {
        "extends": "ffb-contree",
        "trump_choice": {"highest": 180},
        "play": {"cannot_overruff": "trump"},
        "match_end": {"target": 400},
    },
    "only-cut": {"extends": "ffb-contree", "dealing": {"shuffle": "first_deal"}},
    "only-cut-comptoir": {"extends": "comptoir", "dealing": {"shuffle": "first_deal"}},
    "neighbours": {
        "extends": "ffb-contree",
        "scoring": {
            "made": "points_and_contract",
            "doubled": {"base": 160, "plus_contract": True},
            "failed": {"base": 160, "plus_contract": True},
            "failed_belote": "defence",
            "contred": {"multiplies": "contract", "surcontre": 3, "capot": 250, "takes_belotes": True},
        },
    },
    "surcoinche": {"extends": "coinche", "trump_choice": {"surcontre": True}, "match_end": {"target": 300}},
    "harsh": {
        "extends": "belote-annonces",
        "penalties": {"misdeal": "escalating", "points": 30},
        "conduct": {"announce": "manual", "enforcement": "table"},
    },
}
DEALS = 2


# Logs and records


def rules_to_freeze() -> Iterator[tuple[str, Ruleset]]:
    """Every ruleset, each value of each option, the options that are played together, houses."""
    for rules in RULESET_IDS:
        yield rules, load(rules)
        for name, option in document(rules).options.items():
            for value in option.values or ((option.minimum or 0) + 150,):
                if value != option.default:
                    yield f"{rules}-{name}-{value}", load(rules, {name: value})
    for game in POOL:
        if len(game.options) > 1:
            name = "-".join([game.rules, *(f"{key}-{value}" for key, value in game.options)])
            yield name, load(game.rules, dict(game.options))
    for name, parts in HOUSES.items():
        yield f"house-{name}", load({"id": name, "version": 1, **parts})
    yield "house-whole", load({**resolved_document(load("premiere")), "id": "whole"})


def play(rules: Ruleset, seed: int, deals: int | None) -> list[Step]:
    """So many deals and a part of the next; without a number, to the end."""
    luck = Luck(seed)
    match = Match.new(rules, chance=luck)
    steps: list[Step] = []
    more = 12 + luck.below(20)
    while not match.is_over and (deals is None or match.state.deal_number <= deals or more):
        more -= match.state.deal_number > (deals or 0)
        action = whim(match.state, luck)
        steps.append(Step(match, action, match.act(action, luck)))
        match = steps[-1].after
    return steps


def freeze_matches(folder: Path) -> None:
    """Two deals of each, a whole match of each ruleset, and more until each event and action is there."""
    kept: dict[str, dict[str, Any]] = {}
    missing = {kind.__name__ for kind in (*get_args(Event), *get_args(Action))}

    def keep(name: str, steps: list[Step]) -> None:
        match = steps[-1].after
        (folder / "logs" / f"{name}.jsonl").write_text(write_log(match), "utf-8")
        (folder / "records" / f"{name}.belote").write_text(format_record(match, {"Event": name}), "utf-8")
        kept[name] = account(match)
        missing.difference_update(kinds(steps))

    for seed, (name, rules) in enumerate(rules_to_freeze(), start=1):
        keep(name, play(rules, seed, DEALS))
        if name in RULESET_IDS:
            keep(f"{name}-whole", shortest_match(rules, seed))
    pool = [load(game.rules, dict(game.options)) for game in POOL]
    for seed in range(1000, 4000):
        steps = play(pool[seed % len(pool)], seed, DEALS)
        if kinds(steps) & missing:
            keep(f"rare-{seed}", steps)
    assert not missing, f"no match with {missing}"
    write_lines(folder / "matches.json", kept)


def write_lines(path: Path, things: Mapping[str, Any]) -> None:
    """One object of JSON, a line for each of its keys."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in things.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def kinds(steps: list[Step]) -> set[str]:
    happened = {type(event).__name__ for event in steps[-1].after.log}
    return happened | {type(step.action).__name__ for step in steps}


def shortest_match(rules: Ruleset, seed: int) -> list[Step]:
    return min((play(rules, seed + n, None) for n in range(4)), key=len)


# The database


class Recorder:
    """Tables at a served house, with the tokens that open them."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.tables: list[dict[str, Any]] = []

    async def open(self, rules: str | dict[str, Any], note: str, **more: Any) -> dict[str, Any]:
        opened = await self.place.open(rules, **more)
        table = {"note": note, "table": opened["table"]["id"], "tokens": {opened["seat"]: opened["token"]}}
        self.tables.append(table)
        return table

    async def sit(self, table: dict[str, Any], name: str) -> str:
        sat = await self.place.sit(table["table"], name)
        table["tokens"][sat["seat"]] = sat["token"]
        return str(sat["token"])

    async def play(self, table: dict[str, Any], deals: int | None, seed: int = 1) -> None:
        """The first who sat down plays, bots stand in for the others: to the end, or into a later deal."""
        token = next(iter(table["tokens"].values()))
        async with self.place.join(table["table"], token) as client:

            def is_enough() -> bool:
                view = client.view
                return view["phase"] == "over" or (
                    deals is not None and view["deal"] > deals and view["phase"] == "play"
                )

            await client.play(random.Random(seed), until=is_enough)


def short(rules: str) -> dict[str, Any]:
    options = document(rules).options
    return {"id": rules, "options": {"target": 1} if "target" in options else {}}


async def fill(recorder: Recorder) -> None:
    for rules in RULESET_IDS:
        await recorder.play(await recorder.open(short(rules), f"finished {rules}"), None)
    for rules in ("ffb-contree", "belote-annonces", "escalier"):
        await recorder.play(await recorder.open(rules, f"running {rules}"), 1)
    judged = {"id": "ffb-belote", "options": {"enforcement": "table", "announce": "manual"}}
    await recorder.play(await recorder.open(judged, "running, judged afterwards"), 1)
    house = 'id = "cafe"\nversion = 1\nextends = "ffb-contree"\n[match_end]\ntarget = 2000\n'
    await recorder.play(await recorder.open({"toml": house}, "running, a house's rules"), 1)
    await recorder.open("coinche", "begun, nothing cut")
    await recorder.open("ffb-belote", "not begun", start=False)
    await several_people(recorder)


async def several_people(recorder: Recorder) -> None:
    settings = {"absent_seconds": 1}
    table = await recorder.open(
        short("ffb-belote"), "a match finished, another running", start=False, settings=settings
    )
    await recorder.sit(table, "Bob")
    gone = await recorder.sit(table, "Éva")
    address, host = f"/tables/{table['table']}", next(iter(table["tokens"].values()))
    await recorder.place.post(f"{address}/start", {}, host)
    await recorder.play(table, None)
    await recorder.place.post(f"{address}/rematch", {}, host)
    await recorder.place.post(f"{address}/leave", {}, gone)


async def accounts(place: Place, path: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT id FROM matches ORDER BY started")]
    games = {name: await place.game(name) for name in names}
    return {name: account(game.match) for name, game in games.items()}


async def freeze_database(folder: Path) -> None:
    async with serving(folder) as place:
        recorder = Recorder(place)
        await fill(recorder)
        matches = await accounts(place, folder / "rebelote.sqlite")
        for name in (name for name, each in matches.items() if each["over"]):
            game = await place.game(name)
            proof = (await place.http.get(f"/api/matches/{name}/fairness")).text
            (folder / "fairness" / f"{name}.json").write_text(proof + "\n", "utf-8")
            (folder / "fairness" / f"{name}.belote").write_text(history.record(game), "utf-8")
    write_lines(folder / "database.json", {"tables": recorder.tables, **matches})
    pack_database(folder / "rebelote.sqlite")


def pack_database(path: Path) -> None:
    """One file: what lies beside it is written into it, and the lock on it is of no use any more."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("PRAGMA journal_mode=DELETE")
    database.execute("VACUUM")
    database.close()
    lock_file(path).unlink()


def main(release: str) -> None:
    folder = FOLDER / release
    for name in ("logs", "records", "fairness"):
        (folder / name).mkdir(parents=True)
    freeze_matches(folder)
    asyncio.run(freeze_database(folder))
    (folder / CHECKSUMS).write_text(checksums(folder), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
