"""`make test-rules`: random rules files, for minutes.

What the loader accepts must be played, counted, solved and kept.

`--seed N` begins at that file. The seed of each that fails is printed: `--seed N --files 1` tries it again.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Iterator

from rebelote.ruleset.toml_writer import to_toml
from tests.support.accepted_rules import check_all
from tests.support.random_matches import Luck
from tests.support.random_rules import accepted


def tried(seed: int) -> bool:
    """One file: was it accepted, as it was composed or without what was wrong? Fails where a check does."""
    luck = Luck(seed)
    found = accepted(luck)
    if found is None:
        return False
    source, document = found
    try:
        check_all(source, document, luck)
    except Exception as error:
        error.add_note(f"seed {seed}:\n{to_toml(source)}")
        raise
    return True


def seeds(first: int, files: int | None, minutes: float) -> Iterator[int]:
    end = time.monotonic() + 60 * minutes
    seed = first
    while seed - first < files if files is not None else time.monotonic() < end:
        yield seed
        seed += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=time.time_ns() // 10**9)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--files", type=int)
    given = parser.parse_args()
    print(f"from --seed {given.seed}", flush=True)
    files = taken = 0
    failed: list[int] = []
    began = time.process_time()
    for seed in seeds(given.seed, given.files, given.minutes):
        files += 1
        try:
            taken += tried(seed)
        except Exception:
            failed.append(seed)
            traceback.print_exc()
    spent = max(time.process_time() - began, 1e-9)
    print(f"{files} files, {taken} accepted and right, {files / spent:.1f} a second of processor time")
    print(f"wrong: {' '.join(map(str, failed)) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
