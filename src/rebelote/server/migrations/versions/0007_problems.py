"""Problems: how browsers stand, what they have answered, how hard the problems have turned out to be."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "problem_players",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("last_day", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "problem_answers",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("problem", sa.String(8), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
    )
    op.create_table(
        "problem_ratings",
        sa.Column("problem", sa.String(8), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
    )
