"""Alembic's way in: the caller has opened the connection and its transaction (`revisions.upgrade`)."""

from __future__ import annotations

from alembic import context

from rebelote.server.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
