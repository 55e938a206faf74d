"""rebelote: belote and its family, played exactly.

    import rebelote

    match = rebelote.Match.new("ffb-contree", target=1000)
    match = match.act(match.state.legal(match.state.actors()[0])[0])
    print(match)

`Match` is a game with its log, `View` what one seat knows of it. Every action names its seat, as in
`Play(Seat("S"), Card("JH"))`. `rebelote.referee` answers questions, `rebelote.sentences` tells what happened
in French or English. See docs/python.md.
"""

from pathlib import Path

from rebelote import actions, referee
from rebelote.actions import Bid, Contre, Cut, Deal, Guess, Pass, Play, Surcontre, Take
from rebelote.cards import Card, Cards, Rank, Suit, Trump
from rebelote.chance import RandomChance, StackedChance
from rebelote.errors import Illegal, RebeloteError
from rebelote.language import sentences, text
from rebelote.match import Match
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.loading import RULESET_IDS, Document, load
from rebelote.table import Seat, Side
from rebelote.view import View

__all__ = [
    "RULESET_IDS",
    "Bid",
    "Card",
    "Cards",
    "Contre",
    "Cut",
    "Deal",
    "Guess",
    "Illegal",
    "Match",
    "Pass",
    "Play",
    "RandomChance",
    "Rank",
    "RebeloteError",
    "Ruleset",
    "Seat",
    "Side",
    "StackedChance",
    "Suit",
    "Surcontre",
    "Take",
    "Trump",
    "View",
    "actions",
    "referee",
    "rules",
    "sentences",
    "text",
]

__version__ = "0.2.0"
"""Stated here alone: pyproject.toml reads it from this line."""


def rules(which: str | Path | Document, **options: OptionValue) -> Ruleset:
    """A ruleset by id, by file or as a document, its options resolved.

    >>> rules("coinche", scoring="both").match_end.target
    2000
    >>> rules({"id": "ours", "extends": "coinche", "trump_choice": {"lowest": 90}}).trump_choice.lowest
    90
    """
    return load(which, options)
