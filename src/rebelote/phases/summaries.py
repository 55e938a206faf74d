"""Which summaries of a deal can't be: a count that does not add up is counted again (C-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rebelote.card_order import order_at
from rebelote.cards import SUITS, Trump
from rebelote.results import Contract, DealSummary, Value
from rebelote.ruleset import (
    Auction,
    Hands,
    Purchase,
    Ruleset,
    Staircase,
)
from rebelote.table import Side


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
        yield from _wrong_alone(rules, summary, summary.contract)


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
    if not 0 <= contract.contre <= _highest_contre(rules, contract.trump):
        yield f"contract.contre: {contract.contre} can't be called"


def _callable_value(rules: Ruleset, value: Value) -> bool:
    match rules.trump_choice:
        case Auction(lowest=lowest, highest=highest, step=step) as part if part.unit != "none":
            return value in part.slam_names or value in range(lowest, highest + 1, step)
        case _:
            return value is None


def _highest_contre(rules: Ruleset, trump: Trump) -> int:
    match rules.trump_choice:
        case Purchase(ladder=ladder) if trump.suit is None:
            return min(1, len(ladder))
        case Auction(ladder=ladder):
            return len(ladder)
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
    total, expected = sum(summary.cards.values()), order_at(rules.card_values, trump).total(rules.pack)
    sleeping = isinstance(rules.dealing.layout, Hands) and rules.dealing.layout.asleep > 0
    if total > expected or (total < expected and not sleeping):
        yield f"cards: they add up to {total}, not {expected}"
    for side, points in summary.cards.items():
        laid_aside = rules.discards and summary.contract is not None and side == summary.contract.side
        if points and not summary.tricks.get(side) and not laid_aside:
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
    if rules.roem is not None:
        yield from (
            f"roem: {side} has some without a trick" for side in declaring if not summary.tricks.get(side)
        )
        return
    part, contract = rules.hand_declarations, summary.contract
    if declaring and (part is None or (contract is not None and not part.played_at(contract.trump))):
        yield "declarations: none are played"
    if len(declaring) > 1 and part is not None and part.contests == "one":
        yield "declarations: only one side's can count"


def _wrong_alone(rules: Ruleset, summary: DealSummary, contract: Contract) -> Iterator[str]:
    taken = summary.tricks.get(contract.side, 0) if contract.side is not None else 0
    if summary.alone is True and taken != rules.tricks:
        yield f"alone: nobody won {rules.tricks} tricks by himself"


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
