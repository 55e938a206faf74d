"""Fair luck stated a second time, from docs/api.md alone, and the examples made with it: of both schemes.

`python -m tests.support.fairness_vectors` writes tests/data/fairness.json, which the page's tests read too.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

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

    def arranged(self, things: list[T]) -> list[T]:
        things = list(things)
        for last in reversed(range(1, len(things))):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
        return things


# Scheme 2


Doc = dict[str, Any]
Checks = dict[str, bool]

SEATS = ["N", "E", "S", "W"]
SEEDS = {"E": "0123456789abcdef" * 4, "S": "f" * 64}


def contribution(seat: str, seed: str | None, commitment: str | None = None) -> Doc:
    if seed is not None and commitment is None:
        commitment = sha256(bytes.fromhex(seed)).hexdigest()
    return {"seat": seat, "commitment": commitment, "seed": seed}


class Match:
    """An honest server's match: who reveals what, and the packs that are cut."""

    def __init__(self, name: str, people: dict[str, str | None], commitments: dict[str, str] | None = None):
        self.name = name
        self.secret = sha256(name.encode()).digest()
        committed = commitments or {}
        self.people = [
            contribution(seat, people[seat], committed.get(seat)) for seat in SEATS if seat in people
        ]
        self.seeds = ",".join(f"{each['seat']}:{each['seed'] or ''}" for each in self.people)

    def luck(self, n: int, purpose: str, *facts: object) -> Luck:
        message = "\n".join(map(str, [f"rebelote 2 {purpose}", self.name, *facts, self.seeds]))
        return Luck(chained(self.secret, 4096 - n), message)

    def deal(self, n: int, cutter: str, cut: int | None, **known: Any) -> Doc:
        """`cut`: None where a bot cuts; `heaps` and `origin` where the pack was gathered."""
        drawn = 3 + self.luck(n, "cut", n).below(27)
        at = drawn if cut is None else cut
        lots = self.luck(n, "draw", n, at)
        return {
            "number": n,
            "attempt": n,
            "secret": chained(self.secret, 4096 - n).hex(),
            "cutter": cutter,
            "cut": at,
            "drawn": cut is None,
            "origin": "shuffled",
            "order": self.luck(n, "shuffle", n, at).arranged(CARDS),
            "heaps": [],
            "draws": ["SHDC"[lots.below(4)] for _ in range(known.pop("lots", 0))],
            **known,
        }

    def gathered(self, n: int, cutter: str, heaps: list[list[list[str]]], rest: list[str]) -> Doc:
        luck = self.luck(n, "gather", n)
        groups = [luck.arranged([heap for heap in group if heap]) for group in heaps]
        order = [card for group in groups for heap in group for card in luck.arranged(heap)]
        return self.deal(n, cutter, None, origin="loose", heaps=heaps, order=order + rest)

    def document(self, *deals: Doc) -> Doc:
        return {
            "scheme": 2,
            "match": self.name,
            "commitment": chained(self.secret, 4096).hex(),
            "seats": SEATS,
            "contributions": self.people,
            "joined": [],
            "dealer": SEATS[self.luck(1, "dealer").below(4)],
            "smallest_heap": 3,
            "deals": list(deals),
        }


def changed(document: Doc, *path: Any, to: Any) -> Doc:
    found = copy.deepcopy(document)
    at = found
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return found


def second_scheme() -> Iterator[Doc]:
    match = Match("k3v9example", dict(SEEDS))
    first, second = match.deal(1, "N", None), match.deal(2, "S", 20)
    plain = match.document(first, second)
    deal = {"link": True, "cut": True, "order": True}
    good: Checks = {"people": True, "client_seeds": True, "dealer": True}
    yield vector("two people, a bot and a person cut", plain, good, [deal, deal])

    lone = Match("seul", {"S": "00" * 32})
    drawn = lone.document(lone.deal(1, "E", None, lots=1))
    yield vector("one person, and the trump is drawn", drawn, good, [{**deal, "draws": True}])
    other = changed(drawn, "deals", 0, "draws", to=["SHDC"["HDCS".index(drawn["deals"][0]["draws"][0])]])
    yield vector("another trump", other, good, [{**deal, "draws": False}])

    bots = Match("bots only é", {})
    yield vector(
        "nobody sits there", bots.document(bots.deal(1, "E", None)), {"people": True, "dealer": True}, [deal]
    )
    absent = Match("absent", {"N": None, "S": SEEDS["S"]}, {"N": "ab" * 32})
    yield vector("one did not reveal", absent.document(absent.deal(1, "E", None)), good, [deal])

    tricks = [CARDS[at : at + 4] for at in range(0, 28, 4)]
    loose = Match("annonces", dict(SEEDS))
    heaps = [[*tricks[:5], []], tricks[5:]]
    whole = loose.document(loose.deal(1, "W", None), loose.gathered(2, "W", heaps, CARDS[28:]))
    gathering = {"link": True, "cut": True, "gathering": True}
    yield vector("the second pack is gathered loosely and cut", whole, good, [deal, gathering])
    exact = changed(changed(whole, "deals", 1, "origin", to="exact"), "deals", 1, "order", to=CARDS)
    yield vector("the second pack is gathered exactly and cut", exact, good, [deal, gathering])
    torn = {**gathering, "gathering": False}
    called = changed(exact, "deals", 1, "origin", to="loose")
    yield vector("as it lies, and called loose", called, good, [deal, torn])
    unsaid = changed(whole, "deals", 1, "heaps", to=[])
    yield vector("gathered from nothing", unsaid, good, [deal, torn])

    yield from cheating(match, plain, deal, good)


def cheating(match: Match, plain: Doc, deal: Checks, good: Checks) -> Iterator[Doc]:
    """One thing changed in what an honest server says."""
    order = plain["deals"][1]["order"]
    swapped = changed(plain, "deals", 1, "order", to=[order[31], *order[1:31], order[0]])
    yield vector("two cards are exchanged", swapped, good, [deal, {**deal, "order": False}])
    link = changed(plain, "deals", 1, "secret", to="ab" * 32)
    yield vector("a link from elsewhere", link, good, [deal, {**deal, "link": False, "order": False}])
    chosen = plain["deals"][0]["cut"] % 29 + 3
    false_cut = changed(plain, "deals", 0, to=match.deal(1, "N", chosen, drawn=True))
    yield vector("a bot's cut is chosen", false_cut, good, [{**deal, "cut": False}, deal])
    nobody = changed(plain, "deals", 0, to=match.deal(1, "N", chosen))
    yield vector("a bot's cut is said to be a person's", nobody, good, [{**deal, "cut": False}, deal])
    joined = changed(nobody, "joined", to=["N"])
    yield vector("a person has taken the bot's seat since", joined, good, [deal, deal])
    dealer = changed(plain, "dealer", to=SEATS[SEATS.index(plain["dealer"]) - 1])
    yield vector("another dealer", dealer, {**good, "dealer": False}, [deal, deal])
    first = changed(plain, "deals", 0, "origin", to="exact")
    yield vector("the first pack was not shuffled", first, good, [{**deal, "order": False}, deal])

    swap = Match("k3v9example", {"E": "11" * 32, "S": SEEDS["S"]})
    other_seed = swap.document(swap.deal(1, "N", None), swap.deal(2, "S", 20))
    other_seed["contributions"][0]["commitment"] = plain["contributions"][0]["commitment"]
    yield vector(
        "another seed than the one committed", other_seed, {**good, "client_seeds": False}, [deal, deal]
    )
    turned = plain["contributions"][::-1]
    moved = Match("k3v9example", dict(SEEDS))
    moved.seeds = ",".join(f"{each['seat']}:{each['seed']}" for each in turned)
    moved.people = turned
    yield vector(
        "the seeds in another order",
        moved.document(moved.deal(1, "N", None), moved.deal(2, "S", 20)),
        {**good, "people": False},
        [deal, deal],
    )
    ghost = Match("k3v9example", dict(SEEDS))
    ghost.people = [*ghost.people, contribution("X", "22" * 32)]
    ghost.seeds += f",X:{'22' * 32}"
    yield vector(
        "a seed of nobody at the table",
        ghost.document(ghost.deal(1, "N", None), ghost.deal(2, "S", 20)),
        {**good, "people": False},
        [deal, deal],
    )


# Scheme 1, of matches that began before there was another


def first_deal(secret: bytes, match: str, n: int, cut: int, grains: list[str], **known: Any) -> Doc:
    link = chained(secret, 4096 - n)
    facts = "\n".join([match, str(n), str(cut), ",".join(grains)])
    order = Luck(link, f"rebelote 1\n{facts}").arranged(CARDS)
    lots = Luck(link, f"rebelote 1 draw\n{facts}")
    told = {"number": n, "attempt": n, "secret": link.hex(), "cut": cut, "order": order, "shuffled": True}
    draws = ["SHDC"[lots.below(4)] for _ in range(known.pop("drawn", 0))]
    return {**told, "draws": draws, **known}


def honest(name: str, grains: list[str], cuts: list[int], **known: Any) -> Doc:
    secret = sha256(name.encode()).digest()
    deals = [first_deal(secret, name, n, cut, grains, **known) for n, cut in enumerate(cuts, 1)]
    return {"match": name, "anchor": chained(secret, 4096).hex(), "grains": grains, "deals": deals}


def first_scheme() -> Iterator[Doc]:
    two = ["00112233445566778899aabbccddeeff", "f" * 32]
    plain = honest("Zq3-one", two, [3, 16, 29])
    right, false_order = {"link": True, "order": True}, {"link": True, "order": False}
    yield vector("scheme 1: three deals, two people", plain, {}, [right] * 3)
    alone = honest("seul", ["0" * 32], [11], drawn=1)
    yield vector("scheme 1: the trump is drawn", alone, {}, [{**right, "draws": True}])
    cut_only = honest("annonces", two[:1], [9, 20])
    cut_only["deals"][1] |= {"shuffled": False, "order": sorted(CARDS)}
    yield vector("scheme 1: the second pack is only cut", cut_only, {}, [right, {"link": True}])
    order = plain["deals"][1]["order"]
    swapped = changed(plain, "deals", 1, "order", to=[order[31], *order[1:31], order[0]])
    yield vector("scheme 1: two cards were exchanged", swapped, {}, [right, false_order, right])
    other_link = changed(plain, "deals", 2, "secret", to="ab" * 32)
    nothing = {"link": False, "order": False}
    yield vector("scheme 1: a link from elsewhere", other_link, {}, [right, right, nothing])
    other_seed = changed(plain, "grains", to=two[::-1])
    yield vector("scheme 1: the seeds in another order", other_seed, {}, [false_order] * 3)


# The file


def vectors() -> list[Doc]:
    """Each with what must be found, by the name of the check; what can't be checked is not there."""
    return [*second_scheme(), *first_scheme()]


def vector(about: str, fairness: Doc, checks: Checks, deals: list[Checks]) -> Doc:
    holds = all(value for each in (checks, *deals) for value in each.values())
    return {"about": about, "holds": holds, "checks": checks, "deals": deals, "fairness": fairness}


def text() -> str:
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in vectors()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
