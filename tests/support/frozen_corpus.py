"""The frozen corpus (tests/corpus): matches as earlier releases stored them, and what they came to."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec

from rebelote.actions import Action
from rebelote.codec import encode
from rebelote.fairness import Fairness, read_fairness
from rebelote.match import Match

FOLDER = Path(__file__).parents[1] / "corpus"
RELEASES = tuple(sorted(path for path in FOLDER.iterdir() if path.is_dir()))
CHECKSUMS = "SHA256SUMS"


def account(match: Match) -> dict[str, Any]:
    """What a match comes to, in words that do not depend on how the library holds it."""
    state = match.state
    held = state.held
    seats = state.rules.table.seats
    return {
        "events": match.seq,
        "over": match.is_over,
        "deal": state.deal_number,
        "dealer": state.dealer,
        "totals": dict(state.totals),
        "hands": {} if held is None else {seat: [str(c.text) for c in held.hands[seat]] for seat in seats},
        "legal": {seat: [_plain(action) for action in state.legal(seat)] for seat in state.actors()},
        "table": {seat: [_plain(action) for action in state.table_actions(seat)] for seat in seats},
    }


def _plain(action: Action) -> Any:
    return msgspec.json.decode(encode(action))


def expected(release: Path, name: str) -> Any:
    return json.loads((release / name).read_text("utf-8"))


def fairness_document(path: Path) -> Fairness:
    return read_fairness(path.read_bytes())


def checksums(release: Path) -> str:
    """As sha256sum writes them."""
    files = {path.relative_to(release).as_posix(): path for path in release.rglob("*") if path.is_file()}
    return "".join(
        f"{hashlib.sha256(files[name].read_bytes()).hexdigest()}  {name}\n"
        for name in sorted(files)
        if name != CHECKSUMS
    )
