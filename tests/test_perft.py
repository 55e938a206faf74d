"""How many ways there are to play out a small situation: the engine's count against one made by hand.

The counting here is written from docs/rules.md alone, on plain strings, and shares nothing with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from rebelote.actions import Bid, Contre, Pass, Surcontre
from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.events import CardPlayed
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held, Pile
from rebelote.phases.playing import Playing
from rebelote.results import Contract
from rebelote.ruleset import OptionValue, Ruleset
from rebelote.ruleset.loading import TEN_IDS, load
from rebelote.table import Seat
from tests.support.clause_mark import clause
from tests.support.random_matches import Luck

# Counting by hand: a card is two letters, a trick is a list of (seat, card)

TRUMP_ORDER, PLAIN_ORDER = "J9ATKQ87", "ATKQJ987"
TRUMP_POINTS = dict(zip(TRUMP_ORDER, (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
PLAIN_POINTS = dict(zip(PLAIN_ORDER, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
SA_POINTS = PLAIN_POINTS | {"A": 19}
TA_POINTS = dict(zip(TRUMP_ORDER, (13, 9, 6, 5, 3, 2, 0, 0), strict=True))


@dataclass
class Look:
    """What a player sees before he plays."""

    trump: str
    hand: list[str]
    trick: list[tuple[str, str]]
    partner: str

    def power(self, card: str) -> int:
        """How strong a card is in this trick."""
        led = self.trick[0][1][1]
        if self.trump == "TA":
            return 10 - TRUMP_ORDER.index(card[0]) if card[1] == led else 0
        if card[1] == self.trump:
            return 100 - TRUMP_ORDER.index(card[0])
        return 10 - PLAIN_ORDER.index(card[0]) if card[1] == led else 0

    @property
    def master(self) -> tuple[str, str]:
        return max(self.trick, key=lambda laid: self.power(laid[1]))

    @property
    def partner_is_master(self) -> bool:
        return self.master[0] == self.partner

    @property
    def ruffed(self) -> bool:
        return self.master[1][1] == self.trump != self.trick[0][1][1]

    @property
    def following(self) -> list[str]:
        return [card for card in self.hand if card[1] == self.trick[0][1][1]]

    @property
    def trumps(self) -> list[str]:
        return [card for card in self.hand if card[1] == self.trump]

    @property
    def trumps_led(self) -> bool:
        return self.trump == "TA" or self.trick[0][1][1] == self.trump

    def beats(self, card: str) -> bool:
        return self.power(card) > self.power(self.master[1])

    def beats_if_it_can(self, card: str, among: list[str]) -> bool:
        return self.beats(card) or not any(self.beats(other) for other in among)


def _follows(look: Look, card: str) -> bool:
    """Where one can follow: follow, and beat a led trump if one can, a partner's too."""
    if card not in look.following:
        return False
    return not look.trumps_led or look.beats_if_it_can(card, look.following)


def _ffb_belote(look: Look, card: str) -> bool:
    if look.following:
        return _follows(look, card)
    if look.partner_is_master:
        lower = card in look.trumps and look.ruffed and not look.beats(card)
        return not lower or look.hand == look.trumps
    return _must_ruff(look, card)


def _must_ruff(look: Look, card: str) -> bool:
    """Trump if you can, above a trump that lies if you can, and if you can't, a trump all the same."""
    return not look.trumps or (card in look.trumps and look.beats_if_it_can(card, look.trumps))


def _ffb_contree(look: Look, card: str) -> bool:
    if look.following or look.partner_is_master or not look.ruffed:
        return _ffb_belote(look, card)
    can_overruff = any(look.beats(trump) for trump in look.trumps)
    return look.beats(card) if can_overruff else True  # C-6.4, C-6.5


def _belote_annonces(look: Look, card: str) -> bool:
    if look.following:
        return _follows(look, card)
    free = look.partner_is_master and not any(laid[1] == look.trump for _, laid in look.trick)
    return free or _must_ruff(look, card)  # B-5-partner


def _premiere(look: Look, card: str) -> bool:
    return _follows(look, card) if look.following else _must_ruff(look, card)


def _classique(look: Look, card: str) -> bool:
    if look.following or not look.partner_is_master:
        return _premiere(look, card)
    return card not in look.trumps or look.beats_if_it_can(card, look.trumps)  # D3-partner, D3-overtrump


def _never_over_partner(look: Look, card: str) -> bool:
    """E-4-overtrump with overtrump_partner=false."""
    if look.partner_is_master:
        return card in look.following if look.following else True
    return _classique(look, card)


Law = Callable[[Look, str], bool]

LAWS: dict[str, Law] = {
    "ffb-belote": _ffb_belote,
    "belote-annonces": _belote_annonces,
    "ffb-contree": _ffb_contree,
    "premiere": _premiere,
    "premiere-grands": _premiere,
    "classique": _classique,
    "coinche": _classique,
    "escalier": _premiere,
    "comptoir": _premiere,
    "belote-501": _classique,
}


@dataclass
class Hand:
    """What a player may take a card from: his hand, and piles with their covered cards."""

    cards: list[str]
    piles: list[list[str]]

    def playable(self) -> list[str]:
        return self.cards + [pile[0] for pile in self.piles if pile]

    def without(self, card: str) -> Hand:
        return Hand(
            [other for other in self.cards if other != card],
            [[other for other in pile if other != card] for pile in self.piles],
        )


@dataclass
class Count:
    """A situation to count from; seats are in the direction of play, the first one leads."""

    law: Law
    trump: str
    seats: Sequence[str]
    contree_ta: bool = False

    def partner(self, seat: str) -> str:
        return (
            {"N": "S", "S": "N", "E": "W", "W": "E"}[seat] if len(self.seats) == 4 and seat in "NESW" else ""
        )

    def points(self, trick: list[tuple[str, str]]) -> int:
        return sum(self.worth(card) for _, card in trick)

    def worth(self, card: str) -> int:
        rank, suit = card[0], card[1]
        if self.trump == "TA":
            return (TRUMP_POINTS if self.contree_ta else TA_POINTS)[rank]
        if self.trump == "SA":
            return SA_POINTS[rank]
        return (TRUMP_POINTS if suit == self.trump else PLAIN_POINTS)[rank]

    def play(self, hands: Mapping[str, Hand], turn: str, trick: list[tuple[str, str]]) -> tuple[int, int]:
        """Ways to play on to the end, and the first seat's card points summed over all of them."""
        playable = hands[turn].playable()
        if not playable:
            return 1, 0
        ways = points = 0
        look = Look(self.trump, playable, trick, self.partner(turn))
        for card in playable:
            if trick and not self.law(look, card):
                continue
            more, scored = self._after(hands, turn, card, [*trick, (turn, card)])
            ways, points = ways + more, points + scored
        return ways, points

    def _after(
        self, hands: Mapping[str, Hand], turn: str, card: str, trick: list[tuple[str, str]]
    ) -> tuple[int, int]:
        left = {**hands, turn: hands[turn].without(card)}
        if len(trick) < len(self.seats):
            return self.play(left, self.seats[(self.seats.index(turn) + 1) % len(self.seats)], trick)
        winner = Look(self.trump, [], trick, "").master[0]
        ways, points = self.play(left, winner, [])
        return ways, points + (ways * self.points(trick) if winner == self.seats[0] else 0)


# Counting with the engine


def _perft(playing: Playing, first: Seat) -> tuple[int, int]:
    if playing.finished:
        return 1, sum(
            playing.order.total(card for _, card in trick) for seat, trick in playing.won if seat == first
        )
    seat = playing.turn
    assert seat is not None
    ways = points = 0
    for card in playing.legal_cards(seat):
        more, scored = _perft(_after(playing, seat, card), first)
        ways, points = ways + more, points + scored
    return ways, points


def _after(playing: Playing, seat: Seat, card: Card) -> Playing:
    turned = playing.pile_turned(seat, card)
    after = playing.after_card(CardPlayed(seat, card))
    if turned is not None:
        after = after.after_pile(turned)
    return after if after.turn is not None else after.after_trick(after.trick_won())


def _playing(rules: Ruleset, trump: str, hands: Mapping[str, Hand], leader: str, length: int) -> Playing:
    seats = rules.table.seats
    held = Held(
        {seat: Cards.parse(" ".join(hands[seat].cards)) for seat in seats},
        dict.fromkeys(seats, 0),
        {
            seat: tuple(Pile(Card(top), Card(under), covers=True) for top, under in hands[seat].piles)
            for seat in seats
            if hands[seat].piles
        },
    )
    return Playing.start(rules, Contract(trump=Trump(trump)), held, Seat(leader), length)


def _both(
    rules: Ruleset, law: Law, trump: str, hands: Mapping[str, Hand], leader: str, length: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    seats = rules.table.from_(Seat(leader))
    count = Count(law, trump, seats, contree_ta=rules.id == "ffb-contree")
    expected = count.play(hands, leader, [])
    return _perft(_playing(rules, trump, hands, leader, length), Seat(leader)), expected


def _dealt(rules: Ruleset, luck: Luck, size: int) -> dict[str, Hand]:
    """Small hands out of few suits, so that there is much to follow, to ruff and to overruff."""
    suits = luck.shuffle("SHDC")[: 2 + luck.below(2)]
    cards = luck.shuffle([card.text for card in PACK if card.text[1] in suits])
    return {seat: Hand([cards.pop() for _ in range(size)], []) for seat in rules.table}


CASES: list[tuple[str, dict[str, OptionValue], Law]] = [
    *((rules, {}, LAWS[rules]) for rules in TEN_IDS if rules not in ("comptoir", "escalier")),
    ("belote-501", {"overtrump_partner": False}, _never_over_partner),
    ("escalier", {"players": 3}, _premiere),
    ("escalier", {"players": 4}, _premiere),
    ("escalier", {"players": 5}, _premiere),
]


@clause("A-5.2.1", "A-5.2.2.1", "A-5.2.2.2", "A-5.2.2.3", "A-5.2.3", "A-5.2.4", "A-11.3-overtrump")
@clause("B-5-follow", "B-5-trump", "B-5-overtrump", "B-5-partner")
@clause("C-6.1", "C-6.2", "C-6.3", "C-6.4", "C-6.5", "C-6.6", "C-9-overtrump")
@clause("D1-follow", "D1-trump", "D1-overtrump", "D2-follow", "D2-trump", "D2-overtrump")
@clause("D3-follow", "D3-trump", "D3-overtrump", "D3-partner")
@clause("D4-follow", "D4-trump", "D4-overtrump", "D4-partner")
@clause("D5-follow", "D5-trump", "D5-overtrump", "E-4-follow", "E-4-trump", "E-4-overtrump", "E-4-partner")
@pytest.mark.parametrize(
    ("rules_id", "options", "law"), CASES, ids=lambda case: getattr(case, "__name__", str(case))
)
def test_the_last_cards(rules_id: str, options: dict[str, OptionValue], law: Law) -> None:
    rules = load(rules_id, options)
    trumps = ("S", "H", "D", "C", "SA", "TA") if rules.seating.places == "compass" else ("S", "H", "D", "C")
    for seed in range(30):
        luck = Luck(seed)
        length = 3 if rules.table.size < 5 else 2
        hands = _dealt(rules, luck, length)
        leader = luck.choice(rules.table.seats)
        trump = luck.choice(trumps)
        engine, expected = _both(rules, law, trump, hands, leader, length)
        assert engine == expected, (trump, hands, leader)


@clause("D6-play", "D6-follow", "D6-trump", "D6-overtrump")
def test_the_last_cards_of_comptoir() -> None:
    rules = load("comptoir")
    for seed in range(25):
        luck = Luck(seed)
        cards = luck.shuffle([card.text for card in PACK if card.text[1] in "SHD"])
        hands: dict[str, Hand] = {
            seat: Hand([cards.pop() for _ in range(2)], [[cards.pop(), cards.pop()] for _ in range(1)])
            for seat in rules.table
        }
        trump, leader = luck.choice(("S", "H", "C", "SA", "TA")), luck.choice(rules.table.seats)
        engine, expected = _both(rules, _premiere, trump, hands, leader, 4)
        assert engine == expected, (trump, hands, leader)


def test_the_laws_are_not_all_one() -> None:
    """Small deals tell the games apart: else the test above would prove little."""
    ways: dict[str, list[int]] = {}
    for rules_id, options, law in CASES:
        rules = load(rules_id, options)
        if rules.seating.places == "compass" and rules.seating.direction == "clockwise":
            luck = Luck(77)
            ways[law.__name__] = []
            for _ in range(20):
                hands = _dealt(rules, luck, 3)
                ways[law.__name__].append(
                    Count(law, "S", rules.table.order).play(hands, rules.table.order[0], [])[0]
                )
    assert len({tuple(counts) for counts in ways.values()}) == len(ways) == 3


# The tiniest, by hand

TEAMS = [rules for rules in TEN_IDS if rules not in ("comptoir", "escalier")]


def _ways(rules: Ruleset, trump: str, *hands: str) -> int:
    """The hands in the order of play from North, who leads."""
    seats = rules.table.from_(Seat("N"))
    held: dict[str, Hand] = {seat: Hand(cards.split(), []) for seat, cards in zip(seats, hands, strict=True)}
    return _perft(_playing(rules, trump, held, "N", len(hands[0].split())), Seat("N"))[0]


@clause("A-5.2.1", "B-5-follow", "C-6.1", "D1-follow", "D3-follow", "E-4-follow")
@pytest.mark.parametrize("rules_id", TEAMS)
def test_following_leaves_no_choice(rules_id: str) -> None:
    """The leader has two top spades, the others one spade each: 2."""
    assert _ways(load(rules_id), "H", "AS KS", "7S 7H", "8S 8H", "9S 9H") == 2


@clause("A-5.2.2.3", "B-5-trump", "C-6.5", "D1-trump", "D3-trump", "E-4-trump")
@pytest.mark.parametrize("rules_id", TEAMS)
def test_under_a_ruff_that_cannot_be_beaten(rules_id: str) -> None:
    """A lead (2), a ruff (1), a lower trump (1, but by C-6.5 any card: 2), a hand without trumps (2)."""
    ways = _ways(load(rules_id), "H", "AS KS", "JH TC", "7H 8C", "9C 9D")
    assert ways == (8 if rules_id == "ffb-contree" else 4)


@clause("A-5.2.4", "B-5-partner", "C-6.6", "D1-overtrump", "D3-overtrump", "E-4-overtrump")
@pytest.mark.parametrize("rules_id", TEAMS)
def test_upon_the_partners_ruff(rules_id: str) -> None:
    """A lead (2), a ruff (1), a card that follows (1); then the ruffer's partner has only trumps, a higher
    and a lower one: by A-5.2.4 and C-6.6 either (2), elsewhere the higher (1).
    """
    hands = ("AS 7D", "9H 7C", "8S 8D", "JH 8H")
    assert _ways(load(rules_id), "H", *hands) == (4 if rules_id.startswith("ffb") else 2)


@clause("E-4-overtrump")
def test_a_partner_need_not_be_beaten_where_so_agreed() -> None:
    rules = load("belote-501", {"overtrump_partner": False})
    assert _ways(rules, "H", "AS 7D", "9H 7C", "8S 8D", "JH 8H") == 4


@clause("D5-blind")
def test_a_lone_card_leaves_no_choice() -> None:
    rules = load("escalier", {"players": 3})
    hands = {"1": Hand(["AS"], []), "2": Hand(["7H"], []), "3": Hand(["8S"], [])}
    assert _perft(_playing(rules, "H", hands, "2", 1), Seat("2")) == (1, 11)


# Calls


def _calls(choosing: Choosing) -> int:
    """Ways to call to the end."""
    if choosing.done:
        return 1
    return sum(_calls(choosing.apply(call)) for seat in choosing.rules.table for call in choosing.legal(seat))


def _choosing(rules: Ruleset, hand_size: int = 0) -> Choosing:
    return Choosing.start(rules, rules.table.seats[0], turned=Card("8S"), hand_size=hand_size)


@clause("A-4.1", "B-3.2", "D3-take", "E-3")
@pytest.mark.parametrize(
    ("rules_id", "ways"),
    [
        ("belote-501", 4 + 1),  # four may take, or nobody does
        ("classique", 4 + 4 * 3 + 1),  # and in the second round four, in three suits
        ("ffb-belote", 4 + 4 * 3 + 1),
        ("belote-annonces", 4 + 4 * 3 + 1),
    ],
)
def test_ways_to_take(rules_id: str, ways: int) -> None:
    assert _calls(_choosing(load(rules_id))) == ways


@clause("A-11.1")
def test_ways_to_take_with_sans_and_tout_atout() -> None:
    after_tout = 1
    after_sans = 1 + 3 * after_tout  # three passes, or one of the three says tout atout
    after_suit = 1 + 3 * (after_sans + after_tout)
    first_round = 4 * (after_suit + after_sans + after_tout)
    second_round = 4 * (3 * after_suit + after_sans + after_tout)
    rules = load("ffb-belote", {"sans_tout_atout": True})
    assert _calls(_choosing(rules)) == first_round + second_round + 1


@clause("B-3.2-object")
def test_ways_to_take_with_objections() -> None:
    ways = 1  # nobody's word stands
    for _ in range(4):
        # He passes; or names one of three suits: it stands, or one of three players objects.
        ways = ways + 3 * (1 + 3 * ways)
    assert _calls(_choosing(load("belote-annonces", {"objections": True}))) == 4 + ways


@clause("D5-guess")
@pytest.mark.parametrize(("players", "size"), [(3, 1), (3, 3), (4, 2), (5, 1), (6, 2)])
def test_ways_to_guess(players: int, size: int) -> None:
    """The last may say any number but the one that makes the sum right."""
    said = [0]
    for _ in range(players - 1):
        said = [sum_ + n for sum_ in said for n in range(size + 1)]
    expected = sum(size + 1 - (0 <= size - sum_ <= size) for sum_ in said)
    assert _calls(_choosing(load("escalier", {"players": players}), size)) == expected


def _auctions(calls: list[tuple[int, str]], players: int, any_time: bool, surcontre: bool) -> int:
    """Ways to bid on after these calls, by the text. There are two bids, low and capot.

    Seats are numbers in the order of speaking, partners two apart. A coinche ends it, so turns never break.
    """
    bids = [(seat, what) for seat, what in calls if what in ("low", "capot")]
    contred = any(what == "contre" for _, what in calls)
    quiet = 0
    for _, what in reversed(calls):
        if what != "pass":
            break
        quiet += 1
    if quiet == (players - 1 if bids else players):
        return 1
    if calls and (calls[-1][1] == "surcontre" or (contred and not surcontre)):
        return 1
    speaker = len(calls) % players

    def same_side(seat: int) -> bool:
        return bool(bids) and (seat - bids[-1][0]) % 2 == 0

    says = [(speaker, "pass")]
    if contred:
        says += [(speaker, "surcontre")] if same_side(speaker) else []
    else:
        says += [(speaker, bid) for bid in ("low", "capot")[len(bids) and (1 + (bids[-1][1] == "capot")) :]]
        opponents = [seat for seat in range(players) if bids and not same_side(seat)]
        says += [(seat, "contre") for seat in opponents if any_time or seat == speaker]
    return sum(_auctions([*calls, say], players, any_time, surcontre) for say in says)


@clause("C-5A", "C-5B", "C-5C", "D2-auction", "D2-coinche", "D4-auction", "D4-coinche", "D6-auction")
@pytest.mark.parametrize(
    ("extends", "lowest", "options"),
    [
        ("ffb-contree", 80, {}),
        ("coinche", 80, {}),
        ("premiere-grands", 9, {}),
        ("comptoir", 80, {"count": "points", "trump": "auction"}),
    ],
)
def test_ways_to_bid(extends: str, lowest: int, options: dict[str, OptionValue]) -> None:
    """A house auction of one suit, one number and capot."""
    ladder = {"lowest": lowest, "highest": lowest, "trumps": ["S"]}
    house = {
        "id": "house",
        "extends": extends,
        "variants": [{"when": options, "set": {"trump_choice": ladder}}],
    }
    rules = load(house, options)
    in_turn = extends == "ffb-contree"
    expected = _auctions([], rules.table.size, any_time=not in_turn, surcontre=in_turn)
    assert _calls(_choosing(rules)) == expected


def test_the_shortest_auction_by_hand() -> None:
    """Two players and one suit: once capot is bid, the other passes or coinches, and that is all."""
    ladder = {"lowest": 1, "highest": 1, "trumps": ["S"]}
    house = {
        "id": "house",
        "extends": "comptoir",
        "variants": [{"when": {"trump": "auction"}, "set": {"trump_choice": ladder}}],
    }
    rules = load(house, {"trump": "auction"})
    start = _choosing(rules)
    one, two = rules.table.after(start.dealer)
    assert start.legal(one) == (Pass(one), Bid(one, 1, Trump.SPADES), Bid(one, "capot", Trump.SPADES))
    bid = start.apply(Bid(one, "capot", Trump.SPADES))
    assert bid.legal(two) == (Pass(two), Contre(two))
    assert Surcontre(one) not in bid.apply(Contre(two)).legal(one)
    assert _calls(bid) == 2
    assert _calls(start.apply(Pass(one)).apply(Bid(two, "capot", Trump.SPADES))) == 2
