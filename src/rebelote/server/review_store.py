"""Reviews as they are stored, a row a deal; and those that are wanted, a row a match."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from rebelote.review import DealReview
from rebelote.server import review_worker
from rebelote.server.schema import matches, reviews, wanted_reviews

MOST_RESUMED: Final = 3
"""How often a server takes up the same review when it starts: what stopped it may be that review."""


def load(connection: Connection, match_id: str, depth: int) -> dict[int, DealReview]:
    """By number of deal. Those of another depth, or of an older release that said less, are made anew."""
    query = select(reviews).where(reviews.c.match == match_id, reviews.c.depth == depth)
    found: dict[int, DealReview] = {}
    for row in connection.execute(query).all():
        with suppress(ValueError):
            found[row.deal] = review_worker.read_review(row.data)
    return found


def keep(connection: Connection, match_id: str, deal: int, depth: int, data: str) -> None:
    """Unless the match was deleted meanwhile. Two who made the same review at once may both come."""
    if connection.execute(select(matches.c.id).where(matches.c.id == match_id)).first() is None:
        return
    row = {"match": match_id, "deal": deal, "depth": depth, "data": data}
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(delete(reviews).where(reviews.c.match == match_id, reviews.c.deal == deal))
        connection.execute(insert(reviews), row)


def want(connection: Connection, match_id: str, deals: list[int]) -> None:
    """Remember what is wanted, in this order; no deals: nothing is wanted any more."""
    row = wanted_reviews.c.match == match_id
    data = msgspec.json.encode(deals).decode()
    if not deals:
        connection.execute(delete(wanted_reviews).where(row))
    elif not connection.execute(update(wanted_reviews).where(row).values(deals=data)).rowcount:
        connection.execute(insert(wanted_reviews), {"match": match_id, "deals": data, "resumed": 0})


def resume(connection: Connection, at_most: int) -> dict[str, list[int]]:
    """What a server that has stopped left undone, by match: each a few times, the others are forgotten."""
    often = wanted_reviews.c.resumed >= MOST_RESUMED
    connection.execute(delete(wanted_reviews).where(often))
    connection.execute(update(wanted_reviews).values(resumed=wanted_reviews.c.resumed + 1))
    rows = connection.execute(select(wanted_reviews).limit(at_most)).all()
    return {row.match: msgspec.json.decode(row.deals, type=list[int]) for row in rows}
