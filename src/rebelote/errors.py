"""Errors that a person can act on: what was wrong, what was expected, where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal


class RebeloteError(Exception):
    """Anything that is the caller's or the file's fault, with a message for a person.

    The message is a text, or a sentence of the catalogues (`language.text.Said`), which prints in English.
    """

    def told(self, lang: Literal["fr", "en"]) -> str:
        """The message in that language, where the catalogues have it."""
        tell = getattr(self.args[0] if self.args else None, "told", None)
        return str(tell(lang)) if tell is not None else str(self)


class BadCard(RebeloteError):
    """A text that is no card."""

    def __init__(self, text: object, why: str = "") -> None:
        self.text = text
        detail = why or "expected a rank 7 8 9 T J Q K A followed by a suit S H D C, as in JH and TS"
        super().__init__(f"not a card: {text!r} ({detail})")


class BadRules(RebeloteError):
    """A ruleset document or an option that can't be: `path` names the key.

    `said` is what was expected there, a text or a text.Said; `expected` is the same in English. `more` are
    other faults of the same document: all are told, a line each.
    """

    def __init__(self, path: str, said: object, more: tuple[BadRules, ...] = ()) -> None:
        self.path = path
        self.said = said
        self.expected = str(said)
        self.more = more
        super().__init__("\n".join([f"{path}: {self.expected}", *map(str, more)]))

    def told(self, lang: Literal["fr", "en"]) -> str:
        """The key's path and what was expected, in that language."""
        tell = getattr(self.said, "told", None)
        own = f"{self.path}: {tell(lang) if tell is not None else self.expected}"
        return "\n".join([own, *(other.told(lang) for other in self.more)])


class UnknownRules(BadRules):
    """No ruleset of that name."""


class BadOption(BadRules):
    """An option that the ruleset does not have, or a value that it can't take."""


class Illegal(RebeloteError):
    """An action that the rules refuse: `clause` says by which rule, `reason` is a key of the catalogue."""

    def __init__(self, action: object, clause: str, reason: str = "") -> None:
        self.action = action
        self.clause = clause
        self.reason = reason
        self.rules: object = None
        """The ruleset that refused it, where that is known: its words explain the refusal."""
        self._tell: Callable[[Illegal], str] | None = None
        super().__init__(f"{action}: refused by {clause}" + (f" ({reason})" if reason else ""))

    def tell_by(self, tell: Callable[[Illegal], str]) -> None:
        """From now on the error prints the sentence that `tell` makes of it."""
        self._tell = tell

    def __str__(self) -> str:
        return super().__str__() if self._tell is None else f"{self.action}: {self._tell(self)}"

    def __reduce__(self) -> tuple[type[Illegal], tuple[object, str, str]]:
        return Illegal, (self.action, self.clause, self.reason)


class StaleSeq(RebeloteError):
    """The match has moved on since the caller looked."""

    def __init__(self, expected: int, actual: int) -> None:
        self.expected = expected
        self.actual = actual
        super().__init__(f"the match is at event {actual}, not {expected}: look again before you act")
