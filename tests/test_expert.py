"""Expert: what it may spend, that it comes to the same again, and positions on which players agree."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from rebelote.actions import Action, Bid, Contre, Pass, Play, Take
from rebelote.arena.players import check_name
from rebelote.bots import Decision, SearchTools, called, make, with_budget
from rebelote.bots.budget import Budget, Spending
from rebelote.bots.compiled_rules import CompiledRules
from rebelote.bots.expert import Expert
from rebelote.bots.match_gain import match_gain
from rebelote.bots.payoff import Stakes
from rebelote.bots.search_tools import MOST_RULES
from rebelote.cards import Card, Trump
from rebelote.errors import RebeloteError
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Cutting
from rebelote.results import Contract, Value
from rebelote.ruleset import Ruleset
from rebelote.ruleset.loading import load
from rebelote.situation import Situation
from rebelote.solver import Outcomes, PlaySpec, Sheet
from rebelote.table import Seat, Side
from rebelote.view import View
from tests.support.random_matches import Luck
from tests.support.table_setup import Game, contree


def expert(game: Game, seat: str, name: str = "expert@60w") -> Decision:
    return make(name, random.Random(1)).explain(game.match.view(seat))


def views(rules: str, seed: int, **options: object) -> Iterator[View]:
    """What its players see at their decisions in a match of habitués."""
    luck = Luck(seed)
    match = Match.new(rules, chance=luck, **options)  # type: ignore[arg-type]
    habitue = make("habitue", random.Random(seed))
    while not match.is_over:
        view = match.view(match.state.actors()[0])
        if len(view.legal()) > 1 and isinstance(match.state.phase, Choosing | Playing):
            yield view
        match = match.act(habitue.choose(view), luck)


# Names


def test_a_budget_and_an_aim_follow_the_name() -> None:
    found = called("expert@20ms,points")
    assert (found.bot.name, found.budget, found.aim) == ("expert", Budget(ms=20), "points")
    assert called("expert@40w").budget == Budget(worlds=40)
    assert called("expert").budget is None
    player = make("expert@40w", random.Random(1), aim="points")
    assert isinstance(player, Expert)
    assert (player.budget, player.aim) == (Budget(worlds=40), "points")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("expert@20", r"'expert@20': expected milliseconds such as 20ms, worlds such as 40w.*not '20'"),
        ("expert@0ms", r"'expert@0ms': expected milliseconds"),
        ("expert@20ms,fun", r"one of marks, points, not 'fun'"),
        ("habitue@20ms", r"'habitue@20ms': habitue does not search"),
        ("expret@20ms", r"no bot called 'expret@20ms'"),
    ],
)
def test_a_bad_suffix_is_named(name: str, told: str) -> None:
    with pytest.raises(RebeloteError, match=told):
        make(name, random.Random(1))
    with pytest.raises(RebeloteError, match=told):
        check_name(name)


def test_a_budget_for_all_goes_to_those_that_search_and_have_none() -> None:
    budget = Budget(ms=20)
    names = ("expert", "expert@40w", "expert@points", "habitue", "cmd:./bot")
    assert [with_budget(name, budget) for name in names] == [
        "expert@20ms",
        "expert@40w",
        "expert@20ms,points",
        "habitue",
        "cmd:./bot",
    ]


# What it spends


class Ticking:
    """A clock on which every look costs time."""

    def __init__(self, tick: float) -> None:
        self.tick = tick
        self.now = 0.0

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@pytest.mark.parametrize("tick", [0.0002, 0.0011])
@pytest.mark.parametrize("rules", ["ffb-contree", "classique", "escalier", "comptoir"])
def test_a_budget_of_time_is_kept(rules: str, tick: float) -> None:
    for view in islice(views(rules, 3), 0, 40, 3):
        clock = Ticking(tick)
        Expert(random.Random(1), Budget(ms=20), clock=clock).choose(view)
        assert clock.now <= 0.020 * 1.2


def test_a_chunk_is_begun_only_if_there_is_time_for_one_like_the_longest() -> None:
    now = [0.0]
    spending = Spending(Budget(ms=100), lambda: now[0])
    now[0] = 0.060
    spending.step()
    assert not spending.has_time()


def test_equal_rules_are_compiled_once() -> None:
    """A server reads a table's rules anew for every match."""
    options, tools = {"target": 700}, SearchTools()
    first, again = load("coinche", options), load("coinche", options)
    assert first is not again
    assert tools.compiled(first) is tools.compiled(again)
    assert tools.compiled(load("coinche")) is not tools.compiled(first)


def test_what_was_compiled_last_is_kept() -> None:
    """House rules push out the rules not asked for longest, one by one."""
    tools, usual = SearchTools(), load("coinche")
    compiled = tools.compiled(usual)
    for target in range(500, 500 + 10 * MOST_RULES, 10):
        tools.compiled(load("coinche", {"target": target}))
        assert tools.compiled(usual) is compiled


def test_tools_are_shared_and_change_nothing() -> None:
    seen = list(islice(views("ffb-contree", 4), 0, 30, 3))
    shared = SearchTools()
    for view in seen:
        with_shared = make("expert@8w", random.Random(5), tools=shared).explain(view)
        assert with_shared == make("expert@8w", random.Random(5)).explain(view)


@pytest.mark.untraced
@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux keeps of a process")
def test_memory_is_small() -> None:
    """A process in which it plays a deal twice never holds 150 MiB."""
    program = (
        "import atexit\n"
        "atexit.register(lambda: print(open('/proc/self/status').read()))\n"
        "from rebelote.cli import main\n"
        "main('arena expert@60ms habitue --deals 1 --jobs 1'.split())\n"
    )
    played = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    most = re.search(r"^VmHWM:\s+(\d+) kB", played.stdout, re.MULTILINE)
    assert most is not None
    assert int(most[1]) < 150 * 1024


def test_a_long_chunk_is_forgotten_in_time() -> None:
    now = [0.0]
    spending = Spending(Budget(ms=100), lambda: now[0])
    now[0] = 0.050
    spending.step()
    assert not spending.has_time()
    for _ in range(10):
        now[0] += 0.001
        spending.step()
    assert spending.has_time()


def test_drawing_leaves_time_to_try_what_was_drawn() -> None:
    now = [0.0]
    spending = Spending(Budget(ms=100), lambda: now[0])
    pieces = 0
    while spending.draws_on():
        now[0] += 0.010
        pieces += 1
    assert pieces == 5  # at 50 ms of 95 one more like it would go beyond 0.6 of them
    assert spending.has_time()


def test_worlds_are_counted_whatever_the_clock_says() -> None:
    view = next(islice(views("ffb-contree", 3), 12, None))
    slow, quick = Ticking(10.0), Ticking(0.0)
    decisions = [
        Expert(random.Random(1), Budget(worlds=12), clock=clock).explain(view) for clock in (slow, quick)
    ]
    assert decisions[0] == decisions[1]


@pytest.mark.untraced
def test_processor_time_stays_within_the_budget() -> None:
    """By the processor's own clock, so that a busy machine makes no difference."""
    player = Expert(random.Random(1), Budget(ms=40), clock=time.thread_time)
    over = 0
    for view in islice(views("ffb-contree", 8), 60):
        begun = time.thread_time()
        player.choose(view)
        over += time.thread_time() - begun > 0.040 * 1.2
    assert over <= 1


def test_many_threads_come_to_the_same() -> None:
    seen = list(islice(views("coinche", 2), 24))

    def choose(view: View) -> Action:
        return make("expert@8w", random.Random(5)).choose(view)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(choose, seen)) == [choose(view) for view in seen]


# What it plays for


def situation(rules: Ruleset, ours: int, theirs: int) -> Situation:
    return Situation(rules, Seat("N"), {Side("NS"): ours, Side("EW"): theirs}, Cutting())


def test_in_mid_match_marks_count_and_near_its_end_the_match_does() -> None:
    rules = load("ffb-contree")
    middle = match_gain(situation(rules, 200, 300), Side("NS"))
    assert middle(160, 0) == 160
    assert middle(0, 160) == -160
    behind = match_gain(situation(rules, 500, 960), Side("NS"))
    assert behind(100, 60) < behind(160, 0)
    assert behind(100, 60) == behind(90, 70), "the others are home either way"
    ahead = match_gain(situation(rules, 960, 500), Side("NS"))
    assert ahead(60, 100) == ahead(250, 0) > 0 > ahead(0, 160)


def test_who_is_nearly_home_takes_no_risks_for_a_capot() -> None:
    gain = match_gain(situation(load("coinche"), 930, 400), Side("NS"))
    assert gain(90, 70) == gain(252, 0)


# What it does


def test_the_taker_draws_trumps() -> None:
    hands = {"E": "JH 9H AH 8H AS KS 7D 8C", "N": "7H QH TS 9S AD TD 7C 9C"}
    action = expert(contree(hands, "E 100 H"), "E", "expert@600w").action
    assert isinstance(action, Play)
    assert action.card in (Card("JH"), Card("9H"), Card("AH"))


def test_candidates_come_with_their_values_best_first() -> None:
    decision = expert(contree({"E": "JH 9H AH 8H AS KS 7D 8C"}, "E 100 H"), "E")
    values = [candidate.value for candidate in decision.candidates]
    assert len(values) == 8
    assert values == sorted(values, reverse=True)
    assert decision.text("en") != decision.text("fr")


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    game = Game.new("ffb-contree", dealer="S")
    game.deal({"E": "JH 9H AH KH AS AD 8C 9C", "N": "7S 8S QS TD 8D QD 7C QC"})
    decision = expert(game, "E")
    assert isinstance(decision.action, Bid)
    assert decision.action.trump is Trump.HEARTS
    assert any(isinstance(candidate.action, Pass) for candidate in decision.candidates)
    game.act(decision.action)
    assert isinstance(expert(game, "N", "expert@200w").action, Pass)


def test_a_turned_nine_is_taken_with_the_jack_and_aces() -> None:
    game = Game.new("classique", dealer="S").deal({"W": "JH AH AS AD 7D"}, turned="9H")
    assert expert(game, "W").action == Take(Seat("W"), Trump.HEARTS)


@pytest.mark.parametrize(("lead", "is_made"), [("after_dealer", False), ("taker", True)])
def test_a_contract_is_valued_with_the_one_who_will_lead(lead: str, is_made: bool) -> None:
    """Without a trump all spades take every trick if they lead, and none if another suit is led."""
    house = {"play": {"first_lead": lead}, "trump_choice": {"trumps": ["SA"]}}
    game = Game.new({"id": "house", "extends": "ffb-contree", **house}, dealer="S")
    game.deal({"N": "AS TS KS QS JS 9S 8S 7S"}).call("E pass")
    capot = Bid(Seat("N"), "capot", Trump.SANS_ATOUT)
    values = {each.action: each.value for each in expert(game, "N").candidates}
    assert (values[capot] > 0) == is_made


def test_a_wild_bid_is_contred_by_a_hand_that_stops_it() -> None:
    game = Game.new("ffb-contree", dealer="S").deal({"N": "JH 9H AH 8H AS AD 7C 8C"})
    game.call("E 150 H")
    assert isinstance(expert(game, "N").action, Contre)


def test_every_ruleset_part_has_its_calls_valued() -> None:
    """A call that was thought about has a gain for each candidate, in every kind of choice."""
    for rules, options in (
        ("premiere-grands", {}),
        ("comptoir", {"trump": "auction"}),
        ("belote-annonces", {"objections": True}),
        ("ffb-contree", {"scoring": "both", "sans_tout_atout": True}),
    ):
        view = next(views(rules, 5, **options))
        decision = make("expert@10w", random.Random(1)).explain(view)
        assert decision.action in view.legal()
        assert len(decision.candidates) > 1


@pytest.mark.parametrize(
    ("rules", "options", "value"),
    [
        ("ffb-contree", {}, 100),
        ("ffb-contree", {"scoring": "announced"}, 130),
        ("coinche", {"scoring": "both"}, 80),
        ("belote-annonces", {"count_in_tens": True}, None),
        ("ffb-belote", {}, None),
        ("belote-501", {}, None),
        ("premiere-grands", {}, 5),
        ("premiere-grands", {}, "capot"),
    ],
)
def test_payoffs_are_the_scorers_own(rules: str, options: dict[str, bool], value: Value) -> None:
    ruleset = load(rules, options)
    compiled, spec = CompiledRules(ruleset), PlaySpec(ruleset, Trump.HEARTS)
    contract = Contract(seat=Seat("N"), side=Side("NS"), trump=Trump.HEARTS, value=value)
    for side, ours in ((Side("NS"), 0), (Side("EW"), 0), (Side("NS"), 1), (Side("EW"), -1)):
        other = ruleset.table.opponent(side)
        belote = {side: max(ours, 0), other: max(-ours, 0)}
        outcomes = Outcomes(Sheet(contract), spec, ruleset.tricks, side, belote)
        table = compiled.mark_table(Stakes(side, ruleset.tricks, ours, contract))
        by_points, every_trick, no_trick = table.payoff(lambda a, b: float(a - b))
        whole = spec.whole(ruleset.tricks)
        scores = [*map(outcomes.score, range(whole + 1)), outcomes.every_trick(), outcomes.no_trick()]
        assert [*by_points, every_trick, no_trick] == [score[side] - score[other] for score in scores]
        assert table.of(whole, ruleset.tricks) == (scores[-2][side], scores[-2][other])
        assert table.of(whole // 2, 1) == (scores[whole // 2][side], scores[whole // 2][other])
