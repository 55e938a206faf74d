"""The fair shuffle stated a second time, from docs/api.md alone, and the examples made with it.

`python -m tests.support.fairness_vectors` writes tests/data/fairness.json, which the page's tests read too.
"""

from __future__ import annotations

import copy
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "data" / "fairness.json"
CARDS = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]


def chained(start: bytes, times: int) -> bytes:
    while times:
        start, times = sha256(start).digest(), times - 1
    return start


def keyed(key: bytes, message: bytes) -> bytes:
    """HMAC by its definition (RFC 2104), for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


class Luck:
    def __init__(self, link: bytes, message: str) -> None:
        self.seed = keyed(link, message.encode("utf-8"))
        self.used = 0

    def word(self) -> int:
        block, place = divmod(self.used, 8)
        self.used += 1
        found = keyed(self.seed, bytes([block >> 24, block >> 16 & 255, block >> 8 & 255, block & 255]))
        a, b, c, d = found[4 * place : 4 * place + 4]
        return ((a * 256 + b) * 256 + c) * 256 + d

    def below(self, bound: int) -> int:
        word = self.word()
        while word >= 2**32 - 2**32 % bound:
            word = self.word()
        return word % bound


def deal(secret: bytes, match: str, n: int, cut: int, grains: list[str], **known: Any) -> dict[str, Any]:
    link = chained(secret, 4096 - n)
    facts = "\n".join([match, str(n), str(cut), ",".join(grains)])
    luck, order = Luck(link, f"rebelote 1\n{facts}"), list(CARDS)
    for last in reversed(range(1, 32)):
        other = luck.below(last + 1)
        order[last], order[other] = order[other], order[last]
    lots = Luck(link, f"rebelote 1 draw\n{facts}")
    told = {"number": n, "attempt": n, "secret": link.hex(), "cut": cut, "order": order, "shuffled": True}
    draws = ["SHDC"[lots.below(4)] for _ in range(known.pop("drawn", 0))]
    return {**told, "draws": draws, **known}


def honest(name: str, grains: list[str], cuts: list[int], **known: Any) -> dict[str, Any]:
    secret = sha256(name.encode()).digest()
    deals = [deal(secret, name, n, cut, grains, **known) for n, cut in enumerate(cuts, 1)]
    return {"match": name, "anchor": chained(secret, 4096).hex(), "grains": grains, "deals": deals}


def vectors() -> list[dict[str, Any]]:
    """Each with what must be found: whether link, order and draws hold (null: nothing to check)."""
    two = ["00112233445566778899aabbccddeeff", "f" * 32]
    plain = honest("Zq3-one", two, [3, 16, 29])
    alone = honest("seul", ["0" * 32], [11], drawn=1)
    nobody = honest("bots only é", [], [1])
    cut_only = honest("annonces", two[:1], [9, 20])
    cut_only["deals"][1] |= {"shuffled": False, "order": sorted(CARDS)}
    swapped, other_link, other_grain = (copy.deepcopy(plain) for _ in range(3))
    order = swapped["deals"][1]["order"]
    order[0], order[31] = order[31], order[0]
    other_link["deals"][2]["secret"] = "ab" * 32
    other_grain["grains"] = two[::-1]
    other_draw, never_shuffled = copy.deepcopy(alone), copy.deepcopy(alone)
    other_draw["deals"][0]["draws"] = ["SHDC"["HDCS".index(alone["deals"][0]["draws"][0])]]
    never_shuffled["deals"][0]["shuffled"] = False
    right, shuffle_false = [True, True, None], [True, False, None]
    return [
        vector("three deals, two people", plain, [right] * 3),
        vector("the trump is drawn", alone, [[True, True, True]]),
        vector("nobody gave a grain", nobody, [right]),
        vector("the second pack is only cut", cut_only, [right, [True, None, None]]),
        vector("two cards were exchanged", swapped, [right, shuffle_false, right]),
        vector("a link from elsewhere", other_link, [right, right, [False, False, None]]),
        vector("the grains in another order", other_grain, [shuffle_false] * 3),
        vector("another draw", other_draw, [[True, True, False]]),
        vector("the first pack was not shuffled", never_shuffled, [[True, False, True]]),
    ]


def vector(about: str, fairness: dict[str, Any], found: list[list[bool | None]]) -> dict[str, Any]:
    holds = all(part is not False for parts in found for part in parts)
    checks = [dict(zip(("link", "order", "draws"), parts, strict=True)) for parts in found]
    return {"about": about, "holds": holds, "checks": checks, "fairness": fairness}


def text() -> str:
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in vectors()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
