"""Luck that can be checked: against a second statement of it, and beside the logs of whole matches."""

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

from rebelote.cards import PACK, SUITS
from rebelote.cli import main
from rebelote.events import PackCut
from rebelote.fairness import (
    LINKS,
    FairChance,
    Fairness,
    Terms,
    commitment,
    hash_times,
    link,
    read_fairness,
    verify,
)
from rebelote.fairness.days import Day, DayGame, game_secret, number_of, verify_day
from rebelote.record import format_record
from tests.support import fairness_vectors
from tests.support.honest_server import HonestServer

SECRET = bytes(range(32))
SEEDS = "N:" + "ab" * 32 + ",S:"
VECTORS = json.loads(fairness_vectors.FILE.read_text("utf-8"))


def luck(n: int = 1, cut: int = 16, seeds: str = SEEDS, match: str = "m") -> FairChance:
    return FairChance(lambda n: link(SECRET, n), Terms(match, seeds), n, cut)


# The chain and the luck


def test_each_link_leads_to_the_commitment() -> None:
    for n in (1, 2, 77, LINKS):
        assert hash_times(link(SECRET, n), n) == commitment(SECRET)
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
        luck(seeds=SEEDS.replace("ab", "cd")),
        luck(seeds=SEEDS.replace("N", "E")),
        luck(match="n"),
    ]
    assert len({pack.shuffled() for pack in packs}) == len(packs)


def test_draws_do_not_depend_on_shuffles() -> None:
    first, second = luck(), luck()
    second.shuffled()
    assert [first.choice(SUITS) for _ in range(9)] == [second.choice(SUITS) for _ in range(9)]


@pytest.mark.untraced
def test_every_card_comes_to_every_place_as_often() -> None:
    tops = Counter(luck(cut=cut).shuffled()[cut % 32] for cut in range(3200))
    assert set(tops) == set(PACK)
    squares = sum((seen - 100) ** 2 / 100 for seen in tops.values())
    assert squares < 66, "the 99.98th percentile of chi square with 31 degrees of freedom"


@pytest.mark.untraced
def test_every_cut_and_every_dealer_comes_as_often() -> None:
    cuts = Counter(luck(match=str(n)).cut(3) for n in range(2700))
    assert set(cuts) == set(range(3, 30))
    assert sum((seen - 100) ** 2 / 100 for seen in cuts.values()) < 59, "99.98 % of chi square with 26"
    dealers = Counter(luck(match=str(n)).first_dealer("NESW") for n in range(400))
    assert sum((seen - 100) ** 2 / 100 for seen in dealers.values()) < 20, "99.98 % of chi square with 3"


# The examples


def test_the_file_is_what_the_second_statement_makes() -> None:
    assert fairness_vectors.FILE.read_text("utf-8") == fairness_vectors.text()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["about"] for vector in VECTORS])
def test_both_statements_agree(vector: dict[str, Any]) -> None:
    verdict = verify(read_fairness(json.dumps(vector["fairness"])))
    assert verdict.checks == vector["checks"]
    assert [deal.checks for deal in verdict.deals] == vector["deals"]
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


@pytest.mark.parametrize(
    ("rules", "gathering"),
    [("ffb-contree", ""), ("premiere", ""), ("belote-annonces", "exact"), ("belote-annonces", "loose")],
)
def test_a_match_holds_beside_its_log(rules: str, gathering: str) -> None:
    options = {"gathering": gathering} if gathering else {}
    server = HonestServer(rules, {"S": "ab" * 32, "N": None}, target=4000, **options)
    server.play(packs=4)
    verdict = verify(server.proof(), server.game.match.log)
    assert verdict.holds
    assert verdict.absent == ("N",)
    assert len(verdict.deals) == 4
    assert set(verdict.checks) == {"people", "client_seeds", "dealer", "record"}
    later = {"link", "cut", "gathering" if gathering else "order", "record"}
    later |= {"draws"} if rules == "premiere" else set()
    assert [set(deal.checks) for deal in verdict.deals[1:]] == [later] * 3
    assert [deal.origin for deal in server.proof().deals[1:]] == [gathering or "shuffled"] * 3


def test_what_was_played_must_be_what_was_drawn() -> None:
    server = HonestServer("premiere", {"S": "ab" * 32})
    server.play(packs=2)
    proof = server.proof()
    moved = replace(proof.deals[1], order=proof.deals[1].order[::-1])
    verdict = verify(replace(proof, deals=[proof.deals[0], moved]), server.game.match.log)
    assert [deal.checks["record"] for deal in verdict.deals] == [True, False]
    assert "record" in verify(replace(proof, smallest_heap=2), server.game.match.log).failed


def test_a_pack_that_was_played_must_be_revealed() -> None:
    server = HonestServer("ffb-contree", {"S": "ab" * 32})
    server.play(packs=2)
    proof = server.proof()
    verdict = verify(replace(proof, deals=proof.deals[1:]), server.game.match.log)
    assert verdict.missing == (1,)
    assert not verdict.holds
    assert verdict.checks["dealer"], "link 1 follows from link 2"


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
    seed = "ab" * 32
    server = HonestServer("premiere", {"S": seed, "N": None})
    server.play(packs=1)
    match, opening = server.game.match, tmp_path / "opening.json"
    opening.write_bytes(msgspec.json.encode(server.opening))
    (tmp_path / "m.belote").write_text(format_record(match), "utf-8")
    kept = ("--record", tmp_path / "m.belote", "--opening", opening, "--seed", f"S:{seed}")
    ran = run(written(tmp_path, server.proof()), *kept, "--lang", "en")
    cut = next(event for event in match.log if isinstance(event, PackCut))
    drawn = server.proof().deals[0].drawn  # always of a bot, now and then of a person too
    made = "drawn from the chain," if drawn else "made by the person"
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"Match {server.row.id}, scheme 2, server commitment {server.row.commitment}",
        "  yes  same_commitment: the server's commitment is the one that was told before the match",
        "  yes  same_people: the people and their commitments are those that were told before the match",
        "  yes  own_seed: your seed is at your seat",
        "  yes  people: each person seated at the start has one contribution, in the order of the seats, "
        "and nobody else has",
        "  yes  client_seeds: each revealed seed is the one whose hash had been published",
        "  yes  dealer: the first dealer is the one that was drawn",
        "  yes  record: the recorded match has the same seats, first dealer and rule for the cut",
        "  no seed revealed in time: N",
        f"Deal 1, pack 1, cut at {cut.at}",
        "  yes  link: its link, hashed as often as the pack's number says, gives the server's commitment",
        "  yes  cut: a cut that nobody chose comes from the chain, another was made by a person",
        "  yes  order: the shuffle computed anew gives this order",
        "  yes  draws: the trump drawn by lot is the right one",
        "  yes  record: the recorded match has the same pack, the same cut and the same draws",
        f"  cut {made} at {cut.seat}",
        "All of it is right.",
    ]


def test_the_command_says_that_nobody_gave_a_seed(run: Any, tmp_path: Path) -> None:
    server = HonestServer("premiere", {"S": None})
    server.play(packs=1)
    ran = run(written(tmp_path, server.proof()))
    assert ran.status == 0
    assert "rien ici ne prouve que le serveur n'a pas choisi" in ran.out


def test_the_command_reads_documents_of_the_first_scheme(run: Any, tmp_path: Path) -> None:
    old = next(vector for vector in VECTORS if vector["about"].startswith("scheme 1"))
    (tmp_path / "old.json").write_text(json.dumps(old["fairness"]), "utf-8")
    ran = run(tmp_path / "old.json")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "Tout est exact.")
    assert "procédé 1, d'avant les engagements des joueurs" in ran.out


def test_a_later_scheme_is_not_known(run: Any, tmp_path: Path) -> None:
    new = VECTORS[0]["fairness"] | {"scheme": 3}
    (tmp_path / "new.json").write_text(json.dumps(new), "utf-8")
    ran = run(tmp_path / "new.json")
    assert ran.status == 2
    assert "scheme" in ran.err


def test_the_command_fails_when_something_is_false(run: Any, tmp_path: Path) -> None:
    swapped = next(vector for vector in VECTORS if vector["about"] == "two cards are exchanged")
    ran = run(written(tmp_path, msgspec.convert(swapped["fairness"], Fairness)))
    assert ran.status == 1
    assert "  NON  order: le mélange recalculé donne cet ordre" in ran.out
    assert ran.out.endswith("Tout n'est pas exact.\n")


def test_before_the_first_deal_nothing_is_revealed(run: Any, tmp_path: Path) -> None:
    empty = Fairness(match="m", commitment=commitment(SECRET).hex(), contributions=[], deals=[])
    ran = run(written(tmp_path, empty))
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


# The deals of the day


def published(day: str = "2026-11-18") -> Day:
    secret = bytes(range(32))
    key = link(secret, number_of(day, "2026-11-16"))
    series = f"{day.replace('-', '')}be"
    game = DayGame(series, "classique", commitment(game_secret(key, series)).hex())
    first = "2026-11-16"
    anchor = commitment(secret).hex()
    return Day(day=day, first=first, number=3, anchor=anchor, link=key.hex(), games=[game])


def test_a_day_holds() -> None:
    found = verify_day(published(), published().anchor)
    assert found == {"anchor": True, "number": True, "link": True, "commitments": True}


@pytest.mark.parametrize(
    ("wrong", "check"),
    [
        ({"number": 4}, "number"),
        ({"day": "2026-11-19"}, "number"),
        ({"link": "00" * 32}, "link"),
        ({"link": "00" * 32}, "commitments"),
        ({"games": [DayGame("20261118be", "classique", "00" * 32)]}, "commitments"),
        ({"games": [DayGame("20261118co", "classique", published().games[0].commitment)]}, "commitments"),
        ({"anchor": "00" * 32}, "anchor"),
        ({"day": "demain"}, "number"),
    ],
)
def test_a_day_that_was_changed_does_not(wrong: dict[str, Any], check: str) -> None:
    assert verify_day(replace(published(), **wrong), published().anchor)[check] is False


def test_the_command_checks_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(msgspec.json.encode(published()))
    bad.write_bytes(msgspec.json.encode(replace(published(), link="00" * 32)))
    for path, status in ((good, 0), (bad, 1)):
        with pytest.raises(SystemExit) as ended:
            main(["verify-day", str(path), "--lang", "en"])
        assert (ended.value.code or 0) == status
    assert "commitments" in capsys.readouterr().out
