"""Worlds that expert imagines: none that can't be, and each weighed as the plain statement of it says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import resources
from math import exp, isclose, log, log1p

import pytest
from msgspec.structs import replace

from rebelote import _native
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.estimate import Role, worth
from rebelote.bots.expert.call_evidence import heard
from rebelote.bots.expert.card_evidence import DOUBT
from rebelote.bots.expert.declaration_evidence import announcements
from rebelote.bots.expert.hidden_hands import believe
from rebelote.bots.expert.playing_habits import UNIT
from rebelote.bots.inference import Inference
from rebelote.cards import ALL_CARDS, NO_CARDS, PACK, RANKS, SUIT_CARDS, Card, Cards, Trump
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.declaring import Winners, contest, find, has_void_carre
from rebelote.phases.obligations import legal_cards
from rebelote.phases.playing import Playing
from rebelote.results import Kind
from rebelote.ruleset.loading import load
from rebelote.solver import PlaySpec
from rebelote.table import Seat, Side
from rebelote.view import Observed, View
from tests.support.exchanged_cards import can_be_replayed, looks_alike, replayed
from tests.support.random_matches import POOL, Step, game, playthrough
from tests.support.random_matches import Game as PooledGame
from tests.support.table_setup import Game


def reads_announcements(game: PooledGame) -> bool:
    """Where a card serves twice, or not all may be announced, expert takes nothing from announcements."""
    part = load(game.rules, dict(game.options)).declarations
    return part is None or not (part.overlap or part.most)


REPLAYABLE = [
    *filter(reads_announcements, filter(can_be_replayed, POOL)),
    game("belote-annonces"),
]


def belief_of(view: View) -> _native.Belief | None:
    return believe(Inference(view), CompiledRules(view.rules))


def to_the_end() -> bool:
    """There is time to draw them all."""
    return True


# Soundness


def decisions(steps: list[Step]) -> Iterator[tuple[int, Match, View]]:
    """Where somebody chose a call or a card, seeing his own hand."""
    for n, step in enumerate(steps):
        here = step.before
        if isinstance(here.state.phase, Choosing | Playing) and not here.state.blind:
            yield n, here, here.view(step.action.seat)


def swap_of(here: Match, view: View, world: tuple[list[int], list[int]]) -> dict[Card, Card]:
    """Each hidden card of the truth, and the one that lies in its place in the world."""
    hidden, spare = world
    inference, held = Inference(view), here.state.held
    assert held is not None
    swap: dict[Card, Card] = {}
    for seat, mask in zip(view.rules.table.order, hidden, strict=False):
        truly = list(held.hands[seat] - inference.known[seat])
        swap |= dict(zip(truly, Cards.of_mask(mask), strict=True))
    nowhere = [card for card in inference.unplaced if card not in swap]
    return swap | dict(zip(nowhere, (PACK[card] for card in spare), strict=True))


@pytest.mark.untraced
@pytest.mark.parametrize("game", REPLAYABLE, ids=str)
def test_every_world_could_have_been_dealt(game: PooledGame) -> None:
    """Dealt and played again by the engine with the same actions, each world looks the same to its reader."""
    for seed in (3, 4):
        steps = list(playthrough(game, seed, 1))
        for n, here, view in list(decisions(steps))[::4]:
            belief = belief_of(view)
            assert belief is not None
            assert belief.draw(60, 3, 600_000, seed, to_the_end)  # a cent beside a cinquante is rare
            for world in belief.worlds():
                there = replayed(game, steps[:n], swap_of(here, view, world))
                assert there is not None, "somebody's action was not allowed in that world"
                assert looks_alike(here, there, view.seat)


@pytest.mark.parametrize("game", POOL, ids=str)
def test_sampling_never_stalls(game: PooledGame) -> None:
    for _, _, view in list(decisions(list(playthrough(game, 5, 1))))[::5]:
        belief = belief_of(view)
        if belief is not None:
            assert belief.draw(30, 5, 3000, 1, to_the_end) >= 0
            assert sum(1 for _ in belief.worlds()) in (0, 5)


def test_the_last_worlds_are_all_looked_at() -> None:
    """With two cards each, every deal that can be is weighed once."""
    steps = list(playthrough(game("classique"), 2, 1))
    _, _, view = [each for each in decisions(steps) if isinstance(each[1].state.phase, Playing)][-8]
    inference = Inference(view)
    worlds = inference.worlds()
    belief = belief_of(view)
    assert worlds is not None
    assert belief is not None
    assert 1 < worlds.count <= 90
    assert belief.draw(100, 50, 100, 1, to_the_end) == worlds.count


@pytest.mark.parametrize("early", [True, False], ids=["drawn", "all of them"])
def test_drawing_stops_when_told_to(early: bool) -> None:
    """Early there are more worlds than are wanted, late all are taken in a random order: either can end."""
    plays = [
        each
        for each in decisions(list(playthrough(game("classique"), 2, 1)))
        if isinstance(each[1].state.phase, Playing)
    ]
    view = plays[4][2] if early else plays[-12][2]
    belief = belief_of(view)
    worlds = Inference(view).worlds()
    assert belief is not None
    assert worlds is not None
    assert worlds.count > 130
    assert (worlds.count > 5000) == early
    asked: list[int] = []

    def twice() -> bool:
        asked.append(len(asked))
        return len(asked) < 2

    assert 0 < belief.draw(5000, 200, 5000, 1, twice) <= 128
    assert len(asked) == 2
    assert belief.weight(0, len(belief)) == 200
    assert belief.draw(5000, 200, 5000, 1, to_the_end) > 128


# Words


def test_belote_said_puts_its_companion_into_that_hand() -> None:
    hands = {"E": "KH QH 7D 8D 9D 7C 8C 9C", "N": "JH 9H AH 8H AS TS AD TD"}
    game = Game.new("ffb-contree", dealer="S").deal(hands).settle("N 100 H")
    game.play("E KH", "N AH")
    view = game.match.view("W")
    assert Inference(view).known[Seat("E")] == Cards([Card("QH")])


def test_declarations_that_were_told_bind_every_world() -> None:
    """E has announced a tierce that loses: its cards are never shown, but it is in every world."""
    game = Game.new("belote-annonces", dealer="S")
    game.deal({"E": "7D 8D 9D KC QS", "N": "JS TS 9S 8S AH"}, turned="8H")
    game.settle("N take")
    while game.state.talk is not None and len(game.match.view("W").observed) < 5:
        seat = game.state.actors()[0]
        game.act(game.state.legal(seat)[0])
    view = game.match.view(game.state.actors()[0])
    talk = view.situation.talk
    assert talk is not None
    belief = belief_of(view)
    assert belief is not None
    assert belief.draw(400, 20, 40_000, 1, to_the_end)
    inference, order = Inference(view), view.rules.table.order
    for hidden, _ in belief.worlds():
        found = {
            seat: find(talk.part, talk.trump, inference.owned(seat) | Cards.of_mask(hidden[place]))
            for place, seat in enumerate(order)
        }
        assert {seat: tuple(d.kind for d in each) for seat, each in found.items() if each} == talk.said


def test_announcements_are_found_as_the_rules_find_them() -> None:
    """What was heard allows other hands just if they would have said the same and the same side had won."""
    game = Game.new("belote-annonces", dealer="S").deal({}, turned="8H").settle("E take")
    part, table = game.rules.declarations, game.rules.table
    assert part is not None
    luck, allowed = random.Random(4), 0
    deals = [luck.sample(PACK, len(PACK)) for _ in range(150)]
    hands = [[Cards(pack[8 * n : 8 * n + 8]) for n in range(4)] for pack in deals]
    hands = [four for four in hands if not any(has_void_carre(part, hand) for hand in four)]
    found = [
        {seat: find(part, Trump.HEARTS, hand) for seat, hand in zip(table.order, four, strict=True)}
        for four in hands
    ]
    said = [{seat: tuple(d.kind for d in each) for seat, each in four.items() if each} for four in found]
    winners = [contest(part, Trump.HEARTS, table, four) for four in found]
    for here in range(len(hands)):
        told = _heard(game.match.view("E"), said[here], winners[here])
        for there, four in enumerate(hands):
            same = said[here] == said[there] and (not said[here] or winners[here] == winners[there])
            allowed += same
            assert told.allow([hand.mask for hand in four]) == same
    assert allowed > 2 * len(deals)


def _heard(view: View, said: dict[Seat, tuple[Kind, ...]], winner: Side | None) -> _native.Announcements:
    """As if all had played their first card, and this had been said and settled."""
    talk = view.situation.talk
    assert talk is not None
    talk = replace(talk, said=said, settled=bool(said), winners=Winners(winner, winner))
    played = tuple(Observed(seat, PACK[0], (), NO_CARDS, None) for seat in view.rules.table)
    told = announcements(replace(view, situation=replace(view.situation, talk=talk), observed=played))
    assert told is not None
    return told


# Weights, stated again


@pytest.mark.parametrize("rules", ["ffb-contree", "ffb-belote", "belote-501", "premiere-grands"])
def test_tables_count_a_hand_as_the_estimate_does(rules: str) -> None:
    ruleset = load(rules, {"sans_tout_atout": True} if rules.startswith("ffb") else {})
    compiled, luck = CompiledRules(ruleset), random.Random(1)
    roles: tuple[Role, ...] = ("solo", "support", "defence")
    for _ in range(200):
        hand = Cards(luck.sample(PACK, luck.choice((5, 6, 8))))
        for trump in ruleset.callable_trumps:
            for role in roles:
                wanted = worth(ruleset, hand, trump, role)
                assert isclose(compiled.estimate(trump, role).of(hand.mask), wanted, abs_tol=1e-3)


def test_a_world_weighs_what_its_calls_and_cards_say() -> None:
    """The core's weight of a world against a plain sum over calls and plays."""
    for seed in range(6):
        steps = list(playthrough(game("ffb-contree"), seed, 1))
        for _, _, view in list(decisions(steps))[::6]:
            belief = belief_of(view)
            assert belief is not None
            assert belief.draw(30, 4, 300, seed, to_the_end)
            for hidden, _ in belief.worlds():
                assert isclose(
                    belief.log_weight(hidden, 1), plain_weight(view, hidden), rel_tol=1e-3, abs_tol=1e-3
                )


def plain_weight(view: View, hidden: list[int]) -> float:
    inference, order = Inference(view), view.rules.table.order
    hands = {seat: inference.owned(seat) | Cards.of_mask(hidden[place]) for place, seat in enumerate(order)}
    total = 0.0
    for place, at_least, softness, options, beyond in heard(inference, CompiledRules(view.rules)):
        hand = hands[order[place]].mask
        best = max(table.of(hand) - needed for table, needed in options)
        best -= beyond.of(hand) if beyond is not None else 0.0
        total -= log1p(exp(-(best if at_least else -best) / softness))
    playing = view.situation.playing
    if playing is None:
        return total
    weights = habit_weights(PlaySpec(view.rules, playing.contract.trump))
    for n, seen in enumerate(view.observed):
        if seen.seat != view.seat:
            before = view.observed[:n]
            held = hands[seen.seat] - Cards(each.card for each in before)
            total += DOUBT * max(-5.0, log(chance(weights, view, playing, before, seen, held)))
    return total


def habit_weights(spec: PlaySpec) -> list[float]:
    source = (resources.files("rebelote") / "bots" / "expert" / "playing_habits.json").read_bytes()
    kind = "suit" if spec.trump.suit else spec.trump.value
    return [weight / UNIT for weight in json.loads(source)[f"{spec.counting}-{kind}"]]


def chance(
    weights: list[float],
    view: View,
    playing: Playing,
    before: tuple[Observed, ...],
    seen: Observed,
    hand: Cards,
) -> float:
    """How likely the player was to play that card: the softmax of playing_habits.hpp, spelled out."""
    order, table, trick = playing.order, view.rules.table, seen.before
    legal = legal_cards(view.rules.play, order, table, seen.seat, hand, trick)
    gone = Cards(each.card for each in before)
    unseen = ALL_CARDS - gone - hand
    ours = table.side(seen.seat)
    taker = playing.contract.seat
    role = 3 if taker is None else 0 if taker == seen.seat else 1 if table.side(taker) == ours else 2
    leads = [each for n, each in enumerate(before) if n % table.size == 0]
    tricks = len(before) // table.size

    def above(card: Card) -> Cards:
        return order.beaten_by[card.index] & SUIT_CARDS[card.suit]

    def liking(card: Card) -> float:
        trump = card in order.ruffs
        suit = SUIT_CARDS[card.suit]
        if not trick:
            kind, context = int(trump), 0
        else:
            follows = card.suit is trick[0][1].suit
            kind = (3 if trump else 2) if follows else (4 if trump else 5)
            holder, best = order.winner(trick)
            context = (
                8 * (2 if len(trick) + 1 == table.size else len(trick) > 1)
                + 4 * (card in order.beaten_by[best.index])
                + 2 * (not unseen & above(best))
                + (table.side(holder) == ours)
            )
        rank = len(RANKS) - 1 - len(above(card))
        master = not unseen & above(card)
        opener = next((each.seat for each in leads if each.card.suit is card.suit), None)
        opened = 0 if opener is None else 1 if table.side(opener) == ours else 2
        lying = steps(order.total(c for _, c in trick), (5, 12, 22))
        worth = steps(order.points[card.index], (1, 5, 11))
        highest = not legal & above(card)
        lowest = not any(card in order.beaten_by[c.index] for c in legal & suit if c is not card)
        stage = (0, 1, 2, 2, 3, 3, 3, 3)[tricks * 8 // playing.length]
        place = kind * 24 + context
        at = (
            (kind * 4 + role) * 8 + rank,
            place * 8 + rank,
            place * 8 + master * 4 + min(len(hand & suit), 4) - 1,
            place * 4 + highest * 2 + lowest,
            (kind * 4 + stage) * 4 + master * 2 + (role < 2),
            place * 16 + lying * 4 + worth,
            (kind * 8 + min(len(unseen & suit), 7)) * 4 + master * 2 + (role < 2),
            (kind * 3 + opened) * 4 + master * 2 + (role < 2),
        )
        sizes = (6 * 32, 6 * 192, 6 * 192, 6 * 96, 6 * 16, 6 * 384, 6 * 32, 6 * 12)
        return sum(weights[sum(sizes[:n]) + each] for n, each in enumerate(at))

    return exp(liking(seen.card)) / sum(exp(liking(card)) for card in legal)


def steps(value: int, bounds: tuple[int, ...]) -> int:
    return sum(value >= bound for bound in bounds)
