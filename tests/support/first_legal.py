"""A player in a file of its own, for the arena's `py:` names."""

from __future__ import annotations

from rebelote.actions import Action
from rebelote.view import View


class First:
    """Does the first thing that is legal."""

    def choose(self, view: View) -> Action:
        return view.answers()[0]
