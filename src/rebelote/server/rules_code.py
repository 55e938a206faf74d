"""Rules as a code: their document packed into letters, digits, `-` and `_`. Nobody has to remember it."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, Final

import msgspec

from rebelote.errors import BadRules
from rebelote.language.text import said
from rebelote.ruleset.limits import LONGEST_CODE, LONGEST_DOCUMENT, check_length
from rebelote.server.problems import Refused

FIELD: Final = "rules.code"
_LEVEL: Final = 9


def pack(document: dict[str, Any]) -> str:
    """The same document always gives the same code; one that no code can hold is refused."""
    text = msgspec.json.encode(document, order="deterministic")
    check_length("rules", len(text), LONGEST_DOCUMENT)
    squeezer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezer.compress(text) + squeezer.flush()
    code = base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")
    check_length("rules", len(code), LONGEST_CODE)
    return code


def unpack(code: str) -> dict[str, Any]:
    check_length(FIELD, len(code), LONGEST_CODE)
    try:
        return msgspec.json.decode(_opened(code), type=dict[str, Any])
    except (ValueError, binascii.Error, zlib.error, msgspec.MsgspecError, RecursionError):
        raise Refused("bad_code", field=FIELD) from None


def _opened(code: str) -> bytes:
    """No more of it than may be, however small it was packed."""
    packed = base64.b64decode(_padded(code), altchars=b"-_", validate=True)
    opener = zlib.decompressobj(-zlib.MAX_WBITS)
    text = opener.decompress(packed, LONGEST_DOCUMENT + 1)
    if len(text) > LONGEST_DOCUMENT:
        raise BadRules(FIELD, said("code_too_large", most=LONGEST_DOCUMENT))
    if not opener.eof:
        raise ValueError("cut short")
    return text


def _padded(code: str) -> bytes:
    return code.encode("ascii", "replace") + b"=" * (-len(code) % 4)
