"""The `rebelote` command. Bad input: a message on stderr that names the place, status 2, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from rebelote.errors import RebeloteError

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; always ends in SystemExit."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _never_fail_to_print()
    try:
        _run(words)
        sys.stdout.flush()
    except RebeloteError as error:
        from rebelote.cli.common import asked_language

        print(f"rebelote: {error.told(asked_language(words))}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        _forget_stdout()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(0)


def _run(words: list[str]) -> None:
    if words == ["referee"]:
        # A program that asks one question should not wait for the command line's own machinery.
        from rebelote.cli.referee import serve

        serve(sys.stdin.buffer, sys.stdout.buffer)
        return
    from rebelote.cli.app import app

    app(words, prog_name="rebelote")


def _never_fail_to_print() -> None:
    """A terminal that lacks a character shows a substitute."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """The reader has gone: let Python's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
