"""Who has been told a hand, what happened beside the cards, what waits for the end of the deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "told",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(2), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
    )
    op.create_table(
        "notes",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "arrangements",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
