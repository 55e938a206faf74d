"""Entry point: `python -m bench [names...] [--only deals|solver|load]` and further options: see `--help`."""

import argparse
import sys
from pathlib import Path

from bench import deals, load, solver


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
        loads = load.measure(options.seconds)
        print(load.table(loads))
        print(load.breakdown(load.BREAKDOWN_TABLES, options.seconds))
        failed = failed or any(result.problem for result in loads if result.name == load.OURS)
    return int(failed)


def _options() -> argparse.Namespace:
    known = ", ".join(deals.CONTENDERS)
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Deals per second, exact solving, tables a server holds."
    )
    parser.add_argument("names", nargs="*", type=_name, help=f"contenders to run (default: all of {known})")
    parser.add_argument("--only", choices=("deals", "solver", "load"), help="one of the three")
    parser.add_argument("--deals", type=int, default=200, help="deals of each size for a solver in a round")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds a contender plays in each round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every figure to FILE")
    return parser.parse_args()


def _name(text: str) -> str:
    if text not in deals.CONTENDERS:
        raise argparse.ArgumentTypeError(f"unknown contender {text!r}")
    return text


if __name__ == "__main__":
    sys.exit(main())
