"""Deals that many play: those of the day, and challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("series", sa.String(16)))
    op.create_table(
        "day_chains",
        sa.Column("first_day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("anchor", sa.String(64), nullable=False),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("day", sa.Integer),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("maker", sa.Text, nullable=False),
        sa.Column("expert", sa.Text),
    )
    op.create_table(
        "entries",
        sa.Column("series", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("day", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("score", sa.Integer),
        sa.Column("called", sa.Text),
        sa.Column("boards", sa.Text),
    )
    op.create_index("ix_entries_series_score", "entries", ["series", "score"])
    op.create_index("ix_entries_person", "entries", ["person"])
    op.create_index("ix_entries_day", "entries", ["day"])
    op.create_index("ix_entries_table_id", "entries", ["table_id"])
