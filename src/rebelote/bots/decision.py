"""What a bot decides, what else it thought of, and why."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Action
from rebelote.language.text import Lang, catalogue


class Reason(msgspec.Struct, frozen=True):
    """A sentence of the catalogue's `reasons`, with the numbers that go into it."""

    key: str
    values: Mapping[str, int] = {}

    def text(self, lang: Lang = "fr") -> str:
        """The reason as a sentence."""
        return catalogue(lang).reasons[self.key].format(**self.values)


class Candidate(msgspec.Struct, frozen=True):
    """An action that was thought of. `value` compares the candidates of one decision."""

    action: Action
    value: float


class Decision(msgspec.Struct, frozen=True):
    """`candidates` come best first; the action is the first of them, if there are any."""

    action: Action
    reason: Reason
    candidates: tuple[Candidate, ...] = ()

    def text(self, lang: Lang = "fr") -> str:
        """Why, as a sentence."""
        return self.reason.text(lang)
