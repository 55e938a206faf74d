"""Run the steps of deploy/Containerfile plainly: `python -m scripts.container_steps [FOLDER]`.

No engine is needed. What belongs to the image and not to rebelote is left out and said: the base images
(this machine's Python and Node are used), Debian's packages, the user. At the end the server is started as
the image would start it, the health check is run against it, and it is stopped.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
OUTSIDE = ("apt-get ", "useradd ")
START_S = 60.0


class Step(msgspec.Struct, frozen=True):
    word: str
    rest: str

    @property
    def words(self) -> list[str]:
        """As JSON or as a shell would split them; flags are left out."""
        if self.rest.startswith("["):
            return list(json.loads(self.rest))
        return [word for word in shlex.split(self.rest) if not word.startswith("--")]

    def flag(self, name: str) -> str | None:
        start = f"--{name}="
        return next((word.removeprefix(start) for word in self.rest.split() if word.startswith(start)), None)


class Stage(msgspec.Struct, frozen=True):
    name: str
    image: str
    steps: list[Step]

    def last(self, word: str) -> Step:
        return [step for step in self.steps if step.word == word][-1]


def stages(text: str) -> list[Stage]:
    """The file as it is read by an engine: one instruction a line."""
    found: list[Stage] = []
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            found.append(Stage(name or "last", image, []))
        else:
            found[-1].steps.append(Step(word, rest.strip()))
    return found


def ignored() -> list[str]:
    """Folders that are not sent to the engine though they are under one that is (.dockerignore)."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    return [line for line in lines if line and line[0] not in "#!*"]


class Builder:
    """Every stage has a folder in place of its root."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def root(self, stage: str) -> Path:
        return self._folder / stage

    def build(self, stage: Stage) -> None:
        here = self.root(stage.name)
        for step in stage.steps:
            match step.word:
                case "WORKDIR":
                    here = self._inside(stage.name, step.rest)
                    here.mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(stage, step, here)
                case "RUN":
                    self._run(stage, step, here)
                case _:
                    pass

    def _inside(self, stage: str, path: str) -> Path:
        return self.root(stage) / path.lstrip("/")

    def _copy(self, stage: Stage, step: Step, here: Path) -> None:
        *sources, target = step.words
        origin = step.flag("from")
        to = self._inside(stage.name, target) if target.startswith("/") else here / target
        for source in sources:
            found = ROOT / source if origin is None else self._inside(origin, source)
            _copy(found, to / found.name if target == "./" and found.is_file() else to)

    def _run(self, stage: Stage, step: Step, here: Path) -> None:
        if step.rest.startswith(OUTSIDE):
            print(f"left out: {step.rest}", flush=True)
            return
        command = self.placed(stage.name, step.rest)
        print(f"[{stage.name}] {command}", flush=True)
        subprocess.run(["sh", "-euc", command], cwd=here, check=True)

    def placed(self, stage: str, text: str) -> str:
        """The image's paths, in our folder. A venv knows its place: the program runs where it was built."""
        for path in ("/build", "/opt/rebelote"):
            text = text.replace(path, str(self._inside("program" if path != "/build" else stage, path)))
        return text.replace("/var/lib/rebelote", str(self.root("data")))


def _copy(source: Path, to: Path) -> None:
    if source.is_file():
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, to)
        return
    left_out = {ROOT / name for name in ignored()}
    shutil.copytree(
        source,
        to,
        dirs_exist_ok=True,
        symlinks=True,
        ignore=lambda folder, names: [
            name for name in names if Path(folder, name) in left_out or name == "__pycache__"
        ],
    )


def try_it(builder: Builder, last: Stage) -> None:
    """Start what the image would start, ask after its health, stop it."""
    environment = {"HOME": str(builder.root("data"))} | dict(_environment(builder, last))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        environment["REBELOTE_PORT"] = str(free.getsockname()[1])
    builder.root("data").mkdir(exist_ok=True)
    command = [*last.last("ENTRYPOINT").words, *last.last("CMD").words]
    check = last.last("HEALTHCHECK").rest.partition("CMD ")[2]
    started = subprocess.Popen(
        [shutil.which(command[0], path=environment["PATH"]) or command[0], *command[1:]],
        env=environment,
        cwd="/",
    )
    try:
        _until_healthy(Step("CMD", check).words, environment, started)
    finally:
        started.send_signal(signal.SIGTERM)
        print(f"stopped with {started.wait(15)}", flush=True)


def _environment(builder: Builder, last: Stage) -> Iterator[tuple[str, str]]:
    for step in last.steps:
        if step.word == "ENV":
            name, _, value = step.rest.partition("=")
            yield name, builder.placed(last.name, value)


def _until_healthy(check: list[str], environment: dict[str, str], started: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and started.poll() is None:
        done = subprocess.run(check, env=environment, capture_output=True, check=False)
        if done.returncode == 0:
            print("healthy", flush=True)
            return
        time.sleep(0.5)
    raise SystemExit("the health check did not succeed")


def main() -> None:
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp(prefix="rebelote-container-"))
    os.environ.pop("PYTHONPATH", None)
    builder = Builder(given.resolve())
    found = stages(CONTAINERFILE.read_text("utf-8"))
    for stage in found[:-1]:
        builder.build(stage)
    try_it(builder, found[-1])
    print(f"built in {given}")


if __name__ == "__main__":
    main()
