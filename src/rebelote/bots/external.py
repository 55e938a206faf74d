"""Any program as a player: a view in, an action out, a line of JSON each. Its failure stops nothing."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import IO, Final, Literal

import msgspec

from rebelote.actions import Action, Pass
from rebelote.bots.decision import Decision, Reason
from rebelote.bots.protocol import decode_action, encode_line, rules_line, view_line
from rebelote.errors import RebeloteError
from rebelote.language.text import said
from rebelote.view import View

PATIENCE: Final = 5.0
"""Seconds that a program has for a move."""
STRIKES: Final = 3
"""A program that has crashed or stalled so often in a row is asked no more in this process."""

KEPT_ERRORS: Final = 4000
"""Bytes of a program's standard error that are told after a fault."""

Fault = Literal["crashed", "stalled", "garbled", "illegal", "absent"]


class Forfeit(Exception):
    """The program gave no action that counts."""

    def __init__(self, fault: Fault) -> None:
        self.fault: Fault = fault
        super().__init__(fault)


class Program:
    """A running program, started when it is first asked and again after it fell."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self.command = command
        self.patience = patience
        self._strikes = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._error_file: IO[bytes] | None = None
        self._last_errors = ""
        self._told_rules: str | None = None
        """The digest of the rules that this run of the program was told last."""

    def ask(self, view: View) -> bytes:
        """Its answer; raises Forfeit. A program that fell or slept is started afresh when asked again."""
        if self._strikes >= STRIKES:
            raise Forfeit("absent")
        try:
            answer = self._exchange(view)
        except Forfeit:
            self._strikes += 1
            self.stop()
            raise
        self._strikes = 0
        return answer

    def _exchange(self, view: View) -> bytes:
        try:
            process = self._running()
            assert process.stdin is not None
            if self._told_rules != view.rules.digest:
                process.stdin.write(encode_line(rules_line(view.rules)))
                self._told_rules = view.rules.digest
            process.stdin.write(encode_line(view_line(view)))
            process.stdin.flush()
        except OSError:
            raise Forfeit("crashed") from None
        try:
            answer = self._lines.get(timeout=self.patience)
        except queue.Empty:
            raise Forfeit("stalled") from None
        if not answer:
            raise Forfeit("crashed")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None or not self._has_kept_quiet():
            self.stop()
            self._lines = queue.Queue()
            self._told_rules = None
            self._error_file = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the program runs)
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._error_file,
            )
            threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        return self._process

    def errors(self) -> str:
        """The end of what the program wrote to its standard error, in this run or the last one."""
        file = self._error_file
        if file is None:
            return self._last_errors
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - KEPT_ERRORS))
        return file.read().decode("utf-8", "replace")

    def _has_kept_quiet(self) -> bool:
        """What it wrote unasked is no answer to the next question; nor is the end of what it writes."""
        with contextlib.suppress(queue.Empty):
            while self._lines.get_nowait():
                pass
            return False
        return True

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            self._close_errors()
            return
        process.kill()
        process.wait()
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        self._close_errors()

    def _close_errors(self) -> None:
        self._last_errors = self.errors()
        file, self._error_file = self._error_file, None
        if file is not None:
            file.close()


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Hand on every line; an empty one says that there will be no more."""
    assert process.stdout is not None
    with process.stdout as output:
        for line in output:
            lines.put(line)
    lines.put(b"")


class External:
    """A seat played by a program. `faults` counts what it did wrong; a lawful move is made in its place."""

    def __init__(self, program: Program, faults: Counter[str] | None = None) -> None:
        self.program = program
        self.faults: Counter[str] = faults if faults is not None else Counter()
        self.errors = ""
        """The end of the program's standard error at its last fault."""

    def choose(self, view: View) -> Action:
        return self.explain(view).action

    def explain(self, view: View) -> Decision:
        try:
            return Decision(self._answer(view), Reason("program"))
        except Forfeit as forfeit:
            self.faults[forfeit.fault] += 1
            self.errors = self.program.errors()
            return Decision(fallback(view), Reason("forfeits"))

    def _answer(self, view: View) -> Action:
        line = self.program.ask(view)
        try:
            action = decode_action(line)
        except (msgspec.DecodeError, RebeloteError):
            raise Forfeit("garbled") from None
        if action not in view.answers():
            raise Forfeit("illegal")
        return action


def fallback(view: View) -> Action:
    """The quietest thing that is legal: a pass where one may, else the first of what there is."""
    actions = view.answers()
    return next((action for action in actions if isinstance(action, Pass)), actions[0])


# The programs of this process, by command: a question tells all, so one program can sit at every seat

_programs: dict[str, Program] = {}


def program(command: str, patience: float = PATIENCE) -> Program:
    return _programs.setdefault(command, Program(command, patience))


def stop_programs() -> None:
    while _programs:
        _, running = _programs.popitem()
        running.stop()


def check_command(command: str) -> None:
    """Refuse a command that can't be started."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise RebeloteError(said("no_command", command=command, detail=error)) from None
    if not words or (shutil.which(words[0]) is None and not _is_file(words[0])):
        raise RebeloteError(said("no_program", command=command))


def _is_file(name: str) -> bool:
    return shutil.which(str(Path(name).resolve())) is not None
