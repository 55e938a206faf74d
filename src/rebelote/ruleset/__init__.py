"""A game's rules as data: the parts of a Ruleset; its files are in games/."""

from rebelote.ruleset.parts.card_values import CardValues, Scale
from rebelote.ruleset.parts.conduct import Conduct, Penalties, PenaltyClauses, Words
from rebelote.ruleset.parts.dealing import DealClauses, Dealing, Hands, Piles, Seating, Staircase
from rebelote.ruleset.parts.declarations import Belote, Carre, Criterion, Declarations, Run
from rebelote.ruleset.parts.match_end import Deals, LastStep, MatchEnd, Target
from rebelote.ruleset.parts.part import Part
from rebelote.ruleset.parts.play import Obligations, PlayClauses
from rebelote.ruleset.parts.scoring import (
    ContractClauses,
    ContractScoring,
    Contred,
    Figure,
    GapScoring,
    MarkScoring,
    PointScoring,
    Scoring,
    SoloScoring,
    TakeClauses,
    TakeScoring,
    TrickScoring,
)
from rebelote.ruleset.parts.trump_choice import (
    Auction,
    CallClauses,
    Double,
    Drawn,
    Guess,
    Purchase,
    Slam,
    TrumpChoice,
    TurnUp,
)
from rebelote.ruleset.rounding import Rounding
from rebelote.ruleset.ruleset import SUITS_ONLY, OptionValue, Ruleset

__all__ = [
    "SUITS_ONLY",
    "Auction",
    "Belote",
    "CallClauses",
    "CardValues",
    "Carre",
    "Conduct",
    "ContractClauses",
    "ContractScoring",
    "Contred",
    "Criterion",
    "DealClauses",
    "Dealing",
    "Deals",
    "Declarations",
    "Double",
    "Drawn",
    "Figure",
    "GapScoring",
    "Guess",
    "Hands",
    "LastStep",
    "MarkScoring",
    "MatchEnd",
    "Obligations",
    "OptionValue",
    "Part",
    "Penalties",
    "PenaltyClauses",
    "Piles",
    "PlayClauses",
    "PointScoring",
    "Purchase",
    "Rounding",
    "Ruleset",
    "Run",
    "Scale",
    "Scoring",
    "Seating",
    "Slam",
    "SoloScoring",
    "Staircase",
    "TakeClauses",
    "TakeScoring",
    "Target",
    "TrickScoring",
    "TrumpChoice",
    "TurnUp",
    "Words",
]
