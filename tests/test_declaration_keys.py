"""The keys by which games differ in declarations and belote: comparing, limits, words, no trick."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rebelote.actions import Pass
from rebelote.cards import Cards, Trump
from rebelote.errors import BadRules
from rebelote.match import Match
from rebelote.phases.declaring import counted_points, find, has_whole_suit, settle
from rebelote.phases.scoring import score_deal
from rebelote.record import check_record, format_record
from rebelote.results import Contract, DealSummary
from rebelote.ruleset import Declarations, Ruleset
from rebelote.ruleset.loading import load
from rebelote.table import Seat, Side

N, E, S, W = (Seat(name) for name in "NESW")
HEARTS, SA, TA = Trump.HEARTS, Trump.SANS_ATOUT, Trump.TOUT_ATOUT
LONG_RUNS = [
    {"kind": "cent", "length": 5, "to": 8, "points": 100},
    {"kind": "cinquante", "length": 4, "points": 50},
    {"kind": "tierce", "length": 3, "points": 20},
]
BY_POINTS = ["points", "carre", "length", "height"]
IN_FULL: dict[str, Any] = {"named": "in_full"}


def rules(belote: dict[str, Any] | None = None, **keys: Any) -> Ruleset:
    """FFB belote with declarations, counter-clockwise: after N comes W."""
    document = {
        "id": "house",
        "version": 1,
        "extends": "ffb-belote",
        "declarations": {"played": True, **keys},
        "belote": belote or {},
    }
    return load(document)


def part(**keys: Any) -> Declarations:
    found = rules(**keys).declarations
    assert found is not None
    return found


def kinds(part: Declarations, hand: str, trump: Trump = HEARTS) -> list[tuple[str, int]]:
    return [(each.kind, len(each.cards)) for each in find(part, trump, Cards.parse(hand))]


def points(keys: dict[str, Any], hands: dict[Seat, str], first: Seat = W, trump: Trump = HEARTS) -> Any:
    house = rules(**IN_FULL, **keys)
    assert house.declarations is not None
    found = {seat: find(house.declarations, trump, Cards.parse(hand)) for seat, hand in hands.items()}
    winners = settle(house.declarations, trump, house.table, found, first)
    return counted_points(house.table, winners, found)


# What a hand holds


def test_a_long_run_is_one_where_it_may_be() -> None:
    long = part(**IN_FULL, runs=LONG_RUNS)
    assert kinds(long, "9S TS JS QS KS AS 7D 8D") == [("cent", 6)]
    assert kinds(long, "8S 9S TS JS QS KS AS 8D") == [("cent", 7)]  # 100, more than 50 and 20
    assert kinds(long, "7S 8S 9S TS JS QS KS AS") == [("cent", 5), ("tierce", 3)]  # 120, more than 100
    assert kinds(part(), "9S TS JS QS KS AS 7D 8D") == [("cent", 5)]


def test_a_card_serves_in_several_where_it_may() -> None:
    hand = "JS JH JD JC QS KS 7H 8D"
    assert kinds(part(), hand) == [("carre", 4)]
    assert kinds(part(**IN_FULL, overlap=True), hand) == [("carre", 4), ("tierce", 3)]
    # A run is counted once, as long as it is: nobody has two tierces in four cards.
    overlapping = part(**IN_FULL, overlap=True, runs=LONG_RUNS)
    assert kinds(overlapping, "TS JS QS KS 7H 8H 9H AD") == [("cinquante", 4), ("tierce", 3)]
    assert kinds(overlapping, "7S 8S 9S TS JS QS KS AS") == [("cent", 8)]


def test_a_player_has_no_more_than_the_part_allows() -> None:
    hand = "7S 8S 9S TH JH QH AD 7C"
    assert kinds(part(), hand) == [("tierce", 3), ("tierce", 3)]
    assert kinds(part(**IN_FULL, most=1), hand) == [("tierce", 3)]
    best = find(part(**IN_FULL, most=1), HEARTS, Cards.parse(hand))
    assert best[0].top.value == "Q"


def test_there_are_none_at_some_trumps() -> None:
    hand = "7S 8S 9S TH JH QH AD 7C"
    nowhere = part(not_at=["SA"])
    assert kinds(nowhere, hand, SA) == []
    assert kinds(nowhere, hand, TA) == [("tierce", 3), ("tierce", 3)]


def test_runs_at_sans_atout_may_be_worth_something_else() -> None:
    doubled = [{"kind": "tierce", "length": 3, "points": 40}]
    both = part(runs=[{"kind": "tierce", "length": 3, "points": 20}], runs_sans_atout=doubled)
    hand = Cards.parse("7S 8S 9S TH QH AD KC 7C")
    assert [each.points for each in find(both, SA, hand)] == [40]
    assert [each.points for each in find(both, HEARTS, hand)] == [20]


# Whose count

TIERCES = {N: "7S 8S 9S", E: "7C 8C 9C", S: "AH", W: "AD"}


def test_equal_in_everything_nobody_scores_or_the_first_to_speak() -> None:
    assert points({}, TIERCES) == {"NS": 0, "EW": 0}
    assert points({"tie": "first"}, TIERCES, first=W) == {"NS": 0, "EW": 20}  # W S E N: E is before N
    assert points({"tie": "first"}, TIERCES, first=N) == {"NS": 20, "EW": 0}


def test_a_run_in_trumps_is_better_only_where_the_order_says_so() -> None:
    hands = {N: "7S 8S 9S", E: "7H 8H 9H", S: "AC", W: "AD"}
    assert points({}, hands) == {"NS": 0, "EW": 20}
    assert points({"order": ["length", "height"]}, hands) == {"NS": 0, "EW": 0}
    assert points({"order": ["length", "height"], "tie": "first"}, hands, first=N) == {"NS": 20, "EW": 0}
    trump_first = {"order": ["length", "height", "trump"], "tie": "first"}
    assert points(trump_first, hands, first=N) == {"NS": 0, "EW": 20}


def test_by_points_a_cent_beats_nothing_that_pays_as_much_but_by_its_kind() -> None:
    hands = {N: "QS QH QD QC", E: "7C 8C 9C TC JC", S: "AH", W: "AD"}
    assert points({"order": BY_POINTS}, hands) == {"NS": 100, "EW": 0}
    runs_first = ["points", "run", "length", "height"]
    assert points({"order": runs_first}, hands) == {"NS": 0, "EW": 100}


def test_by_points_length_then_height() -> None:
    keys = {"order": BY_POINTS, "runs": LONG_RUNS}
    longer = {N: "7S 8S 9S TS JS QS", E: "TC JC QC KC AC", S: "AH", W: "AD"}
    assert points(keys, longer) == {"NS": 100, "EW": 0}
    higher = {N: "8S 9S TS JS QS", E: "TC JC QC KC AC", S: "AH", W: "AD"}
    assert points(keys, higher) == {"NS": 0, "EW": 100}


def test_runs_and_carres_may_be_compared_apart() -> None:
    hands = {N: "KS KH KD KC 7S 8S 9S", E: "TC JC QC", S: "7D 8D 9D", W: "AD"}
    assert points({}, hands) == {"NS": 140, "EW": 0}  # carré 100, two tierces
    assert points({"contests": "separate"}, hands) == {"NS": 100, "EW": 20}  # E's tierce is higher
    tied = {N: "KS KH KD KC 7S 8S 9S", E: "7C 8C 9C", S: "7D", W: "AD"}
    assert points({"contests": "separate"}, tied) == {"NS": 100, "EW": 0}


# A side without a trick


def capot(**summary: Any) -> DealSummary:
    sides = {Side("NS"): 8, Side("EW"): 0}
    cards = {Side("NS"): 152, Side("EW"): 0}
    contract = Contract(seat=N, side=Side("NS"), trump=HEARTS)
    return DealSummary(contract=contract, tricks=sides, cards=cards, last=Side("NS"), **summary)


@pytest.mark.parametrize(
    ("trickless", "takers", "defence"),
    # FFB belote: 252; declarations of a trickless defence go to the takers anyway, belote stays (A-10.1a).
    [("keeps", 302, 20), ("void", 252, 0), ("taken", 322, 0)],
)
def test_what_a_side_without_a_trick_has(trickless: str, takers: int, defence: int) -> None:
    house = rules(belote={"trickless": trickless}, trickless=trickless)
    summary = capot(belote={Side("EW"): 1}, declarations={Side("EW"): 50})
    score = score_deal(house, summary)
    assert dict(score.score) == {"NS": takers, "EW": defence}
    assert sum(line.points for line in score.lines if line.side == "NS") == takers
    lost = [line.label for line in score.lines if line.label.endswith("_lost")]
    assert lost == ([] if trickless == "keeps" else ["declarations_lost", "belote_lost"])


# The words of belote, and when declarations are said and shown


def played(house: Ruleset, seed: int, deals: int = 4) -> Match:
    """First choices until so many deals are marked."""
    match = Match.new(house, dealer="N", seed=seed)
    while not match.is_over and len(match.view(None).sheet) < deals:
        legal = match.legal()
        match = match.act(legal[-1] if isinstance(legal[0], Pass) else legal[0])
    return match


@pytest.mark.parametrize("said", ["first", "second"])
@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_one_word_is_enough(said: str, announce: str) -> None:
    house = msgspec.structs.replace(
        rules(belote={"said": said}), conduct=load("ffb-belote", {"announce": announce}).conduct
    )
    counted = 0
    for seed in range(6):
        match = played(house, seed)
        words = [word for event in match.log if (word := getattr(event, "say", None)) is not None]
        assert set(words) <= {"belote"}
        belotes = [sum(entry.scored.summary.belote.values()) for entry in match.view(None).sheet]
        if announce == "auto":
            assert sum(belotes) == len(words) or not match.is_over
        counted += sum(belotes)
    assert counted or announce == "manual"


BEFORE_LEAD: dict[str, Any] = {"said": "before_lead", "shown": "first_trick", **IN_FULL}


@pytest.mark.parametrize("announce", ["auto", "manual"])
@pytest.mark.parametrize("keys", [BEFORE_LEAD, {"shown": "last_trick", **IN_FULL, "contests": "separate"}])
def test_said_before_the_lead_or_shown_after_the_last_trick(announce: str, keys: dict[str, Any]) -> None:
    house = msgspec.structs.replace(rules(**keys), conduct=load("ffb-belote", {"announce": announce}).conduct)
    marked = 0
    for seed in range(8):
        match = played(house, seed)
        order = [event.__struct_config__.tag for event in match.log]
        for place, tag in enumerate(order):
            since = order[:place][::-1]
            tricks = since[: since.index("contracted")].count("trick_won") if "contracted" in since else 0
            if tag == "declared" and keys is BEFORE_LEAD:
                assert tricks == 0
                assert "card_played" not in since[: since.index("contracted")]
            if tag == "declarations_shown":
                assert tricks == (1 if keys is BEFORE_LEAD else 8)
                marked += 1
        again = check_record(format_record(match))
        assert again.log == match.log
    assert marked


def test_a_whole_suit_wins_the_match_where_it_does() -> None:
    house = rules(**BEFORE_LEAD, eight="wins_match", overlap=True)
    pack = {N: "7S 8S 9S TS JS QS KS AS", W: "7H 8H 9H TH JH QH KH AH"}
    assert house.declarations is not None
    assert has_whole_suit(house.declarations, Cards.parse(pack[N]))
    assert not has_whole_suit(house.declarations, Cards.parse("7S 8S 9S TS JS QS KS AH"))
    assert not has_whole_suit(part(), Cards.parse(pack[N]))


# What does not go together


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"contests": "separate"}, "declarations.named"),
        ({"order": BY_POINTS}, "declarations.named"),
        ({"overlap": True}, "declarations.named"),
        ({"most": 2}, "declarations.named"),
        ({"said": "before_lead"}, "declarations.named"),
        ({"shown": "last_trick"}, "declarations.named"),
        ({"runs": LONG_RUNS}, "declarations.named"),
        ({"order": []}, "declarations.order"),
        ({"order": ["points", "points"], **IN_FULL}, "declarations.order"),
        ({"most": -1, **IN_FULL}, "declarations.most"),
        ({"runs": LONG_RUNS[::-1], **IN_FULL}, "declarations.runs"),
        ({"runs": [{"kind": "cent", "length": 5, "to": 9, "points": 1}], **IN_FULL}, "declarations.runs"),
    ],
)
def test_what_does_not_go_together_is_refused(keys: dict[str, Any], path: str) -> None:
    with pytest.raises(BadRules) as refused:
        rules(**keys)
    assert refused.value.path == path
