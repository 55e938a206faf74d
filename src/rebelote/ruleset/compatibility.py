"""Parts of a ruleset that can't work together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from rebelote.cards import PACK, RANKS, Rank, Trump
from rebelote.errors import BadRules
from rebelote.language.text import Said, said
from rebelote.ruleset import (
    SUITS_ONLY,
    Auction,
    ContractScoring,
    Deals,
    Declarations,
    Drawn,
    GapScoring,
    Guess,
    Hands,
    LastStep,
    MarkScoring,
    Part,
    Piles,
    PointScoring,
    Purchase,
    Rounding,
    Ruleset,
    Run,
    SoloScoring,
    Staircase,
    TakeScoring,
    Target,
    TrickScoring,
    TrumpChoice,
    TurnUp,
)
from rebelote.ruleset.limits import (
    LARGEST,
    LARGEST_BID,
    LARGEST_CARD,
    LARGEST_FIGURE,
    LARGEST_LAST_TRICK,
    MOST_BIDS,
    figures,
)
from rebelote.ruleset.shape_check import any_of, one_of, show

LONGEST_LADDER = 4
"""As many steps as have a word."""
RING = (3, 4, 5, 6)
"""How many may sit round a table where each plays alone."""
FEWEST_RANKS = 4
"""A pack has no fewer."""
MOST_DEALS = 100
"""As many as a match may have where they are counted."""


def contradictions(rules: Ruleset) -> Iterator[BadRules]:
    """Parts that can't work together, one fault for each group of keys."""
    for check in (
        _check_seats,
        _check_cards,
        _check_choice,
        _check_values,
        _check_figures,
        _check_declarations,
        _check_rounding,
    ):
        try:
            check(rules)
        except BadRules as fault:
            yield fault


def _refuse_unless(holds: bool, path: str, expected: Said) -> None:
    if not holds:
        raise BadRules(path, expected)


def _integer_from(least: int, most: int) -> Said:
    return said("expected", what=said("integer_from", least=least, most=most))


def _check_seats(rules: Ruleset) -> None:
    wanted = {"compass": (4,), "facing": (2,), "ring": RING}[rules.seating.places]
    _refuse_unless(
        rules.seating.players in wanted,
        "seating.players",
        said("seats", places=rules.seating.places, players=any_of([str(n) for n in wanted])),
    )
    _refuse_unless(
        (rules.seating.places == "ring") == isinstance(rules.scoring, GapScoring | SoloScoring),
        "seating.places",
        said("ring"),
    )


def _check_cards(rules: Ruleset) -> None:
    _check_ranks(rules.dealing.ranks)
    half = len(rules.pack) // 2
    _refuse_unless(1 <= rules.dealing.smallest_heap <= half, "dealing.smallest_heap", _integer_from(1, half))
    match rules.dealing.layout:
        case Hands(packets=packets, rest=rest, asleep=asleep, discard=discard):
            sizes = {sum(way) for way in packets}
            _refuse_unless(
                bool(packets) and all(n > 0 for way in packets for n in way) and rest >= 0,
                "dealing.layout.packets",
                said("packets"),
            )
            dealt = max(sizes, default=0) + rest
            _refuse_unless(
                len(sizes) == 1 and dealt * rules.seating.players + asleep + discard == len(rules.pack),
                "dealing.layout",
                said("all_cards", cards=len(rules.pack), players=rules.seating.players),
            )
            _refuse_unless(
                0 <= discard <= max(sizes) and (not discard or _may_discard(rules)),
                "dealing.layout.discard",
                said("discard"),
            )
        case Piles(piles=piles, hand=hand):
            share = len(PACK) // 2  # of each of the two: all in piles of two cards, or half of it in the hand
            _refuse_unless(
                rules.seating.players == 2
                and piles == share // (4 if hand else 2)
                and len(rules.pack) == len(PACK),
                "dealing.layout",
                said("piles"),
            )
        case Staircase(top=top):
            _check_tops(top)
            highest = top.get(rules.seating.players, 0)
            _refuse_unless(
                highest >= 1 and highest * rules.seating.players < len(rules.pack),
                f"dealing.layout.top.{rules.seating.players}",
                said("one_to_turn"),
            )


def _may_discard(rules: Ruleset) -> bool:
    """Somebody calls for the cards that are left over; none of them is turned up or dealt to others."""
    called = isinstance(rules.trump_choice, Auction) and not rules.turns_a_card
    return called and not getattr(rules.dealing.layout, "rest", 0)


def _check_ranks(ranks: tuple[Rank, ...]) -> None:
    _refuse_unless(
        not ranks or (len(set(ranks)) == len(ranks) >= FEWEST_RANKS), "dealing.ranks", said("ranks_once")
    )


def _check_tops(top: dict[int, int]) -> None:
    for players in top:
        expected = said("tops", least=min(RING), most=max(RING))
        _refuse_unless(players in RING, f"dealing.layout.top.{players}", expected)


_SCORED_BY: Final[Mapping[str, type[Part]]] = {
    "points": ContractScoring,
    "tens": ContractScoring,
    "tricks": TrickScoring,
}


def _scorings(choice: TrumpChoice) -> tuple[type[Part], ...]:
    """The ways of scoring that go with a way of choosing trump."""
    match choice:
        case TurnUp():
            return (TakeScoring, SoloScoring)
        case Auction(unit="none"):
            return (TakeScoring, MarkScoring, SoloScoring)
        case Auction(unit=unit):
            return (_SCORED_BY[unit],)
        case Drawn():
            return (TrickScoring, PointScoring)
        case Guess():
            return (GapScoring,)


def _tag(part: type[Part] | Part) -> object:
    return part.__struct_config__.tag


def _check_choice(rules: Ruleset) -> None:
    choice, scoring = rules.trump_choice, rules.scoring
    fitting = _scorings(choice)
    unit = said("in_unit", unit=choice.unit) if isinstance(choice, Auction) else ""
    _refuse_unless(
        isinstance(scoring, fitting),
        "scoring.kind",
        said(
            "scoring_kind",
            what=one_of(map(_tag, fitting)),
            found=show(_tag(scoring)),
            choice=show(_tag(choice)),
            unit=unit,
        ),
    )
    layout = rules.dealing.layout
    _refuse_unless(
        (isinstance(choice, TurnUp) and isinstance(layout, Hands) and layout.rest > 0)
        or (isinstance(choice, TurnUp) and isinstance(layout, Piles) and not layout.hand)
        or (isinstance(choice, Guess) and isinstance(layout, Staircase))
        or (
            isinstance(choice, Drawn)
            and not isinstance(layout, Staircase)
            and getattr(layout, "rest", 0) == 0
        )
        or (isinstance(choice, Auction) and not isinstance(layout, Staircase)),
        "dealing.layout",
        said("layout"),
    )
    _refuse_unless(
        isinstance(choice, Guess) == isinstance(rules.match_end, LastStep),
        "match_end.kind",
        said("last_step"),
    )
    if isinstance(choice, Auction):
        _check_bids(choice)
        _check_slams(choice, scoring)
        _check_ladder(choice)
        _check_turned(rules, choice)
        alone = isinstance(scoring, SoloScoring)
        _refuse_unless(not (alone and choice.ladder), "trump_choice.contre", said("solo_contre"))
    if isinstance(choice, Purchase):
        _check_purchase(rules, choice)
    round_lost = rules.penalties.wrong_card == "lost_round"
    in_marks_only = not round_lost or isinstance(scoring, MarkScoring)
    _refuse_unless(in_marks_only, "penalties.wrong_card", said("lost_round"))
    if isinstance(scoring, MarkScoring):
        rules_of_marks = [scoring.rounding_rule(trump) for trump in rules.callable_trumps]
        in_marks = all(rule is not None and rule.per_mark > 1 for rule in rules_of_marks)
        _refuse_unless(in_marks, "scoring.rounding", said("marks_rounding"))
    if isinstance(choice, TurnUp):
        _refuse_unless(
            not set(choice.overcalls) & set(SUITS_ONLY),
            "trump_choice.overcalls",
            said("overcalls"),
        )
        _check_once("trump_choice.overcalls", choice.overcalls)
    if isinstance(scoring, ContractScoring):
        _refuse_unless(
            2 <= scoring.contred.surcontre <= 100 and 0 <= scoring.contred.capot <= LARGEST_FIGURE,
            "scoring.contred",
            said("contred", most=LARGEST_FIGURE),
        )
        _check_contred(scoring)


def _check_contred(scoring: ContractScoring) -> None:
    """What holds only where the value alone is multiplied says nothing elsewhere."""
    contred = scoring.contred
    plain = contred.slams == "value" and contred.pays_capot == "takers"
    only_value = contred.multiplies == "contract"
    _refuse_unless(plain or only_value, "scoring.contred.multiplies", said("contred_value"))


def _check_slams(choice: Auction, scoring: object) -> None:
    names = choice.slam_names
    once = len(set(names)) == len(names)
    _refuse_unless(once and names[:1] != ("generale",), "trump_choice.slams", said("slams"))
    pays = isinstance(scoring, ContractScoring) and scoring.generale > 0
    _refuse_unless("generale" not in names or pays, "scoring.generale", said("generale"))


def _check_bids(choice: Auction) -> None:
    _check_once("trump_choice.trumps", choice.trumps)
    if choice.unit == "none":
        _refuse_unless(bool(choice.trumps), "trump_choice.trumps", said("some_trumps"))
        numbered = choice.lowest or choice.highest or choice.step
        _refuse_unless(not numbered, "trump_choice", said("no_numbers"))
        return
    _refuse_unless(
        0 < choice.lowest <= choice.highest <= LARGEST_BID and choice.step > 0 and bool(choice.trumps),
        "trump_choice",
        said("auction", most=LARGEST_BID),
    )
    numbers = len(range(choice.lowest, choice.highest + 1, choice.step)) + len(choice.slams)
    bids = numbers * len(choice.trumps)
    _refuse_unless(bids <= MOST_BIDS, "trump_choice", said("too_many_bids", most=MOST_BIDS, found=bids))


def _check_turned(rules: Ruleset, choice: Auction) -> None:
    """A card is turned where more are to be dealt, and where calls are trumps alone."""
    layout = rules.dealing.layout
    left = isinstance(layout, Hands) and layout.rest > 0
    fits = choice.turned == "none" or (left and choice.unit == "none")
    _refuse_unless(fits, "trump_choice.turned", said("turned"))


def _check_purchase(rules: Ruleset, choice: Purchase) -> None:
    """Suits and trumps without one; what goes to a partner needs partners."""
    fits = choice.unit == "none" and choice.turned == "opens" and choice.must == "none"
    _refuse_unless(fits and choice.ends == "passes" and not choice.offered, "trump_choice", said("purchase"))
    speakers = rules.seating.players
    may_be_partners = rules.seating.places == "compass" or not choice.to_partner_from
    in_range = 0 <= choice.to_partner_from <= speakers and may_be_partners
    _refuse_unless(in_range, "trump_choice.to_partner_from", _integer_from(0, speakers))
    _refuse_unless(len(choice.contres) <= LONGEST_LADDER, "trump_choice.contres", said("contres"))


def _check_ladder(choice: Auction) -> None:
    """Contres by turns, each counting more than the one before."""
    unused = choice.contre == "none" and not choice.surcontre
    _refuse_unless(not choice.contres or unused, "trump_choice.contres", said("contres_or_contre"))
    answers = choice.contre != "none" or not choice.surcontre
    _refuse_unless(answers, "trump_choice.surcontre", said("no_contre"))
    sides = ("opponents", "callers") * len(choice.contres)
    in_order = all(double.by == side for double, side in zip(choice.contres, sides, strict=False))
    factors = [1, *(double.factor for double in choice.contres)]
    rising = all(less < more <= 100 for less, more in pairwise(factors))
    _refuse_unless(in_order and rising, "trump_choice.contres", said("contres"))


def _check_once(path: str, trumps: tuple[Trump, ...]) -> None:
    _refuse_unless(len(set(trumps)) == len(trumps), path, said("trumps_once"))


def _check_values(rules: Ruleset) -> None:
    for name in ("trump", "plain", "sans_atout", "tout_atout"):
        scale = getattr(rules.card_values, name)
        _refuse_unless(
            len(set(scale.order)) == len(scale.points) == len(RANKS) == len(scale.order),
            f"card_values.{name}",
            said("scale"),
        )
        in_range = all(0 <= points <= LARGEST_CARD for points in scale.points)
        _refuse_unless(in_range, f"card_values.{name}.points", said("points", most=LARGEST_CARD))
    _refuse_unless(
        0 <= rules.card_values.last_trick <= LARGEST_LAST_TRICK,
        "card_values.last_trick",
        _integer_from(0, LARGEST_LAST_TRICK),
    )
    end = rules.match_end
    if isinstance(end, Deals):
        _refuse_unless(0 < end.deals <= MOST_DEALS, "match_end.deals", _integer_from(1, MOST_DEALS))
    if isinstance(end, Target):
        stake = said("expected", what=said("number_from", least=0, most=LARGEST))
        _refuse_unless(0 < end.target <= LARGEST, "match_end.target", _integer_from(1, LARGEST))
        _refuse_unless(
            0 < end.points_per_mark <= LARGEST_FIGURE,
            "match_end.points_per_mark",
            _integer_from(1, LARGEST_FIGURE),
        )
        _refuse_unless(0 <= end.stake <= LARGEST, "match_end.stake", stake)


def _check_figures(rules: Ruleset) -> None:
    """What anything is worth, wherever a part says so."""
    for name in ("scoring", "belote", "penalties"):
        for path, figure in figures(name, getattr(rules, name)):
            in_range = -LARGEST_FIGURE <= figure <= LARGEST_FIGURE
            _refuse_unless(in_range, path, _integer_from(-LARGEST_FIGURE, LARGEST_FIGURE))


def _check_declarations(rules: Ruleset) -> None:
    part = rules.declarations
    if part is None:
        return
    _refuse_unless(
        not part.played or _is_held_whole(rules.dealing.layout),
        "declarations.played",
        said("whole_hands"),
    )
    _check_comparison(part)
    for name in ("carres", "carres_sans_atout"):
        ranks = [carre.rank for carre in getattr(part, name)]
        _refuse_unless(len(set(ranks)) == len(ranks), f"declarations.{name}", said("ranks_once"))
    for name in ("runs", "runs_sans_atout"):
        _check_runs(f"declarations.{name}", getattr(part, name))
    carres = (*part.carres, *part.carres_sans_atout)
    runs = (*part.runs, *part.runs_sans_atout)
    worth = [carre.points for carre in carres] + [run.points for run in runs]
    in_range = all(0 <= points <= LARGEST_FIGURE for points in worth)
    _refuse_unless(in_range, "declarations", said("points", most=LARGEST_FIGURE))


def _is_held_whole(layout: Hands | Piles | Staircase) -> bool:
    """Are all of a player's cards in one place, in his hand or before him?"""
    return isinstance(layout, Hands) or (isinstance(layout, Piles) and not layout.hand)


def _check_rounding(rules: Ruleset) -> None:
    scoring = rules.scoring
    if not isinstance(scoring, TakeScoring | ContractScoring):
        return
    named = {f"scoring.rounding_at.{trump.value}": rule for trump, rule in scoring.rounding_at.items()}
    for path, rule in {"scoring.rounding": scoring.rounding, **named}.items():
        if isinstance(rule, Rounding):
            _refuse_unless(_can_round(rule), path, said("rounding", most=LARGEST_FIGURE))


def _can_round(rule: Rounding) -> bool:
    """Points end as whole marks, and there is a rest that goes up."""
    in_range = 1 <= rule.per_mark <= rule.to <= LARGEST_FIGURE
    rests = 1 <= rule.up_from <= rule.to and 0 <= rule.keeps < rule.to
    return in_range and rests and rule.to % rule.per_mark == rule.keeps % rule.per_mark == 0


def _check_runs(path: str, runs: tuple[Run, ...]) -> None:
    _refuse_unless(len({run.kind for run in runs}) == len(runs), path, said("kinds_once"))
    _refuse_unless(
        all(2 <= run.length <= run.longest <= len(Rank) for run in runs),
        path,
        said("lengths", most=len(Rank)),
    )
    falling = all(one.length > other.longest for one, other in pairwise(runs))
    _refuse_unless(falling, path, said("runs_falling"))


def _check_comparison(part: Declarations) -> None:
    """Heights are named later only where they are compared as A-8.3 does it."""
    path = "declarations.order"
    _refuse_unless(bool(part.order) and len(set(part.order)) == len(part.order), path, said("order_once"))
    plain = (
        part.contests == "one"
        and part.order == ("kind", "height", "trump")
        and (part.said, part.shown) == ("first_card", "second_trick")
        and not (part.overlap or part.most)
        and all(run.longest == run.length for run in part.runs)
    )
    _refuse_unless(part.named == "in_full" or plain, "declarations.named", said("named_in_full"))
    _refuse_unless(0 <= part.most <= len(PACK), "declarations.most", _integer_from(0, len(PACK)))
