"""How long the attacks last: minutes with `make test-attack`, seconds otherwise."""

from __future__ import annotations

import os

LONG = os.environ.get("REBELOTE_ATTACK") == "long"
