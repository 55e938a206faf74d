"""Rules as a code: their document packed into letters, digits, `-` and `_`. Nobody has to remember it."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, Final, NamedTuple

import msgspec

from rebelote.errors import BadRules
from rebelote.language.text import said
from rebelote.ruleset.limits import LONGEST_CODE, LONGEST_DOCUMENT, check_length

FIELD: Final = "rules.code"
_LEVEL: Final = 9
_KEYS: Final = {"id", "house", "options"}


class Packed(NamedTuple):
    """A ruleset's id or a house rule as it was written, and the options that were chosen."""

    source: str | dict[str, Any]
    options: dict[str, Any]


def pack(document: dict[str, Any]) -> str:
    """The same document always gives the same code; one that no code can hold is refused."""
    text = msgspec.json.encode(document, order="deterministic")
    check_length("rules", len(text), LONGEST_DOCUMENT)
    squeezer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = squeezer.compress(text) + squeezer.flush()
    code = base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")
    check_length("rules", len(code), LONGEST_CODE)
    return code


class BadCode(BadRules):
    """A text that is no code of rules."""


def unpack(code: str, path: str = FIELD) -> Packed:
    """What `pack` packed. Raises BadCode, or BadRules where it is too large."""
    check_length(path, len(code), LONGEST_CODE)
    try:
        found = msgspec.json.decode(_opened(code, path), type=dict[str, Any])
    except (ValueError, binascii.Error, zlib.error, msgspec.MsgspecError, RecursionError):
        raise BadCode(path, said("no_code")) from None
    source, options = found.get("id", found.get("house")), found.get("options", {})
    if not isinstance(source, str | dict) or not isinstance(options, dict) or set(found) - _KEYS:
        raise BadCode(path, said("no_code"))
    return Packed(source, options)


def as_document(packed: Packed) -> dict[str, Any]:
    """Rules of a code as a document: chosen options are its defaults."""
    defaults = {name: {"default": value} for name, value in packed.options.items()}
    if isinstance(packed.source, str):
        return {"id": f"{packed.source}-maison", "extends": packed.source, "options": defaults}
    return {**packed.source, "options": {**packed.source.get("options", {}), **defaults}}


def _opened(code: str, path: str) -> bytes:
    """No more of it than may be, however small it was packed."""
    packed = base64.b64decode(_padded(code), altchars=b"-_", validate=True)
    opener = zlib.decompressobj(-zlib.MAX_WBITS)
    text = opener.decompress(packed, LONGEST_DOCUMENT + 1)
    if len(text) > LONGEST_DOCUMENT:
        raise BadRules(path, said("code_too_large", most=LONGEST_DOCUMENT))
    if not opener.eof:
        raise ValueError("cut short")
    return text


def _padded(code: str) -> bytes:
    return code.encode("ascii", "replace") + b"=" * (-len(code) % 4)
