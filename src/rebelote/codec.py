"""Values as JSON. msgspec knows all of them but cards, which are texts: «JH»."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from rebelote.cards import Card, Cards

T = TypeVar("T")


def _encode_extra(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Cards):
        return [card.text for card in value]
    raise TypeError(f"can't encode {type(value).__name__}")


def _decode_extra(wanted: type, value: Any) -> object:
    if wanted is Card:
        return Card(value)
    raise TypeError(f"can't decode {wanted.__name__}")


ENCODER: Final = msgspec.json.Encoder(enc_hook=_encode_extra)


def encode(value: object) -> bytes:
    """Anything of the game as JSON, cards as their texts."""
    return ENCODER.encode(value)


def to_plain(value: object) -> Any:
    """The same as plain dictionaries, lists, texts and numbers."""
    return msgspec.to_builtins(value, enc_hook=_encode_extra, str_keys=True)


def decoder(wanted: type[T]) -> msgspec.json.Decoder[T]:
    """Reads JSON of that type; raises msgspec.DecodeError (ValidationError included) or BadCard."""
    return msgspec.json.Decoder(wanted, dec_hook=_decode_extra)
