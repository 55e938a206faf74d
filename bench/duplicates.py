"""What comparing costs: `python -m bench.duplicates` fills an SQLite file with a week of results.

For each query: its processor time in milliseconds. The file's size is told too.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine, insert

from rebelote.server import duplicate_store, schema

DAYS: Final = 7
FIRST: Final = 20_770
"""A Monday."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--results", type=int, default=10_000, help="of each of the two games, every day")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite"
        with create_engine(f"sqlite:///{path}").connect() as connection:
            fill(connection, asked.results)
            for name, query in queries().items():
                print(f"{name:<12}{milliseconds(connection, query):>8.1f} ms")
        print(f"{'file':<12}{path.stat().st_size / 2**20:>8.1f} MB")


def fill(connection: Connection, results: int, days: int = DAYS) -> None:
    """So many results of two games on so many days, with scores as deals have them."""
    schema.METADATA.create_all(connection)
    luck = random.Random(1)
    for day in range(FIRST, FIRST + days):
        for game in ("be", "co"):
            rows = [_entry(day, f"{day}{game}", person, luck) for person in range(results)]
            connection.execute(insert(schema.entries), rows)
    connection.commit()


def _entry(day: int, series: str, person: int, luck: random.Random) -> dict[str, object]:
    trump = luck.choice("SHDC")
    called = f'{{"contract":{{"seat":"S","side":"NS","trump":"{trump}","value":100}},"contred":""}}'
    score = luck.choice((*range(-90, 91, 2), -162, 162, 252))
    return {
        "series": series,
        "person": f"{person:064x}",
        "table_id": f"{series}{person}"[:16],
        "day": day,
        "name": f"Nom {person}",
        "started": day,
        "finished": day,
        "score": score,
        "called": called,
        "boards": f'[{{"called":{called},"result":"made","ours":{score + 90},"theirs":90}}]',
    }


def queries(day: int = FIRST + DAYS - 1) -> dict[str, Callable[[Connection], object]]:
    """What is asked when somebody looks at a result, and when the league is made anew."""
    series, person = f"{day}co", f"{17:064x}"
    return {
        "rank": lambda c: duplicate_store.standing(c, series, 20),
        "histogram": lambda c: duplicate_store.histogram(c, series),
        "contracts": lambda c: duplicate_store.contracts(c, series, 12),
        "streak": lambda c: duplicate_store.days_played(c, person),
        "league": lambda c: duplicate_store.league(c, FIRST, FIRST + DAYS - 1),
    }


def milliseconds(connection: Connection, query: Callable[[Connection], object]) -> float:
    """Of processor time, the best of three."""
    times = []
    for _ in range(3):
        began = time.thread_time()
        query(connection)
        times.append(time.thread_time() - began)
    return 1000 * min(times)


if __name__ == "__main__":
    main()
