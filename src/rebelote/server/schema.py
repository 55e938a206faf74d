"""The database: one append-only log of events, and who sits where. Portable SQL; no token is in it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, MetaData, String, Table, Text

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
)

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

reviews = Table(
    "reviews",
    METADATA,
    Column("match", String(16), primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("depth", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""Reviewed deals, as JSON."""

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
