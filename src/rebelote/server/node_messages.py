"""What nodes tell each other about a table. It never leaves the machines: rows have every card."""

from __future__ import annotations

import msgspec

from rebelote.server.messages.live import Phrase
from rebelote.server.stored_rows import EventRow, ToldRow


class Changed(msgspec.Struct, frozen=True, tag="changed", array_like=True):
    """The table has been written to. Without `rows`, more than its log has changed: read it again."""

    revision: int
    rows: tuple[EventRow, ...] = ()
    told: tuple[ToldRow, ...] = ()


class AskedNow(msgspec.Struct, frozen=True, array_like=True):
    """One who asks to sit down at once: who has not agreed yet, and whether one has refused."""

    person: str
    missing: tuple[str, ...]
    refused: bool


class Here(msgspec.Struct, frozen=True, tag="here", array_like=True):
    """Who is connected at a node: by seat, with marks of their addresses; newcomers by token's digest.

    `seen`: seats that were heard of by HTTP, and how many seconds ago. `standing_in`: the seats that bots
    play for, if the sender is the one who says so. `near`: marks of the addresses of those who sit at the
    table, connected or not, as far as the sender knows them.
    """

    node: str
    seats: dict[str, tuple[str, ...]] = {}
    waiting: tuple[str, ...] = ()
    seen: dict[str, float] = {}
    standing_in: tuple[str, ...] | None = None
    asked: tuple[AskedNow, ...] = ()
    near: tuple[str, ...] = ()


class WhoIsHere(msgspec.Struct, frozen=True, tag="who", array_like=True):
    """A node has opened the table: the others say who is with them."""


class SaidHere(msgspec.Struct, frozen=True, tag="said", array_like=True):
    seat: str
    phrase: Phrase


class GivenUp(msgspec.Struct, frozen=True, tag="given_up", array_like=True):
    """The table has no driver."""


NodeMessage = Changed | Here | WhoIsHere | SaidHere | GivenUp

encode_message = msgspec.json.Encoder().encode
decode_message = msgspec.json.Decoder(NodeMessage).decode
