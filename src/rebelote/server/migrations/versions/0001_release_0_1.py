"""The tables of release 0.1.

A migration says what it says for ever: it does not use `schema`, which is today's.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("host", sa.String(2)),
        sa.Column("match", sa.String(16)),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.String(2), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("token", sa.String(64)),
        sa.Column("grain", sa.String(32)),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("anchor", sa.String(64), nullable=False),
        sa.Column("grains", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
