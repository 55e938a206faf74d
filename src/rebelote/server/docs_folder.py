"""Where the built docs lie, and where they are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).with_name("documentation")
"""`make docs` builds them here; a wheel has them."""
ADDRESS: Final = "docs/"
"""Where they are shown, from the site's beginning (`Settings.base`)."""


def rules_address(*, family: bool = False) -> str | None:
    """The page of the rules, on which `#A-5.2.3` is that clause; None where the docs are not built."""
    page = "family-rules" if family else "rules"
    return f"{ADDRESS}{page}/" if (DOCS / page / "index.html").is_file() else None
