"""The shapes of what goes over the wire. `make types` writes them for the page and the docs.

A module for each subject; `MODULES` has them in the order in which the page and the docs list them.
"""

from __future__ import annotations

from rebelote.server.messages import (
    advice,
    crib,
    errors,
    history,
    lessons,
    live,
    match_view,
    players,
    positions,
    problems,
    reviews,
    rules,
    series,
    tables,
    words,
)

MODULES = (
    words,
    errors,
    rules,
    crib,
    tables,
    series,
    match_view,
    live,
    history,
    advice,
    reviews,
    positions,
    lessons,
    players,
    problems,
)
