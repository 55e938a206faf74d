"""The database: one append-only log of events, and who sits where. Portable SQL; no token is in it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

tables = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("rules", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("host", String(2)),
    Column("match", String(16)),
)

table_heads = Table(
    "table_heads",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("driver", String(16)),
    Column("fence", BigInteger, nullable=False),
)
"""Where several nodes share a database: how often a table has been written to, which node moves its bots and
watches its clock, and how often that has changed."""

nodes = Table(
    "nodes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("expires", Double, nullable=False),
)
"""The nodes that live, by the database's clock, in seconds since 1970."""

attendance = Table(
    "attendance",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seat", String(2), primary_key=True),
    Column("node", String(16), primary_key=True, index=True),
)
"""The seats for which somebody is connected, and through which node."""

seats = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seat", String(2), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("token", String(64)),
    Column("client_commitment", String(64)),
    Column("avatar", String(16)),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("contributions", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("scheme", Integer, nullable=False, server_default="1"),
    Column("series", String(16)),
)
"""`series`: the deals that others play too, if this is a match of such."""

events = Table(
    "events",
    METADATA,
    Column("match", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)

told = Table(
    "told",
    METADATA,
    Column("match", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", String(2), primary_key=True),
    Column("person", String(64), primary_key=True),
)
"""Who has been told the hand of a seat in a deal; `seq` is that of the event that gave the first cards."""

notes = Table(
    "notes",
    METADATA,
    Column("match", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
"""What happened at the table beside the cards, after event `seq`."""

arrangements = Table(
    "arrangements",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("data", Text, nullable=False),
)
"""What waits for the end of the deal, and who was sent away from the table."""

wanted_reviews = Table(
    "wanted_reviews",
    METADATA,
    Column("match", String(16), primary_key=True),
    Column("deals", Text, nullable=False),  # their numbers as JSON, in the order in which they are wanted
    Column("resumed", Integer, nullable=False),  # how often a server that started took it up again
)
reviews = Table(
    "reviews",
    METADATA,
    Column("match", String(16), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("depth", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""Reviewed deals, as JSON."""

day_chains = Table(
    "day_chains",
    METADATA,
    Column("first_day", Integer, primary_key=True, autoincrement=False),
    Column("secret", LargeBinary, nullable=False),
    Column("anchor", String(64), nullable=False),
)
"""The chains of hashes that the deals of the day come from; days are counted from 1970-01-01."""

series = Table(
    "series",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("day", Integer),
    Column("game", String(40), nullable=False),
    Column("deals", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("maker", Text, nullable=False),
    Column("expert", Text),
)
"""Deals that many play with the same cards: those of a day, or a challenge. `expert`: its result, as JSON."""

entries = Table(
    "entries",
    METADATA,
    Column("series", String(16), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("day", Integer),
    Column("name", Text, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("finished", BigInteger),
    Column("score", Integer),
    Column("called", Text),
    Column("boards", Text),
    Index("ix_entries_series_score", "series", "score"),
    Index("ix_entries_person", "person"),
    Index("ix_entries_day", "day"),
)
"""Who plays a series, by the digest of a token: once. `score` is there if it counts, `called` is the first
deal's contract, `boards` what every deal came to, both as JSON."""

problem_players = Table(
    "problem_players",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("last_day", String(10), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""How browsers stand at problems; `person` is the digest of a browser's token."""

problem_answers = Table(
    "problem_answers",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("problem", String(8), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("right", Boolean, nullable=False),
)
"""First answers."""

problem_ratings = Table(
    "problem_ratings",
    METADATA,
    Column("problem", String(8), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
)
"""How hard problems have turned out to be, once somebody has tried them."""

bans = Table(
    "bans",
    METADATA,
    Column("kind", String(8), primary_key=True),
    Column("what", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
"""Whom the operator keeps out, and the tables that he has ended; in seconds since 1970."""
