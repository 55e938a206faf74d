"""A long match in a database of its own, for those who ask for its replay."""

import random
from pathlib import Path

import msgspec

from rebelote.chance import RandomChance
from rebelote.events import PackCut, to_json
from rebelote.match import Match
from rebelote.ruleset.loading import load
from rebelote.server.game import new_match
from rebelote.server.store import Store
from rebelote.server.stored_rows import EventRow, Unit


async def write_long_match(folder: Path, deals: int) -> str:
    """Its id. It is not over, and nobody sits at its table."""
    url = f"sqlite:///{folder / 'rebelote.sqlite'}"
    match = _played(deals)
    row, _ = new_match("", "nowhere", 1, [])
    events = tuple(EventRow(row.id, n, 0, to_json(event)) for n, event in enumerate(match.log, 1))
    store = Store(url)
    await store.write(Unit(new_match=row, events=events))
    store.close()
    return row.id


def _played(deals: int) -> Match:
    rules = load("coinche")
    endless = msgspec.structs.replace(rules.match_end, target=10**6)
    match = Match.new(msgspec.structs.replace(rules, match_end=endless))
    luck, chance, packs = random.Random(1), RandomChance(random.Random(2)), 0
    while packs <= deals:
        action = luck.choice(match.legal(match.actors()[0])[:8])
        before = match.seq
        match = match.act(action, chance)
        packs += sum(isinstance(event, PackCut) for event in match.log[before:])
    return match
