"""Several nodes at one database: which revision a table is at, and who moves its bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "table_heads",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("driver", sa.String(16)),
        sa.Column("fence", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.execute("INSERT INTO table_heads (table_id, revision, fence) SELECT id, 0, 0 FROM tables")
