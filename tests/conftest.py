"""For all tests: the commands speak French unless a test says otherwise, whatever the machine's language."""

from __future__ import annotations

import os

for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "fr_FR.UTF-8"
