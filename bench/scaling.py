"""`python -m bench.scaling [FIGURES]` simulates with what `bench.load` measured: the tables that one node and
several should hold here, beside the measurement, then what larger numbers of tables need."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from bench.load import FIGURES
from bench.machines import needs_table, planning_case, simulated_table, use_of
from bench.markdown import write_into_page
from bench.predictions import compare
from bench.unit_costs import Measured, read_figures


def tables(file: Path = FIGURES) -> dict[str, str]:
    """Those of docs/scaling.md, by their places there."""
    cases, around = read_figures(file)
    found = {"simulation": compare(cases, around, os.cpu_count() or 1)}
    if (case := planning_case(cases)) is not None:
        found["needs"] = needs_table(use_of(case, _idle_kib(cases)))
        found["machines"] = simulated_table(case, around)
    return found


def _idle_kib(cases: Sequence[Measured]) -> float:
    """A node's memory for a table."""
    return max(
        (case.idle["kib"]["server"] for case in cases if case.server == "rebelote" and case.idle), default=0.0
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.scaling")
    parser.add_argument(
        "figures", type=Path, nargs="?", default=FIGURES, help="written by the load's benchmark"
    )
    parser.add_argument("--page", action="store_true", help="also write the tables into docs/scaling.md")
    options = parser.parse_args()
    for name, text in tables(options.figures).items():
        print(f"{text}\n")
        if options.page:
            write_into_page(name, text)


if __name__ == "__main__":
    main()
