"""Run pytest with the arguments given; what failed beside other tests is run once more, alone, and must pass.

On a machine of two cores a test that talks to servers and browsers may be disturbed by its neighbours. More
than a few failures are no disturbance.
"""

import json
import subprocess
import sys
from pathlib import Path

FAILED = 1
"""pytest's exit status where tests ran and some failed."""
MOST_AGAIN = 3
CACHE = Path(".pytest_cache") / "run"


def run(arguments: list[str]) -> int:
    status = _pytest([*arguments, "--cache-clear"])
    failed = _failed() if status == FAILED else []
    if not 0 < len(failed) <= MOST_AGAIN:
        return status
    print("Failed beside other tests; once more, alone:", *failed, sep="\n  ", flush=True)
    again = _pytest(["-n0", *failed])
    if not again:
        print("Passed alone. They should not depend on what runs beside them:", *failed, sep="\n  ")
    return again


def _pytest(arguments: list[str]) -> int:
    return subprocess.call([sys.executable, "-m", "pytest", "-o", f"cache_dir={CACHE}", *arguments])


def _failed() -> list[str]:
    """The tests that failed last, as pytest names them."""
    path = CACHE / "v" / "cache" / "lastfailed"
    return list(json.loads(path.read_text("utf-8"))) if path.is_file() else []


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
