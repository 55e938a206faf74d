"""Where the built docs lie, and where they are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).with_name("documentation")
"""`make docs` builds them here; a wheel has them."""
ADDRESS: Final = "docs/"
"""Where they are shown, from the site's beginning (`Settings.base`)."""


def rules_address() -> str | None:
    """The page of the rules, on which `#A-5.2.3` is that clause; None where the docs are not built."""
    return f"{ADDRESS}rules/" if (DOCS / "rules" / "index.html").is_file() else None
