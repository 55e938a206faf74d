"""A match in figures, for the player of one seat."""

from __future__ import annotations

import random
from pathlib import Path

from rebelote.bots import make
from rebelote.match import Match
from rebelote.review import review_match
from rebelote.server.game import Game, new_match
from rebelote.server.match_facts import facts_of
from rebelote.table import Seat
from tests.support.served_tables import run, serving


def played(rules: str, seed: int) -> Match:
    match = Match.new(rules, dealer="N", seed=seed)
    bots = {seat: make("debutant", random.Random(seed)) for seat in match.rules.table}
    while not match.is_over and match.state.deal_number < 4:
        seat = match.state.actors()[0]
        match = match.act(bots[seat].choose(match.view(seat)))
    return match


def test_contracts_and_errors_are_those_of_the_seat() -> None:
    match = played("ffb-contree", 5)
    reviewed = review_match(match, 20).deals
    game = Game(new_match("", "", 1, [])[0], match, [0] * match.seq)
    entries = [entry.scored for entry in match.view(None).sheet]
    for seat in map(Seat, "NESW"):
        found = facts_of(game, seat, reviewed, "fr")
        own = [each for each in entries if each.summary.contract and each.summary.contract.seat == seat]
        assert (found.deals, found.called) == (len(entries), len(own))
        assert found.made == sum(each.score.result == "made" for each in own)
        assert found.fallen == sum(each.score.result == "failed" for each in own)
        lost = sum(
            each.share * deal.stake for deal in reviewed for each in deal.judgements if each.seat == seat
        )
        assert abs(sum(error.lost for error in found.errors) - lost) < 1
        assert found.won is None
        assert found.accuracy is not None
    assert facts_of(game, Seat("N"), (), "fr").accuracy is None


def test_figures_are_asked_for_by_seat(folder: Path) -> None:
    async def work() -> None:
        async with serving(folder) as place:
            opened = await place.open("belote-501")
            match = opened["table"]["match"]
            async with place.join(opened["table"]["id"], opened["token"]) as client:
                await client.play(random.Random(1), until=lambda: len(client.sheet) > 0)
                match = client.view["match"]
            found = await place.get(f"/matches/{match}/facts?seat=S")
            totals = (await place.get(f"/matches/{match}"))["totals"]
            assert (found["ours"], found["theirs"]) == (totals["NS"], totals["EW"])
            assert (found["errors"], found["accuracy"]) == ([], None)
            await place.get(f"/matches/{match}/facts?seat=X", status=400)

    run(work())
