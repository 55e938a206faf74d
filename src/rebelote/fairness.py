"""A shuffle that anybody can check afterwards (docs/api.md, «The shuffle can be checked»).

A secret is hashed 4,096 times before anybody says anything; the result, the anchor, is published. Pack number
n of the match is shuffled with link n of that chain, which nobody could know before, nor exchange afterwards.

>>> secret = bytes(32)
>>> hash_times(link(secret, 7), 7) == anchor(secret)
True
>>> luck = FairChance(link(secret, 1), "m1", 1, 16, ["00" * 16])
>>> luck.shuffled() == FairChance(link(secret, 1), "m1", 1, 16, ["00" * 16]).shuffled()
True
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from rebelote.cards import PACK, SUITS, Card
from rebelote.events import Event, Gathered, PackCut, Shuffled, TrumpDrawn

T = TypeVar("T")

SECRET_BYTES: Final = 32
LINKS: Final = 4096
"""How many packs a match may need, deals that are dealt again included."""

_STRIDE: Final = 256
_SHUFFLE: Final = "rebelote 1"
_DRAW: Final = "rebelote 1 draw"
_WORD: Final = 4
_WORDS: Final = 2 ** (8 * _WORD)


# The chain


def hash_times(start: bytes, times: int) -> bytes:
    """SHA-256, applied so many times."""
    for _ in range(times):
        start = hashlib.sha256(start).digest()
    return start


def anchor(secret: bytes) -> bytes:
    """What is published before the match."""
    return hash_times(secret, LINKS)


def link(secret: bytes, n: int) -> bytes:
    """What pack number `n` is shuffled with: hashed `n` times it is the anchor."""
    if not 1 <= n <= LINKS:
        raise ValueError(f"expected a pack's number from 1 to {LINKS}, not {n}")
    return hash_times(secret, LINKS - n)


class Chain:
    """The links of one secret. Some are kept, so that none is far from one that is.

    >>> Chain(bytes(32)).link(7) == link(bytes(32), 7)
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._kept = [secret]
        for _ in range(0, LINKS, _STRIDE):
            self._kept.append(hash_times(self._kept[-1], _STRIDE))

    @property
    def anchor(self) -> bytes:
        return self._kept[-1]

    def link(self, n: int) -> bytes:
        if not 1 <= n <= LINKS:
            raise ValueError(f"expected a pack's number from 1 to {LINKS}, not {n}")
        kept, more = divmod(LINKS - n, _STRIDE)
        return hash_times(self._kept[kept], more)


# The luck of one pack


class FairChance:
    """The Chance of pack number `n`, cut after `cut` cards. `link` is its link of the chain.

    Making it again gives the same order and the same draws.
    """

    def __init__(self, link: bytes, match_id: str, n: int, cut: int, grains: Sequence[str]) -> None:
        self._link = link
        self._facts = f"{match_id}\n{n}\n{cut}\n{','.join(grains)}"
        self._draws = self._numbers(_DRAW)

    def shuffled(self) -> tuple[Card, ...]:
        """From the last place down, each card changes places with one that is not behind it."""
        numbers = self._numbers(_SHUFFLE)
        pack = list(PACK)
        for i in range(len(pack) - 1, 0, -1):
            j = _below(i + 1, numbers)
            pack[i], pack[j] = pack[j], pack[i]
        return tuple(pack)

    def choice(self, among: Sequence[T]) -> T:
        return among[_below(len(among), self._draws)]

    def arranged(self, things: Sequence[T]) -> tuple[T, ...]:
        left = list(things)
        for i in range(len(left) - 1, 0, -1):
            j = _below(i + 1, self._draws)
            left[i], left[j] = left[j], left[i]
        return tuple(left)

    def _numbers(self, purpose: str) -> Iterator[int]:
        """Numbers of 32 bits without end."""
        seed = _hmac(self._link, f"{purpose}\n{self._facts}".encode())
        for counter in range(_WORDS):
            block = _hmac(seed, counter.to_bytes(_WORD, "big"))
            for at in range(0, len(block), _WORD):
                yield int.from_bytes(block[at : at + _WORD], "big")


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each as likely: the last, incomplete run of them is passed over."""
    whole = _WORDS // bound * bound
    return next(number for number in numbers if number < whole) % bound


# Checking


class FairDeal(msgspec.Struct, frozen=True):
    """A pack whose link was revealed: `secret`, as hex.

    `number` is the deal's on the score sheet, `attempt` the pack's in the match: deals dealt again count too.
    `order` is the pack from top to bottom before the cut; `shuffled` is false where the rules only cut it.
    """

    number: int
    attempt: int
    secret: str
    cut: int
    order: list[str]
    shuffled: bool
    draws: list[str]


class Fairness(msgspec.Struct, frozen=True):
    """The answer to `GET /api/matches/{id}/fairness`."""

    match: str
    anchor: str
    grains: list[str]
    deals: list[FairDeal]


class DealCheck(msgspec.Struct, frozen=True):
    """What was found about one pack; None where there was nothing to check."""

    number: int
    attempt: int
    link: bool
    """Hashed `attempt` times, it is the anchor."""
    order: bool | None
    """The shuffle computed anew gives this order; None for a pack that was only cut."""
    draws: bool | None
    """What was drawn by lot, computed anew."""
    record: bool | None = None
    """The record has the same pack, cut and draws."""

    @property
    def holds(self) -> bool:
        return False not in (self.link, self.order, self.draws, self.record)


class Verdict(msgspec.Struct, frozen=True):
    """What the check of a match's shuffles found, deal by deal."""

    deals: tuple[DealCheck, ...]
    missing: tuple[int, ...] = ()
    """Packs of the record that were not revealed."""

    @property
    def holds(self) -> bool:
        return not self.missing and all(deal.holds for deal in self.deals)


def verify(fairness: Fairness, log: Iterable[Event] | None = None) -> Verdict:
    """Compute everything anew; with the events of the match, compare it with what was played."""
    played = None if log is None else tuple(_packs(log))
    checks = tuple(_check(fairness, deal, played) for deal in fairness.deals)
    told = {check.attempt for check in checks}
    missing = tuple(n for n in range(1, len(played or ()) + 1) if n not in told)
    return Verdict(checks, missing)


class _Pack(msgspec.Struct, frozen=True):
    order: list[str]
    cut: int
    shuffled: bool
    draws: list[str]


def _packs(log: Iterable[Event]) -> Iterator[_Pack]:
    """The packs of a match as they were before each cut."""
    order: tuple[Card, ...] = ()
    shuffled = False
    found: _Pack | None = None
    for event in log:
        match event:
            case Shuffled() | Gathered():
                order, shuffled = event.order, isinstance(event, Shuffled)
            case PackCut(at=at):
                if found is not None:
                    yield found
                found = _Pack([card.text for card in order], at, shuffled, [])
            case TrumpDrawn(trump=trump) if found is not None:
                found.draws.append(trump.value)
            case _:
                pass
    if found is not None:
        yield found


def _check(fairness: Fairness, deal: FairDeal, played: Sequence[_Pack] | None) -> DealCheck:
    key = _bytes(deal.secret)
    luck = FairChance(key, fairness.match, deal.attempt, deal.cut, fairness.grains)
    return DealCheck(
        number=deal.number,
        attempt=deal.attempt,
        link=_leads_to(key, deal.attempt, _bytes(fairness.anchor)),
        order=_order_holds(deal, luck),
        draws=[luck.choice(SUITS) for _ in deal.draws] == deal.draws if deal.draws else None,
        record=None if played is None else _was_played(deal, played),
    )


def _bytes(text: str) -> bytes:
    """Nothing where the text is not hex, which leads to no anchor."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _leads_to(key: bytes, n: int, end: bytes) -> bool:
    return len(key) == SECRET_BYTES and 1 <= n <= LINKS and hash_times(key, n) == end


def _order_holds(deal: FairDeal, luck: FairChance) -> bool | None:
    if deal.shuffled:
        return deal.order == [card.text for card in luck.shuffled()]
    if deal.attempt == 1 or sorted(deal.order) != sorted(card.text for card in PACK):
        return False
    return None


def _was_played(deal: FairDeal, played: Sequence[_Pack]) -> bool:
    pack = _Pack(deal.order, deal.cut, deal.shuffled, deal.draws)
    return 1 <= deal.attempt <= len(played) and played[deal.attempt - 1] == pack
