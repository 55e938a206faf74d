"""The `rebelote` command. Bad input: a message on stderr that names the place, status 2, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from rebelote.errors import RebeloteError

UNANSWERED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; always ends in SystemExit."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _never_fail_to_print()
    try:
        status = _run(words)
        sys.stdout.flush()
    except RebeloteError as error:
        from rebelote.cli.common import asked_language, complain

        complain(f"rebelote: {error.told(asked_language(words))}")
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        _forget_stdout()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(status)


def _run(words: list[str]) -> int:
    """The command's status."""
    if words == ["referee"]:
        # A program that asks one question should not wait for the command line's own machinery.
        from rebelote.cli.answering import serve

        serve(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    import typer

    from rebelote.cli.app import app
    from rebelote.cli.common import asked_language, complain
    from rebelote.cli.help_page import in_language
    from rebelote.cli.usage_errors import told

    lang = asked_language(words)
    try:
        return in_language(app, lang)(words, prog_name="rebelote", standalone_mode=False) or 0
    except typer.TyperException as error:
        complain(told(error, lang))
        return BAD_INPUT
    except typer.Abort:
        # The input ended, or ^C was pressed, where something was asked.
        print(file=sys.stderr)
        return UNANSWERED


def _never_fail_to_print() -> None:
    """A terminal that lacks a character shows a substitute."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _forget_stdout() -> None:
    """The reader has gone: let Python's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
