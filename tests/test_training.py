"""The tensor tables that the network learns at, against rebelote's own rules. Needs PyTorch."""

from __future__ import annotations

import random

import msgspec
import pytest

from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.estimate import Role
from rebelote.bots.estimate import worth as worth_to_habitue
from rebelote.bots.expert.auction_rollout import Callers
from rebelote.bots.habitue.bidding import Bidding
from rebelote.card_order import order_at
from rebelote.cards import SUITS, Card, Cards, Rank, Trump
from rebelote.phases.choosing import Choosing
from rebelote.phases.obligations import legal_cards
from rebelote.ruleset import loading
from rebelote.table import Seat

torch = pytest.importorskip("torch", reason="training needs PyTorch: pip install torch")

from training import calls, table  # noqa: E402

RULES = loading.load("ffb-contree")
TRUMP = Trump.SPADES
ORDER = order_at(RULES.card_values, TRUMP)
TRUMP_RANKS, PLAIN_RANKS = RULES.card_values.trump.order, RULES.card_values.plain.order
SUITS_IN_ORDER = [TRUMP.suit, *(suit for suit in SUITS if suit is not TRUMP.suit)]
MASTER = ("free", "free_before_a_ruff", "ruff")
RUFFED = ("over_or_discard", "over_if_able", "any")


def card_of(number: int) -> Card:
    suit = SUITS_IN_ORDER[number // 8]
    assert suit is not None
    return Card.of((TRUMP_RANKS if number < 8 else PLAIN_RANKS)[number % 8], suit)


def cards_of(mask: int) -> Cards:
    return Cards(card_of(number) for number in range(32) if mask >> number & 1)


def test_cards_that_may_be_played_and_cards_that_are_ruled_out() -> None:
    torch.manual_seed(3)
    generator = random.Random(3)
    hands, contracts, law = calls.Callers(torch.device("cpu")).tables(60)
    tables = table.Tables(hands, contracts, law)
    seats = RULES.table.from_(Seat("N"))
    plays = [
        msgspec.structs.replace(
            RULES.play,
            partner_master=MASTER[int(law.partner_master[row])],
            partner_ruffed=RUFFED[int(law.partner_ruffed[row])],
            cannot_overruff="trump" if law.underruff[row] else "any",
            lead_beats_partner=bool(law.lead_beats_partner[row]),
        )
        for row in range(60)
    ]
    for turn in range(32):
        found = tables.legal().tolist()
        chosen, tricks, holders = [], [], []
        for row, play in enumerate(plays):
            leader, now = int(tables.leader[row]), int(tables.turn[row])
            laid = [(leader + place) % 4 for place in range(turn % 4)]
            trick = tuple((seats[seat], card_of(int(tables.trick[row, seat]))) for seat in laid)
            hand = cards_of(int(tables.hands[row, now]))
            assert cards_of(found[row]) == legal_cards(play, ORDER, RULES.table, seats[now], hand, trick)
            tricks.append(trick)
            holders.append(now)
            chosen.append(generator.choice([number for number in range(32) if found[row] >> number & 1]))
        before = tables.ruled_out.clone()
        tables.play(torch.tensor(chosen))
        for row, play in enumerate(plays):
            card, seat = card_of(chosen[row]), seats[holders[row]]
            refuted = Cards(
                card_of(other)
                for other in range(32)
                if card
                not in legal_cards(play, ORDER, RULES.table, seat, Cards((card, card_of(other))), tricks[row])
            )
            was = cards_of(int(before[row, holders[row]]))
            assert cards_of(int(tables.ruled_out[row, holders[row]])) == was | refuted
    assert tables.points.sum(1).tolist() == [table.ALL_POINTS] * 60
    assert tables.tricks.sum(1).tolist() == [8] * 60


def test_points_go_to_the_side_that_takes_the_trick() -> None:
    hands, contracts, law = calls.Callers(torch.device("cpu")).tables(20)
    tables = table.Tables(hands, contracts, law)
    seats = RULES.table.from_(Seat("N"))
    points = [[0, 0] for _ in range(20)]
    for turn in range(32):
        legal = tables.legal().tolist()
        laid = torch.tensor([(mask & -mask).bit_length() - 1 for mask in legal])
        leaders = tables.leader.tolist()
        tricks = tables.trick.clone()
        tricks[tables.rows, tables.turn] = laid
        tables.play(laid)
        if turn % 4 < 3:
            continue
        for row in range(20):
            order = [(leaders[row] + place) % 4 for place in range(4)]
            trick = tuple((seats[seat], card_of(int(tricks[row, seat]))) for seat in order)
            winner = seats.index(ORDER.winner(trick)[0])
            points[row][winner % 2] += sum(ORDER.points[card.index] for _, card in trick) + (
                10 if turn == 31 else 0
            )
            assert tables.leader[row] == winner
    assert tables.points.tolist() == points


@pytest.mark.parametrize(("layout", "role"), [("hands", "solo"), ("hands", "support"), ("turn_up", "solo")])
def test_a_hand_is_worth_what_habitue_says(layout: str, role: Role) -> None:
    rules = loading.load({"hands": "ffb-contree", "turn_up": "ffb-belote"}[layout])
    worth = calls.worth(layout, role, torch.device("cpu"))
    pack = calls.deal(50, torch.device("cpu"))[:, :8]
    ranks = [Rank(rank) for rank in calls.RANKS]
    masks = (torch.ones_like(pack) << pack).sum(1)
    found = worth.of((masks[:, None] >> (8 * torch.arange(4))) & 0xFF)
    for row in range(50):
        hand = Cards(Card.of(ranks[number % 8], SUITS[number // 8]) for number in pack[row].tolist())
        for place, suit in enumerate(SUITS):
            expected = worth_to_habitue(rules, hand, Trump(suit.value), role)
            assert found[row, place] == pytest.approx(expected, abs=0.01)


def test_auctions_end_as_among_habitues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without blur, and where nobody contres or calls capot."""
    torch.manual_seed(5)
    pack = calls.deal(400, torch.device("cpu"))
    monkeypatch.setattr(calls, "deal", lambda _number, _device: pack)
    _, contracts = calls.Callers(torch.device("cpu"), blur=0.0).auction(400)
    bidding, seats = Bidding(CompiledRules(RULES)), RULES.table.from_(Seat("N"))
    ranks, compared = [Rank(rank) for rank in calls.RANKS], 0
    for row in range(400):
        held = [Card.of(ranks[number % 8], SUITS[number // 8]) for number in pack[row].tolist()]
        hands = {seat: Cards(held[8 * n : 8 * n + 8]).mask for n, seat in enumerate(seats)}
        start = Choosing.start(RULES, RULES.table.order[RULES.table.order.index(seats[0]) - 1])
        contract = Callers(bidding, hands, 0).finish(start, ())
        if contract is None or contract.contre or contract.value == "capot":
            continue
        assert seats[int(contracts.taker[row])] == contract.seat
        assert int(contracts.needed[row]) == contract.value
        compared += 1
    assert compared > 200


def test_every_deal_has_four_hands_of_eight() -> None:
    hands, contracts, _ = calls.Callers(torch.device("cpu")).tables(200)
    assert table.bits(hands).sum((1, 2)).tolist() == [32] * 200
    assert table.bits(hands).sum(2).min() == 8
    assert bool((contracts.known & ~hands == 0).all())
