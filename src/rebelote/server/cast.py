"""The bots as people: who plays at which level, and who of them sits where. The page draws their faces."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rebelote.table import Seat

CAST: Final[Mapping[str, Mapping[str, str]]] = {
    "hasard": {"pompon": "Pompon", "biscotte": "Biscotte", "coco": "Coco", "noisette": "Noisette"},
    "debutant": {"fanny": "Fanny", "theo": "Théo", "ines": "Inès", "gus": "Gus"},
    "habitue": {"josette": "Josette", "marcel": "Marcel", "simone": "Simone", "roger": "Roger"},
    "expert": {"amiral": "l’Amiral", "awa": "Awa", "linh": "Madame Linh", "gaspard": "Gaspard"},
}
"""By bot: the face of each, and a name that is the same in every language. Four of a level fill any table of
four; at a larger one names come again with a number."""


class Sitter(NamedTuple):
    face: str
    name: str


def seated(table_id: str, order: Sequence[Seat], bots: Mapping[Seat, str]) -> dict[Seat, Sitter]:
    """Who sits where there is a bot. At a table of four nobody changes when a person takes a bot's place; who
    comes first differs from table to table."""
    first = hashlib.sha256(table_id.encode()).digest()[0]
    found: dict[Seat, Sitter] = {}
    for place, seat in enumerate(order):
        if bots.get(seat) in CAST:
            taken = set(found.values())
            found[seat] = next(each for each in _candidates(bots[seat], first + place) if each not in taken)
    return found


def _candidates(bot: str, first: int) -> Iterator[Sitter]:
    """All of a level from one of them on, then again with numbers."""
    cast = [Sitter(face, name) for face, name in CAST[bot].items()]
    turned = [cast[(first + step) % len(cast)] for step in range(len(cast))]
    yield from turned
    yield from (Sitter(face, f"{name} {number}") for number in range(2, 9) for face, name in turned)
