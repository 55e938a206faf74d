"""`rebelote referee`: a question a line in, an answer a line out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rebelote.cli.answering import serve
from rebelote.cli.common import opened

FileArgument = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="The questions; by default, and as -, stdin.")
]


def command(file: FileArgument = None) -> None:
    """Answer questions on the rules: a JSON object a line in, an answer a line out."""
    with opened(file) as questions:
        serve(questions, sys.stdout.buffer)
