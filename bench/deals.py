"""Random full deals per second on one core: our engine beside public peers."""

import dataclasses
import json
import os
import platform
import statistics
import subprocess
import sys
import textwrap
from pathlib import Path

from bench import install

ROUNDS = 3
GRACE_S = 60
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclasses.dataclass(frozen=True)
class Contender:
    """What plays deals: a module run as a script, and for a peer the requirement that installs it."""

    title: str
    module: str
    requirement: str = ""


OURS = "ours"
CONTENDERS = {
    OURS: Contender("rebelote ffb-contree", "bench.ours"),
    "rlcard": Contender("RLCard bridge", "bench.peers.rlcard_bridge", "rlcard==1.2.0"),
    "jass-kit": Contender("jass-kit Schieber", "bench.peers.jass_kit", "jass-kit==2.0.5"),
    "colver": Contender("colver Env", "bench.peers.colver_env", "colver==0.11.*"),
}


@dataclasses.dataclass(frozen=True)
class Sample:
    """One timed round of one contender."""

    deals: int
    actions: int
    seconds: float


@dataclasses.dataclass
class Result:
    """What is known of one contender: its samples, or the problem that kept it from running."""

    name: str
    version: str = "-"
    folder: Path | None = None
    problem: str = ""
    samples: list[Sample] = dataclasses.field(default_factory=list)

    def rates(self) -> list[float]:
        return [sample.deals / sample.seconds for sample in self.samples]

    def rate(self) -> float | None:
        """Return the median of the rounds, or nothing after a problem."""
        return None if self.problem else statistics.median(self.rates())

    def actions_per_deal(self) -> float:
        return sum(sample.actions for sample in self.samples) / sum(sample.deals for sample in self.samples)


def measure(names: list[str], seconds: float) -> list[Result]:
    """Install the peers named, then time every contender in turn, round after round."""
    results = [_prepare(name) for name in names]
    print(f"{pin()}, Python {platform.python_version()}, {ROUNDS} rounds of {seconds:g} s each", flush=True)
    for seed in range(ROUNDS):
        for result in results:
            if not result.problem:
                _play_round(result, seconds, seed)
    return results


def table(results: list[Result]) -> str:
    """Return the results as text, a row per contender, with our rate over each peer's."""
    head = f"{'contender':<22}{'version':<10}{'deals/s':>9}  {'min - max':<17}"
    head += f"{'actions/deal':>12}{'ours/peer':>11}"
    return "\n".join([head, *(_row(result, ratio) for result, ratio in _with_ratios(results))])


def write_json(results: list[Result], seconds: float, path: Path) -> None:
    """Write every round's figures, the medians and the ratios to a file."""
    entries = [
        {
            "name": result.name,
            "title": CONTENDERS[result.name].title,
            "version": result.version,
            "problem": result.problem,
            "deals_per_second": result.rate(),
            "ours_over_peer": ratio,
            "rounds": [dataclasses.asdict(sample) for sample in result.samples],
        }
        for result, ratio in _with_ratios(results)
    ]
    document = {"python": platform.python_version(), "seconds": seconds, "results": entries}
    path.write_text(json.dumps(document, indent=2) + "\n")


def _prepare(name: str) -> Result:
    requirement = CONTENDERS[name].requirement
    if not requirement:
        return Result(name)
    try:
        folder = install.install(name, requirement)
    except install.InstallError as error:
        return Result(name, problem=f"not installed: {error}")
    return Result(name, version=install.version(folder, name), folder=folder)


def pin() -> str:
    """Pin this process, and so those it starts, to one core where the system can; say what was done."""
    done = "not pinned to a core"
    if sys.platform == "linux":
        core = max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
        done = f"pinned to core {core}"
    return done


def unpin() -> None:
    """Let this process, and so those it starts, use every core again."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


def _play_round(result: Result, seconds: float, seed: int) -> None:
    command = [sys.executable, "-m", CONTENDERS[result.name].module, str(seconds), str(seed)]
    environment = os.environ | ONE_THREAD
    if result.folder is not None:
        environment["PYTHONPATH"] = str(result.folder)
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=install.ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=seconds + GRACE_S,
        )
    except subprocess.TimeoutExpired:
        result.problem = f"failed: no answer {GRACE_S} s after its time"
        return
    if done.returncode != 0:
        last_line = done.stderr.strip().rpartition("\n")[2]
        result.problem = "failed: " + textwrap.shorten(last_line, 160, placeholder=" …")
        return
    result.samples.append(Sample(**json.loads(done.stdout.splitlines()[-1])))


def _with_ratios(results: list[Result]) -> list[tuple[Result, float | None]]:
    """Pair every result with our rate over its own: nothing for ourselves, or where either did not run."""
    ours = next((result.rate() for result in results if result.name == OURS), None)
    return [(result, None if result.name == OURS else _ratio(ours, result.rate())) for result in results]


def _ratio(ours: float | None, peer: float | None) -> float | None:
    return None if ours is None or peer is None else ours / peer


def _row(result: Result, ratio: float | None) -> str:
    start = f"{CONTENDERS[result.name].title:<22}{result.version:<10}"
    rate = result.rate()
    if rate is None:
        return f"{start}  {result.problem}"
    span = f"{min(result.rates()):,.0f} - {max(result.rates()):,.0f}"
    shown = "-" if ratio is None else f"{ratio:.2f}x"
    return f"{start}{rate:>9,.0f}  {span:<17}{result.actions_per_deal():>12.1f}{shown:>11}"
