"""What holds at every step of every match, whatever the rules and whoever plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote.actions import Action, Bid, NameHeight, Pass
from rebelote.cards import Card, Cards, Rank, Trump
from rebelote.chance import StackedChance
from rebelote.errors import Illegal, StaleSeq
from rebelote.events import (
    DealScored,
    DeclarationsSettled,
    DeclarationsUnproved,
    Declared,
    Gathered,
    HeightNamed,
    MatchEnded,
    MatchStarted,
    NotBetterSaid,
    Ruled,
    Shuffled,
    TrumpDrawn,
    from_json,
    to_json,
    to_json_lines,
)
from rebelote.language.text import LANGS, catalogue
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.phases.talking import Talk
from rebelote.ruleset import (
    ContractScoring,
    PointScoring,
    Ruleset,
    Scoring,
    TakeScoring,
    Target,
    TrickScoring,
)
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.state import State
from rebelote.table import Seat, Side
from tests.support.clause_index import known
from tests.support.clause_mark import clause
from tests.support.random_matches import (
    POOL,
    Game,
    Luck,
    Step,
    garbage,
    matches,
    playthrough,
    sampled_game,
    walk,
    whim,
)
from tests.support.table_setup import card_points

ROOT = Path(__file__).parents[1]

quick = settings(max_examples=40, derandomize=True, deadline=None)
pool = st.sampled_from(POOL)
seeds = st.integers(0, 2**32)
sampled = st.builds(lambda seed: sampled_game(Luck(seed)), seeds)
"""Any ruleset, its options drawn by lot."""

every_game = pytest.mark.parametrize("game", POOL, ids=str)
SIDE_POINTS = 162
CONTREE_AT_TABLE = Game("ffb-contree", (("enforcement", "table"),))


# Cards


def _places(state: State) -> list[Card]:
    """Every card that somebody has or that lies somewhere, once for each place."""
    held, playing = state.held, state.playing
    if held is None:
        return list(state.pack) or list(state.rules.pack)
    loose = [*state.stock, *state.discarded, *_in_hands_and_piles(held)]
    if playing is not None:
        laid = [card for trick in playing.laid_tricks() for _, card in trick]
        assert playing.laid_cards() == Cards(laid)
        loose += laid
    taken = playing is not None and playing.contract.seat is not None
    in_a_hand = taken and state.rules.takes_turned
    return loose if state.turned is None or in_a_hand or held.piles else [*loose, state.turned]


def _in_hands_and_piles(held: Held) -> list[Card]:
    hands = [card for hand in held.hands.values() for card in hand]
    piles = [card for row in held.piles.values() for pile in row for card in (pile.top, pile.under)]
    return hands + [card for card in piles if card is not None]


@every_game
def test_cards_always_partition(game: Game) -> None:
    for match in matches(playthrough(game, 1, None)):
        assert sorted(card.index for card in _places(match.state)) == [
            card.index for card in match.rules.pack
        ]


@quick
@given(sampled, seeds)
def test_cards_partition_whatever_the_options(game: Game, seed: int) -> None:
    for step in walk(game, seed, deals=2):
        assert sorted(card.index for card in _places(step.after.state)) == [
            card.index for card in step.after.rules.pack
        ]


@every_game
def test_nothing_is_hidden_from_the_truth(game: Game) -> None:
    for match in matches(playthrough(game, 1, None)):
        held = match.state.held
        assert held is None or not any(held.hidden.values())


# The log


@every_game
def test_the_log_replays_to_the_live_state(game: Game) -> None:
    for seed in range(3):
        last = playthrough(game, seed, None)[-1].after
        replayed = Match.replay(last.log)
        assert replayed.state == last.state
        assert replayed.log == last.log


@quick
@given(sampled, seeds, st.data())
def test_every_prefix_of_the_log_replays(game: Game, seed: int, data: st.DataObject) -> None:
    steps = list(walk(game, seed, deals=2))
    step = steps[data.draw(st.integers(0, len(steps) - 1))]
    assert Match.replay(step.after.log).state == step.after.state


@every_game
def test_events_survive_json(game: Game) -> None:
    for event in playthrough(game, 2, None)[-1].after.log:
        assert from_json(to_json(event)) == event
        assert "\n" not in to_json(event)


@every_game
def test_a_log_survives_json(game: Game) -> None:
    last = playthrough(game, 2, None)[-1].after
    read = tuple(from_json(line) for line in to_json_lines(last.log).splitlines())
    assert read == last.log
    assert Match.replay(read).state == last.state


@every_game
def test_the_same_luck_and_choices_give_the_same_log(game: Game) -> None:
    steps = playthrough(game, 3, 2)
    luck, again = Luck(3), Luck(3)
    one, two = game.start(luck), game.start(again)
    while two.log != steps[-1].after.log:
        action = whim(one.state, luck)
        one = one.act(action, luck)
        assert whim(two.state, again) == action
        two = two.act(action, again)
        assert two.log == one.log
    assert to_json_lines(one.log) == to_json_lines(steps[-1].after.log)


@every_game
def test_deciding_and_evolving_is_acting(game: Game) -> None:
    for step in playthrough(game, 4, 1):
        decided = step.before.state.decide(step.action, _same_luck(step))
        assert decided == step.events
        state = step.before.state
        for event in decided:
            state = state.evolve(event)
        assert state == step.after.state


def _same_luck(step: Step) -> StackedChance:
    """The luck that gave these events."""
    packs = [event.order for event in step.events if isinstance(event, Shuffled)]
    draws = [event.trump for event in step.events if isinstance(event, TrumpDrawn)]
    gathered = [event.order for event in step.events if isinstance(event, Gathered)]
    before = step.before.state.offered if draws else ()
    return StackedChance(packs, [*before, *draws], gathered[0] if gathered else ())


# What may be done


@every_game
def test_whoever_may_act_has_something_to_do(game: Game) -> None:
    for match in matches(playthrough(game, 5, None)):
        state = match.state
        with_actions = {seat for seat in state.rules.table if state.legal(seat)}
        assert match.is_over == (not with_actions)
        assert with_actions == set(state.actors())


@every_game
def test_whatever_is_legal_is_accepted(game: Game) -> None:
    for match in list(matches(playthrough(game, 6, 1)))[::3]:
        for seat in match.rules.table:
            for action in (*match.state.legal(seat), *match.state.table_actions(seat)):
                assert action.seat == seat
                assert match.state.decide(action, Luck(0))


def _tries(match: Match, luck: Luck, number: int) -> list[Action]:
    return [garbage(match.state, luck) for _ in range(number)]


def _refusal(match: Match, action: Action) -> Illegal | None:
    try:
        match.act(action, Luck(0))
    except Illegal as error:
        return error
    return None


CLAUSES = set(known())


@every_game
def test_an_illegal_action_changes_nothing_and_names_its_clause(game: Game) -> None:
    luck = Luck(7)
    refused = 0
    for match in matches(playthrough(game, 7, 2)):
        log, state, json = match.log, match.state, to_json_lines(match.log[-3:])
        allowed = {a for seat in match.rules.table for a in (*state.legal(seat), *state.table_actions(seat))}
        for action in _tries(match, luck, 12):
            error = _refusal(match, action)
            if error is not None:
                refused += 1
                assert action not in allowed
                assert error.action == action
                assert error.clause in CLAUSES, (action, error.clause, error.reason)
                assert all(error.clause in match.rules.catalogue(lang).clauses for lang in LANGS)
            assert match.log == log
            assert match.state is state
            assert to_json_lines(log[-3:]) == json
        assert Match.replay(match.log).state == state
    assert refused > 100


@quick
@given(sampled, seeds)
def test_garbage_is_refused_and_nothing_worse(game: Game, seed: int) -> None:
    """Anything at all may be asked of a match: it answers, or it raises Illegal."""
    luck = Luck(seed)
    for step in walk(game, seed, deals=1):
        for action in _tries(step.after, luck, 6):
            error = _refusal(step.after, action)
            assert error is None or error.clause in CLAUSES, (action, error)


@every_game
def test_strict_and_legal_are_one(game: Game) -> None:
    """At a strict table what is accepted is what was offered; a word left out by hand is offered too."""
    if dict(game.options).get("enforcement") == "table":
        return
    luck = Luck(8)
    for match in matches(playthrough(game, 8, 1)):
        offered = {action for seat in match.rules.table for action in match.state.legal(seat)}
        for action in _tries(match, luck, 12):
            if match.rules.auto and getattr(action, "say", None) is not None:
                continue  # words are said for the players: theirs are not heard
            assert action in offered or _refusal(match, action) is not None


@every_game
def test_acting_on_an_old_look_is_refused(game: Game) -> None:
    for step in playthrough(game, 9, 1):
        match = step.before
        for seq in (match.seq - 1, match.seq + 1, 0):
            with pytest.raises(StaleSeq) as caught:
                match.act(step.action, Luck(0), seq=seq)
            assert (caught.value.expected, caught.value.actual) == (seq, match.seq)
        assert match.act(step.action, Luck(0), seq=match.seq).seq > match.seq


def test_a_stale_look_is_refused_before_the_rules_are_asked() -> None:
    match = POOL[0].start(Luck(1))
    with pytest.raises(StaleSeq):
        match.act(garbage(match.state, Luck(5)), Luck(1), seq=99)


@clause("C-5A", "C-8A")
def test_a_low_bid_is_refused_as_such_whoever_is_barred() -> None:
    rules = load("ffb-contree")
    north, west, south, _ = rules.table.from_(Seat("N"))
    choosing = Choosing.start(rules, Seat("E"), barred_side=Side("EW"))
    choosing = choosing.apply(Bid(north, 100, Trump.SPADES)).apply(Pass(west))
    with pytest.raises(Illegal) as caught:
        choosing.check(Bid(south, 80, Trump.SPADES))
    assert caught.value.clause == "C-5A"


@clause("C-8B", "C-8B-end")
def test_a_ruling_on_one_card_leaves_the_others_to_be_judged() -> None:
    seen = 0
    for seed in range(60):
        for step in playthrough(CONTREE_AT_TABLE, seed, 3):
            before, after = step.before.state.phase, step.after.state.phase
            if isinstance(before, Playing) and isinstance(after, Playing) and len(before.wrong) > 1:
                judged = [event for event in step.events if isinstance(event, Ruled) and event.fault]
                seen += len(judged)
                assert len(after.wrong) >= len(before.wrong) - len(judged), (seed, before.wrong)
    assert seen


@clause("A-8.3-height", "A-8.4")
def test_a_height_that_cannot_be_shown_is_not_proved() -> None:
    rules = load("ffb-belote", {"declarations": True, "announce": "manual", "enforcement": "table"})
    north, west, south, east = rules.table.from_(Seat("N"))
    hands = {
        north: Cards.parse("7S 8S 9S AH AD KC QC TD"),
        west: Cards.parse("JD QD KD 7C 8C 9H TS TH"),
        south: Cards.parse("AS KS QH 8H 7H 9C TC 7D"),
        east: Cards.parse("JS QS JH KH JC AC 8D 9D"),
    }
    talk = Talk.start(rules, Trump.HEARTS, Held(hands, dict.fromkeys(hands, 0), {}), north)
    assert talk is not None
    for seat in (north, west):
        talk = talk.after_declared(Declared(seat, ("tierce",)))
    talk = talk.open_contest()
    talk.check_talk(NameHeight(north, Rank.ACE))
    talk = talk.after_height(HeightNamed(north, Rank.ACE, False)).after_not_better(NotBetterSaid(west))
    settled = talk.settlement()
    assert settled == DeclarationsSettled(rules.table.side(north))
    assert isinstance(talk.after_settled(settled).proof(north), DeclarationsUnproved)


# Seats are only names


def _turned(rules: Ruleset, by: int) -> dict[Seat, Seat]:
    """Everybody moves `by` seats in the direction of play: neighbours and partners stay what they were."""
    order = rules.table.order
    return {seat: order[(n + by) % len(order)] for n, seat in enumerate(order)}


def _sides(rules: Ruleset, turned: Mapping[Seat, Seat]) -> dict[Side, Side]:
    table = rules.table
    return {table.side(seat): table.side(other) for seat, other in turned.items()}


def _elsewhere(action: Action, turned: Mapping[Seat, Seat]) -> Action:
    return msgspec.structs.replace(action, seat=turned[action.seat])


@every_game
@pytest.mark.parametrize("by", [1, 2, 3])
def test_turning_the_table_changes_only_names(game: Game, by: int) -> None:
    steps = playthrough(game, 10, 3)
    first = steps[0].before
    turned = _turned(first.rules, by)
    sides = _sides(first.rules, turned)
    match = game.start(Luck(0), turned[first.state.dealer])
    for step in steps:
        match = match.act(_elsewhere(step.action, turned), _same_luck(step))
        here, there = step.after.state, match.state
        assert {sides[side]: total for side, total in here.totals.items()} == there.totals
        assert {turned[seat] for seat in here.actors()} == set(there.actors())
        for seat, other in turned.items():
            legal = {_elsewhere(action, turned) for action in here.legal(seat)}
            assert legal == set(there.legal(other))
            assert here.held is None or there.held is not None
            if here.held is not None and there.held is not None:
                assert here.held.hands[seat] == there.held.hands[other]
        assert [type(event) for event in step.events] == [
            type(event) for event in match.log[-len(step.events) :]
        ]
    for was, now in zip(_scored(steps[-1].after), _scored(match), strict=True):
        assert now.score.score == {sides[side]: points for side, points in was.score.score.items()}
        assert now.score.result == was.score.result
        assert now.score.pending == was.score.pending


# Points


def _scored(match: Match) -> list[DealScored]:
    return [event for event in match.log if isinstance(event, DealScored)]


@every_game
def test_totals_are_the_sum_of_the_scores(game: Game) -> None:
    for seed in range(11, 14):
        match = playthrough(game, seed, None)[-1].after
        totals = dict.fromkeys(match.rules.table.sides, 0)
        for scored in _scored(match):
            totals = {side: total + scored.score.score[side] for side, total in totals.items()}
            assert scored.totals == totals
        assert match.state.totals == totals


@every_game
def test_the_lines_add_up_to_the_score_and_cite_clauses(game: Game) -> None:
    for seed in range(11, 14):
        for scored in _scored(playthrough(game, seed, None)[-1].after):
            for side, points in scored.score.score.items():
                assert sum(line.points for line in scored.score.lines if line.side == side) == points
            for line in scored.score.lines:
                assert line.clause in CLAUSES, line


@every_game
def test_score_lines_have_words(game: Game) -> None:
    labels = {
        line.label
        for seed in range(11, 14)
        for scored in _scored(playthrough(game, seed, None)[-1].after)
        for line in scored.score.lines
    }
    for lang in LANGS:
        assert labels <= set(catalogue(lang).lines)


@every_game
def test_the_winner_has_won(game: Game) -> None:
    """The match ends at its target or its last step, not before, and the winners are sides."""
    for seed in range(11, 14):
        match = playthrough(game, seed, None)[-1].after
        ended = match.log[-1]
        assert isinstance(ended, MatchEnded)
        assert ended.clause in CLAUSES
        assert ended.winners
        end = match.rules.match_end
        best = max(match.state.totals.values())
        for side in ended.winners:
            if isinstance(end, Target):
                assert match.state.totals[side] * end.points_per_mark >= end.target
            else:
                assert match.state.totals[side] == best
        assert abs(sum(ended.stakes.values())) < 1e-9


def _deals(rules_id: str) -> list[tuple[Ruleset, int, DealScored]]:
    """Deals that were played out at a strict table, with the rules and what was held from the deal before."""
    found = []
    for game in POOL:
        if game.rules != rules_id or dict(game.options).get("enforcement") == "table":
            continue
        for seed in range(20, 40):
            match = playthrough(game, seed, 4)[-1].after
            pending = 0
            for scored in _scored(match):
                found.append((match.rules, pending, scored))
                pending = scored.score.pending
    return found


@clause("A-6", "B-4", "C-3", "D-0", "A-11.2", "A-11.3", "C-9-sa", "C-9-ta")
@pytest.mark.parametrize("rules_id", RULESET_IDS)
def test_every_card_point_is_in_somebodys_tricks(rules_id: str) -> None:
    for rules, _, scored in _deals(rules_id):
        if scored.summary.contract is not None:
            raw = card_points(rules.id, scored.summary.contract.trump)
            asleep = getattr(rules.dealing.layout, "asleep", 0)
            counted = sum(scored.summary.cards.values())
            assert counted < raw if asleep else counted == raw


@clause("D5-score", "D5-deal")
def test_escalier_counts_every_trick_and_every_gap() -> None:
    for number, (_, _, scored) in enumerate(_deals("escalier")):
        summary, score = scored.summary, scored.score.score
        assert sum(summary.tricks.values()) == number % 4 + 1  # the first four deals of each match
        assert sum(summary.bids.values()) != sum(summary.tricks.values())
        assert score == {side: -abs(summary.bids[side] - summary.tricks[side]) for side in summary.bids}


@clause(
    "A-9", "A-10.1a", "A-10.1b", "A-10.1c", "B-6", "B-6-made", "B-6-failed", "D3-score", "E-5", "E-5-failed"
)
@pytest.mark.parametrize("rules_id", ["ffb-belote", "belote-annonces", "classique", "belote-501"])
def test_a_take_shares_out_162_and_the_bonuses(rules_id: str) -> None:
    results = set()
    for rules, pending, scored in _deals(rules_id):
        assert isinstance(rules.scoring, TakeScoring)
        summary, score = scored.summary, scored.score
        if rules.scoring.rounding != "none" or 8 in summary.tricks.values():
            continue
        results.add(score.result)
        declared = sum(summary.declarations.values())
        if score.result == "failed" and rules_id == "belote-annonces":
            declared -= summary.declarations[_takers(scored)]
        bonuses = 20 * sum(summary.belote.values()) + declared
        assert sum(score.score.values()) + score.pending == SIDE_POINTS + bonuses + pending
    assert {"made", "failed"} <= results


def _takers(scored: DealScored) -> Side:
    assert scored.summary.contract is not None
    assert scored.summary.contract.side is not None
    return scored.summary.contract.side


@clause("B-6.2")
def test_tens_share_out_16_and_the_bonuses() -> None:
    seen = 0
    for rules, _, scored in _deals("belote-annonces"):
        summary, score = scored.summary, scored.score
        if getattr(rules.scoring, "rounding", "") == "in_tens" and 8 not in summary.tricks.values():
            seen += 1
            lost = summary.declarations[_takers(scored)] if score.result == "failed" else 0
            declared = sum(summary.declarations.values()) - lost
            assert sum(score.score.values()) == 16 + 2 * sum(summary.belote.values()) + declared // 10
    assert seen > 10


@clause("C-7A-made", "C-7A-failed", "C-7-round", "D4-made", "D4-failed", "D6-points")
@pytest.mark.parametrize("rules_id", ["ffb-contree", "coinche", "comptoir"])
def test_points_made_share_out_162_and_the_belotes(rules_id: str) -> None:
    seen = 0
    for rules, _, scored in _deals(rules_id):
        summary, score, part = scored.summary, scored.score, rules.scoring
        points = isinstance(part, PointScoring)
        contract = summary.contract
        if not points and not (isinstance(part, ContractScoring) and part.made == "points"):
            continue
        if (
            contract is None
            or contract.contre
            or contract.value == "capot"
            or rules.tricks in summary.tricks.values()
        ):
            continue
        seen += 1
        belotes = 20 * sum(summary.belote.values())
        figure = 160 if score.result == "failed" else SIDE_POINTS
        slack = 10 if rules_id == "ffb-contree" else 0
        assert abs(sum(score.score.values()) - figure - belotes) <= slack
        if slack:
            assert all(mark % 10 == 0 for mark in score.score.values())
    assert seen > 3


@clause("D1-count", "D2-score", "D6-tricks")
@pytest.mark.parametrize(("rules_id", "tricks"), [("premiere", 8), ("premiere-grands", 8), ("comptoir", 16)])
def test_tricks_are_all_counted_and_one_side_scores(rules_id: str, tricks: int) -> None:
    for rules, _, scored in _deals(rules_id):
        if isinstance(rules.scoring, TrickScoring):
            assert sum(scored.summary.tricks.values()) == tricks
            assert sum(points > 0 for points in scored.score.score.values()) == 1


def test_gap_scoring_is_escaliers_alone() -> None:
    """The tests above leave no way of scoring out."""
    kinds = {type(game.start(Luck(1)).rules.scoring) for game in POOL}
    assert kinds == set(get_args(Scoring))


def test_the_log_begins_with_its_rules() -> None:
    for game in POOL:
        match = game.start(Luck(2))
        (started,) = match.log
        assert isinstance(started, MatchStarted)
        read = from_json(to_json(started))
        assert isinstance(read, MatchStarted)
        assert read.rules == match.rules
