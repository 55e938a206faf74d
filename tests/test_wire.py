"""The wire is typed: the page and the docs have the server's own types, and what is sent is of them."""

from __future__ import annotations

import json
import pkgutil
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rebelote import codec
from rebelote.server import messages
from rebelote.server.messages.live import ChangesMessage, EventsMessage, FromServer, StateMessage
from rebelote.server.messages.match_view import OwnView, SeatsView, SharedView
from scripts import wire_types
from tests.support.served_tables import Json, run, serving


@pytest.mark.parametrize(
    ("file", "made"),
    [(wire_types.TYPESCRIPT, wire_types.typescript), (wire_types.DOCS, wire_types.markdown)],
    ids=["types.ts", "messages.md"],
)
def test_what_is_committed_is_what_the_types_say(file: Path, made: Any) -> None:
    assert file.read_text("utf-8") == made(), "run `make types`"


_from_server: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromServer)
PARTS = (SharedView, SeatsView, OwnView)
_parts: list[msgspec.json.Decoder[Any]] = [msgspec.json.Decoder(part) for part in PARTS]


def as_typed(message: Json, view: Json | None = None) -> Json:
    """The message read as its type and written again: what the type does not know is lost on the way."""
    typed = _from_server.decode(json.dumps(message))
    again: Json = json.loads(msgspec.json.encode(typed))
    if isinstance(typed, StateMessage | EventsMessage) and again["view"] is not None:
        again["view"] = view_as_typed(again["view"])
    if isinstance(typed, ChangesMessage) and view is not None:
        again["changes"] = changes_as_typed(view, again["changes"])
    return again


def view_as_typed(view: Json) -> Json:
    text = json.dumps(view)
    parts = (json.loads(codec.encode(part.decode(text))) for part in _parts)
    return {key: value for part in parts for key, value in part.items()}


def changes_as_typed(whole: Json, changes: Json) -> Json:
    """Laid over a whole view, since a type knows no half of itself."""
    again = view_as_typed(whole | changes)
    return {key: again[key] for key in changes}


def test_a_key_that_no_type_knows_is_noticed() -> None:
    pong = {"type": "pong", "now": 1}
    assert as_typed(pong) == pong
    assert as_typed({**pong, "secret": "JH"}) != {**pong, "secret": "JH"}


def test_the_parts_of_a_view_have_nothing_in_common() -> None:
    keys = [key for part in PARTS for key in part.__struct_fields__]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("kind", ["events", "changes"])
@pytest.mark.parametrize("rules", ["ffb-contree", "belote-annonces", "comptoir"])
def test_every_live_message_is_of_its_type(rules: str, kind: str, tmp_path: Path) -> None:
    """The server puts messages together from parts that were encoded before; the parts fit."""

    async def play() -> list[Json]:
        async with serving(tmp_path) as place:
            opened = await place.open(rules)
            table, changes = opened["table"]["id"], kind == "changes"
            async with place.join(table, opened["token"], changes=changes) as client:
                await client.play(random.Random(3), lambda: client.view["deal"] > 1)
                await client.say({"do": "lang", "lang": "en"})
                await client.say({"do": "ping"})
                await client.until(lambda: client.heard("pong"))
                return list(client.traffic)

    traffic = run(play())
    assert {"state", kind, "done", "pong"} <= {message["type"] for message in traffic}
    whole = next(message["view"] for message in traffic if message.get("view"))
    for message in traffic:
        assert as_typed(message, whole) == message


def test_every_module_of_messages_is_listed() -> None:
    found = {name for _, name, _ in pkgutil.iter_modules(messages.__path__, messages.__name__ + ".")}
    assert {module.__name__ for module in messages.MODULES} == found
