"""Client commitments, and the scheme of a match's luck: those that have begun keep scheme 1 and its seeds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.alter_column("matches", "anchor", new_column_name="commitment")
    op.alter_column("matches", "grains", new_column_name="contributions")
    op.add_column("matches", sa.Column("scheme", sa.Integer, nullable=False, server_default="1"))
    op.drop_column("seats", "grain")
    op.add_column("seats", sa.Column("client_commitment", sa.String(64)))
