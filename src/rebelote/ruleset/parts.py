"""A ruleset: frozen data, composed of parts. Code asks a part what it says, never a ruleset's name.

Every part cites the clauses of docs/rules.md that it states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from rebelote.cards import PACK, Card, Cards, Rank, Trump
from rebelote.language.game_texts import GameTexts, catalogue_with
from rebelote.language.text import LANGS, Catalogue, Lang
from rebelote.ruleset.rounding import Rounding, RoundingKey, rounding_rule
from rebelote.table import COMPASS, FACING, Seat, Table

OptionValue = bool | int | float | str
"""What an option may be set to."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every part of a ruleset has: the clauses of docs/rules.md that it states."""

    clauses: tuple[str, ...]


class Seating(Part, frozen=True, kw_only=True):
    """Where players sit and which way the game turns. Partners sit opposite at a compass table."""

    places: Literal["compass", "facing", "ring"]
    players: int
    direction: Literal["clockwise", "counterclockwise"]


# Dealing


class Hands(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hands", tag_field="kind"):
    """Packets to every hand before trump is chosen (the dealer picks one way), and `rest` cards after.

    asleep: so many cards of the pack are not dealt; the turned card is one of them where nobody gets it.
    turned_to: who gets the turned card, and one card less of the rest.
    shown: is the lowest of the sleeping cards shown?
    swap: may the seven of trumps be exchanged for the turned card of its suit before the lead?
    """

    packets: tuple[tuple[int, ...], ...]
    rest: int = 0
    asleep: int = 0
    turned_to: Literal["taker", "nobody"] = "taker"
    shown: bool = False
    swap: bool = False


class Piles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="piles", tag_field="kind"):
    """One by one to the hands and to `piles` piles of two before each player: one face down, one face up.

    hand: false where there are piles alone, dealt four at a time: face down before each, then face up.
    uncovered: when the card under one that was played is turned, at once or after the trick.
    """

    piles: int
    hand: bool = True
    uncovered: Literal["at_once", "after_trick"] = "at_once"


class Staircase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="staircase", tag_field="kind"):
    """1, 2 … top … 2, 1 cards each, `top` by number of players; a lone card only the others see."""

    top: dict[int, int]


class DealClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause to cite when a cut or the packets are refused."""

    cut: str
    packets: str


class Dealing(Part, frozen=True, kw_only=True):
    """How the cards are shuffled, cut and dealt, and who deals after a deal without a contract.

    `next_dealer` deals after a deal that was played: the next in turn, or who marked most in it.
    `ranks` are those of a short pack; without any, the pack has all of them.
    `gathering` is of a pack that is shuffled for the first deal only: `exact`, every card lies where the
    play left it; `loose`, the order within a trick or hand, and of a side's tricks, is left to chance.
    """

    shuffle: Literal["every_deal", "first_deal"]
    gathering: Literal["exact", "loose"] = "exact"
    smallest_heap: int
    layout: Hands | Piles | Staircase
    ranks: tuple[Rank, ...] = ()
    next_dealer: Literal["in_turn", "winner"] = "in_turn"
    passed_out: Literal["next_dealer", "same_dealer"]
    cites: DealClauses


# How trump is chosen


class CallClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause to cite when a call is refused."""

    call: str
    contre: str = ""
    barred: str = ""


class TurnUp(Part, frozen=True, kw_only=True, tag="turn_up", tag_field="kind"):
    """Take the turned suit in round 1, another in round 2; `overcalls` outbid a suit, each the one before.

    must: may the dealer, who speaks last, pass the last time?
    schmeiss: may one offer to throw the cards in? The other agrees, or one has to `play`; `umich`: or the
        other takes himself.
    """

    rounds: Literal[1, 2]
    overcalls: tuple[Trump, ...] = ()
    objections: bool = False
    must: Literal["none", "dealer"] = "none"
    schmeiss: Literal["none", "play", "umich"] = "none"
    cites: CallClauses


class Slam(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A call above all numbers: every trick, for a `generale` by the caller alone.

    leads: the first to play as in any deal, or the caller.
    """

    name: Literal["capot", "generale"]
    leads: Literal["normal", "caller"] = "normal"


class Double(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step of the ladder of contres: who may say it, and what it does.

    factor: by how much the deal counts. by: the opponents of the standing caller, or his own side.
    when: in one's turn, or at any time. ends: nothing may be said after it. lifted: may a higher call
    still be made, which cancels it? closed: may it be said so that no trump is led while there is anything
    else? wins_match: whoever wins the deal has won the match.
    """

    factor: int
    by: Literal["opponents", "callers"]
    when: Literal["in_turn", "any_time"] = "in_turn"
    ends: bool = False
    lifted: bool = False
    closed: bool = False
    wins_match: bool = False


class Auction(Part, frozen=True, kw_only=True, tag="auction", tag_field="kind"):
    """Rising calls: a number and a trump, slams on top; or, with the unit `none`, a trump alone.

    unit: what a number counts; a call of 9 in `tens` is one of 90 points.
    slams: what outranks every number, each the one before; nothing where calls have no number.
    trumps: without numbers they rank as they are listed, the lowest first.
    must, when: who may not pass while nobody has called: in his turn, or after everybody has passed.
    ends: what closes the choice, everybody else passing after a call or the first call itself; where there
        are contres, they may still be said after it.
    offered: so many suits are shown by lot, one by one, and only the one shown may be named; 0 for none.
    contres: the ladder of contres, in place of `contre`, `contre_lifted` and `surcontre`.
    contre_lifted: may a higher call still be made, which takes a contre away?
    raises_oneself: may he whose call stands, and was contred, raise it himself?
    turned: is a card turned up, which the last caller gets? `opens`: in the first of two rounds nothing but
        its suit may be called first.
    """

    unit: Literal["points", "tens", "tricks", "none"]
    lowest: int = 0
    highest: int = 0
    step: int = 0
    trumps: tuple[Trump, ...]
    slams: tuple[Slam, ...] = (Slam(name="capot"),)
    contre: Literal["in_turn", "any_time", "none"] = "none"
    contre_lifted: bool = False
    raises_oneself: bool = True
    surcontre: bool = False
    contres: tuple[Double, ...] = ()
    must: Literal["none", "dealer", "first"] = "none"
    when: Literal["in_turn", "after_all"] = "in_turn"
    ends: Literal["passes", "first"] = "passes"
    turned: Literal["none", "opens"] = "none"
    offered: int = 0
    cites: CallClauses

    @property
    def ladder(self) -> tuple[Double, ...]:
        """The contres in their order: those listed, or contre and surcontre."""
        return self.contres or _usual_ladder(self.contre, self.contre_lifted, self.surcontre)

    @property
    def slam_names(self) -> tuple[Literal["capot", "generale"], ...]:
        return tuple(slam.name for slam in self.slams)


@lru_cache(maxsize=16)
def _usual_ladder(
    contre: Literal["in_turn", "any_time", "none"], lifted: bool, surcontre: bool
) -> tuple[Double, ...]:
    if contre == "none":
        return ()
    ends = not (surcontre or lifted)
    first = Double(factor=2, by="opponents", when=contre, ends=ends, lifted=lifted)
    return (first, Double(factor=4, by="callers", ends=True)) if surcontre else (first,)


class Purchase(Auction, frozen=True, kw_only=True, tag="purchase", tag_field="kind"):
    """The turned card is bought: for its suit in the first round, for another in the second, or for a trump
    without a suit in either, which outbids a suit and to which an earlier seat has the better right.

    Three passes after a suit let its buyer confirm it or change. The ladder of contres comes afterwards.
    to_partner_from: from which speaker on the first round lets one buy without a suit for one's partner; 0:
        never. not_to_partner: ranks of the turned card with which that may not be.
    redeal_with: whoever has nothing but these ranks in his first hand may ask for a new deal.
    contred_above: without a suit there is one contre, if one side is above this and the other below.
    """

    unit: Literal["points", "tens", "tricks", "none"] = "none"
    turned: Literal["none", "opens"] = "opens"
    to_partner_from: int = 0
    not_to_partner: tuple[Rank, ...] = ()
    redeal_with: tuple[Rank, ...] = ()
    contred_above: int = 0


class Drawn(Part, frozen=True, kw_only=True, tag="drawn", tag_field="kind"):
    """Trump is drawn by lot and shown before the lead, or the suit of the last card dealt; nobody takes."""

    by: Literal["lot", "last_card"] = "lot"


class Guess(Part, frozen=True, kw_only=True, tag="guess", tag_field="kind"):
    """The turned card makes trump; each says how many tricks he will take, never summing to all of them."""

    cites: CallClauses


# Card play


class PlayClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause to cite when a card is refused, by what forbids it."""

    follow: str
    trump: str
    overtrump: str
    overruff: str
    undertrump: str
    partner: str
    shown: str
    tout_atout: str = ""
    barred: str = ""
    plain: str = ""
    lead: str = ""


class Obligations(Part, frozen=True, kw_only=True):
    """What a hand must play.

    partner_master: may a void hand whose partner holds the trick refrain from ruffing?
    partner_ruffed: which trumps may be laid on the partner's winning ruff?
    cannot_overruff: under an opponent's ruff that can't be beaten, a trump all the same, any card, or a card
        of another suit while there is one?
    lead_beats_partner: must a led suit that is to be beaten be so even when the partner holds the trick?
    plain: is it enough to follow a plain suit, or must it be beaten too?
    leads: may anything be led, or, `closed`, a trump only from a hand of nothing else?
    first_lead: who leads to the first trick.
    """

    partner_master: Literal["ruff", "free_before_a_ruff", "free"]
    partner_ruffed: Literal["over_or_discard", "over_if_able", "any"]
    cannot_overruff: Literal["trump", "any", "discard"]
    lead_beats_partner: bool
    plain: Literal["follow", "beat"] = "follow"
    leads: Literal["any", "closed"] = "any"
    first_lead: Literal["after_dealer", "taker"] = "after_dealer"
    cites: PlayClauses


# Values


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ranks from high to low, with their points."""

    order: tuple[Rank, ...]
    points: tuple[int, ...]


class CardValues(Part, frozen=True, kw_only=True):
    """Order and points of the cards at trump, plain, sans atout and tout atout, and the last trick."""

    trump: Scale
    plain: Scale
    sans_atout: Scale
    tout_atout: Scale
    last_trick: int
    rescale_tout_atout: bool = False


class Carre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Four of a kind, and what they are worth."""

    rank: Rank
    points: int


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards of one suit in sequence, and what they are worth: `length` of them, or up to `to`."""

    kind: Literal["tierce", "cinquante", "cent"]
    length: int
    points: int
    to: int = 0

    @property
    def longest(self) -> int:
        return max(self.length, self.to)


Criterion = Literal["kind", "points", "carre", "run", "length", "height", "trump"]
"""By what declarations are compared: the kind (carrés first, then runs as listed), the points, a carré before
a run or a run before a carré, the number of cards, the top card (carrés as listed), a run in trumps."""
Trickless = Literal["keeps", "void", "taken"]
"""What becomes of what a side without a trick has: it keeps it, nobody has it, or the others do."""


class Declarations(Part, frozen=True, kw_only=True):
    """Carrés and runs, each list from strongest to weakest.

    runs_sans_atout: the runs at sans atout, where they are worth something else; without any, as `runs`.
    not_at: trumps at which there are none.
    contests: one for all, or runs and carrés each for themselves.
    order, tie: how declarations are compared; equal in all of it, nobody scores, or who spoke first does.
    overlap: may a card serve in several?
    most: how many a player may have; 0 for any number.
    eight: a suit of eight is a run, or wins the match at once.
    said: with one's first card, or by all before the lead.
    named: the kind, with heights compared later (A-8.3), or in full at once.
    shown: when the second trick begins, when the first is over, or after the last.
    trickless: what becomes of the declarations of a side without a trick.
    counted: `in_hand`, announced by who holds them; `in_tricks`, they lie in the cards of one trick and go to
        its winner, who says so before the next lead (roem).
    stuk: king and queen of trumps in one trick, where that is counted.
    """

    played: bool
    carres: tuple[Carre, ...]
    carres_sans_atout: tuple[Carre, ...]
    runs: tuple[Run, ...]
    void_carre: Rank | None = None
    runs_sans_atout: tuple[Run, ...] = ()
    not_at: tuple[Trump, ...] = ()
    contests: Literal["one", "separate"] = "one"
    order: tuple[Criterion, ...] = ("kind", "height", "trump")
    tie: Literal["nobody", "first"] = "nobody"
    overlap: bool = False
    most: int = 0
    eight: Literal["run", "wins_match"] = "run"
    said: Literal["first_card", "before_lead"] = "first_card"
    named: Literal["kind", "in_full"] = "kind"
    shown: Literal["second_trick", "first_trick", "last_trick"] = "second_trick"
    trickless: Trickless = "keeps"
    counted: Literal["in_hand", "in_tricks"] = "in_hand"
    stuk: int = 0

    def runs_at(self, trump: Trump) -> tuple[Run, ...]:
        return self.runs_sans_atout or self.runs if trump is Trump.SANS_ATOUT else self.runs

    def carres_at(self, trump: Trump) -> tuple[Carre, ...]:
        return self.carres_sans_atout if trump is Trump.SANS_ATOUT else self.carres

    def played_at(self, trump: Trump) -> bool:
        return self.played and trump not in self.not_at


class Belote(Part, frozen=True, kw_only=True):
    """King and queen of trump played by one hand.

    said: `both` words are needed, `king_first` in that order only, `held` needs no word; `first`, `second`:
        one word, with the first or with the second card of the pair.
    led: at tout atout, only with a card of the suit that was led.
    not_inside: no belote for who has declared a run of so many points with both cards in it; 0: always one.
    trickless: what becomes of the belote of a side without a trick.
    """

    worth: int
    said: Literal["both", "king_first", "held", "first", "second"]
    at_tout_atout: bool
    led: bool = False
    not_inside: int = 0
    trickless: Trickless = "keeps"
    forgiven_once: bool = False


# Scoring


class TakeScoring(Part, frozen=True, kw_only=True, tag="take", tag_field="kind"):
    """Games without numbers in the calls: the takers must beat the defence, or reach a number.

    tie: as many for both: the takers' total hangs for the winner of the next deal; or they have failed;
        or made it; or they mark nothing, the defence its own, and nothing hangs.
    hung_again: what hung before a tie goes to its defence, or hangs on with the rest.
    capot: what every trick is worth, whatever the cards; capot_bonus: or what it adds to them.
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


# The end of a match


class Target(Part, frozen=True, kw_only=True, tag="target", tag_field="kind"):
    """First side at the target. `points_per_mark` is 10 where the sheet is kept in tens.

    equal: as many for both at the target: one more deal, or the takers of the last one have won.
    stops: a match ends after a deal, or with the trick that gives a side enough (BE-6).
    capot_ends: may a deal end the match in which a side took every trick? hanging_holds: does the match go on
    while points hang?
    """

    target: int
    both: Literal["more_points", "takers"]
    equal: Literal["one_more_deal", "takers"] = "one_more_deal"
    stops: Literal["after_deal", "in_deal"] = "after_deal"
    capot_ends: bool = True
    hanging_holds: bool = False
    belote_needs_a_trick: bool = False
    points_per_mark: int = 1
    stake: int | float = 0


class LastStep(Part, frozen=True, kw_only=True, tag="last_step", tag_field="kind"):
    """Over when the staircase is back at one card; the fewest points lost win, shared if equal."""


class Deals(Part, frozen=True, kw_only=True, tag="deals", tag_field="kind"):
    """Over after so many deals that were played; the most points win, shared if equal."""

    deals: int


class Penalties(Part, frozen=True, kw_only=True):
    """What faults cost. A deal lost by a wrong card gives the others `points`, or those and all roem."""

    misdeal: Literal["redeal", "points", "escalating"]
    wrong_card: Literal["none", "barred_or_lost", "lost", "lost_with_roem", "redeal"]
    unproved: Literal["none", "to_opponents"]
    shown_card: Literal["none", "must_be_played"]
    points: int
    cites: PenaltyClauses


class PenaltyClauses(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses that explain what faults cost."""

    misdeal: str
    wrong_card: str = ""
    lost_deal: str = ""
    unproved: str = ""
    shown_card: str = ""


class Words(Part, frozen=True, kw_only=True):
    """Which word the table uses for a call that has two."""

    contre: Literal["contre", "coinche"]


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """auto: words are said for you. table: wrong cards can be laid and are judged when somebody asks."""

    announce: Literal["auto", "manual"]
    enforcement: Literal["strict", "table"]


TrumpChoice = TurnUp | Auction | Purchase | Drawn | Guess
"""How the trump is found."""
Scoring = TakeScoring | MarkScoring | ContractScoring | SoloScoring | TrickScoring | PointScoring | GapScoring
"""What a deal is worth."""
MatchEnd = Target | LastStep | Deals
"""When a match is over."""


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Everything that a match needs to know of its rules, options resolved."""

    id: str
    version: int
    extends: str = ""
    seating: Seating
    dealing: Dealing
    trump_choice: TrumpChoice
    play: Obligations
    card_values: CardValues
    declarations: Declarations | None = None
    belote: Belote | None = None
    scoring: Scoring
    match_end: MatchEnd
    penalties: Penalties
    words: Words
    conduct: Conduct
    chosen: Mapping[str, OptionValue] = {}
    texts: Mapping[Lang, GameTexts] = {}

    @cached_property
    def digest(self) -> str:
        """Names these rules, in every process alike: the SHA-256 of their JSON with its keys sorted."""
        plain = msgspec.to_builtins(self, str_keys=True)
        return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.chosen.items())
        return f"<Ruleset {self.id}: {chosen}>" if chosen else f"<Ruleset {self.id}>"

    def catalogue(self, lang: Lang) -> Catalogue:
        """Every word and sentence, those that the rules bring themselves among them."""
        return self._catalogues[lang]

    @cached_property
    def _catalogues(self) -> Mapping[Lang, Catalogue]:
        return {lang: catalogue_with(self.texts, self.id, lang) for lang in LANGS}

    @cached_property
    def table(self) -> Table:
        seating = self.seating
        seats = {
            "compass": COMPASS,
            "facing": FACING,
            "ring": tuple(Seat(str(n + 1)) for n in range(seating.players)),
        }[seating.places]
        return Table(seats, clockwise=seating.direction == "clockwise", partners=seating.places == "compass")

    @cached_property
    def tricks(self) -> int:
        """Tricks in a deal, where every deal has the same number."""
        match self.dealing.layout:
            case Hands(packets=packets, rest=rest):
                return sum(packets[0]) + rest
            case Piles(piles=piles, hand=hand):
                return 4 * piles if hand else 2 * piles
            case Staircase():
                raise ValueError("a staircase has no fixed number of tricks")

    @cached_property
    def turns_a_card(self) -> bool:
        """Is a card turned up before trump is chosen?"""
        choice = self.trump_choice
        return isinstance(choice, TurnUp | Guess) or (isinstance(choice, Auction) and choice.turned != "none")

    @cached_property
    def takes_turned(self) -> bool:
        """Does the taker get the turned card?"""
        layout = self.dealing.layout
        return isinstance(layout, Hands) and layout.turned_to == "taker"

    @cached_property
    def has_taker(self) -> bool:
        return isinstance(self.trump_choice, TurnUp | Auction)

    @cached_property
    def counts_tricks(self) -> bool:
        return isinstance(self.scoring, TrickScoring | GapScoring)

    @property
    def unit(self) -> Literal["points", "tricks"]:
        """What is counted in the play."""
        return "tricks" if self.counts_tricks else "points"

    @cached_property
    def belote_towards_contract(self) -> int:
        """What a belote adds to what its side makes when the contract is tested; 0 where it does not help."""
        untested = isinstance(self.scoring, TakeScoring | ContractScoring) and not self.scoring.tests_belote
        return 0 if self.belote is None or untested else self.belote.worth * self._points_of_a_bonus

    @property
    def _points_of_a_bonus(self) -> int:
        """What a mark of belote or declarations stands for, where they are given in marks; else 1."""
        rule = self.scoring.rounding_rule(SUITS_ONLY[0]) if isinstance(self.scoring, MarkScoring) else None
        return rule.per_mark if rule is not None else 1

    def call_points(self, number: int) -> int:
        """The points that a call of this number stands for."""
        in_tens = isinstance(self.trump_choice, Auction) and self.trump_choice.unit == "tens"
        return number * 10 if in_tens else number

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The cards of the game."""
        ranks = self.dealing.ranks
        return tuple(card for card in PACK if card.rank in ranks) if ranks else PACK

    @cached_property
    def cards(self) -> Cards:
        """The same as a set."""
        return Cards(self.pack)

    @cached_property
    def hand_declarations(self) -> Declarations | None:
        """The declarations of hands, if they are played."""
        part = self.declarations
        return part if part is not None and part.played and part.counted == "in_hand" else None

    @cached_property
    def roem(self) -> Declarations | None:
        """What lies in the cards of a trick and goes to its winner, if it is played."""
        part = self.declarations
        return part if part is not None and part.played and part.counted == "in_tricks" else None

    def as_played(self, *, closed: bool) -> Ruleset:
        """These rules, or where trumps may not be led those that say so."""
        return self._closed if closed else self

    @cached_property
    def _closed(self) -> Ruleset:
        return msgspec.structs.replace(self, play=msgspec.structs.replace(self.play, leads="closed"))

    def contre_factor(self, contre: int) -> int:
        """By how much the ladder of contres multiplies at this step; 1 without a contre."""
        choice = self.trump_choice
        return choice.ladder[contre - 1].factor if contre and isinstance(choice, Auction) else 1

    def contre_mark(self, contre: int) -> str:
        """What a contre (1) or surcontre (2) does, as a sheet has it: «×2», «×3», «+1», or nothing."""
        match self.scoring:
            case TakeScoring() | MarkScoring() if contre and self.contre_factor(contre) > 1:
                return f"×{self.contre_factor(contre)}"
            case ContractScoring() if contre:
                return f"×{self.scoring.factor(contre)}"
            case TrickScoring(contre=bonus) if contre:
                return f"+{bonus * contre}"
            case _:
                return ""

    @cached_property
    def callable_trumps(self) -> tuple[Trump, ...]:
        """The trumps a deal can be played at."""
        match self.trump_choice:
            case Auction(trumps=trumps):
                return trumps
            case TurnUp(overcalls=overcalls):
                return SUITS_ONLY + overcalls
            case Drawn() | Guess():
                return SUITS_ONLY

    @property
    def auto(self) -> bool:
        return self.conduct.announce == "auto"

    @property
    def strict(self) -> bool:
        return self.conduct.enforcement == "strict"

    def hand_size(self, deal_number: int) -> int:
        """Cards in a hand for play: on a staircase, by the deal's number from 1."""
        match self.dealing.layout:
            case Staircase(top=top):
                highest = top[self.seating.players]
                return min(deal_number, 2 * highest - deal_number)
            case Hands():
                return self.tricks
            case Piles(piles=piles, hand=hand):
                return 2 * piles if hand else 0

    @property
    def last_deal(self) -> int | None:
        """The number of the last deal where it is known beforehand."""
        match self.match_end, self.dealing.layout:
            case Deals(deals=deals), _:
                return deals
            case _, Staircase(top=top):
                return 2 * top[self.seating.players] - 1
            case _:
                return None


SUITS_ONLY = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
"""The trumps of a game without sans atout and tout atout."""
