"""Rules as a code: their document packed into letters, digits, `-` and `_`. Nobody has to remember it."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, Final

import msgspec

from rebelote.server.problems import Refused

LONGEST_CODE: Final = 20_000
LONGEST_DOCUMENT: Final = 100_000
_LEVEL: Final = 9


def pack(document: dict[str, Any]) -> str:
    """The same document always gives the same code."""
    text = msgspec.json.encode(document, order="deterministic")
    squeezer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezer.compress(text) + squeezer.flush()
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


def unpack(code: str) -> dict[str, Any]:
    if len(code) > LONGEST_CODE:
        raise Refused("bad_code", field="rules.code")
    try:
        packed = base64.b64decode(_padded(code), altchars=b"-_", validate=True)
        opener = zlib.decompressobj(-zlib.MAX_WBITS)
        text = opener.decompress(packed, LONGEST_DOCUMENT)
        if opener.unconsumed_tail or not opener.eof:
            raise ValueError("too long, or cut short")
        return msgspec.json.decode(text, type=dict[str, Any])
    except (ValueError, binascii.Error, zlib.error, msgspec.MsgspecError, RecursionError):
        raise Refused("bad_code", field="rules.code") from None


def _padded(code: str) -> bytes:
    return code.encode("ascii", "replace") + b"=" * (-len(code) % 4)
