"""Reviewed deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
