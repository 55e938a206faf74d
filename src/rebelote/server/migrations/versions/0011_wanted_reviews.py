"""Reviews that were asked for and are not done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "wanted_reviews",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("deals", sa.Text, nullable=False),
        sa.Column("resumed", sa.Integer, nullable=False),
    )
