"""The arena: pairs that cancel out, results that can be taken up again, and programs that misbehave."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

import rebelote
from rebelote import _native
from rebelote.actions import Action, Play
from rebelote.arena import Settings, duel, play_pair, run
from rebelote.arena.duplicate import difference
from rebelote.arena.league import contests, standings
from rebelote.arena.players import check_name, sit_down
from rebelote.arena.plot import svg
from rebelote.arena.results import Pair, ResultFile, Results
from rebelote.bots import Player, external, protocol
from rebelote.bots.external import External, Program
from rebelote.cards import Card
from rebelote.codec import to_plain
from rebelote.errors import RebeloteError
from rebelote.events import Contracted, Shuffled
from rebelote.record import check_record
from rebelote.ruleset import OptionValue
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.table import Seat
from rebelote.view import View
from tests.support.random_matches import POOL, Luck
from tests.support.random_matches import Game as PooledGame
from tests.support.table_setup import Game

DOCS = Path(__file__).parent.parent / "docs"


def settings(
    first: str,
    second: str,
    rules: str = "ffb-contree",
    bidder: str | None = None,
    card_player: str | None = None,
    **options: OptionValue,
) -> Settings:
    return Settings(
        rules=load(rules, options),
        first=first,
        second=second,
        seed=4,
        bidder=bidder,
        card_player=card_player,
    )


def played(contest: Settings, pairs: int, jobs: int = 1) -> Results:
    *_, results = run(contest, pairs, jobs=jobs)
    return results


# Duplicate


@pytest.mark.untraced
@pytest.mark.parametrize("rules", RULESET_IDS)
@pytest.mark.parametrize("bidder", [None, "habitue"])
def test_a_bot_against_itself_is_exactly_even(rules: str, bidder: str | None) -> None:
    assert {pair.value for pair in played(settings("habitue", "habitue", rules, bidder), 2)} == {0.0}


def test_hasard_against_itself_is_exactly_even_too() -> None:
    assert {pair.value for pair in played(settings("hasard", "hasard"), 10)} == {0.0}


def test_odd_tables_are_even_too() -> None:
    assert played(settings("hasard", "hasard", "escalier", players=3), 3).mean == 0.0


def test_both_seatings_have_the_same_cards(tmp_path: Path) -> None:
    play_pair(settings("habitue", "hasard"), 3, tmp_path)
    logs = [check_record(file.read_text("utf-8")) for file in sorted(tmp_path.iterdir())]
    packs = [[event for event in match.log if isinstance(event, Shuffled)] for match in logs]
    assert len(logs) == 2
    assert packs[0] == packs[1]
    assert logs[0].log[0] == logs[1].log[0]


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_kept_records_replay(tmp_path: Path, rules: str) -> None:
    pair = play_pair(settings("debutant", "hasard", rules), 1, tmp_path)
    matches = [check_record(file.read_text("utf-8")) for file in sorted(tmp_path.iterdir())]
    assert (
        difference(settings("", "", rules), matches[0]),
        -difference(settings("", "", rules), matches[1]),
    ) == (pair.differences)


def test_a_fixed_contract_is_the_same_both_ways(tmp_path: Path) -> None:
    play_pair(settings("habitue", "hasard", bidder="debutant"), 3, tmp_path)
    logs = [check_record(file.read_text("utf-8")).log for file in sorted(tmp_path.iterdir())]
    contracts = [[event for event in log if isinstance(event, Contracted)] for log in logs]
    assert contracts[0] == contracts[1] != []


def test_a_fixed_player_lets_the_calls_alone_decide(tmp_path: Path) -> None:
    """Who calls alike comes out even however differently he would have played the cards."""
    alike = settings("habitue", "pimc20", card_player="debutant")
    assert {pair.value for pair in played(alike, 4)} == {0.0}
    assert played(settings("habitue", "hasard", card_player="debutant"), 4).mean != 0.0
    play_pair(alike, 3, tmp_path)
    logs = [check_record(file.read_text("utf-8")).log for file in sorted(tmp_path.iterdir())]
    assert logs[0] == logs[1]


def test_raw_points_of_a_pair_are_all_the_points_there_are() -> None:
    pair = play_pair(settings("habitue", "hasard", "classique", bidder="debutant"), 1)
    assert all(-162 <= difference <= 162 for difference in pair.differences)


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    contest = settings("debutant", "hasard", "premiere")
    assert list(played(contest, 6, jobs=2)) == list(played(contest, 6))


@pytest.mark.untraced
@pytest.mark.parametrize(("better", "worse"), [("debutant", "hasard"), ("habitue", "debutant")])
def test_the_ladder_rises(better: str, worse: str) -> None:
    results = played(settings(better, worse, "coinche"), 60)
    assert results.half_width is not None
    assert results.mean > results.half_width


# Results


def test_the_interval_is_that_of_the_pairs() -> None:
    results = Results(Pair(pair=n, differences=(float(n), float(n))) for n in range(4))
    assert results.mean == 1.5
    assert results.half_width == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2)
    count, mean, half = results.running()[-1]
    assert (count, mean) == (4, 1.5)
    assert half == pytest.approx(results.half_width)


def test_a_run_is_taken_up_where_it_stopped(tmp_path: Path) -> None:
    contest, path = settings("debutant", "hasard"), tmp_path / "results.jsonl"
    for _ in run(contest, 3, jobs=1, file=ResultFile(path, contest)):
        pass
    path.write_bytes(path.read_bytes() + b'{"pair":99,"diff')
    before = path.read_text("utf-8").splitlines()
    *_, resumed = run(contest, 5, jobs=1, file=ResultFile(path, contest))
    assert list(resumed) == list(played(contest, 5))
    assert path.read_text("utf-8").splitlines()[:4] == before[:4]
    assert len(path.read_text("utf-8").splitlines()) == 6


def test_the_results_of_another_contest_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    contest = settings("debutant", "hasard")
    ResultFile(path, contest).append(Pair(pair=0, differences=(1.0, 2.0)))
    with pytest.raises(RebeloteError, match="another contest"):
        ResultFile(path, settings("habitue", "hasard")).read()


def test_the_plot_is_an_svg_with_a_line_and_a_band() -> None:
    picture = ElementTree.fromstring(svg("a & b", [(2, 1.0, 5.0), (3, 2.0, 3.0), (4, 1.5, 2.0)], "pairs"))
    paths = [element.get("d", "") for element in picture.iter() if element.tag.endswith("path")]
    assert any(path.endswith("Z") for path in paths)
    assert svg("empty", [], "pairs").startswith("<svg")


def test_a_league_ranks_by_rating() -> None:
    bots = ["hasard", "debutant", "habitue"]
    table = standings(bots, {(a, b): played(settings(a, b, "coinche"), 20) for a, b in contests(bots)})
    assert [standing.bot for standing in table][-1] == "hasard"
    assert sum(standing.won for standing in table) == sum(standing.lost for standing in table)


# The protocol


@pytest.mark.parametrize("game", POOL, ids=str)
def test_every_view_and_action_can_be_told_in_json(game: PooledGame) -> None:
    luck = Luck(3)
    match = game.start(luck)
    for _ in range(60):
        if match.is_over:
            break
        seat = match.state.actors()[0]
        view = match.view(seat)
        told = json.loads(protocol.encode_line(protocol.view_line(view)))
        legal = [protocol.decode_action(json.dumps(action)) for action in told["legal"]]
        assert tuple(legal) == match.view(seat).answers()
        match = match.act(luck.choice(match.state.legal(seat)), luck)


def test_a_view_tells_no_hidden_card() -> None:
    game = Game.new("ffb-contree", dealer="S").deal({"E": "JH 9H AH TH AS KS QS JS"})
    told = to_plain(protocol.view_line(game.match.view("N")))
    assert told["others"]["E"] == {
        "cards": 8,
        "known": [],
        "could_hold": told["unseen"],
    }
    assert len(told["unseen"]) == 24


# Programs


def script(tmp_path: Path, body: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text(body, "utf-8")
    return f"{sys.executable} {file}"


def example() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", (DOCS / "bot-protocol.md").read_text("utf-8"), re.DOTALL)
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize("rules", ["coinche", "classique", "escalier", "comptoir"])
def test_the_example_of_the_docs_plays_without_a_fault(tmp_path: Path, rules: str) -> None:
    contest = settings(f"cmd:{script(tmp_path, example())}", "hasard", rules)
    assert played(contest, 1).faults == {}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("raise SystemExit(1)", "crashed"),
        ("import sys\nfor line in sys.stdin: print('{', flush=True)", "garbled"),
        ('import sys\nfor line in sys.stdin: print(\'{"do":"pass","seat":"Z"}\', flush=True)', "illegal"),
        ("import time\ntime.sleep(60)", "stalled"),
        ("raise SystemExit(1)", "absent"),
    ],
)
def test_a_program_that_fails_forfeits_the_move_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, fault: str
) -> None:
    program = Program(script(tmp_path, body), patience=0.2 if fault == "stalled" else 5.0)
    command = f"cmd:{program.command}"
    monkeypatch.setitem(external._programs, program.command, program)
    results = played(settings(command, "hasard", "classique"), 2)
    assert external._programs == {}
    assert len(results) == 2
    assert results.faults[command][fault] > 0


def test_a_program_may_be_given_more_time() -> None:
    slow, usual = (sit_down(name, random.Random(1), Counter()) for name in ("cmd@60s:./slow", "cmd:./usual"))
    assert isinstance(slow, External)
    assert isinstance(usual, External)
    assert (slow.program.command, slow.program.patience) == ("./slow", 60.0)
    assert (usual.program.command, usual.program.patience) == ("./usual", 5.0)
    external.stop_programs()


def test_a_forfeited_move_is_a_pass_where_one_may_pass() -> None:
    game = Game.new("ffb-contree", dealer="S").deal({"E": "JH 9H AH TH AS KS QS JS"})
    player = External(Program("false"))
    assert player.choose(game.match.view("E")) == game.calling("E pass")
    assert player.explain(game.match.view("E")).reason.key == "forfeits"


class Crashing:
    def choose(self, view: View) -> Action:
        raise ValueError(f"my mistake as {view.seat}")


class Cheating:
    def __init__(self, luck: random.Random) -> None:
        self.luck = luck

    def choose(self, view: View) -> Action:
        return Play(Seat("Z"), next(iter(view.hand), Card("7S")))


class First:
    """The first thing that is legal."""

    def choose(self, view: View) -> Action:
        return view.answers()[0]


@pytest.mark.parametrize(
    ("player", "fault", "told"),
    [(Crashing, "crashed", "ValueError: my mistake as "), (Cheating, "illegal", "Play(seat='Z'")],
)
def test_a_python_player_that_fails_is_told(player: type[Player], fault: str, told: str) -> None:
    results = duel(player, "hasard", rules="classique", deals=1)
    assert results.faults[player.__name__][fault] > 0
    assert told in results.errors[player.__name__]


def test_python_players_by_class_object_and_name() -> None:
    """The same player, however it is named, has the same results."""
    name = f"py:{Path(__file__).with_name('support')}/first_legal.py:First"
    contests = [duel(first, "hasard", rules="classique", deals=2) for first in (First, First(), name)]
    assert [list(results) for results in contests] == [list(contests[0])] * 3
    assert contests[0].faults == {}


def test_two_players_of_one_class_are_told_apart() -> None:
    results = duel(First, First, rules="classique", deals=1)
    assert results.mean == 0


def test_the_errors_of_a_program_are_kept(tmp_path: Path) -> None:
    body = "import sys\nprint('out of cards', file=sys.stderr, flush=True)\nraise SystemExit(1)"
    command = f"cmd:{script(tmp_path, body)}"
    results = played(settings(command, "hasard", "classique"), 1)
    assert "out of cards" in results.errors[command]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("py:nothing", "expected py:module:Class"),
        ("py:no.such.module:Bot", "can't be imported"),
        ("py:rebelote.bots.hasard:Nobody", "has no Nobody"),
        ("py:random:Random", "has no choose"),
        ("py:./no-such-file.py:Bot", "can't be imported"),
    ],
)
def test_a_python_class_that_there_is_not_is_refused(name: str, told: str) -> None:
    with pytest.raises(RebeloteError, match=re.escape(told)):
        check_name(name)


def test_results_say_what_they_were_made_with(tmp_path: Path) -> None:
    contest = settings("habitue", "hasard")
    file = ResultFile(tmp_path / "results.jsonl", contest)
    file.append(Pair(pair=0, differences=(1.0, 1.0)))
    heading = json.loads(file.path.read_text("utf-8").splitlines()[0])
    assert heading["stamp"]["rules"] == contest.rules.digest
    assert heading["stamp"]["version"] == rebelote.__version__
    assert heading["stamp"]["native"] == _native.build()
    assert heading["stamp"]["cpu"]
    assert len(file.read()) == 1


def test_settings_travel_as_json() -> None:
    contest = settings("habitue", "hasard")
    again = msgspec.json.decode(msgspec.json.encode(contest), type=Settings)
    assert again.same_contest(contest)
