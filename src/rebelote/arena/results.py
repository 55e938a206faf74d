"""What is played, what came of it, and the file that keeps both so that a run can be taken up again."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import sqrt
from pathlib import Path

import msgspec

import rebelote
from rebelote import _native
from rebelote.errors import RebeloteError
from rebelote.language.text import said
from rebelote.ruleset import Ruleset

NORMAL_95 = 1.96


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A contest of two bots.

    With `bidder`, it makes every call and the raw points of the cards count; with `card_player`, it plays
    every card, so that marks tell the calls apart.
    """

    rules: Ruleset
    first: str
    second: str
    seed: int = 1
    bidder: str | None = None
    card_player: str | None = None

    def same_contest(self, other: Settings) -> bool:
        """Would both play the same deals by the same players?"""
        return msgspec.json.encode(self) == msgspec.json.encode(other)


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One deal played twice, sides exchanged: the first bot's score less the second's, each time."""

    pair: int
    differences: tuple[float, float]
    faults: Mapping[str, Mapping[str, int]] = {}
    errors: Mapping[str, str] = {}
    """The end of what a bot with faults wrote to its standard error, or raised."""

    @property
    def value(self) -> float:
        """By how much the first was ahead, a deal on average."""
        return sum(self.differences) / len(self.differences)


class Results:
    """The pairs so far. Order does not matter: everything is told in the order of the deals."""

    def __init__(self, pairs: Iterable[Pair] = ()) -> None:
        self._pairs = {pair.pair: pair for pair in pairs}

    def add(self, pair: Pair) -> None:
        """Take a pair in; one of the same number is replaced."""
        self._pairs[pair.pair] = pair

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[Pair]:
        return (self._pairs[number] for number in sorted(self._pairs))

    def __contains__(self, number: int) -> bool:
        return number in self._pairs

    @property
    def mean(self) -> float:
        """The first bot's advantage a deal."""
        return sum(pair.value for pair in self) / len(self) if self._pairs else 0.0

    @property
    def half_width(self) -> float | None:
        """Of the 95 % interval, from the spread of the pairs; None before two pairs."""
        return half_width([pair.value for pair in self])

    @property
    def faults(self) -> dict[str, dict[str, int]]:
        """What external bots did wrong, by bot and kind."""
        found: dict[str, Counter[str]] = {}
        for pair in self:
            for bot, kinds in pair.faults.items():
                found.setdefault(bot, Counter()).update(kinds)
        return {bot: dict(sorted(kinds.items())) for bot, kinds in sorted(found.items())}

    @property
    def errors(self) -> dict[str, str]:
        """Of each bot with faults, what it wrote or raised at the first pair that has something."""
        found: dict[str, str] = {}
        for pair in self:
            for bot, text in pair.errors.items():
                found.setdefault(bot, text)
        return found

    def running(self) -> list[tuple[int, float, float]]:
        """Pairs so far, mean, half-width, after each pair from the second."""
        points: list[tuple[int, float, float]] = []
        total = squares = 0.0
        for count, pair in enumerate(self, start=1):
            total += pair.value
            squares += pair.value * pair.value
            if count > 1:
                points.append((count, total / count, _half_width(count, total, squares)))
        return points


def half_width(values: list[float]) -> float | None:
    if len(values) < 2:
        return None
    return _half_width(len(values), sum(values), sum(value * value for value in values))


def _half_width(count: int, total: float, squares: float) -> float:
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    return NORMAL_95 * sqrt(variance / count)


class Stamp(msgspec.Struct, frozen=True):
    """What a result was made with: the same stamp and seed give the same result."""

    version: str
    rules: str
    native: str
    cpu: str


def stamp(rules: Ruleset) -> Stamp:
    return Stamp(rebelote.__version__, rules.digest, _native.build(), _cpu())


def _cpu() -> str:
    """The processor's name: from /proc where there is one, else what Python knows."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


# The result file: a line for the settings, then a line for each pair


class ResultFile:
    """JSON lines, each written whole; a last line that was cut short is dropped when it is read again."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.settings = settings

    def read(self) -> Results:
        """The pairs of an earlier run of the same contest; none if there is no file yet."""
        if not self.path.exists() or not self.path.stat().st_size:
            return Results()
        lines = self._whole_lines()
        if not lines or not self._is_ours(lines[0]):
            raise RebeloteError(said("other_contest", file=self.path))
        return Results(self._pair(line) for line in lines[1:])

    def _whole_lines(self) -> list[bytes]:
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            self.path.write_bytes(whole)
        return whole.splitlines()

    def _is_ours(self, line: bytes) -> bool:
        try:
            return msgspec.json.decode(line, type=Settings).same_contest(self.settings)
        except msgspec.DecodeError:
            return False

    def _pair(self, line: bytes) -> Pair:
        try:
            return msgspec.json.decode(line, type=Pair)
        except msgspec.DecodeError as error:
            raise RebeloteError(said("no_result", file=self.path, detail=error)) from None

    def append(self, pair: Pair) -> None:
        new = not self.path.exists() or not self.path.stat().st_size
        heading = {**msgspec.to_builtins(self.settings, str_keys=True), "stamp": stamp(self.settings.rules)}
        lines = [heading, pair] if new else [pair]
        with self.path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
