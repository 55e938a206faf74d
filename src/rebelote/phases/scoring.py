"""What a played deal is worth: its result, each side's mark, and the lines that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

import msgspec

from rebelote.cards import SUITS, Trump
from rebelote.deal import Contract, DealScore, DealSummary, Result, ScoreLine, Value
from rebelote.ruleset import (
    SUITS_ONLY,
    Auction,
    ContractScoring,
    Figure,
    GapScoring,
    Part,
    PointScoring,
    Ruleset,
    Staircase,
    TakeScoring,
    TrickScoring,
)
from rebelote.table import Side
from rebelote.values import order_at

TEN = 10
Lines = list[ScoreLine]


def score_deal(rules: Ruleset, summary: DealSummary, pending: int = 0) -> DealScore:
    """The marks of a deal; `pending` is what an earlier deal left held (A-10.1c)."""
    if summary.is_void:
        return _score_void(rules, pending)
    match rules.scoring:
        case TakeScoring() as scoring:
            return _score_take(_count(rules, summary), scoring, pending)
        case ContractScoring() as scoring:
            return _score_contract(_count(rules, summary), scoring)
        case TrickScoring() as scoring:
            return _score_tricks(_count(rules, summary), scoring)
        case PointScoring() as scoring:
            return _score_points(_count(rules, summary), scoring)
        case GapScoring() as scoring:
            return _score_gaps(rules, scoring, summary)


def takers_made(rules: Ruleset, summary: DealSummary) -> Result:
    """Did the takers make it? «none» where nobody took."""
    if summary.contract is None or summary.contract.side is None:
        return "none"
    match rules.scoring:
        case TakeScoring() as scoring:
            return _take_result(_count(rules, summary), scoring)
        case ContractScoring():
            return _contract_result(_count(rules, summary))
        case TrickScoring() as scoring:
            return _tricks_result(_count(rules, summary), scoring)
        case PointScoring() | GapScoring():
            return "none"


# Counting


@dataclass(frozen=True, slots=True)
class _Count:
    """A played deal as the scorer sees it."""

    rules: Ruleset
    summary: DealSummary
    contract: Contract

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.rules.table.sides

    @property
    def takers(self) -> Side:
        assert self.contract.side is not None
        return self.contract.side

    @property
    def defence(self) -> Side:
        return self.rules.table.opponent(self.takers)

    def tricks(self, side: Side) -> int:
        return self.summary.tricks.get(side, 0)

    def has_all_tricks(self, side: Side) -> bool:
        return self.tricks(side) == self.rules.tricks

    def cards(self, side: Side) -> int:
        return self.summary.cards.get(side, 0)

    def last_trick(self, side: Side) -> int:
        return self.rules.card_values.last_trick if side == self.summary.last else 0

    def belotes(self, side: Side) -> int:
        return self.summary.belote.get(side, 0)

    def belote(self, side: Side) -> int:
        return self.belotes(side) * self.rules.belote.worth if self.rules.belote else 0

    def declarations(self, side: Side) -> int:
        return self.summary.declarations.get(side, 0)

    def exact_pile(self, side: Side) -> Fraction:
        """Cards and last trick, scaled where C-9 says so."""
        return (self.cards(side) + self.last_trick(side)) * self._scale

    def pile(self, side: Side) -> int:
        """Whole points: a scaled pile is rounded for the takers, and the defence gets the rest (C-9)."""
        first = self.contract.side or self.sides[0]
        rounded = _half_up(self.exact_pile(first))
        return rounded if side == first else self.whole - rounded

    @property
    def whole(self) -> int:
        """All the points of a deal."""
        return floor(self._raw_total(self.contract.trump) * self._scale)

    @property
    def _scale(self) -> Fraction:
        trump = self.contract.trump
        if trump is not Trump.TOUT_ATOUT or not self.rules.card_values.rescale_tout_atout:
            return Fraction(1)
        return Fraction(self._raw_total(SUITS_ONLY[0]), self._raw_total(trump))

    def _raw_total(self, trump: Trump) -> int:
        values = self.rules.card_values
        return order_at(values, trump).pack_total + values.last_trick


def _count(rules: Ruleset, summary: DealSummary) -> _Count:
    assert summary.contract is not None
    return _Count(rules, summary, summary.contract)


def _half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def _nearest_ten(points: int) -> int:
    return TEN * _half_up(Fraction(points, TEN))


# Lines


def _sheet(rules: Ruleset, result: Result, lines: Lines, pending: int = 0) -> DealScore:
    """The score is what the lines add up to, so that they always explain it."""
    score = {side: _sum_of(lines, side) for side in rules.table.sides}
    return DealScore(result=result, score=score, pending=pending, lines=tuple(lines))


def _sum_of(lines: Iterable[ScoreLine], side: Side) -> int:
    return sum(line.points for line in lines if line.side == side)


def _if_any(clause: str, side: Side, points: int, label: str) -> Lines:
    return [ScoreLine(clause, side, points, label)] if points else []


def _pile_lines(count: _Count, side: Side, mark: str, last_trick: str, scaled: str = "") -> Lines:
    cards, last = count.cards(side), count.last_trick(side)
    difference = count.pile(side) - cards - last
    return [
        ScoreLine(mark, side, cards, "cards_raw" if difference else "cards"),
        *_if_any(last_trick, side, last, "last_trick"),
        *_if_any(scaled, side, difference, "scaled"),
    ]


def _round_to_ten(count: _Count, lines: Lines, clause: str) -> Lines:
    totals = {side: _sum_of(lines, side) for side in count.sides}
    return [
        line
        for side, total in totals.items()
        for line in _if_any(clause, side, _nearest_ten(total) - total, "rounding")
    ]


def _cite(part: Part, about: str = "") -> str:
    """The part's clause about that, else its first."""
    first = part.clauses[0] if part.clauses else ""
    return next((clause for clause in part.clauses if about and clause.endswith(f"-{about}")), first)


def _score_void(rules: Ruleset, pending: int) -> DealScore:
    lines = [ScoreLine(_cite(rules.trump_choice), None, 0, "void_deal")]
    match rules.scoring:
        case TakeScoring(test="more_than_defence", cites=cites) if pending:
            lines.append(ScoreLine(cites.tie, None, pending, "litige_held"))
    return _sheet(rules, "none", lines, pending)


# Turn-up games, B-6, B-8, D3, E-5


def _score_take(count: _Count, scoring: TakeScoring, pending: int) -> DealScore:
    result = _take_result(count, scoring)
    held = pending if scoring.test == "more_than_defence" else 0
    lines = [*_take_lines(count, scoring, result), *_held_lines(count, scoring, result, held)]
    holds = _take_total(count, scoring, count.takers) if result == "tie" else 0
    if result == "tie":
        lines.append(ScoreLine(scoring.cites.tie, None, holds, "litige_held"))
    return _sheet(count.rules, result, _take_rounded(count, scoring, lines), holds)


def _take_result(count: _Count, scoring: TakeScoring) -> Result:
    if count.has_all_tricks(count.takers):
        return "made"
    reached = _take_tested(count, scoring, count.takers)
    if scoring.test == "at_least":
        return "made" if reached >= _take_needed(count, scoring) else "failed"
    against = _take_tested(count, scoring, count.defence)
    if reached == against:
        return "tie"
    return "made" if reached > against else "failed"


def _take_needed(count: _Count, scoring: TakeScoring) -> int:
    announced = any(count.belotes(side) for side in count.sides)
    return scoring.needed_with_belote if announced else scoring.needed


def _take_tested(count: _Count, scoring: TakeScoring, side: Side) -> Fraction:
    pile = Fraction(scoring.capot) if count.has_all_tricks(side) else count.exact_pile(side)
    belote = count.belote(side) if scoring.tests_belote else 0
    return pile + belote + (count.declarations(side) if scoring.tests_declarations else 0)


def _take_total(count: _Count, scoring: TakeScoring, side: Side) -> int:
    pile = scoring.capot if count.has_all_tricks(side) else count.pile(side)
    return pile + count.belote(side) + count.declarations(side)


def _take_lines(count: _Count, scoring: TakeScoring, result: Result) -> Lines:
    takers, defence, cites = count.takers, count.defence, scoring.cites
    match result:
        case "made":
            own = [*_take_pile(count, scoring, takers), *_take_pile(count, scoring, defence)]
            return [ScoreLine(cites.made, takers, 0, "made"), *own, *_made_bonuses(count, scoring)]
        case "failed":
            return [*_failed_lines(count, scoring), *_failed_bonuses(count, scoring)]
        case _:
            own = [*_take_pile(count, scoring, defence), *_own_bonuses(count, scoring, defence)]
            return [ScoreLine(cites.tie, takers, 0, "tie"), *own]


def _take_pile(count: _Count, scoring: TakeScoring, side: Side) -> Lines:
    cites = scoring.cites
    if count.has_all_tricks(side):
        return [ScoreLine(cites.capot, side, scoring.capot, "capot")]
    if scoring.rounding == "in_tens":
        return [ScoreLine(cites.rounding, side, TEN * _pile_in_tens(count, side), "tens")]
    return _pile_lines(count, side, cites.made, cites.last_trick)


def _pile_in_tens(count: _Count, side: Side) -> int:
    """The lighter pile is rounded, the other gets the complement (B-6.2)."""
    lighter = min(count.pile(each) for each in count.sides)
    tens = _half_up(Fraction(lighter, TEN))
    return tens if count.pile(side) == lighter else count.whole // TEN - tens


def _own_bonuses(count: _Count, scoring: TakeScoring, side: Side) -> Lines:
    return [
        *_belote_line(count, scoring, side),
        *_if_any(scoring.cites.declarations, side, count.declarations(side), "declarations"),
    ]


def _belote_line(count: _Count, scoring: TakeScoring, side: Side) -> Lines:
    return _if_any(scoring.cites.belote, side, count.belote(side), "belote")


def _made_bonuses(count: _Count, scoring: TakeScoring) -> Lines:
    takers, defence = count.takers, count.defence
    own = _own_bonuses(count, scoring, takers)
    if not (count.has_all_tricks(takers) and scoring.capot_declarations == "takers"):
        return [*own, *_own_bonuses(count, scoring, defence)]
    taken = _if_any(scoring.cites.made, takers, count.declarations(defence), "declarations_taken")
    return [*own, *taken, *_belote_line(count, scoring, defence)]


def _failed_lines(count: _Count, scoring: TakeScoring) -> Lines:
    cites, defence = scoring.cites, count.defence
    figure = ScoreLine(cites.failed, defence, scoring.failed, "failed")
    if count.has_all_tricks(defence) and scoring.failed_capot != scoring.failed:
        figure = ScoreLine(cites.capot, defence, scoring.failed_capot, "capot")
    return [ScoreLine(cites.failed, count.takers, 0, "failed"), figure]


def _failed_bonuses(count: _Count, scoring: TakeScoring) -> Lines:
    declared = count.declarations(count.takers)
    changed_hands = scoring.failed_declarations == "defence"
    lost = ScoreLine(scoring.cites.failed, count.takers, 0, "declarations_lost")
    taken = ScoreLine(scoring.cites.failed, count.defence, declared, "declarations_taken")
    return [
        *_belote_line(count, scoring, count.takers),
        *_own_bonuses(count, scoring, count.defence),
        *([taken if changed_hands else lost] if declared else []),
    ]


def _held_lines(count: _Count, scoring: TakeScoring, result: Result, held: int) -> Lines:
    """Held points go to the winner of this deal; a tie again gives them to its defence (A-10.1c)."""
    winner = count.takers if result == "made" else count.defence
    return _if_any(scoring.cites.tie, winner, held, "litige_won")


def _take_rounded(count: _Count, scoring: TakeScoring, lines: Lines) -> Lines:
    match scoring.rounding:
        case "none":
            return lines
        case "to_ten":
            return [*lines, *_round_to_ten(count, lines, scoring.cites.rounding)]
        case "in_tens":
            return [_in_tens(line) if line.side else line for line in lines]


def _in_tens(line: ScoreLine) -> ScoreLine:
    return msgspec.structs.replace(line, points=line.points // TEN)


# Auctions in points: C-7, C-9, D4, D6


def _score_contract(count: _Count, scoring: ContractScoring) -> DealScore:
    result = _contract_result(count)
    paid = _made_contract(count, scoring) if result == "made" else _failed_contract(count, scoring)
    headline = ScoreLine(scoring.cites.test, count.takers, 0, result)
    lines = [headline, *paid, *_contract_belotes(count, scoring, result)]
    if scoring.rounding == "to_ten":
        lines += _round_to_ten(count, lines, scoring.cites.test)
    return _sheet(count.rules, result, lines)


def _contract_result(count: _Count) -> Result:
    """Every trick makes any call, and a called capot is made by nothing else (C-7, D4-capot)."""
    value, takers = count.contract.value, count.takers
    if count.has_all_tricks(takers):
        return "made"
    reached = count.exact_pile(takers) + count.belote(takers)
    return "made" if isinstance(value, int) and reached >= value else "failed"


def _made_contract(count: _Count, scoring: ContractScoring) -> Lines:
    takers, value = count.takers, count.contract.value
    if not isinstance(value, int):
        return _called_capot(count, scoring, takers, scoring.capot_called, "capot_called")
    if count.contract.contre:
        return [_doubled_line(count, scoring, takers, value)]
    if count.has_all_tricks(takers):
        capot = scoring.cites.capot
        return _figure_lines(scoring, takers, scoring.capot_uncalled, value, capot, "capot")
    return _made_points(count, scoring, value)


def _made_points(count: _Count, scoring: ContractScoring, value: int) -> Lines:
    call = ScoreLine(scoring.cites.mark, count.takers, value, "contract")
    match scoring.made:
        case "points":
            return _contract_piles(count, scoring)
        case "contract":
            return [call]
        case "points_and_contract":
            return [*_contract_piles(count, scoring), call]


def _contract_piles(count: _Count, scoring: ContractScoring) -> Lines:
    cites = scoring.cites
    return [
        line
        for side in (count.takers, count.defence)
        for line in _pile_lines(count, side, cites.mark, cites.last_trick, cites.tout_atout)
    ]


def _failed_contract(count: _Count, scoring: ContractScoring) -> Lines:
    defence, value, cites = count.defence, count.contract.value, scoring.cites
    if not isinstance(value, int):
        return _called_capot(count, scoring, defence, scoring.capot_missed, "capot_missed")
    if count.contract.contre:
        return [_doubled_line(count, scoring, defence, value)]
    if count.has_all_tricks(defence) and scoring.defence_capot != scoring.failed:
        figure = scoring.defence_capot
        return _figure_lines(scoring, defence, figure, value, cites.capot, "capot")
    return _figure_lines(scoring, defence, scoring.failed, value, cites.mark, "failed")


def _called_capot(count: _Count, scoring: ContractScoring, winner: Side, uncontred: int, label: str) -> Lines:
    """Contred, a called capot is worth twice or four times its call, made or missed."""
    contract = count.contract
    points = scoring.capot_called * contract.factor if contract.contre else uncontred
    return [ScoreLine(scoring.cites.capot, winner, points, label)]


def _doubled_line(count: _Count, scoring: ContractScoring, winner: Side, value: int) -> ScoreLine:
    contract, figure = count.contract, scoring.doubled
    worth = figure.base + (value if figure.plus_contract else 0)
    label = count.rules.words.contre if contract.contre == 1 else "surcontre"
    return ScoreLine(scoring.cites.contre, winner, worth * contract.factor, label)


def _figure_lines(
    scoring: ContractScoring,
    winner: Side,
    figure: Figure,
    value: int,
    clause: str,
    label: str,
) -> Lines:
    call = ScoreLine(scoring.cites.mark, winner, value, "contract")
    return [ScoreLine(clause, winner, figure.base, label), *([call] if figure.plus_contract else [])]


def _contract_belotes(count: _Count, scoring: ContractScoring, result: Result) -> Lines:
    """C-7's table: who marks which belote."""
    if not scoring.marks_belote:
        return []
    takers, defence, clause = count.takers, count.defence, scoring.cites.belote
    taken = result == "failed" and _defence_takes_belote(count, scoring)
    owner, label = (defence, "belote_taken") if taken else (takers, "belote")
    return [
        *_if_any(clause, owner, count.belote(takers), label),
        *_if_any(clause, defence, count.belote(defence), "belote"),
    ]


def _defence_takes_belote(count: _Count, scoring: ContractScoring) -> bool:
    if scoring.failed_belote == "own":
        return False
    return count.contract.value == "capot" or count.tricks(count.takers) > 0


# Tricks: D1, D2, D6


def _score_tricks(count: _Count, scoring: TrickScoring) -> DealScore:
    if count.contract.side is None:
        return _sheet(count.rules, "none", _most_tricks(count, scoring))
    result = _tricks_result(count, scoring)
    winner = count.takers if result == "made" else count.defence
    if count.contract.value == "capot":
        lines = [_trick_capot(scoring, winner, result)]
    else:
        lines = [_trick_bid(scoring, winner, result), *_all_tricks_bonus(count, scoring, winner)]
    if result == "failed":
        lines.append(ScoreLine(_cite(scoring), count.takers, 0, "bid_failed"))
    return _sheet(count.rules, result, lines + _coinche_bonus(count, scoring, winner))


def _tricks_result(count: _Count, scoring: TrickScoring) -> Result:
    value, takers = count.contract.value, count.takers
    if not isinstance(value, int):
        return "made" if count.has_all_tricks(takers) else "failed"
    reached = _counted_tricks(count, scoring, takers) + count.belote(takers)
    return "made" if reached >= value else "failed"


def _counted_tricks(count: _Count, scoring: TrickScoring, side: Side) -> int:
    return count.tricks(side) + (scoring.last_counts - 1 if side == count.summary.last else 0)


def _most_tricks(count: _Count, scoring: TrickScoring) -> Lines:
    counted = {side: _counted_tricks(count, scoring, side) for side in count.sides}
    leaders = [side for side in count.sides if counted[side] == max(counted.values())]
    if len(leaders) > 1:
        return []
    won = ScoreLine(_cite(scoring), leaders[0], scoring.win, "most_tricks")
    return [won, *_all_tricks_bonus(count, scoring, leaders[0])]


def _trick_bid(scoring: TrickScoring, winner: Side, result: Result) -> ScoreLine:
    return ScoreLine(_cite(scoring), winner, scoring.win, f"bid_{result}")


def _trick_capot(scoring: TrickScoring, winner: Side, result: Result) -> ScoreLine:
    clause = _cite(scoring, "capot")
    if result == "made":
        return ScoreLine(clause, winner, scoring.capot_called, "bonus_capot_called")
    return ScoreLine(clause, winner, scoring.capot_missed, "capot_missed")


def _all_tricks_bonus(count: _Count, scoring: TrickScoring, winner: Side) -> Lines:
    bonus = scoring.all_tricks if count.has_all_tricks(winner) else 0
    return _if_any(_cite(scoring, "capot"), winner, bonus, "bonus_all_tricks")


def _coinche_bonus(count: _Count, scoring: TrickScoring, winner: Side) -> Lines:
    bonus = scoring.contre * count.contract.contre
    return _if_any(_cite(scoring, "coinche"), winner, bonus, "bonus_coinche")


# Nobody takes: D6 with points and a drawn trump; D5


def _score_points(count: _Count, scoring: PointScoring) -> DealScore:
    clause = _cite(scoring)
    belote = _cite(count.rules.belote) if count.rules.belote else clause
    lines = [
        line
        for side in count.sides
        for line in (
            *_pile_lines(count, side, clause, clause, clause),
            *_if_any(belote, side, count.belote(side), "belote"),
        )
    ]
    return _sheet(count.rules, "none", lines)


def _score_gaps(rules: Ruleset, scoring: GapScoring, summary: DealSummary) -> DealScore:
    gaps = {side: abs(summary.bids.get(side, 0) - summary.tricks.get(side, 0)) for side in rules.table.sides}
    clause = _cite(scoring)
    lines = [ScoreLine(clause, side, -scoring.each * gap, "gap") for side, gap in gaps.items()]
    return _sheet(rules, "none", lines)


# What can't be


def check_summary(rules: Ruleset, summary: DealSummary) -> str | None:
    """Why a deal can't have come out like this, or None."""
    return None if summary.is_void else next(_contradictions(rules, summary), None)


def _contradictions(rules: Ruleset, summary: DealSummary) -> Iterator[str]:
    yield from _wrong_numbers(rules, summary)
    if isinstance(rules.dealing.layout, Staircase):
        yield from _wrong_guesses(rules.dealing.layout, rules, summary)
    elif summary.contract is None:
        yield "the deal has no contract"
    else:
        yield from _wrong_contract(rules, summary.contract)
        yield from _wrong_tricks(rules, summary)
        yield from _wrong_cards(rules, summary, summary.contract.trump)
        yield from _wrong_belotes(rules, summary, summary.contract.trump)
        yield from _wrong_declarations(rules, summary)


def _wrong_numbers(rules: Ruleset, summary: DealSummary) -> Iterator[str]:
    for name in ("tricks", "cards", "belote", "declarations", "bids"):
        counts: Mapping[Side, int] = getattr(summary, name)
        for side, number in counts.items():
            if side not in rules.table.sides:
                yield f"{name}: there is no side {side}"
            if number < 0:
                yield f"{name}: {side} can't have {number}"


def _wrong_contract(rules: Ruleset, contract: Contract) -> Iterator[str]:
    if not rules.has_taker and contract.side is not None:
        yield f"contract.side: nobody takes, yet it is {contract.side}"
    if rules.has_taker and contract.side not in rules.table.sides:
        yield f"contract.side: expected one of {', '.join(rules.table.sides)}"
    if contract.trump not in rules.callable_trumps:
        yield f"contract.trump: {contract.trump} can't be called"
    if not _callable_value(rules, contract.value):
        yield f"contract.value: {contract.value} can't be called"
    if not 0 <= contract.contre <= _highest_contre(rules):
        yield f"contract.contre: {contract.contre} can't be called"


def _callable_value(rules: Ruleset, value: Value) -> bool:
    match rules.trump_choice:
        case Auction(lowest=lowest, highest=highest, step=step):
            return value == "capot" or value in range(lowest, highest + 1, step)
        case _:
            return value is None


def _highest_contre(rules: Ruleset) -> int:
    match rules.trump_choice:
        case Auction(surcontre=surcontre):
            return 2 if surcontre else 1
        case _:
            return 0


def _wrong_tricks(rules: Ruleset, summary: DealSummary) -> Iterator[str]:
    total = sum(summary.tricks.values())
    if total != rules.tricks:
        yield f"tricks: they add up to {total}, not {rules.tricks}"
    if summary.last is None or not summary.tricks.get(summary.last):
        yield f"last: {summary.last} has no trick"


def _wrong_cards(rules: Ruleset, summary: DealSummary, trump: Trump) -> Iterator[str]:
    if not summary.cards and rules.counts_tricks:
        return
    total, expected = sum(summary.cards.values()), order_at(rules.card_values, trump).pack_total
    if total != expected:
        yield f"cards: they add up to {total}, not {expected}"
    for side, points in summary.cards.items():
        if points and not summary.tricks.get(side):
            yield f"cards: {side} has {points} points without a trick"


def _wrong_belotes(rules: Ruleset, summary: DealSummary, trump: Trump) -> Iterator[str]:
    total, most = sum(summary.belote.values()), _most_belotes(rules, trump)
    if total > most:
        yield f"belote: there can be {most} at most, not {total}"


def _most_belotes(rules: Ruleset, trump: Trump) -> int:
    if rules.belote is None or trump is Trump.SANS_ATOUT:
        return 0
    if trump is Trump.TOUT_ATOUT:
        return len(SUITS) if rules.belote.at_tout_atout else 0
    return 1


def _wrong_declarations(rules: Ruleset, summary: DealSummary) -> Iterator[str]:
    declaring = [side for side, points in summary.declarations.items() if points]
    if declaring and not (rules.declarations and rules.declarations.played):
        yield "declarations: none are played"
    if len(declaring) > 1:
        yield "declarations: only one side's can count"


def _wrong_guesses(layout: Staircase, rules: Ruleset, summary: DealSummary) -> Iterator[str]:
    tricks, top = sum(summary.tricks.values()), layout.top[rules.seating.players]
    if set(summary.bids) != set(rules.table.sides):
        yield "bids: every player says one number"
    if not 1 <= tricks <= top:
        yield f"tricks: a deal has 1 to {top}, not {tricks}"
    if sum(summary.bids.values()) == tricks:
        yield f"bids: they may not add up to the {tricks} tricks"
    for side, bid in summary.bids.items():
        if bid > tricks:
            yield f"bids: {side} says {bid} of {tricks} tricks"
