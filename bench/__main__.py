"""Entry point: `python -m bench [names...] [--only deals|solver|load]` and further options: see `--help`."""

import argparse
import sys
from pathlib import Path

from bench import deals, load, scaling, solver
from bench.load_servers import OURS, PEERS
from bench.markdown import write_into_page


def main() -> int:
    """Run the benchmark and print its table; fail only if our own engine was to run and could not."""
    options = _options()
    failed = False
    if options.only in (None, "deals"):
        results = deals.measure(options.names or list(deals.CONTENDERS), options.seconds)
        print(deals.table(results))
        if options.json:
            deals.write_json(results, options.seconds, options.json)
        failed = any(result.problem for result in results if result.name == deals.OURS)
    if options.only in (None, "solver") and not options.names:
        print(f"\n{deals.pin()}, CPU time, {solver.ROUNDS} rounds of {options.deals} deals each", flush=True)
        print(solver.table(*solver.measure(options.deals)))
    if options.only == "load" or (options.only is None and not options.names):
        deals.unpin()
        failed = _load(options) or failed
    return int(failed)


def _load(options: argparse.Namespace) -> bool:
    """Whether one of our own servers could not be measured."""
    effort = load.QUICK if options.quick else load.FULL
    results = load.measure(load.cases(options.peers, options.nodes), effort)
    timed = load.timed(load.BREAKDOWN_TABLES, effort.seconds)
    load.write_figures(results, timed)
    breakdown = load.breakdown(load.BREAKDOWN_TABLES, timed)
    _tell(load.tables(results) | {"breakdown": breakdown}, options.page)
    _tell(scaling.tables(), options.page)
    return any(result.problem for result in results if result.case.name == OURS)


def _tell(tables: dict[str, str], into_page: bool) -> None:
    for name, text in tables.items():
        print(f"\n{text}", flush=True)
        if into_page:
            write_into_page(name, text)


def _options() -> argparse.Namespace:
    known = ", ".join(deals.CONTENDERS)
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Deals per second, exact solving, tables a server holds."
    )
    parser.add_argument("names", nargs="*", type=_name, help=f"contenders to run (default: all of {known})")
    parser.add_argument("--only", choices=("deals", "solver", "load"), help="one of the three")
    parser.add_argument("--deals", type=int, default=200, help="deals of each size for a solver in a round")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds a contender plays in each round")
    parser.add_argument(
        "--peers", nargs="*", choices=tuple(PEERS), default=list(PEERS), help="servers to measure beside ours"
    )
    parser.add_argument(
        "--nodes",
        nargs="*",
        type=int,
        default=[0, 1, 2, 3],
        help="numbers of nodes to measure; 0: one process on SQLite",
    )
    parser.add_argument("--quick", action="store_true", help="a rough load, in a few minutes")
    parser.add_argument("--page", action="store_true", help="write the load's tables into docs/scaling.md")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every figure to FILE")
    return parser.parse_args()


def _name(text: str) -> str:
    if text not in deals.CONTENDERS:
        raise argparse.ArgumentTypeError(f"unknown contender {text!r}")
    return text


if __name__ == "__main__":
    sys.exit(main())
