"""What problems are about."""

from __future__ import annotations

from typing import Final, Literal, get_args

Theme = Literal["trumps", "ace", "ruff", "fork", "belote", "capot", "last_trick", "points", "call", "contre"]
"""Drawing trumps; making the ace fall; ruffing the master; keeping one's fork; belote; capot; the last trick;
where points go; calling or passing; contre."""
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
"""In the order in which they are listed."""
