"""The referee's questions: a stable JSON interface over the rules (docs/referee.md).

`answer` takes one question and never raises; it keeps no state between questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

import msgspec

from rebelote.actions import Call, Guess
from rebelote.card_order import Trick, order_at
from rebelote.cards import NO_CARDS, SUIT_CARDS, Card, Cards, Trump
from rebelote.errors import Illegal
from rebelote.language.notation import BadCall, as_bid, format_call, parse_call
from rebelote.phases import declaring
from rebelote.phases.buying import start_choosing
from rebelote.phases.choosing import Choosing
from rebelote.phases.ending import match_end
from rebelote.phases.obligations import refusals
from rebelote.phases.penalties import judge
from rebelote.phases.roem import roem_of
from rebelote.phases.scoring import score_deal
from rebelote.phases.summaries import check_summary
from rebelote.referee.questions import Fields, QuestionError, bad_question, read_cards, read_rules
from rebelote.referee.replies import Answer, reply, reply_to_body, reply_to_line
from rebelote.results import Contract, DealScore, DealSummary, Fault, ScoreLine, Slam, Value
from rebelote.ruleset import (
    SUITS_ONLY,
    Auction,
    Declarations,
    Drawn,
    Piles,
    Purchase,
    Ruleset,
    SoloScoring,
    Staircase,
    Target,
)
from rebelote.table import FACING, Seat, Side, Table

RESULTS = ("made", "failed", "tie", "none")
FAULTS = ("misdeal", "wrong_card", "unproved_declaration")


def answer_line(line: str | bytes) -> Answer:
    """Answer one line of JSON."""
    return reply_to_line(line, _answer)


def answer_body(body: bytes) -> Answer | list[Answer]:
    """Answer a request of HTTP: one question, or a list of them."""
    return reply_to_body(body, _answer)


def answer(question: object) -> Answer:
    """Answer one question; a bad one is answered with an error that says what was expected."""
    return reply(question, _answer)


def _answer(question: dict[str, Any]) -> Answer:
    fields = Fields(question)
    ask = fields.one_of("ask", tuple(ANSWERS))
    return ANSWERS[ask](read_rules(question), fields)


# Which cards may be played


def _legal(rules: Ruleset, fields: Fields) -> Answer:
    trump = fields.trump()
    seats = _card_seats(rules)
    seat = Seat(fields.one_of("seat", seats))
    hand_texts = fields.texts("hand")
    laid = fields.pairs("trick", seats)
    has_bar = bool(rules.play.cites.barred) and fields.given("barred")
    barred = SUIT_CARDS[fields.suit("barred")] if has_bar else NO_CARDS
    closed = _is_closed(rules, fields)
    cards = read_cards(*hand_texts, *(text for _, text in laid))
    hand = cards[: len(hand_texts)]
    trick = _trick(laid, cards[len(hand_texts) :])
    table = _table_for(rules, [*(who for who, _ in trick), seat], complete=False)
    order = order_at(rules.card_values, trump)
    rules = rules.as_played(closed=closed)
    refused = refusals(rules.play, order, table, seat, Cards(hand), trick, barred)
    return {
        "legal": [card.text for card in hand if card not in refused],
        "illegal": {card.text: refused[card] for card in hand if card in refused},
    }


def _is_closed(rules: Ruleset, fields: Fields) -> bool:
    """After a closed double no trump is led, where there are such doubles (BA-2.3)."""
    choice = rules.trump_choice
    may_be = isinstance(choice, Auction) and any(double.closed for double in choice.ladder)
    return may_be and fields.has("closed") and bool(fields.one_of("closed", (False, True)))


def _who_wins(rules: Ruleset, fields: Fields) -> Answer:
    trump = fields.trump()
    laid = fields.pairs("trick", _card_seats(rules))
    trick = _trick(laid, read_cards(*(text for _, text in laid)))
    _table_for(rules, [who for who, _ in trick], complete=True)
    order = order_at(rules.card_values, trump)
    winner, _ = order.winner(trick)
    cards = [card for _, card in trick]
    roem = {"roem": roem_of(rules.roem, order, cards)} if rules.roem is not None else {}
    return {"winner": winner, "points": order.total(cards), **roem}


def _trick(laid: list[tuple[str, str]], cards: tuple[Card, ...]) -> Trick:
    return tuple((Seat(who), card) for (who, _), card in zip(laid, cards, strict=True))


def _card_seats(rules: Ruleset) -> tuple[str, ...]:
    """A staircase's question does not say how many play: any seat of its largest table."""
    match rules.dealing.layout:
        case Staircase(top=top):
            return tuple(str(n + 1) for n in range(max(top)))
        case _:
            return rules.table.seats


def _table_for(rules: Ruleset, seats: list[Seat], *, complete: bool) -> Table:
    """The table at which these seats play one after another; for a staircase, whichever fits."""
    for table in _possible_tables(rules):
        if _play_in_turn(table, seats) and (not complete or len(seats) == table.size):
            return table
    raise QuestionError("inconsistent", "trick: the seats must follow in turn, each once, none too many")


def _play_in_turn(table: Table, seats: list[Seat]) -> bool:
    return bool(seats) and seats[0] in table.seats and table.from_(seats[0])[: len(seats)] == tuple(seats)


def _possible_tables(rules: Ruleset) -> list[Table]:
    match rules.dealing.layout:
        case Staircase(top=top):
            return [_with_players(rules, players).table for players in sorted(top)]
        case _ if isinstance(rules.scoring, SoloScoring):
            # Among players who are each alone it changes nothing which way they turn.
            return [rules.table, _turned_round(rules).table]
        case _:
            return [rules.table]


def _turned_round(rules: Ruleset) -> Ruleset:
    ways = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}
    direction = ways[rules.seating.direction]
    return msgspec.structs.replace(rules, seating=msgspec.structs.replace(rules.seating, direction=direction))


def _with_players(rules: Ruleset, players: int) -> Ruleset:
    seating = msgspec.structs.replace(rules.seating, players=players)
    return msgspec.structs.replace(rules, seating=seating)


# Choosing trump


def _auction(rules: Ruleset, fields: Fields) -> Answer:
    if isinstance(rules.trump_choice, Drawn):
        raise QuestionError("bad_question", "ask: this game has no auction")
    rules = _seated(rules, fields)
    choosing = _opened(rules, fields)
    suits = _suits_shown(rules, fields)
    choosing = _with_suit_shown(choosing, suits)
    for seat, text in fields.pairs("calls", rules.table.seats):
        choosing = _with_suit_shown(choosing.apply(_call(choosing, Seat(seat), text)), suits)
    _check_suits_shown(suits)
    _check_hand_size(rules, choosing)
    return {
        "speaks": choosing.speaks,
        "legal": {seat: _calls(choosing, seat) for seat in choosing.actors()},
        "done": choosing.done,
        "contract": _contract_answer(choosing.standing),
    }


def _opened(rules: Ruleset, fields: Fields) -> Choosing:
    seats = rules.table.seats
    may_omit_dealer = seats == FACING and not fields.has("dealer")
    dealer = Seat(FACING[-1] if may_omit_dealer else fields.one_of("dealer", seats))
    turned_text = fields.text("turned") if rules.turns_a_card and not _is_staircase(rules) else None
    hand_size = fields.integer("hand_size") if _is_staircase(rules) else 0
    barred = None
    if rules.penalties.misdeal == "escalating" and fields.given("barred_side"):
        barred = Side(fields.one_of("barred_side", rules.table.sides))
    fields.pairs("calls", seats)
    totals = _totals_bought_at(rules, fields)
    turned = read_cards(turned_text)[0] if turned_text is not None else None
    return start_choosing(
        rules, dealer, turned=turned, hand_size=hand_size, barred_side=barred, totals=totals
    )


def _totals_bought_at(rules: Ruleset, fields: Fields) -> dict[Side, int] | None:
    """The score of the match, where it decides who may double (BA-2.3)."""
    if not isinstance(rules.trump_choice, Purchase) or not fields.given("totals"):
        return None
    return fields.counts("totals", rules.table.sides)


def _suits_shown(rules: Ruleset, fields: Fields) -> list[Trump]:
    """The suits that a side pack shows, by its cards: one, or a list in their order (KL-2)."""
    part = rules.trump_choice
    if not isinstance(part, Auction) or not part.offered:
        return []
    several = isinstance(fields.value("turned"), list)
    texts = fields.texts("turned") if several else [fields.text("turned")]
    return [Trump(card.suit.value) for card in read_cards(*texts)]


def _check_suits_shown(suits: list[Trump]) -> None:
    if len(set(suits)) < len(suits):
        raise QuestionError("inconsistent", "turned: the suits shown are different")


def _with_suit_shown(choosing: Choosing, suits: list[Trump]) -> Choosing:
    if not choosing.awaits_suit:
        return choosing
    if len(suits) <= len(choosing.offered):
        raise bad_question("turned", "a card for each suit that is shown")
    return choosing.show(suits[len(choosing.offered)])


def _calls(choosing: Choosing, seat: Seat) -> list[str]:
    return [format_call(call, choosing.turned) for call in choosing.legal(seat)]


def _call(choosing: Choosing, seat: Seat, text: str) -> Call:
    call = _guess(choosing, seat, text) if _is_staircase(choosing.rules) else _said(choosing, seat, text)
    if call is None:
        raise QuestionError("illegal_call", f"calls: {seat} may not say {text!r} now")
    return call


def _said(choosing: Choosing, seat: Seat, text: str) -> Call | None:
    """Read and checked by itself: to write out all that may be said takes long where calls are many.

    Said as `legal` writes it: «take H» is no call where a suit is called by its letter.
    """
    try:
        call = choosing.check(as_bid(parse_call(text, seat, choosing.turned), choosing.rules))
    except (BadCall, Illegal):
        return None
    return call if format_call(call, choosing.turned) == text else None


def _guess(choosing: Choosing, seat: Seat, text: str) -> Call | None:
    """A guess by itself: a hand's size is only checked afterwards, and may be absurd."""
    if not _GUESS.fullmatch(text):
        return None
    guess = Guess(seat, int(text))
    return guess if choosing.may_guess(guess) else None


_GUESS: Final = re.compile(r"0|[1-9][0-9]{0,99}")


def _check_hand_size(rules: Ruleset, choosing: Choosing) -> None:
    if _is_staircase(rules) and not 1 <= choosing.hand_size <= _top(rules):
        raise QuestionError("inconsistent", f"hand_size: from 1 to {_top(rules)} for these players")


def _contract_answer(contract: Contract | None) -> Answer | None:
    if contract is None:
        return None
    return {
        "seat": contract.seat,
        "side": contract.side,
        "trump": contract.trump.value,
        "value": contract.value,
        "contre": contract.contre,
    }


# Staircases: how many play


def _is_staircase(rules: Ruleset) -> bool:
    return isinstance(rules.dealing.layout, Staircase)


def _top(rules: Ruleset) -> int:
    layout = rules.dealing.layout
    assert isinstance(layout, Staircase)
    return layout.top[rules.seating.players]


def _seated(rules: Ruleset, fields: Fields) -> Ruleset:
    """The rules for the number of players that the question names, if it may name one."""
    layout = rules.dealing.layout
    if not isinstance(layout, Staircase) or not fields.has("players"):
        return rules
    return _with_players(rules, fields.one_of("players", tuple(layout.top)))


# Declarations


def _declarations(rules: Ruleset, fields: Fields) -> Answer:
    part = rules.declarations
    if part is None or part.counted == "in_tricks":
        raise QuestionError("bad_question", "ask: this game has no declarations")
    trump, first = fields.trump(), _first_to_speak(rules, part, fields)
    hands = _read_hands(rules, fields.object("hands"))
    found = {seat: declaring.find(part, trump, hand) for seat, hand in hands.items()}
    void = any(declaring.has_void_carre(part, hand) for hand in hands.values())
    winners = declaring.Winners(None, None)
    if not void:
        winners = declaring.settle(part, trump, rules.table, found, first)
    return {
        "found": {seat: [_declaration(each) for each in sets] for seat, sets in found.items()},
        "winner": winners.sole,
        "points": declaring.counted_points(rules.table, winners, found),
        "void_deal": void,
        **_apart(part, winners),
    }


def _first_to_speak(rules: Ruleset, part: Declarations, fields: Fields) -> Seat:
    """The seat after the dealer: S, or the last of a ring, unless a tie asks for the one that is named."""
    seats = rules.table.seats
    usual = "S" if "S" in seats else seats[-1]
    asked = part.tie == "first" and fields.has("dealer")
    return rules.table.next(Seat(fields.one_of("dealer", seats) if asked else usual))


def _apart(part: Declarations, winners: declaring.Winners) -> Answer:
    """Whose runs and whose carrés count, where they are compared apart."""
    return {} if part.contests == "one" else {"runs": winners.runs, "carres": winners.carres}


def _read_hands(rules: Ruleset, fields: Fields) -> dict[Seat, Cards]:
    seats = rules.table.seats
    if set(fields.keys()) != set(seats):
        raise bad_question("hands", "a hand for each of " + " ".join(seats))
    texts = {seat: fields.texts(seat) for seat in seats}
    size = _cards_declared_from(rules)
    for seat, hand in texts.items():
        if len(hand) != size:
            raise bad_question(fields.path(seat), f"{size} cards")
    cards = read_cards(*(text for hand in texts.values() for text in hand))
    return {seat: Cards(cards[n * size : (n + 1) * size]) for n, seat in enumerate(seats)}


def _cards_declared_from(rules: Ruleset) -> int:
    """A whole hand; of piles alone, the cards that lie open at first (DE-3)."""
    match rules.dealing.layout:
        case Piles(piles=piles, hand=False):
            return piles
        case _:
            return rules.tricks


def _declaration(declaration: declaring.Declaration) -> Answer:
    return {
        "kind": declaration.kind,
        "cards": [card.text for card in declaration.cards],
        "points": declaration.points,
    }


# The count


def _score(rules: Ruleset, fields: Fields) -> Answer:
    pending = _read_pending(fields)
    rules, summary = _read_summary(_seated(rules, fields), fields.object("deal"))
    _check_summary(rules, summary)
    _check_pending(pending)
    scored = score_deal(rules, summary, pending)
    return {
        "result": scored.result,
        "score": dict(scored.score),
        "pending": scored.pending,
        "why": [_why(rules, line) for line in scored.lines],
    }


def _read_pending(fields: Fields) -> int:
    return fields.integer("pending") if fields.has("pending") else 0


def _check_pending(pending: int) -> None:
    if pending < 0:
        raise QuestionError("inconsistent", "pending: can't be negative")


def _why(rules: Ruleset, line: ScoreLine) -> str:
    reason = rules.catalogue("en").lines[line.label]
    return f"{line.clause}: {reason}, {line.points}" + (f" {line.side}" if line.side is not None else "")


def _read_summary(rules: Ruleset, deal: Fields) -> tuple[Ruleset, DealSummary]:
    """The deal of the question; a staircase's tells how many play."""
    if deal.has("contract") and deal.value("contract") is None:
        return rules, DealSummary()
    if _is_staircase(rules):
        return _read_guesses(rules, deal)
    sides = rules.table.sides
    may_omit_cards = rules.counts_tricks and not deal.has("cards")
    summary = DealSummary(
        contract=_read_contract(rules, deal.object("contract")),
        tricks=deal.counts("tricks", sides),
        cards={} if may_omit_cards else deal.counts("cards", sides),
        last=Side(deal.one_of("last", sides)),
        belote={} if rules.roem is not None else deal.counts("belote", sides),
        declarations=deal.counts("declarations" if rules.roem is None else "roem", sides),
        alone=_read_alone(rules, deal),
    )
    return rules, summary


def _read_alone(rules: Ruleset, deal: Fields) -> bool | msgspec.UnsetType:
    """Whether the caller won every trick himself, where a générale may be called (AN-2.3)."""
    choice = rules.trump_choice
    slams = choice.slam_names if isinstance(choice, Auction) else ()
    may_be = "generale" in slams and deal.has("alone")
    return bool(deal.one_of("alone", (False, True))) if may_be else msgspec.UNSET


def _read_contract(rules: Ruleset, contract: Fields) -> Contract:
    side = contract.one_of("side", (*rules.table.sides, None))
    value = contract.value("value")
    if not (value is None or type(value) is int or value in get_args(Slam)):
        raise bad_question(contract.path("value"), 'an integer, "capot", "generale" or null')
    return Contract(
        side=side,
        trump=contract.trump(),
        value=cast(Value, value),
        contre=contract.one_of("contre", _contre_steps(rules)),
    )


def _contre_steps(rules: Ruleset) -> tuple[int, ...]:
    """Up to two everywhere, or as far as the game's own ladder goes."""
    choice = rules.trump_choice
    longest = len(choice.ladder) if isinstance(choice, Auction) else 0
    return tuple(range(max(2, longest) + 1))


def _read_guesses(rules: Ruleset, deal: Fields) -> tuple[Ruleset, DealSummary]:
    layout = rules.dealing.layout
    assert isinstance(layout, Staircase)
    players = len(deal.object("bids").keys())
    if players not in layout.top:
        raise bad_question(deal.path("bids"), "a guess for each of 3 to 6 players")
    seated = _with_players(rules, players)
    sides = seated.table.sides
    return seated, DealSummary(bids=deal.counts("bids", sides), tricks=deal.counts("tricks", sides))


def _check_summary(rules: Ruleset, summary: DealSummary) -> None:
    if (reason := check_summary(rules, summary)) is not None:
        raise QuestionError("inconsistent", reason)


# The end of the match


def _end(rules: Ruleset, fields: Fields) -> Answer:
    rules = _seated(rules, fields)
    sides = rules.table.sides
    totals = fields.counts("totals", sides)
    last = fields.object("last")
    played, summary = _read_summary(rules, last)
    score = DealScore(
        result=last.one_of("result", RESULTS),
        score=last.counts("score", played.table.sides),
        pending=_read_pending(fields) if _may_hang_on(rules) else 0,
    )
    awaiting = Side(fields.one_of("awaiting", sides)) if fields.given("awaiting") else None
    deal_number = fields.integer("deal_number") if rules.last_deal is not None else 1
    _check_last(rules, played, summary, deal_number)
    _check_pending(score.pending)
    ending = match_end(rules, totals, summary, score, awaiting=awaiting, deal_number=deal_number)
    return {
        "over": ending.over,
        "winner": _winner(ending.winners),
        "awaiting": ending.awaiting,
    }


def _may_hang_on(rules: Ruleset) -> bool:
    """Do points that hang hold the end back (BG-7)?"""
    return isinstance(rules.match_end, Target) and rules.match_end.hanging_holds


def _check_last(rules: Ruleset, played: Ruleset, summary: DealSummary, deal_number: int) -> None:
    _check_summary(played, summary)
    if played.table.sides != rules.table.sides:
        raise QuestionError("inconsistent", "last: not as many players as at this table")
    last = rules.last_deal
    if last is not None and not 1 <= deal_number <= last:
        raise QuestionError("inconsistent", f"deal_number: from 1 to {last} for these players")


def _winner(winners: tuple[Side, ...]) -> Side | list[Side] | None:
    if not winners:
        return None
    return winners[0] if len(winners) == 1 else list(winners)


# Faults


def _penalty(rules: Ruleset, fields: Fields) -> Answer:
    rules = _seated(rules, fields)
    fault = cast(Fault, fields.one_of("fault", FAULTS))
    side = Side(fields.one_of("side", rules.table.sides))
    penalty = judge(rules, fault, side, **_particulars(rules, fault, fields))
    return {
        "score": dict(penalty.score),
        "redeal": penalty.redeal,
        "may_not_take": penalty.may_not_take,
        "barred": penalty.barred,
    }


def _particulars(rules: Ruleset, fault: Fault, fields: Fields) -> dict[str, Any]:
    """Only what this ruleset needs to know of the fault is asked for."""
    penalties = rules.penalties
    if fault == "misdeal" and penalties.misdeal == "escalating":
        return {"consecutive": fields.one_of("consecutive", (1, 2, 3))}
    if fault == "wrong_card" and penalties.wrong_card == "barred_or_lost":
        noticed = fields.one_of("noticed", ("at_once", "end_of_deal"))
        suit = {"suit": fields.suit("suit").value} if noticed == "at_once" else {}
        return {"noticed": noticed, **suit}
    if fault == "wrong_card" and penalties.wrong_card == "lost_round":
        return _round_lost(rules, fields)
    if fault == "wrong_card" and penalties.wrong_card == "lost_with_roem":
        return {"points": _points_so_far(fields)}
    declared = rules.hand_declarations is not None
    if fault == "unproved_declaration" and penalties.unproved == "to_opponents" and declared:
        return {"points": _points(fields)}
    return {}


def _points(fields: Fields) -> int:
    points = fields.integer("points")
    if points < 0:
        raise bad_question("points", "0 or more")
    return points


def _points_so_far(fields: Fields) -> int:
    """Roem or projects that the deal has brought: none, unless the question says so (KL-7, BA-6)."""
    return _points(fields) if fields.has("points") else 0


def _round_lost(rules: Ruleset, fields: Fields) -> dict[str, Any]:
    """At a suit, without a double and without projects, unless the question says otherwise (BA-6)."""
    points = _points_so_far(fields)
    trump = fields.trump() if fields.has("trump") else SUITS_ONLY[0]
    contre = fields.one_of("contre", _contre_steps(rules)) if fields.has("contre") else 0
    return {"points": points, "trump": trump, "contre": contre}


ANSWERS: Mapping[str, Callable[[Ruleset, Fields], Answer]] = {
    "legal": _legal,
    "trick": _who_wins,
    "auction": _auction,
    "declarations": _declarations,
    "score": _score,
    "end": _end,
    "penalty": _penalty,
}
