"""The live connection."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rebelote.language.text import Lang
from rebelote.server.messages.errors import Problem
from rebelote.server.messages.match_view import (
    MaybeView,
    PageView,
    SheetEntry,
    Told,
    ToldNote,
    ViewChanges,
)
from rebelote.server.messages.tables import TableInfo
from rebelote.server.messages.words import Bounded, SeatText, SentAction, Token


class Hello(Bounded, frozen=True, kw_only=True, tag="hello", tag_field="do"):
    token: Token | None = None
    lang: Lang = "fr"
    match: Annotated[str, Meta(max_length=40)] | None = None
    seq: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None
    changes: bool = False  # be told what has changed of the view where that is enough


class Act(Bounded, frozen=True, kw_only=True, tag="act", tag_field="do"):
    id: Annotated[int, Meta(ge=0, le=2**53)]
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]
    action: SentAction


Phrase: TypeAlias = Literal[
    "hello", "well_played", "thanks", "sorry", "belote", "oops", "one_moment", "good_game"
]
"""What people at a table may say to each other; each page has the words."""


class Say(Bounded, frozen=True, kw_only=True, tag="say", tag_field="do"):
    id: Annotated[int, Meta(ge=0, le=2**53)]
    phrase: Phrase


class Claim(Bounded, frozen=True, kw_only=True, tag="claim", tag_field="do"):
    """«The rest is mine»: refused unless it is certain (`claim` of the view)."""

    id: Annotated[int, Meta(ge=0, le=2**53)]
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]


class SpeakLang(Bounded, frozen=True, kw_only=True, tag="lang", tag_field="do"):
    lang: Lang


class Ping(Bounded, frozen=True, kw_only=True, tag="ping", tag_field="do"):
    pass


FromClient = Hello | Act | Claim | Say | SpeakLang | Ping


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    id: int
    seq: int


class RefusedAct(msgspec.Struct, frozen=True, tag="refused", tag_field="type"):
    id: int
    error: Problem


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    now: int


class Gone(msgspec.Struct, frozen=True, tag="gone", tag_field="type"):
    error: Problem


class NoteMessage(msgspec.Struct, frozen=True, tag="note", tag_field="type"):
    note: ToldNote


class SaidMessage(msgspec.Struct, frozen=True, tag="said", tag_field="type"):
    """Somebody at the table says one of the set phrases."""

    seat: SeatText
    phrase: Phrase


class TableMessage(msgspec.Struct, frozen=True, tag="table", tag_field="type"):
    table: TableInfo
    deadline: int | None


class StateMessage(msgspec.Struct, frozen=True, kw_only=True, tag="state", tag_field="type"):
    """Everything: the answer to a hello, and after a change that touches all."""

    now: int  # epoch ms
    table: TableInfo
    view: MaybeView
    sheet: list[SheetEntry]
    events: list[Told]
    notes: list[ToldNote]


class EventsMessage(msgspec.Struct, frozen=True, kw_only=True, tag="events", tag_field="type"):
    """What one action came to, and the view after it."""

    now: int  # epoch ms
    events: list[Told]
    view: PageView
    sheet: list[SheetEntry] | UnsetType = UNSET  # the deals that were scored just now


class ChangesMessage(msgspec.Struct, frozen=True, kw_only=True, tag="changes", tag_field="type"):
    """The same for one who asked for changes and has the view of the match at the seq `after`: its keys that
    are not here are as they were, and so are seats that are not among its seats. Who has another view says
    hello again."""

    now: int  # epoch ms
    match: str
    after: int
    events: list[Told]
    changes: ViewChanges
    sheet: list[SheetEntry] | UnsetType = UNSET  # as above


FromServer = (
    StateMessage
    | EventsMessage
    | ChangesMessage
    | TableMessage
    | NoteMessage
    | SaidMessage
    | Done
    | RefusedAct
    | Pong
    | Gone
)


# The same by HTTP alone


class ActRequest(Bounded, frozen=True, kw_only=True):
    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]
    action: dict[str, Any]  # as in docs/bot-protocol.md


class TakebackRequest(Bounded, frozen=True, kw_only=True):
    """`seq` is how far the player has seen the match."""

    match: Annotated[str, Meta(max_length=40)]
    seq: Annotated[int, Meta(ge=0, le=10_000_000)]


class Acted(msgspec.Struct, frozen=True):
    seq: int
