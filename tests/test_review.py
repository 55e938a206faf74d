"""The review of a match: by what players could know, sure of what it calls a mistake, told in words."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from rebelote.actions import Play
from rebelote.bots import SearchTools, make
from rebelote.cards import Card, parse_card
from rebelote.cli.app import app
from rebelote.codec import decoder
from rebelote.events import Called, DealScored, Dealt, Event
from rebelote.language.text import LANGS, Lang, catalogue
from rebelote.match import Match
from rebelote.record import format_record
from rebelote.review import Because, MatchReview, review_match
from rebelote.review.explaining import explain
from rebelote.review.grading import accuracy, grade, sure_loss
from rebelote.review.judging import Weighed, stake_of, weigh
from rebelote.review.results import Alternative
from rebelote.review.telling import report, tell
from rebelote.ruleset.loading import load
from rebelote.table import Seat

DEPTH = 40
TOOLS = SearchTools()


def play_deals(rules: str, bot: str, deals: int, seed: int = 1) -> Match:
    match = Match.new(rules, seed=seed)
    bots = {seat: make(bot, random.Random(f"{seed}/{seat}"), tools=TOOLS) for seat in match.rules.table}
    while not match.is_over and len(match.view(None).sheet) < deals:
        seat = match.actors()[0]
        match = match.act(bots[seat].choose(match.view(seat)))
    return match


@pytest.fixture(scope="module")
def contree() -> Match:
    return play_deals("ffb-contree", "debutant", 2)


@pytest.fixture(scope="module")
def reviewed(contree: Match) -> MatchReview:
    return review_match(contree, DEPTH, tools=TOOLS)


# Grades


@pytest.mark.parametrize(
    ("loss", "error", "stake", "expected"),
    [
        (0.0, 5.0, 160.0, "best"),
        (20.0, 10.0, 160.0, "fine"),  # two standard errors cover all of it
        (8.0, 2.0, 160.0, "fine"),  # 4 for sure: 2.5 % of the stake
        (10.0, 2.0, 160.0, "inaccurate"),  # 6 for sure: 3.75 %
        (20.0, 3.0, 160.0, "mistake"),  # 14 for sure: 8.75 %
        (40.0, 4.0, 160.0, "blunder"),  # 32 for sure: 20 %
        (40.0, 4.0, 320.0, "mistake"),  # contred, the same loss is half as much of what is at stake
    ],
)
def test_a_grade_is_what_is_lost_for_sure_in_share_of_the_stake(
    loss: float, error: float, stake: float, expected: str
) -> None:
    assert grade(loss, error, stake) == expected


def test_nothing_is_lost_for_sure_inside_the_noise() -> None:
    assert sure_loss(19.9, 10.0) == 0.0


def test_accuracy_counts_a_blunder_as_a_whole_decision() -> None:
    assert accuracy([]) == 100.0
    assert accuracy([0.0, 0.0, 0.0, 0.5]) == 75.0
    assert accuracy([0.1, 0.0]) == 75.0  # half of what makes a blunder, in one of two


def test_a_contre_raises_the_stake() -> None:
    rules = load("ffb-contree")
    match = Match.new(rules, seed=3, dealer="S")
    assert stake_of(rules, match.state.contract) == 160


# What a player could know


def exchanged(log: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """The same log with the hands of two other seats exchanged in each deal."""
    others: list[Seat] = []
    changed: list[Event] = []
    for event in log:
        if isinstance(event, Dealt):
            others = others or [each for each in event.hands if each != seat][:2]
            one, two = others
            hands = {**event.hands, one: event.hands[two], two: event.hands[one]}
            changed.append(msgspec.structs.replace(event, hands=hands))
        else:
            changed.append(event)
    return tuple(changed)


@pytest.mark.parametrize("rules", ["ffb-contree", "classique", "escalier"])
def test_a_judgement_does_not_depend_on_what_is_hidden(rules: str) -> None:
    log = play_deals(rules, "debutant", 1, seed=4).log
    place, call = next((n, event.call) for n, event in enumerate(log) if isinstance(event, Called))
    if rules == "escalier":  # the first deals have a card each, which its holder does not see
        log = play_deals(rules, "debutant", 3, seed=4).log
        place, call = [(n, event.call) for n, event in enumerate(log) if isinstance(event, Called)][8]
    told = Match.replay(log[:place]).view(call.seat)
    other = Match.replay(exchanged(log[:place], call.seat)).view(call.seat)
    assert weigh(told, call, TOOLS, DEPTH, 1) == weigh(other, call, TOOLS, DEPTH, 1)


# A whole match


def test_the_same_log_and_depth_give_the_same_review(contree: Match, reviewed: MatchReview) -> None:
    assert review_match(contree, DEPTH) == reviewed


def test_every_judgement_was_a_choice_and_knows_what_was_done(contree: Match, reviewed: MatchReview) -> None:
    judged = [each for deal in reviewed.deals for each in deal.judgements]
    assert judged
    for each in judged:
        before = Match.replay(contree.log[: each.event])
        assert len(before.legal(each.seat)) > 1
        assert each.action in {alternative.action for alternative in each.alternatives}
        values = [alternative.value for alternative in each.alternatives]
        assert values == sorted(values, reverse=True)
        assert each.alternatives[0].behind == 0


def test_the_open_curve_ends_with_what_was_taken(contree: Match, reviewed: MatchReview) -> None:
    scored = [event for event in contree.log if isinstance(event, DealScored)]
    for deal, event in zip(reviewed.deals, scored, strict=True):
        assert deal.open_cards is not None
        side, summary = deal.open_cards.side, event.summary
        taken = summary.cards[side] + 10 * (summary.last == side)
        assert len(deal.open_cards.points) == 32
        assert deal.open_cards.points[-1] == taken + (90 if summary.tricks[side] == 8 else 0)


def test_the_moments_are_the_dearest_decisions(reviewed: MatchReview) -> None:
    by_cost = sorted(
        (
            (each.share * deal.stake, each.event)
            for deal in reviewed.deals
            for each in deal.judgements
            if each.because is not None
        ),
        reverse=True,
    )
    assert {moment.event for moment in reviewed.moments} == {event for _, event in by_cost[:3]}


def test_players_are_summed_up(reviewed: MatchReview) -> None:
    for seat, player in reviewed.players.items():
        mine = [each for deal in reviewed.deals for each in deal.judgements if each.seat == seat]
        assert player.decisions == len(mine) == sum(player.grades.values())
    made = sum(player.contracts_made for player in reviewed.players.values())
    assert made == sum(deal.result == "made" for deal in reviewed.deals)


@pytest.mark.untraced
def test_weaker_players_blunder_more() -> None:
    """hasard calls by lot: at least 20 blunders in 100 decisions. expert: 1 at most, so here one or none."""

    def blunders(bot: str, deals: int) -> tuple[int, int]:
        review = review_match(play_deals("ffb-contree", bot, deals, seed=1), DEPTH, tools=TOOLS)
        players = review.players.values()
        return sum(each.grades["blunder"] for each in players), sum(each.decisions for each in players)

    by_lot, of = blunders("hasard", 8)
    assert by_lot >= 0.2 * of
    by_expert, _ = blunders("expert@40w", 3)
    assert by_expert <= 1


GAMES = "ffb-belote belote-annonces premiere premiere-grands classique coinche comptoir belote-501 escalier"


@pytest.mark.parametrize("rules", GAMES.split())
def test_every_game_can_be_reviewed(rules: str) -> None:
    review = review_match(play_deals(rules, "debutant", 2), 16, tools=TOOLS)
    assert review.deals
    assert sum(player.decisions for player in review.players.values()) > 0
    assert all(deal.open_cards is not None for deal in review.deals)


def test_an_unfinished_deal_is_left_out() -> None:
    match = play_deals("ffb-contree", "debutant", 1)
    bots = {seat: make("debutant", random.Random(1)) for seat in match.rules.table}
    for _ in range(12):
        seat = match.actors()[0]
        match = match.act(bots[seat].choose(match.view(seat)))
    assert [deal.number for deal in review_match(match, 16, tools=TOOLS).deals] == [1]


# Words


def test_a_ten_led_under_an_ace_that_is_out_is_told_so() -> None:
    """North leads from 10♦ 8♦ and the 7♠; the ace of diamonds is with the others."""
    match = lead_position("TD 8D 7S 8S 7C 8C 9C JC")
    done, better = Play(Seat("N"), card("TD")), Play(Seat("N"), card("7C"))
    told = explain(match.view("N"), done, Weighed((Alternative(better, 0.0, 0.0, 0.0),), 12.0, 1.0))
    assert told.key == "higher_is_out"
    assert told.values["higher"] == "AD"
    assert "as de carreau" in tell(told, match.rules)
    assert "ace of diamonds" in tell(told, match.rules, "en")


def test_a_master_not_played_is_told_so() -> None:
    match = lead_position("AD 8D 7S 8S 7C 8C 9C JC")
    done, better = Play(Seat("N"), card("7C")), Play(Seat("N"), card("AD"))
    told = explain(match.view("N"), done, Weighed((Alternative(better, 0.0, 0.0, 0.0),), 12.0, 1.0))
    assert told.key == "master_wins"


@pytest.mark.parametrize(
    ("hand", "done", "better", "expected"),
    [
        ("TD KD JD 8S 7S 8C 9C JC", "JD", "KD", "likelier_to_win"),  # the ace is out for the king too
        ("QD 8H 7H 8S 7S 8C 9C JC", "8S", "QD", "makes_void"),
    ],
)
def test_a_lead_is_told_by_what_sets_it_apart(hand: str, done: str, better: str, expected: str) -> None:
    match = lead_position(hand)
    one, other = Play(Seat("N"), card(done)), Play(Seat("N"), card(better))
    told = explain(match.view("N"), one, Weighed((Alternative(other, 0.0, 0.0, 0.0),), 12.0, 1.0))
    assert told.key == expected


def lead_position(hand: str) -> Match:
    """North, who leads, has these cards; West has called 80 at hearts."""
    match = Match.new("ffb-contree", seed=1, dealer="E")
    while not any(isinstance(event, Dealt) for event in match.log):
        match = match.act(match.legal()[0])
    wanted = [card(text) for text in hand.split()]
    log = tuple(dealt_to_north(event, wanted) if isinstance(event, Dealt) else event for event in match.log)
    match = Match.replay(log)
    for seat, text in (("N", "pass"), ("W", "80 H"), ("S", "pass"), ("E", "pass"), ("N", "pass")):
        match = match.call(seat, text)
    return match


def dealt_to_north(event: Dealt, wanted: list[Card]) -> Dealt:
    hands = {seat: list(cards) for seat, cards in event.hands.items()}
    for place, want in enumerate(wanted):
        seat = next(seat for seat, cards in hands.items() if want in cards)
        there = hands[seat].index(want)
        hands[Seat("N")][place], hands[seat][there] = hands[seat][there], hands[Seat("N")][place]
    return msgspec.structs.replace(event, hands={seat: tuple(cards) for seat, cards in hands.items()})


def card(text: str) -> Card:
    return parse_card(text)


REASONS = [
    key
    for key, text in catalogue("fr").review.items()
    if any(part in text.lower() for part in ("{card}", "{best}", "{call}"))
]
ABOUT_CALLS = [
    key
    for key in REASONS
    if any(part in key for part in ("call", "hand", "contre", "other_trump", "guess", "supports"))
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", REASONS)
def test_every_reason_is_a_whole_sentence(key: str, lang: Lang) -> None:
    rules = load("ffb-contree")
    values: dict[str, float | str] = {"more": 12, "points": 10, "left": 4, "fewer": 1, "n": 3}
    cards = {"card": "QD", "best": "AS", "higher": "TD", "other": "KH"}
    calls = {"call": "90 H", "best": "pass", "held": "JH 9H"}
    because = Because(key, values | (calls if key in ABOUT_CALLS else cards))
    told = tell(because, rules, lang)
    assert told[0].isupper() or told[0] in "«“"
    assert told.endswith(".")
    assert "{" not in told
    if lang == "fr":
        assert "le as" not in told
        assert "le dame" not in told


def test_the_report_names_deals_players_and_moments(contree: Match, reviewed: MatchReview) -> None:
    lines = list(report(reviewed, contree, "fr"))
    assert lines[0] == f"Analyse à {DEPTH} donnes imaginées par décision"
    assert sum(line.startswith("Donne ") for line in lines) == len(reviewed.deals)
    for seat in ("Nord", "Est", "Sud", "Ouest"):
        assert any(line.startswith(f"  {seat} : précision") for line in lines)


# The command


def test_the_command_prints_the_review_or_gives_it_as_json(tmp_path: Path, contree: Match) -> None:
    file = tmp_path / "match.belote"
    file.write_text(format_record(contree), "utf-8")
    told = CliRunner().invoke(app, ["analyse", str(file), "--depth", "16", "--lang", "en"])
    assert told.exit_code == 0
    assert told.output.startswith("Analysis with 16 imagined deals per decision")
    as_json = CliRunner().invoke(app, ["analyse", str(file), "--depth", "16", "--json"])
    found = decoder(MatchReview).decode(as_json.output.encode())
    assert found == review_match(contree, 16, tools=TOOLS)


def test_the_command_refuses_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "no.belote"
    file.write_text("no record", "utf-8")
    assert CliRunner().invoke(app, ["analyse", str(file)]).exit_code != 0
