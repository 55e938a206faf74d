"""Words and bounds of the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta


class Bounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client sends: nothing but what is known."""


Name = Annotated[str, Meta(max_length=200)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Place = Annotated[str, Meta(min_length=1, max_length=2)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]{10}$")]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]

Avatar: TypeAlias = Literal[
    "cup",
    "rooster",
    "fox",
    "owl",
    "lighthouse",
    "bicycle",
    "umbrella",
    "lemon",
    "whale",
    "balloon",
    "clover",
    "sun",
]
"""What a person may choose instead of a monogram; the page draws them."""

SeatText: TypeAlias = str
SideText: TypeAlias = str
CardText: TypeAlias = str
TrumpText: TypeAlias = str
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]
ActionJson: TypeAlias = Any
SentAction: TypeAlias = msgspec.Raw
EventJson: TypeAlias = msgspec.Raw
"""Words of the wire: to Python they are texts and bytes, the page and the docs are told more."""
