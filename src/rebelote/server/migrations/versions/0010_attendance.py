"""Several nodes at one database: who is connected through which."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "attendance",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.String(2), primary_key=True),
        sa.Column("node", sa.String(16), primary_key=True),
    )
    op.create_index("ix_attendance_node", "attendance", ["node"])
