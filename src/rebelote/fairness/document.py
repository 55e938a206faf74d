"""What a server publishes about the luck of a match: the answer to `GET /api/matches/{id}/fairness`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec

from rebelote.fairness.luck import SCHEME, Terms

CLIENT_SEED_BYTES: Final = 32
"""The length of a person's seed."""

Origin = Literal["shuffled", "exact", "loose"]
"""Where a pack comes from: from a shuffle, or from the deal before, gathered so."""


class Contribution(msgspec.Struct, frozen=True):
    """A person who sat there when the match began.

    Without a commitment, he had given none; without a seed, he did not reveal it in time. Both are hex.
    """

    seat: str
    commitment: str | None = None
    seed: str | None = None


class FairDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A pack whose link was revealed: `secret`, as hex.

    `number` is the deal's on the score sheet, `attempt` the pack's in the match: deals dealt again count too.
    `order` is the pack from top to bottom before the cut. `heaps` are what a pack that is only cut was
    gathered from, group by group. `drawn` says that nobody chose the cut: it came from the chain.
    """

    number: int
    attempt: int
    secret: str
    cut: int
    order: list[str]
    origin: Origin
    draws: list[str] = []
    cutter: str = ""
    drawn: bool = False
    heaps: list[list[list[str]]] = []


class Fairness(msgspec.Struct, frozen=True, kw_only=True):
    """`contributions` are of the people who sat there at the start, `joined` the seats of who came later."""

    scheme: Literal[1, 2] = SCHEME
    match: str
    commitment: str
    seats: list[str] = []
    contributions: list[Contribution]
    joined: list[str] = []
    dealer: str = ""
    smallest_heap: int = 1
    deals: list[FairDeal]

    @property
    def terms(self) -> Terms:
        """What all luck of the match is drawn from, besides the links."""
        return terms(self.match, self.contributions, self.scheme)


class Opening(msgspec.Struct, frozen=True):
    """What everybody at the table is told before any client seed is revealed. `until` is in ms since 1970."""

    match: str
    commitment: str
    contributions: list[Contribution]
    until: int = 0


def terms(match: str, contributions: Iterable[Contribution], scheme: int = SCHEME) -> Terms:
    """What a match's luck depends on besides the links, once the seeds are revealed."""
    if scheme == 1:
        return Terms(match, ",".join(each.seed or "" for each in contributions), scheme)
    return Terms(match, ",".join(f"{each.seat}:{each.seed or ''}" for each in contributions), scheme)


def commit(client_seed: str) -> str:
    """What a person publishes of his seed before the match: its SHA-256. Nothing for what is no hex."""
    return hashlib.sha256(bytes_of(client_seed)).hexdigest()


def bytes_of(text: str) -> bytes:
    """Nothing where the text is not hex."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


# Reading


class _FirstDeal(msgspec.Struct, frozen=True):
    number: int
    attempt: int
    secret: str
    cut: int
    order: list[str]
    shuffled: bool
    draws: list[str]


class _FirstScheme(msgspec.Struct, frozen=True):
    """The document of scheme 1, as it was written before there was a `scheme` in it."""

    match: str
    anchor: str
    grains: list[str]
    deals: list[_FirstDeal]


def read_fairness(text: bytes | str) -> Fairness:
    """A document of any scheme. Raises msgspec.DecodeError."""
    found: Any = msgspec.json.decode(text)
    if isinstance(found, dict) and "scheme" not in found:
        return _upgraded(msgspec.convert(found, _FirstScheme))
    return msgspec.convert(found, Fairness)


def _upgraded(old: _FirstScheme) -> Fairness:
    return Fairness(
        scheme=1,
        match=old.match,
        commitment=old.anchor,
        contributions=[Contribution("", None, grain) for grain in old.grains],
        deals=[_upgraded_deal(deal) for deal in old.deals],
    )


def _upgraded_deal(deal: _FirstDeal) -> FairDeal:
    return FairDeal(
        number=deal.number,
        attempt=deal.attempt,
        secret=deal.secret,
        cut=deal.cut,
        order=deal.order,
        origin="shuffled" if deal.shuffled else "exact",
        draws=deal.draws,
    )
