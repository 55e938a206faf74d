"""The command line as if from a shell, with three streams of its own."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from rebelote.cli import main
from rebelote.cli.common import Language

FIRST_CHOICE = "\n1\n0\n" * 2000
"""Enter where it is offered, else the first of the list; no trick at all where one may not say 1."""


class Outcome(NamedTuple):
    status: object
    out: str
    err: str


class Terminal:
    """Runs a command as if from a shell, with its own three streams."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def run(self, *words: object, typed: str | bytes = "", encoding: str = "utf-8") -> Outcome:
        data = typed if isinstance(typed, bytes) else typed.encode()
        streams = {
            "stdin": io.TextIOWrapper(io.BytesIO(data), "utf-8"),
            "stdout": io.TextIOWrapper(io.BytesIO(), encoding),
            "stderr": io.TextIOWrapper(io.BytesIO(), "utf-8"),
        }
        for name, stream in streams.items():
            self._patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        shown = []
        for name in ("stdout", "stderr"):
            streams[name].flush()
            buffer = streams[name].buffer
            assert isinstance(buffer, io.BytesIO)
            shown.append(buffer.getvalue().decode(encoding if name == "stdout" else "utf-8"))
        return Outcome(end.value.code, *shown)

    def output(self, *words: object, typed: str | bytes = "", encoding: str = "utf-8") -> str:
        outcome = self.run(*words, typed=typed, encoding=encoding)
        assert outcome.err == ""
        assert outcome.status == 0
        return outcome.out

    def refusal(self, *words: object, typed: str | bytes = "") -> str:
        """The message of a command that is refused, in English unless it is asked for in another language."""
        self._patch.setattr("rebelote.cli.common.SYSTEM_LANGUAGE", Language.EN)
        outcome = self.run(*words, typed=typed)
        assert outcome.status == 2
        assert outcome.err
        assert "Traceback" not in outcome.err
        return outcome.err
