"""Servers that cheat, and the check that finds each of them out (docs/api.md, «What this holds against»)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from rebelote.actions import Action, Cut
from rebelote.events import Gathered, MatchStarted
from rebelote.fairness import Contribution, FairDeal, Fairness, Witness, commit, verify
from rebelote.server.game import new_match
from tests.support.honest_server import HonestServer

MINE, FRIENDS = "5a" * 32, "c3" * 32
"""The seeds of S, who checks, and of E, who is honest too. N and W are bots."""


class Server(HonestServer):
    def __init__(self, rules: str = "ffb-contree", **options: object) -> None:
        super().__init__(rules, {"S": MINE, "E": FRIENDS}, **options)  # type: ignore[arg-type]

    @property
    def people(self) -> list[Contribution]:
        return list(self.game.contributions)

    def luckiest(self, tries: list[list[Contribution]]) -> list[Contribution]:
        """Of these, the contributions with which W gets the most jacks in the first pack, whoever deals."""
        return max(tries, key=lambda given: self._jacks(given))

    def _jacks(self, given: list[Contribution]) -> int:
        self.game = self.begin(given)
        self.play(packs=1)
        order = self.proof().deals[0].order
        return sum(card[0] == "J" for card in order[:8])


def witness(server: HonestServer) -> Witness:
    return Witness(server.opening, "S", MINE)


def found_out(server: HonestServer, proof: Fairness, kept: Witness | None = None) -> set[str]:
    """Which checks fail: of S, who kept what he was told."""
    return verify(proof, server.game.match.log, kept or witness(server)).failed


def seed(n: int) -> str:
    return n.to_bytes(32, "big").hex()


def test_an_honest_server_passes() -> None:
    server = Server()
    server.play(packs=2)
    assert found_out(server, server.proof()) == set()


# Grinding seeds


def test_a_ghost_whose_seed_is_chosen_last() -> None:
    """498 tries gave four jacks to one seat, once. Nobody had been told of this person."""
    server = Server()
    ghosts = [Contribution("W", commit(seed(n)), seed(n)) for n in range(20)]
    server.game = server.begin(server.luckiest([[*server.people, ghost] for ghost in ghosts]))
    server.play(packs=2)
    assert found_out(server, server.proof()) == {"same_people"}


def test_a_ghost_who_was_announced_must_keep_his_word() -> None:
    server = HonestServer("ffb-contree", {"S": MINE, "E": FRIENDS, "W": seed(0)})
    ground = [replace(each, seed=seed(7)) if each.seat == "W" else each for each in server.game.contributions]
    server.game = server.begin(ground)
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"client_seeds"}


def test_a_ghost_who_was_announced_can_only_withhold() -> None:
    """One bit for each person in league with the server, and for all to see."""
    server = HonestServer("ffb-contree", {"S": MINE, "E": FRIENDS, "W": None})
    server.play(packs=1)
    verdict = verify(server.proof(), server.game.match.log, witness(server))
    assert verdict.holds
    assert verdict.absent == ("W",)


def test_a_ghost_at_no_seat() -> None:
    server = Server()
    server.game = server.begin([*server.people, Contribution("X", commit(seed(1)), seed(1))])
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"same_people", "people"}


# What a person gave


def test_a_seed_that_is_exchanged() -> None:
    server = Server()
    mine = next(each for each in server.people if each.seat == "S")
    others = [each for each in server.people if each.seat != "S"]
    server.game = server.begin([*others, replace(mine, seed=seed(3))])
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"own_seed", "client_seeds"}
    server.game = server.begin([*others, Contribution("S", commit(seed(3)), seed(3))])
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"own_seed", "same_people"}
    assert verify(server.proof(), server.game.match.log).holds, "who kept nothing can't tell"


def test_a_seed_that_is_dropped_as_too_late() -> None:
    server = Server()
    late = [replace(each, seed=None) if each.seat == "S" else each for each in server.people]
    server.game = server.begin(late)
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"own_seed"}
    others = Witness(server.opening, "E", FRIENDS)
    verdict = verify(server.proof(), server.game.match.log, others)
    assert verdict.holds
    assert verdict.absent == ("S",), "the others see that S is absent, and can ask him"


def test_a_person_who_is_left_out() -> None:
    server = Server()
    server.game = server.begin([each for each in server.people if each.seat != "S"])
    server.play(packs=1)
    assert {"own_seed", "same_people"} <= found_out(server, server.proof())


def test_seeds_in_another_order() -> None:
    server = Server()
    server.game = server.begin(server.people[::-1])
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"people", "same_people"}


# What the server committed itself to


def test_another_secret_after_the_seeds_are_known() -> None:
    server = Server()
    other, server.chain = new_match("", "table", 1, [])
    server.row = replace(other, id=server.row.id)
    server.game = server.begin(server.people)
    server.play(packs=1)
    assert found_out(server, server.proof()) == {"same_commitment"}
    hidden = replace(server.proof(), commitment=server.opening.commitment)
    assert found_out(server, hidden) == {"link"}


def test_two_people_are_told_two_openings() -> None:
    """Whichever of them the match is played with, the other one finds out."""
    server = Server()
    row, _ = new_match("", "table", 1, [])
    theirs = Witness(replace(server.opening, commitment=row.commitment), "E", FRIENDS)
    server.play(packs=1)
    assert found_out(server, server.proof()) == set()
    assert found_out(server, server.proof(), theirs) == {"same_commitment"}
    people = [replace(each, seed=None, commitment=commit(seed(9))) for each in server.opening.contributions]
    theirs = Witness(replace(server.opening, contributions=people), "E", FRIENDS)
    assert found_out(server, server.proof(), theirs) == {"same_people"}


def test_a_match_that_is_opened_again_after_the_seeds_are_known() -> None:
    """What S kept is of another match; the page says so as `opened_once`."""
    first, second = Server(), Server()
    second.play(packs=1)
    assert "same_commitment" in found_out(second, second.proof(), witness(first))


# Cuts and the first dealer


class ChoosesCuts(Server):
    def choose(self, action: Action) -> Action:
        if isinstance(action, Cut) and action.seat in ("N", "W"):
            honest = self.game.chain_cut(self.game.packs + 1)
            return Cut(action.seat, 10 if honest != 10 else 11)
        return action


def played_with_a_bots_cut() -> ChoosesCuts:
    server = ChoosesCuts(target=4000)
    server.play(packs=4)
    return server


def test_a_bots_cut_that_is_chosen() -> None:
    server = played_with_a_bots_cut()
    proof = server.proof()
    assert found_out(server, proof) == {"cut"}
    said = replace(proof, deals=[replace(deal, drawn=True) for deal in proof.deals])
    assert found_out(server, said) == {"cut"}


def test_a_bots_cut_that_somebody_is_said_to_have_made() -> None:
    """It passes, and the document says that somebody came: who sat there knows better."""
    server = played_with_a_bots_cut()
    said = replace(server.proof(), joined=["N", "W"])
    verdict = verify(said, server.game.match.log, witness(server))
    assert verdict.holds
    assert said.joined == ["N", "W"], "which the command and the page show"


def test_a_first_dealer_who_is_chosen() -> None:
    server = Server()
    honest = server.game.match.state.dealer
    chosen = next(seat for seat in server.rules.table.seats if seat != honest)
    server.game.match = type(server.game.match).new(server.rules, dealer=chosen)
    server.play(packs=1)
    started = server.game.match.log[0]
    assert isinstance(started, MatchStarted)
    assert started.dealer == chosen
    assert found_out(server, server.proof()) == {"dealer"}
    hidden = replace(server.proof(), dealer=str(honest))
    assert found_out(server, hidden) == {"record"}


# Packs


@dataclass(frozen=True)
class Change:
    about: str
    rules: str
    change: Callable[[FairDeal], FairDeal]
    caught: set[str]


def swapped(deal: FairDeal) -> FairDeal:
    first, second, *rest = deal.order
    return replace(deal, order=[second, first, *rest])


CHANGES = [
    Change("two cards of a shuffle", "ffb-contree", swapped, {"order", "record"}),
    Change("two cards of a gathered pack", "belote-annonces", swapped, {"gathering", "record"}),
    Change(
        "a drawn trump",
        "premiere",
        lambda deal: replace(deal, draws=["S" if deal.draws != ["S"] else "H"]),
        {"draws", "record"},
    ),
    Change("a link", "ffb-contree", lambda deal: replace(deal, secret="ab" * 32), {"link", "order"}),
    Change(
        "what was gathered",
        "belote-annonces",
        lambda deal: replace(deal, heaps=deal.heaps[::-1]),
        {"gathering", "record"},
    ),
    Change(
        "a pack said to be gathered exactly",
        "belote-annonces",
        lambda deal: replace(deal, origin="exact"),
        {"gathering", "record"},
    ),
]


@pytest.mark.parametrize("change", CHANGES, ids=[change.about for change in CHANGES])
def test_a_pack_that_is_changed(change: Change) -> None:
    options = {"gathering": "loose"} if change.rules == "belote-annonces" else {}
    server = Server(change.rules, target=4000, **options)
    server.play(packs=2)
    proof = server.proof()
    false = replace(proof, deals=[proof.deals[0], change.change(proof.deals[1])])
    found = found_out(server, false)
    assert change.caught <= found <= change.caught | {"cut"}, "with another link, a bot's cut is another too"


def test_a_gathering_that_is_chosen() -> None:
    """The server deals what it likes, and says the truth about it."""
    server = Server("belote-annonces", gathering="loose", target=4000)
    server.play(packs=1)
    last = server.game.match.log[-1]
    assert isinstance(last, Gathered)
    state = server.game.match.state
    liked = Gathered((*last.order[:2][::-1], *last.order[2:]))
    log = (*server.game.match.log[:-1], liked)
    server.game.match = type(server.game.match)(log, replace(state, pack=liked.order))
    server.play(packs=2)
    assert found_out(server, server.proof()) == {"gathering"}


def test_a_pack_that_is_not_told() -> None:
    server = Server(target=4000)
    server.play(packs=3)
    proof = server.proof()
    verdict = verify(replace(proof, deals=proof.deals[::2]), server.game.match.log, witness(server))
    assert verdict.missing == (2,)
    assert not verdict.holds
