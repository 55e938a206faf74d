"""What a deal is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rebelote.cards import Trump
from rebelote.ruleset.parts.part import Part
from rebelote.ruleset.rounding import Rounding, RoundingKey, rounding_rule


class TakeScoring(Part, frozen=True, kw_only=True, tag="take", tag_field="kind"):
    """Games without numbers in the calls: the takers must beat the defence, or reach a number.

    tie: as many for both: the takers' total hangs for the winner of the next deal; or they have failed;
        or made it; or they mark nothing, the defence its own, and nothing hangs.
    hung_again: what hung before a tie goes to its defence, or hangs on with the rest.
    capot: what every trick is worth, whatever the cards; capot_bonus: or what it adds to them. With either,
        every trick makes the contract; without, points alone decide.
    failed: what the defence marks for the tricks; `all`: all the points of the deal.
    failed_belote: whose the takers' belote is when they fail.
    tricks_factor: by how much the points of the tricks count, by trump. mark_factor: the same for marks.
    contred: a contre multiplies what each side marks, or gives the `whole` deal, so many times, to the side
        with more. contred_capot: is the bonus for every trick multiplied then?
    """

    test: Literal["more_than_defence", "at_least"]
    tie: Literal["hangs", "falls", "takers", "half"] = "hangs"
    hung_again: Literal["defence", "hangs"] = "defence"
    needed: int = 0
    needed_with_belote: int = 0
    tests_belote: bool
    tests_declarations: bool
    capot: int = 0
    capot_bonus: int = 0
    failed: int | Literal["all"]
    failed_capot: int = 0
    failed_belote: Literal["own", "defence"] = "own"
    tricks_factor: Mapping[Trump, int] = {}
    mark_factor: Mapping[Trump, int] = {}
    contred: Literal["each", "whole"] = "each"
    contred_capot: Literal["multiplied", "plain"] = "multiplied"
    failed_declarations: Literal["defence", "nobody"]
    capot_declarations: Literal["takers", "defence"]
    rounding: RoundingKey
    rounding_at: Mapping[Trump, RoundingKey] = {}
    cites: TakeClauses

    @property
    def belote_raises(self) -> int:
        """By how much more is needed once belote was announced."""
        return self.needed_with_belote - self.needed if self.needed_with_belote else 0

    def rounding_rule(self, trump: Trump) -> Rounding | None:
        """How points are rounded at a trump; None where they are marked as they are."""
        return rounding_rule(self.rounding, self.rounding_at, trump)


class TakeClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses that explain the score of a turn-up game."""

    made: str
    failed: str
    tie: str = ""
    capot: str
    last_trick: str
    belote: str
    declarations: str = ""
    rounding: str = ""
    contre: str = ""
    factor: str = ""


class MarkScoring(Part, frozen=True, kw_only=True, tag="marks", tag_field="kind"):
    """Tricks become marks by the rounding, and these are compared; declarations and belote are marks too.

    tie: equal in marks and in points, the takers win or the defence does; contred, always the takers.
    capot, capot_at: what every trick is worth, by trump. capot_contred: is it multiplied?
    declarations_contred: by how much declarations are multiplied then.
    """

    rounding: RoundingKey
    rounding_at: Mapping[Trump, RoundingKey] = {}
    tie: Literal["takers", "defence"] = "takers"
    capot: int
    capot_at: Mapping[Trump, int] = {}
    capot_contred: bool = True
    declarations_contred: int = 2
    cites: TakeClauses

    def rounding_rule(self, trump: Trump) -> Rounding | None:
        """How points become marks at a trump."""
        return rounding_rule(self.rounding, self.rounding_at, trump)


class ContractScoring(Part, frozen=True, kw_only=True, tag="contract", tag_field="kind"):
    """Point auctions. A figure is `base`, plus the contract's value where it says so.

    tests_belote, tests_declarations: do they help the takers to their call? Tricks and last trick always do.
    more_too: the takers must also have more than the defence, all of its belotes and declarations counted.
    needs_a_trick: takers without a trick have failed, whatever they declared.
    every_trick_makes: every trick makes any number that was called, whatever it comes to.
    lowest_needs: points that make the lowest call; 0 for as many as it says.
    failed_declarations: who marks the takers' declarations when they fail.
    capot_declarations: who marks the defence's when the takers take every trick.
    capot_as_call: a called capot is a call of so many points that every trick alone makes, instead of
    paying `capot_called` or `capot_missed`; 0 where it pays those.
    generale: what a called générale pays, made or missed.
    """

    made: Literal["points", "contract", "points_and_contract"]
    rounding: RoundingKey
    rounding_at: Mapping[Trump, RoundingKey] = {}
    tests_belote: bool = True
    tests_declarations: bool = False
    more_too: bool = False
    needs_a_trick: bool = False
    every_trick_makes: bool = True
    lowest_needs: int = 0
    failed: Figure
    failed_declarations: Literal["defence", "own", "nobody"] = "defence"
    doubled: Figure
    capot_uncalled: Figure
    capot_called: int = 0
    capot_missed: int = 0
    capot_as_call: int = 0
    capot_declarations: Literal["takers", "defence"] = "takers"
    generale: int = 0
    defence_capot: Figure
    marks_belote: bool
    failed_belote: Literal["own", "defence_unless_no_trick", "defence"]
    contred: Contred = msgspec.field(default_factory=lambda: Contred())
    cites: ContractClauses

    def factor(self, contre: int) -> int:
        """By how much a contre (1) or surcontre (2) multiplies; 1 for neither."""
        return (1, 2, self.contred.surcontre)[contre]

    def rounding_rule(self, trump: Trump) -> Rounding | None:
        """How points are rounded at a trump; None where they are marked as they are."""
        return rounding_rule(self.rounding, self.rounding_at, trump)


class Contred(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What contre and surcontre change. The winner of a contred deal marks every declaration.

    multiplies: all that the contract pays, or its value alone, while the figures stay as they are.
    surcontre: by how much; a contre is twice. capot: the value of a called one, where that is multiplied.
    slams: where the value alone is multiplied, is it a slam's `value` (`capot`) or the whole `figure`?
    pays_capot: where the value alone is multiplied, whose every trick, not called, pays its own figure.
    takes_belotes: does the winner mark every belote?
    """

    multiplies: Literal["everything", "contract"] = "everything"
    surcontre: int = 4
    capot: int = 250
    slams: Literal["value", "figure"] = "value"
    pays_capot: Literal["takers", "either", "neither"] = "takers"
    takes_belotes: bool = False


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fixed number of points, with or without the contract's value."""

    base: int
    plus_contract: bool = False


class ContractClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses that explain the score of an auction."""

    test: str
    mark: str
    contre: str
    capot: str
    belote: str
    last_trick: str
    declarations: str = ""
    rounding: str = ""
    tout_atout: str = ""


class SoloScoring(Part, frozen=True, kw_only=True, tag="solo", tag_field="kind"):
    """The taker plays alone against the others, and each scores for himself.

    needs: the taker must have more than each of the others, or than all of them together.
    failed: `failed_points` are split between the others; or the taker's points go to the best of them; or
        they vanish and each of the others marks his own.
    """

    needs: Literal["each", "both"]
    failed: Literal["split", "best", "vanish"]
    failed_points: int
    capot: int
    cites: TakeClauses


class TrickScoring(Part, frozen=True, kw_only=True, tag="tricks", tag_field="kind"):
    """Tricks are counted, the last one `last_counts` times; game points for winning."""

    last_counts: int
    win: int
    all_tricks: int
    capot_called: int
    capot_missed: int
    contre: int


class PointScoring(Part, frozen=True, kw_only=True, tag="points", tag_field="kind"):
    """Nobody takes: each side marks its tricks, the last trick, its belote and its declarations.

    capot: what every trick is worth; 0 for no more than its points.
    """

    capot: int = 0


class GapScoring(Part, frozen=True, kw_only=True, tag="gap", tag_field="kind"):
    """Each loses `each` points for every trick between guess and result."""

    each: int


Scoring = TakeScoring | MarkScoring | ContractScoring | SoloScoring | TrickScoring | PointScoring | GapScoring
"""What a deal is worth."""
