"""For all tests: the commands speak French unless a test says otherwise, whatever the machine's language, and
Hypothesis measures no times: where others use the cores, and where `make coverage` traces, any example may be
slow."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "fr_FR.UTF-8"

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
