"""What is wrong with a command line that typer can't read, in the reader's language.

typer has its errors as finished English sentences. Each of them that these commands can cause is
recognised here and told by the catalogues; another is told as typer words it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import typer

from rebelote.language.text import Labels, Lang, catalogue

# By the key of the sentence in the catalogues.
SENTENCES = {
    "missing_argument": r"Missing argument (?P<name>.+)\.",
    "command_meant": r"No such command (?P<name>.+)\. Did you mean (?P<near>.+)\?",
    "no_such_command": r"No such command (?P<name>.+)\.",
    "option_meant": r"No such option: (?P<name>.+) \(Possible options: (?P<near>.+)\)",
    "no_such_option": r"No such option: (?P<name>.+)",
    "value_needed": r"Option (?P<name>.+) requires an argument\.",
    "no_value": r"Option (?P<name>.+) does not take a value\.",
    "too_many": r"Got unexpected extra argument\(s\) \((?P<found>.+)\)",
    "bad_value": r"Invalid value for (?P<name>'[^']+'(?: / '[^']+')*): (?P<reason>.+)",
}
REASONS = {
    "not_whole": r"(?P<found>.+) is not a valid int(?: range)?\.",
    "not_number": r"(?P<found>.+) is not a valid float(?: range)?\.",
    "not_in_range": r"(?P<found>.+) is not in the range (?P<range>.+)\.",
    "not_one_of": r"(?P<found>.+) is not one of (?P<choices>.+)\.",
}


def told(error: typer.TyperException, lang: Lang) -> str:
    """How the command is used, where its help is, and what is wrong."""
    message = error.format_message()
    words = catalogue(lang).usage_errors
    if message.startswith(words["usage"]):
        return message.rstrip()  # the help of a group that was named alone
    context: typer.Context | None = getattr(error, "ctx", None)
    lines = [] if context is None else [_usage(context, words), ""]
    return "\n".join([*lines, words["error"].format(problem=_sentence(message, words))])


def _usage(context: typer.Context, words: Labels) -> str:
    formatter = context.make_formatter()
    pieces = " ".join(context.command.collect_usage_pieces(context))
    pieces = pieces.replace("COMMAND [ARGS]...", words["subcommand"])
    formatter.write_usage(context.command_path, pieces, prefix=words["usage"] + " ")
    return formatter.getvalue() + words["help"].format(command=context.command_path)


def _sentence(message: str, words: Labels) -> str:
    key, values = _recognised(message, SENTENCES)
    if key is None:
        return message
    if key == "bad_value":
        why, found = _recognised(values["reason"], REASONS)
        values["reason"] = values["reason"] if why is None else words[why].format(**found)
    return words[key].format(**values)


def _recognised(text: str, patterns: Mapping[str, str]) -> tuple[str | None, dict[str, str]]:
    """The key of the first pattern that the whole text fits, with what stands in its places."""
    for key, pattern in patterns.items():
        if (fits := re.fullmatch(pattern, text, re.DOTALL)) is not None:
            return key, fits.groupdict()
    return None, {}
