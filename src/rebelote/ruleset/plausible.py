"""Rules that would be played as written and yet not mean what they say: each is refused with its key."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.card_order import order_at
from rebelote.cards import SUITS, Trump
from rebelote.language.text import Said, said
from rebelote.ruleset import (
    Auction,
    ContractScoring,
    Declarations,
    GapScoring,
    MarkScoring,
    Rounding,
    Ruleset,
    TakeScoring,
    Target,
    TrickScoring,
    TurnUp,
)
from rebelote.ruleset.limits import LARGEST_DEAL, LARGEST_FIGURE, LAST_TRICK_OF_A_SWEEP, figures

Fault = tuple[str, Said]

MOST_DECLARED = 4
"""Two hands of eight cards hold four carrés at most between them."""


def implausible(rules: Ruleset) -> Iterator[Fault]:
    """Every key that would be silently wrong."""
    yield from _negative(rules)
    yield from _too_much_for_the_core(rules)
    yield from _out_of_reach(rules)
    yield from _unscored(rules)
    yield from _wrong_units(rules)
    yield from _never_needed(rules)
    yield from _never_won(rules)
    yield from _nobody_to_take(rules)
    yield from _no_match_to_win(rules)
    yield from _no_one_to_agree(rules)


# Figures


def _negative(rules: Ruleset) -> Iterator[Fault]:
    for name in ("scoring", "belote", "penalties", "declarations"):
        for path, figure in figures(name, getattr(rules, name)):
            if not 0 <= figure <= LARGEST_FIGURE:
                yield path, said("expected", what=said("integer_from", least=0, most=LARGEST_FIGURE))


def _too_much_for_the_core(rules: Ruleset) -> Iterator[Fault]:
    """The solver goes through every sum of a deal, and holds no more than this."""
    for trump in (rules.callable_trumps[0], Trump.SANS_ATOUT, Trump.TOUT_ATOUT):
        last = max(rules.card_values.last_trick, LAST_TRICK_OF_A_SWEEP)
        found = order_at(rules.card_values, trump).pack_total + last
        if found > LARGEST_DEAL:
            name = {Trump.SANS_ATOUT: "sans_atout", Trump.TOUT_ATOUT: "tout_atout"}.get(trump, "trump")
            yield f"card_values.{name}", said("too_much_in_a_deal", most=LARGEST_DEAL, found=found)


def _whole(rules: Ruleset, trump: Trump) -> int:
    return order_at(rules.card_values, trump).total(rules.pack) + rules.card_values.last_trick


# Calls


def _out_of_reach(rules: Ruleset) -> Iterator[Fault]:
    choice = rules.trump_choice
    if isinstance(choice, Auction) and choice.unit != "none":
        most = _most(rules, choice)
        if choice.highest > most:
            yield "trump_choice.highest", said("highest", most=most, found=choice.highest)


def _most(rules: Ruleset, choice: Auction) -> int:
    """The highest number that a side could make."""
    if isinstance(rules.scoring, TrickScoring):
        return rules.tricks + rules.scoring.last_counts - 1
    points = max(_most_points(rules, trump) for trump in choice.trumps)
    return points // 10 if choice.unit == "tens" else points


def _most_points(rules: Ruleset, trump: Trump) -> int:
    values = rules.card_values
    scaled = trump is Trump.TOUT_ATOUT and values.rescale_tout_atout
    belotes = 0 if trump is Trump.SANS_ATOUT else len(SUITS) if trump is Trump.TOUT_ATOUT else 1
    pile = _whole(rules, choice_suit(rules) if scaled else trump)
    worth = rules.belote.worth if rules.belote is not None else 0
    return pile + belotes * worth + _most_declared(rules, trump)


def choice_suit(rules: Ruleset) -> Trump:
    """A plain suit of those that can be trump."""
    return next((trump for trump in rules.callable_trumps if trump.suit is not None), Trump.SPADES)


def _most_declared(rules: Ruleset, trump: Trump) -> int:
    part = rules.hand_declarations
    if part is None or not part.played_at(trump):
        return 0
    return MOST_DECLARED * max(_worth(part, trump), default=0)


def _worth(part: Declarations, trump: Trump) -> list[int]:
    carres = [each.points for each in part.carres_at(trump)]
    return carres + [each.points for each in part.runs_at(trump)]


# What is said and not scored


def _unscored(rules: Ruleset) -> Iterator[Fault]:
    counts_none = isinstance(rules.scoring, TrickScoring | GapScoring)
    if rules.hand_declarations is not None and counts_none:
        yield "declarations.played", said("unscored", scoring=str(rules.scoring.__struct_config__.tag))


# Units of the sheet


def _wrong_units(rules: Ruleset) -> Iterator[Fault]:
    """Where marks are tens, the target is in marks, or in points that a tenth is played to; and not else."""
    end, units = rules.match_end, _units(rules)
    if not isinstance(end, Target):
        return
    scoring = rules.scoring
    named = isinstance(scoring, TakeScoring | ContractScoring) and scoring.rounding == "in_tens"
    wanted = {10} if named else {1, *units}
    if end.points_per_mark not in wanted:
        yield "match_end.points_per_mark", said("units", wanted=max(wanted), found=end.points_per_mark)
    if len(units) > 1:
        yield "scoring.rounding_at", said("one_unit")


def _units(rules: Ruleset) -> set[int]:
    """Points in a mark, at any trump that can be called."""
    scoring = rules.scoring
    if not isinstance(scoring, TakeScoring | ContractScoring):
        return {1}
    found = (scoring.rounding_rule(trump) for trump in rules.callable_trumps)
    return {rule.per_mark if isinstance(rule, Rounding) else 1 for rule in found}


# Numbers to reach


def _never_needed(rules: Ruleset) -> Iterator[Fault]:
    scoring = rules.scoring
    if not isinstance(scoring, TakeScoring):
        return
    if scoring.test == "at_least":
        if scoring.needed <= 0:
            yield "scoring.needed", said("needed")
        if 0 < scoring.needed_with_belote < scoring.needed:
            yield "scoring.needed_with_belote", said("needed_with_belote", needed=scoring.needed)
    elif scoring.needed or scoring.needed_with_belote:
        yield "scoring.needed", said("needed_unused")


# What nothing comes of


def _never_won(rules: Ruleset) -> Iterator[Fault]:
    """A match to a target ends only where deals bring something."""
    scoring = rules.scoring
    if isinstance(scoring, TrickScoring) and isinstance(rules.match_end, Target) and scoring.win < 1:
        yield "scoring.win", said("expected", what=said("integer_from", least=1, most=LARGEST_FIGURE))


def _nobody_to_take(rules: Ruleset) -> Iterator[Fault]:
    """What a side without a trick had goes to the other side, where there is one."""
    for name, part in (("declarations", rules.declarations), ("belote", rules.belote)):
        if part is not None and part.trickless == "taken" and len(rules.table.sides) > 2:
            yield f"{name}.trickless", said("taken_by_whom", sides=len(rules.table.sides))


def _no_match_to_win(rules: Ruleset) -> Iterator[Fault]:
    """A contre that is for the match is scored in marks, up to a target."""
    choice = rules.trump_choice
    wins = isinstance(choice, Auction) and any(double.wins_match for double in choice.ladder)
    if wins and not (isinstance(rules.scoring, MarkScoring) and isinstance(rules.match_end, Target)):
        yield "trump_choice.contres", said("wins_match")


def _no_one_to_agree(rules: Ruleset) -> Iterator[Fault]:
    """Throwing the cards in is agreed between two, and a suit that one has to play can't be objected to."""
    choice = rules.trump_choice
    offered = isinstance(choice, TurnUp) and choice.schmeiss != "none"
    if offered and (rules.table.size != 2 or getattr(choice, "objections", False)):
        yield "trump_choice.schmeiss", said("schmeiss")
