"""A reader of a table without a connection."""

from __future__ import annotations

import json

from rebelote.language.text import Lang
from rebelote.server.hand_guard import Hand
from rebelote.server.moments import Moment
from rebelote.table import Seat
from tests.support.served_tables import Json


class Ear:
    """A reader that keeps what it is told of the match."""

    def __init__(self, seat: Seat | None, person: str | None, lang: Lang = "fr") -> None:
        self.seat = seat
        self.person = person
        self.lang = lang
        self.address = "here"
        self.hand: Hand | None = None
        self.hears_changes = True
        self.told_last: tuple[Moment, Seat | None, Lang] | None = None
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        if message.startswith((b'{"type":"state"', b'{"type":"events"', b'{"type":"changes"')):
            self.heard.append(message)

    def end(self, code: str) -> None:
        raise AssertionError(code)

    def restart(self) -> None:
        raise AssertionError

    def last(self) -> Json:
        message: Json = json.loads(self.heard[-1])
        return message
