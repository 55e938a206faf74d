"""The shuffle that can be checked: against a second statement of it, and against those who would cheat."""

from __future__ import annotations

import http.server
import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rebelote.actions import Cut
from rebelote.cards import PACK, SUITS
from rebelote.cli import main
from rebelote.events import Gathered, PackCut, Shuffled, TrumpDrawn
from rebelote.fairness import (
    LINKS,
    FairChance,
    FairDeal,
    Fairness,
    Verdict,
    anchor,
    hash_times,
    link,
    verify,
)
from rebelote.match import Match
from rebelote.record import format_record
from tests.support import fairness_vectors
from tests.support.random_matches import Luck, whim

SECRET = bytes(range(32))
GRAINS = ["ab" * 16, "cd" * 16]
VECTORS = json.loads(fairness_vectors.FILE.read_text("utf-8"))


def luck(n: int = 1, cut: int = 16, grains: list[str] = GRAINS, match: str = "m") -> FairChance:
    return FairChance(link(SECRET, n), match, n, cut, grains)


# The chain and the luck


def test_each_link_leads_to_the_anchor() -> None:
    for n in (1, 2, 77, LINKS):
        assert hash_times(link(SECRET, n), n) == anchor(SECRET)
    assert link(SECRET, LINKS) == SECRET


@pytest.mark.parametrize("n", [0, -1, LINKS + 1])
def test_there_are_no_other_links(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 4096"):
        link(SECRET, n)


def test_every_fact_changes_the_order() -> None:
    packs = [
        luck(),
        luck(n=2),
        luck(cut=17),
        luck(grains=GRAINS[::-1]),
        luck(grains=GRAINS[:1]),
        luck(match="n"),
    ]
    assert len({pack.shuffled() for pack in packs}) == len(packs)


def test_draws_do_not_depend_on_shuffles() -> None:
    first, second = luck(), luck()
    second.shuffled()
    assert [first.choice(SUITS) for _ in range(9)] == [second.choice(SUITS) for _ in range(9)]


def test_every_card_comes_to_every_place_as_often() -> None:
    tops = Counter(luck(cut=cut).shuffled()[cut % 32] for cut in range(3200))
    assert set(tops) == set(PACK)
    squares = sum((seen - 100) ** 2 / 100 for seen in tops.values())
    assert squares < 66, "the 99.98th percentile of chi square with 31 degrees of freedom"


# The examples


def test_the_file_is_what_the_second_statement_makes() -> None:
    assert fairness_vectors.FILE.read_text("utf-8") == fairness_vectors.text()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["about"] for vector in VECTORS])
def test_both_statements_agree(vector: dict[str, Any]) -> None:
    verdict = verify(msgspec.convert(vector["fairness"], Fairness))
    found = [{"link": deal.link, "order": deal.order, "draws": deal.draws} for deal in verdict.deals]
    assert found == vector["checks"]
    assert verdict.holds == vector["holds"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"secret": "xyz"},
        {"secret": ""},
        {"attempt": 0},
        {"attempt": 10**9},
        {"order": []},
        {"order": ["ZZ"] * 32},
    ],
)
def test_nonsense_does_not_hold(wrong: dict[str, Any]) -> None:
    honest = msgspec.convert(VECTORS[0]["fairness"], Fairness)
    assert not verify(replace(honest, deals=[replace(honest.deals[0], **wrong)])).holds


# Whole matches


def play_fairly(rules: str, packs: int) -> Match:
    """As the server does it: the pack's chance is made anew for every action, as after a restart."""
    whims = Luck(5)
    match = Match.new(rules, chance=whims)
    n = cut = 0
    while not match.is_over:
        action = whim(match.state, whims)
        if isinstance(action, Cut):
            n, cut = n + 1, int(action.at)
        if n > packs:
            break
        match = match.act(action, luck(n, cut))
    return match


def fairness_of(match: Match) -> Fairness:
    deals: list[FairDeal] = []
    order: list[str] = []
    shuffled = False
    for event in match.log:
        match event:
            case Shuffled() | Gathered():
                order, shuffled = [card.text for card in event.order], isinstance(event, Shuffled)
            case PackCut(at=at):
                n = len(deals) + 1
                deals.append(FairDeal(n, n, link(SECRET, n).hex(), at, order, shuffled, []))
            case TrumpDrawn(trump=trump):
                deals[-1].draws.append(trump.value)
            case _:
                pass
    return Fairness("m", anchor(SECRET).hex(), GRAINS, deals)


@pytest.mark.parametrize("rules", ["ffb-contree", "premiere", "belote-annonces"])
def test_a_match_holds_beside_its_log(rules: str) -> None:
    match = play_fairly(rules, packs=3)
    fairness = fairness_of(match)
    verdict = verify(fairness, match.log)
    assert verdict.holds
    assert len(verdict.deals) == 3
    assert {deal.record for deal in verdict.deals} == {True}
    drawn = [deal.draws for deal in verdict.deals]
    assert drawn == ([True] * 3 if rules == "premiere" else [None] * 3)
    assert [deal.shuffled for deal in fairness.deals] == [
        True,
        rules != "belote-annonces",
        rules != "belote-annonces",
    ]


def test_what_was_played_must_be_what_was_shuffled() -> None:
    match, other = play_fairly("premiere", 2), fairness_of(play_fairly("premiere", 2))
    moved = replace(other.deals[1], order=other.deals[1].order[::-1])
    verdict = verify(replace(other, deals=[other.deals[0], moved]), match.log)
    assert [deal.record for deal in verdict.deals] == [True, False]


def test_a_pack_that_was_played_must_be_revealed() -> None:
    match = play_fairly("ffb-contree", 2)
    fairness = fairness_of(match)
    assert verify(replace(fairness, deals=fairness.deals[1:]), match.log) == Verdict(
        (verify(fairness, match.log).deals[1],), (1,)
    )
    assert not verify(replace(fairness, deals=fairness.deals[1:]), match.log).holds


# The command


class Ran(msgspec.Struct):
    status: object
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def ran(*words: object) -> Ran:
        with pytest.raises(SystemExit) as ended:
            main(["verify", *map(str, words)])
        told = capsys.readouterr()
        return Ran(ended.value.code, told.out, told.err)

    return ran


def written(folder: Path, fairness: Fairness) -> Path:
    file = folder / "fairness.json"
    file.write_bytes(msgspec.json.encode(fairness))
    return file


def test_the_command_says_what_it_checked(run: Any, tmp_path: Path) -> None:
    match = play_fairly("premiere", 1)
    (tmp_path / "m.belote").write_text(format_record(match), "utf-8")
    ran = run(written(tmp_path, fairness_of(match)), "--record", tmp_path / "m.belote", "--lang", "en")
    cut = next(event.at for event in match.log if isinstance(event, PackCut))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"Match m, anchor {anchor(SECRET).hex()}",
        f"Deal 1, pack 1, cut at {cut}",
        "  yes  its link, hashed as often as the pack's number says, gives the anchor",
        "  yes  the shuffle computed anew gives this order",
        "  yes  the trump drawn by lot is the right one",
        "  yes  the recorded match has the same pack and the same cut",
        "All of it is right.",
    ]


def test_the_command_fails_when_something_is_false(run: Any, tmp_path: Path) -> None:
    swapped = next(vector for vector in VECTORS if vector["about"] == "two cards were exchanged")
    ran = run(written(tmp_path, msgspec.convert(swapped["fairness"], Fairness)))
    assert ran.status == 1
    assert "  NON  le mélange recalculé donne cet ordre" in ran.out
    assert ran.out.endswith("Tout n'est pas exact.\n")


def test_before_the_first_deal_nothing_is_revealed(run: Any, tmp_path: Path) -> None:
    ran = run(written(tmp_path, Fairness("m", anchor(SECRET).hex(), [], [])))
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "Rien n'est encore révélé.")


@contextmanager
def served(answer: bytes) -> Iterator[str]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/api/matches/m/fairness"
        server.shutdown()
        thread.join()


def test_the_command_asks_a_server(run: Any) -> None:
    with served(json.dumps(VECTORS[0]["fairness"]).encode()) as url:
        assert run(url).status == 0


@pytest.mark.parametrize("content", [b"", b"[]", b'{"match": "m"}', b"\xff"])
def test_what_is_no_fairness_is_said(run: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.json").write_bytes(content)
    ran = run(tmp_path / "x.json", "--lang", "en")
    assert ran.status == 2
    assert ran.err.startswith(f"rebelote: {tmp_path / 'x.json'}: expected")


def test_a_server_that_is_not_there_is_said(run: Any) -> None:
    ran = run("http://127.0.0.1:9/api/matches/m/fairness", "--lang", "en")
    assert ran.status == 2
    assert "can't be fetched" in ran.err
