"""The record: format, parse and check agree; what is wrong is named at its line; garbage is refused."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rebelote.actions import Cut, Deal, Declare, Pass, Play, Take
from rebelote.cards import PACK, Card, Trump
from rebelote.chance import StackedChance
from rebelote.errors import RebeloteError
from rebelote.events import (
    CardPlayed,
    DealScored,
    Event,
    Gathered,
    MatchStarted,
    Shuffled,
    TrickWon,
    TrumpDrawn,
    redact,
)
from rebelote.match import Match
from rebelote.record import (
    RecordError,
    check_log,
    check_record,
    format_record,
    parse_record,
    read_log,
    write_log,
)
from rebelote.record.grammar import ASIDE_FORMS, DEED_FORMS, STATEMENTS, TRICK
from rebelote.record.reader import LONGEST_LINE, LONGEST_TEXT
from rebelote.ruleset import TakeScoring
from rebelote.ruleset.loading import RULESET_IDS, load, resolved_document
from rebelote.table import Seat
from tests.support.random_matches import POOL, Game, Luck, game, playthrough, sampled_game

TAGS = {"Event": 'Coupe "du village"; finale', "Site": "C:\\belote", "N": "Ninon", "1": "Ana"}
DOC = (Path(__file__).parent.parent / "docs" / "record.md").read_text("utf-8")
EXAMPLES = re.findall(r"```belote\n(.*?)```", DOC, re.DOTALL)
CONTREE = re.sub(r" *;.*", "", EXAMPLES[0])


def played(game: Game, seed: int = 1) -> Match:
    return playthrough(game, seed)[-1].after


def assert_same_again(match: Match) -> None:
    text = format_record(match, TAGS)
    again = check_record(text)
    assert again.log == match.log
    assert again.state == match.state
    assert format_record(again, TAGS) == text
    assert format_record(parse_record(text)) == text
    assert check_log(read_log(write_log(match))).state == match.state


# There and back


@pytest.mark.parametrize("game", POOL, ids=str)
def test_a_match_comes_back_from_its_record_and_from_its_log(game: Game) -> None:
    for seed in (1, 2):
        assert_same_again(played(game, seed))


@pytest.mark.parametrize("rules", RULESET_IDS)
def test_with_options_drawn_by_lot(rules: str) -> None:
    luck = Luck(len(rules))
    for seed in range(3):
        assert_same_again(played(sampled_game(luck, rules), seed))


@pytest.mark.parametrize(
    "game",
    [
        game("ffb-belote", declarations=True, announce="manual", enforcement="table"),
        game("coinche", enforcement="table"),
    ],
    ids=str,
)
def test_a_match_may_stop_anywhere(game: Game) -> None:
    for step in playthrough(game, 5)[:90]:
        text = format_record(step.after)
        assert check_record(text).log == step.after.log


def test_a_new_match_is_only_a_head() -> None:
    match = Match.new("escalier", dealer="3", players=5)
    assert format_record(match) == (
        '[Record "1"]\n[Rules "escalier"]\n[Version "1"]\n[Options "players=5"]\n[Dealer "3"]\n[Result "*"]\n'
    )
    assert_same_again(match)


def test_a_log_will_do() -> None:
    match = played(game("premiere"))
    assert format_record(match.log) == format_record(match)


def test_a_record_has_the_actions_and_the_luck() -> None:
    steps = playthrough(game("premiere"), 3)
    record = parse_record(format_record(steps[-1].after, TAGS))
    assert record.actions == tuple(step.action for step in steps)
    assert record.packs == tuple(e.order for e in steps[-1].after.log if isinstance(e, Shuffled))
    assert record.draws == tuple(e.trump for e in steps[-1].after.log if isinstance(e, TrumpDrawn))
    assert record.tags == TAGS
    assert record.rules == load("premiere")
    assert record.dealer == steps[0].before.state.dealer
    assert record.result == "*"


def test_only_the_actions_and_the_luck_are_needed() -> None:
    """What follows may be left out."""
    for each in POOL:
        match = played(each)
        kept = [line for line in format_record(match).split("\n") if not line.startswith(tuple(FOLLOWS))]
        bare = "\n".join(re.sub(r" =.*", "", line) if line.startswith("trick") else line for line in kept)
        assert check_record(bare).log == match.log


LUCK = ("pack", "trump", "gathered")
FOLLOWS = [f"{keyword} " for keyword in STATEMENTS if keyword not in LUCK]


def test_comments_spaces_and_line_ends_mean_nothing() -> None:
    text = format_record(played(game("ffb-contree", target=500)), TAGS)
    loose = "\ufeff; a comment\r\n" + "".join(
        f'  {line}\t ; and «another» one: [x "\r\n\r\n'
        if line.startswith("[")
        else f"\t{line.replace(' ', '   ')};\r\n"
        for line in text.splitlines()
    )
    assert format_record(parse_record(loose)) == text
    assert check_record(loose).log == check_record(text).log


def test_a_hand_may_be_written_in_any_order() -> None:
    text = CONTREE.replace("hand E: AS TH KH AD 7C 8C QC AC", "hand E: AC QC 8C 7C AS TH KH AD")
    assert text != CONTREE
    assert check_record(text).log == check_record(CONTREE).log


# House rules


def test_a_house_rule_travels_in_its_record() -> None:
    registry = {"id": "maison", "extends": "ffb-contree", "version": 3, "scoring": {"failed": {"base": 162}}}
    match = Match.new(registry, dealer="W", target=700)
    text = format_record(match)
    assert '[Extends "ffb-contree"]\n[Options "target=700"]\n' in text
    assert "\nrule scoring.failed.base = 162\n" in text
    assert_same_again(match)


def test_rules_of_their_own_travel_whole() -> None:
    document = resolved_document(load("comptoir", {"count": "points"})) | {"id": "a-moi"}
    match = Match.new(document, dealer="S")
    assert "Extends" not in format_record(match)
    assert_same_again(match)


def test_all_the_texts_of_a_house_rule_travel_in_a_line() -> None:
    clauses = {f"PORT-{n}": {"title": "Fournir", "text": "x" * 600} for n in range(12)}
    texts = {"fr": {"clauses": clauses}}
    assert_same_again(Match.new({"id": "maison", "extends": "classique", "texts": texts}, dealer="S"))


def test_a_key_that_is_no_word_travels() -> None:
    """A trump in capitals, and options that a path could not name."""
    rounding = {"per_mark": 1, "to": 10, "up_from": 5}
    options = {"a.b": {"values": [1, 2], "default": 1}}
    source = {"id": "maison", "extends": "classique", "scoring": {"rounding_at": {"SA": rounding}}}
    assert_same_again(Match.new({**source, "options": options}, dealer="S"))


def test_an_option_s_text_may_have_spaces_or_look_like_a_number() -> None:
    match = Match.new("coinche-annonces", dealer="S", capot="250 + 250")
    assert r'[Options "capot=\"250 + 250\""]' in format_record(match)
    assert_same_again(match)


def test_a_pack_that_is_gathered_loosely_after_suits_were_shown_travels() -> None:
    """Both are luck: the suits of a deal that nobody takes, and how its cards are picked up."""
    dealing = {"shuffle": "first_deal", "gathering": "loose", "passed_out": "next_dealer"}
    choice = {"must": "none", "offered": 2}
    source = {"id": "maison", "extends": "klaverjas", "dealing": dealing, "trump_choice": choice}
    luck = Luck(3)
    match = Match.new(source, chance=luck)
    while sum(isinstance(event, Gathered) for event in match.log) < 2:
        seat = match.actors()[0]
        passes = [action for action in match.legal(seat) if isinstance(action, Pass)]
        match = match.act((passes or match.legal(seat))[0], luck)
    assert_same_again(match)


def test_a_part_can_be_taken_away_and_a_clause_can_be_anything() -> None:
    rules = load("ffb-belote")
    odd = msgspec.structs.replace(rules.penalties.cites, misdeal='our; "own" rule')
    penalties = msgspec.structs.replace(rules.penalties, cites=odd)
    registry = msgspec.structs.replace(
        rules, id="sans-belote", extends="ffb-belote", belote=None, penalties=penalties
    )
    text = format_record(Match.new(registry, dealer="N"))
    assert "rule belote = null" in text
    assert parse_record(text).rules == registry


@pytest.mark.parametrize(
    ("head", "line", "expected"),
    [
        ('[Rules "tarot"]\n[Dealer "N"]', 1, "ffb-belote"),
        ('[Rules "premiere"]', 2, "a tag Dealer"),
        ('[Dealer "N"]\n\ndeal 1 by N', 3, "a tag Rules"),
        ('[Rules "premiere"]\n[Dealer "X"]', 2, "one of the seats N E S W"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Dealer "N"]', 3, "one tag Dealer"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Record "3"]', 3, "record format 2"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Version "9"]', 3, "version 1"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Options "targget=3"]', 3, "no such option"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Options "target"]', 3, "as in scoring=both"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Options "target=two"]', 3, "an integer"),
        ('[Rules "premiere"]\n[Dealer "N"]\n[Event "x]', 3, "a tag such as"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule target = 3', 4, "target"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule match_end.target = {', 4, "a value in JSON"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule match_end.target = "a"', 4, "an integer"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule belote.worth = 3', 4, "nothing at belote"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule seating.players = 3', 4, "players"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule id = ' + "[" * 99, 4, "levels"),
        ('[Rules "x"]\n[Extends "premiere"]\n[Dealer "N"]\nrule = 3', 4, "rule PATH = JSON"),
        ('[Rules "X!"]\n[Extends "premiere"]\n[Dealer "N"]', 1, "small letters"),
        ("", 1, "a tag Rules"),
    ],
)
def test_what_is_wrong_in_the_head(head: str, line: int, expected: str) -> None:
    error = refusal(head)
    assert error.line == line
    assert expected in error.expected


def test_tags_that_cannot_be_written() -> None:
    match = Match.new("premiere", dealer="N")
    for tags in ({"Rules": "x"}, {"a b": "x"}, {"Event": "two\nlines"}, {"Event": "x" * 2000}):
        with pytest.raises(RebeloteError, match="tags"):
            format_record(match, tags)


# What is wrong is named at its line


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        check_record(text)
    return caught.value


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), start=1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "column", "expected", "clause"),
    [
        # Refused by the rules
        ("trick 1 E: 8C TD KC", "trick 1 E: 8C TD 7S", 18, "one of: 9C, TC, JC, KC", "C-6.1"),
        ("trick 1 E: 8C TD KC", "trick 1 E: 8C 8S KC", 15, "one of: 8D, TD, JD", "C-6"),
        ("N: 90 D", "N: 85 D", 1, "one of: pass, 80 S", "C-5A"),
        ("W: contre", "W: surcontre", 1, "one of: pass", "C-5C"),
        ("W: contre", "S: contre", 1, "a call by W", "C-5C"),
        ("W: cut 18", "W: cut 31", 1, "one of: cut 3", "C-4"),
        ("W: cut 18", "N: cut 18", 1, "a cut by W", "C-4"),
        ("S: deal 3-2-3", "S: deal 4-4", 1, "one of: deal 3-2-3", "C-4"),
        ("S: deal 3-2-3", "S: misdeal", 1, "one of: deal 3-2-3, deal 2-3-3", "C-8"),
        # Not what happened
        ("deal 1 by S", "deal 2 by S", 6, "deal 1 by S", ""),
        ("deal 1 by S", "deal 1 by N", 11, "deal 1 by S", ""),
        ("hand N: TS JS", "hand N: TS QS", 12, "hand N: TS JS 7H JH QH 8D TD JD", ""),
        ("contract N 90 D surcontre", "contract N 90 D contre", 17, "contract N 90 D surcontre", ""),
        ("trick 2 N:", "trick 3 N:", 7, "trick 2 N:", ""),
        ("trick 2 N:", "trick 2 W:", 9, "trick 2 N:", ""),
        ("trick 2 N: 8D 9D KD belote", "trick 2 N: 8D 9D KD rebelote", 21, "belote", ""),
        ("trick 1 E: 8C TD KC 8S = N 14", "trick 1 E: 8C TD KC 8S = E 14", 26, "= N 14", ""),
        ("trick 1 E: 8C TD KC 8S = N 14", "trick 1 E: 8C TD KC 8S = N 15", 28, "= N 14", ""),
        ("tally EW: tricks 3", "tally EW: tricks 4", 18, "tally EW: tricks 3 cards 52", ""),
        ("why NS 640 C-7A", "why NS 640 C-7B", 12, "why NS 640 C-7A surcontre", ""),
        ("score made NS 660", "score made NS 680", 15, "score made NS 660 EW 0", ""),
        ("totals NS 660", "totals NS 670", 11, "totals NS 660 EW 0", ""),
        ("winner NS", "winner EW", 8, "winner NS by C-7-end", ""),
        ('[Result "NS"]', '[Result "EW"]', None, "result NS", ""),
        # Not a record
        ("W: cut 18", "W: cut x", 8, "SEAT: cut NUMBER", ""),
        ("W: cut 18", "X: cut 18", 1, "one of the seats N E S W", ""),
        ("N: 90 D", "N: 90 X", 7, "SEAT: VALUE TRUMP or SEAT: TRICKS", ""),
        ("N: 90 D", "N: ninety D", 4, "an action", ""),
        ("N: 90 D", "N:", 3, "what the seat does", ""),
        ("pack TS 7H", "pack TS 7X", 9, "a card such as JH", ""),
        ("pack TS 7H", "pack TS TS", 9, "every card once", ""),
        ("pack TS 7H", "pack TS", 98, "all 32 cards, not 31", ""),
        ("trick 1 E: 8C TD", "trick 1 E: 8c TD", 12, "a card such as JH", ""),
        ("trick 1 E: 8C TD KC 8S =", "trick 1 E: 8C TD KC 8S 7S =", 24, "4 cards at most", ""),
        ("trick 1 E: 8C TD KC 8S = N 14", "trick 1 E: 8C TD KC 8S = N", 24, "= SEAT POINTS", ""),
        ("score made", "score won", None, "score RESULT (SIDE POINTS)…", ""),
        ("totals NS", "total NS", 1, "a line that begins with one of", ""),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named(old: str, new: str, column: int | None, expected: str, clause: str) -> None:
    assert CONTREE.count(old) == 1
    error = refusal(CONTREE.replace(old, new))
    assert error.line == line_of(CONTREE, old[: old.index(" ")] if old.startswith("[") else old)
    assert error.column == column
    assert error.expected.startswith(expected)
    assert error.clause == clause or (clause and error.clause.startswith(clause))


@pytest.mark.parametrize(
    ("first", "second", "at", "expected"),
    [
        ("N: 90 D", "W: contre", "N: 90 D", "a call by N"),
        ("E: pass", "N: 90 D", "E: pass", "a call by E"),
        ("trick 3", "trick 4", "trick 3", "trick 3 W:"),
        ("tally NS", "tally EW", "tally EW", "why NS 0 C-7 made"),
        ("pack", "W: cut", "pack", "a line «pack"),
        ("W: cut", "S: deal", "W: cut", "a cut by W"),
        ("contract", "trick 1", "trick 1", "a card or a word by N"),
    ],
)
def test_swapped_lines(first: str, second: str, at: str, expected: str) -> None:
    lines = CONTREE.split("\n")
    one, other = line_of(CONTREE, first) - 1, line_of(CONTREE, second) - 1
    lines[one], lines[other] = lines[other], lines[one]
    error = refusal("\n".join(lines))
    assert error.line == line_of(CONTREE, at)
    assert error.expected.startswith(expected)


def test_a_changed_cut_shows_in_the_first_hand() -> None:
    error = refusal(CONTREE.replace("W: cut 18", "W: cut 19"))
    assert error.line == line_of(CONTREE, "hand E")


def test_a_changed_pack_shows_in_the_first_hand_that_differs() -> None:
    error = refusal(CONTREE.replace("pack TS 7H", "pack 7H TS").replace("cut 18", "cut 31"))
    assert error.line == line_of(CONTREE, "W: cut")
    swapped = CONTREE.replace(" QD 9H AC ", " QD AC 9H ")
    assert refusal(swapped).line == line_of(CONTREE, "hand E")


def test_missing_lines() -> None:
    def without(start: str) -> str:
        return "\n".join(line for line in CONTREE.split("\n") if not line.startswith(start))

    assert "pack CARD" in refusal(without("pack")).expected
    assert refusal(without("E: pass")).line == line_of(CONTREE, "N: 90") - 1
    assert refusal(without("trick 5")).expected == "trick 5 E:"
    assert refusal(without("winner").replace("totals", "winner NS by C-7-end\ntotals")).found.startswith(
        "totals"
    )


def test_what_comes_first_is_told_first() -> None:
    """A line that can't be read does not hide one above it that is wrong."""
    text = CONTREE.replace("score made NS 660", "score made NS 0").replace("winner NS by", "winner, NS!")
    assert refusal(text).line == line_of(CONTREE, "score")


def test_nothing_after_the_end() -> None:
    error = refusal(CONTREE + "E: cut 9\n")
    assert (error.reason, error.expected) == ("match_over", "nothing more: the match is over")
    assert error.clause


def test_a_pack_is_not_shuffled_where_it_is_carried_over() -> None:
    text = next(text for text in EXAMPLES if "gathered" in text)
    pack = next(line for line in text.split("\n") if line.startswith("pack"))
    error = refusal(text.replace("deal 2 by N\n", f"deal 2 by N\n{pack}\n"))
    assert error.line == line_of(text, "deal 2") + 1
    assert error.expected.startswith("no pack")
    swapped = re.sub(r"(gathered) (..) (..)", r"\1 \3 \2", text)
    assert refusal(swapped).line == line_of(text, "gathered")


def test_a_loosely_gathered_pack_is_needed_and_decides() -> None:
    text = format_record(played(game("belote-annonces", gathering="loose", target=400)))
    gathered = next(line for line in text.split("\n") if line.startswith("gathered"))
    assert "gathering=loose" in text
    assert text.startswith('[Record "2"]')
    assert "gathered CARD" in refusal(text.replace(f"{gathered}\n", "", 1)).expected
    last = next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith("trick 8"))
    first, *others = gathered.split()[1:]
    torn = f"gathered {' '.join([*others, first])}"  # a trick whose cards don't lie together
    assert refusal(text.replace(gathered, torn)).line == text.split("\n").index(gathered) + 1 > last
    log = check_record(text).log
    at = next(n for n, event in enumerate(log) if isinstance(event, Gathered))
    found = log[at]
    assert isinstance(found, Gathered)
    rotated = Gathered((*found.order[1:], found.order[0]))
    assert check_log(log).log == log
    with pytest.raises(RecordError) as error:
        check_log([*log[:at], rotated, *log[at + 1 :]])
    assert error.value.line == at + 1


def test_a_drawn_trump_is_needed_and_decides() -> None:
    text = next(text for text in EXAMPLES if "trump C" in text and "premiere" in text)
    assert "trump SUIT" in refusal(text.replace("trump C\n", "")).expected
    assert refusal(text.replace("trump C\n", "trump S\n")).line == line_of(text, "contract")


def test_a_blind_card_is_checked() -> None:
    text = next(text for text in EXAMPLES if "?9D" in text)
    error = refusal(text.replace("?9D", "?8D"))
    assert (error.line, error.expected) == (line_of(text, "trick 1"), "?9D")
    assert refusal(text.replace("?9D", "9D")).line == line_of(text, "trick 1")


def test_the_table_s_own_things_are_checked() -> None:
    text = next(text for text in EXAMPLES if "barred" in text)
    for old, new in (
        ("barred D", "barred H"),
        ("ruling misdeal NS", "ruling misdeal EW"),
        ("wrong C-6.1", "wrong C-6.3"),
        ("void misdeal dealer S", "void misdeal dealer E"),
        ("ruling nothing", "ruling wrong_card EW C-8B barred D"),
        ("N: propose let_pass", "N: accept"),
        ("N: expose 8D", "N: expose AH"),
    ):
        assert text.count(old) == 1
        number = next(n for n, line in enumerate(text.split("\n"), start=1) if old in line)
        assert refusal(text.replace(old, new)).line == number


def test_words_said_by_hand_are_checked() -> None:
    text = next(text for text in EXAMPLES if "not better" in text)
    for old, new in (
        ("E: height Q", "E: height 7"),
        ("N: not better", "N: height 8"),
        ("declarations EW", "declarations NS"),
        ("tierce TH JH QH 20", "tierce TH JH QH 50"),
        ("QC belote", "QC rebelote"),
        ("N: declare tierce", "N: declare carre carre carre"),
    ):
        assert text.count(old) == 1
        number = next(n for n, line in enumerate(text.split("\n"), start=1) if old in line)
        assert refusal(text.replace(old, new)).line == number


@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_a_carre_of_sevens_ends_the_deal(announce: str) -> None:
    match = _match_with_sevens(announce)
    text = format_record(match)
    assert "S: declare sevens\nvoid sevens dealer W\ngathered" in text
    assert_same_again(match)
    error = refusal(text.replace("S: declare sevens", "E: declare sevens"))
    assert error.line == line_of(text, "S: declare")


def _match_with_sevens(announce: str) -> Match:
    sevens = [Card(f"7{suit}") for suit in "SHDC"]
    rest = [card for card in PACK if card not in sevens]
    after_cut = [*sevens[:3], *rest[:9], sevens[3], *rest[9:]]
    pack = after_cut[-10:] + after_cut[:-10]
    match = Match.new("belote-annonces", dealer="W", announce=announce)
    match = match.act(Cut(Seat("N"), 10), StackedChance([pack]))
    match = match.act(Deal(Seat("W"), (3, 2)))
    match = match.act(Take(Seat("S"), Trump(match.state.turned.suit.value if match.state.turned else "")))
    south = Seat("S")
    return match.act(Play(south, sevens[0]) if announce == "auto" else Declare(south, ("sevens",)))


def test_nobody_else_has_the_sevens() -> None:
    text = next(text for text in EXAMPLES if "gathered" in text)
    error = refusal(text.replace("trick 1 N: JS", "N: declare sevens\ntrick 1 N: JS"))
    assert error.line == line_of(text, "trick 1")
    assert "no carré of sevens" in error.expected


# The document


def test_the_document_shows_every_form() -> None:
    shapes = [form.shape for form in (*STATEMENTS.values(), *ASIDE_FORMS.values())]
    shapes += [form.shape for forms in DEED_FORMS.values() for form, _ in forms]
    plain = DOC.replace("\\|", "|")
    assert [shape for shape in (*shapes, TRICK) if f"`{shape}`" not in plain] == []


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_document_s_examples_are_good_records(text: str) -> None:
    match = check_record(text)
    tags = parse_record(text).tags
    assert format_record(match, tags) == re.sub(r" *;.*", "", text)


def test_the_document_s_error_is_a_real_one() -> None:
    assert str(refusal(CONTREE.replace("8C TD KC", "8C TD 7S"))) in DOC


# Logs of events


def test_a_bad_line_of_json_is_named() -> None:
    good = write_log(played(game("premiere")))
    lines = good.split("\n")
    for bad in (
        "",
        "{",
        "[]",
        '{"event":"flown"}',
        '{"event":"turned_up","card":"1Z"}',
        "[" * 9999,
        "\ud800",
    ):
        with pytest.raises(RecordError) as caught:
            read_log("\n".join([*lines[:3], bad, *lines[4:]]))
        assert caught.value.line == 4


def changed(log: Iterable[Event], kind: type[Event], **fields: object) -> tuple[list[Event], int]:
    """The log with the first event of a kind changed, and that event's number."""
    events = list(log)
    at = next(n for n, event in enumerate(events) if isinstance(event, kind))
    events[at] = msgspec.structs.replace(events[at], **fields)
    return events, at + 1


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (TrickWon, {"points": 99}),
        (TrickWon, {"seat": "X"}),
        (DealScored, {"totals": {}}),
        (CardPlayed, {"seat": "nobody"}),
        (CardPlayed, {"say": "belote"}),
        (TrumpDrawn, {"trump": Trump.TOUT_ATOUT}),
        (Shuffled, {"order": ()}),
        (Shuffled, {"order": PACK[:1] * 32}),
        (MatchStarted, {"dealer": "X"}),
    ],
)
def test_the_first_event_that_differs_is_named(kind: type[Event], fields: dict[str, object]) -> None:
    log, number = changed(played(game("premiere"), 2).log, kind, **fields)
    with pytest.raises(RecordError) as caught:
        check_log(log)
    assert caught.value.line == number


def test_an_illegal_card_in_a_log_has_its_clause() -> None:
    match = check_record(CONTREE)
    log = [
        msgspec.structs.replace(event, card=Card("7S"))
        if isinstance(event, CardPlayed) and event.card is Card("KC")
        else event
        for event in match.log
    ]
    with pytest.raises(RecordError) as caught:
        check_log(log)
    assert caught.value.clause == "C-6.1"
    assert isinstance(log[caught.value.line - 1], CardPlayed)


@pytest.mark.parametrize("game", [POOL[1], game("comptoir"), game("escalier")], ids=str)
def test_no_event_can_be_left_out_or_told_twice(game: Game) -> None:
    """Where words are said for the players and nothing goes wrong, each event is needed."""
    log = playthrough(game, 1, 1)[-1].after.log
    for at in range(0, len(log) - 1, 2):
        for spoilt in ([*log[:at], *log[at + 1 :]], [*log[: at + 1], *log[at:]]):
            with pytest.raises(RecordError) as caught:
                check_log(spoilt)
            assert at < caught.value.line <= len(spoilt) + 1


def test_a_log_does_not_stop_in_the_middle_of_an_action() -> None:
    log = playthrough(game("ffb-contree", target=500), 1, 1)[-1].after.log
    with pytest.raises(RecordError) as caught:
        check_log(log[:-1])
    assert (caught.value.line, caught.value.found) == (len(log), "the end of the log")


def test_a_redacted_log_is_no_log() -> None:
    match = played(game("ffb-contree", target=500))
    with pytest.raises(RecordError):
        check_log(redact(event, Seat("N")) for event in match.log)
    with pytest.raises(RecordError):
        check_log([])


def test_rules_in_a_log_are_checked() -> None:
    started = MatchStarted(load("premiere"), Seat("N"))
    seating = msgspec.structs.replace(started.rules.seating, players=3)
    odd = msgspec.structs.replace(started.rules, seating=seating)
    with pytest.raises(RecordError) as caught:
        check_log([MatchStarted(odd, Seat("N"))])
    assert caught.value.line == 1
    assert "seating.players" in str(caught.value)


# Garbage

quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
TEXTS = [re.sub(r" *;.*", "", text) for text in EXAMPLES]
VOCABULARY = sorted({word for text in TEXTS for word in text.split()})


def refused(read: Callable[[], object], lines: int) -> bool:
    """Is it refused? Then with a RecordError, nothing else, that names a line there is (or the end)."""
    try:
        read()
    except RecordError as error:
        found = error
    else:
        return False
    assert 1 <= found.line <= lines + 1
    assert len(str(found)) < 400
    return True


def survives(text: str) -> None:
    """It is refused, or it is read and written again."""
    lines = text.count("\n") + 1
    if not refused(lambda: parse_record(text), lines):
        record = parse_record(text)
        assert parse_record(format_record(record)) == record
    if not refused(lambda: check_record(text), lines):
        match = check_record(text)
        assert check_record(format_record(match)).log == match.log


@quick
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    survives(text)


@quick
@given(st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=8), max_size=8))
def test_any_words_after_a_head(lines: list[list[str]]) -> None:
    body = "\n".join(" ".join(line) for line in lines)
    survives(f'[Rules "ffb-contree"]\n[Options "enforcement=table"]\n[Dealer "S"]\n{body}')


@st.composite
def spoilt_records(draw: st.DrawFn) -> str:
    """A good record with a few lines or words changed, doubled, lost or in another place."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        word = draw(st.integers(0, len(words) - 1))
        match draw(st.sampled_from(["lose", "double", "swap", "word", "character"])):
            case "lose":
                lines[at] = ""
            case "double":
                lines.insert(at, lines[other])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "word":
                words[word] = draw(st.sampled_from(VOCABULARY))
                lines[at] = " ".join(words)
            case _:
                words[word] = draw(st.text(max_size=4)) + words[word][1:]
                lines[at] = " ".join(words)
    return "\n".join(lines)


@settings(quick, max_examples=300)
@given(spoilt_records())
def test_a_good_record_spoilt(text: str) -> None:
    survives(text)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 99)
    | st.sampled_from(["", "S", "SA", "hands", "compass", "drawn"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "base", "x"]), inner)
    ),
    max_leaves=5,
)
PATHS = [
    f"{part}.{key}"
    for part, value in resolved_document(load("ffb-belote")).items()
    if isinstance(value, dict)
    for key in value
]


@settings(quick, max_examples=60)
@given(st.sampled_from(RULESET_IDS), st.dictionaries(st.sampled_from(PATHS), JSON, min_size=1, max_size=2))
def test_any_house_rule(base: str, changes: dict[str, object]) -> None:
    rules = "".join(f"rule {path} = {json.dumps(value)}\n" for path, value in changes.items())
    survives(f'[Rules "x"]\n[Extends "{base}"]\n[Dealer "{load(base).table.seats[0]}"]\n{rules}')


def test_a_house_rule_may_name_a_trump() -> None:
    text = '[Rules "x"]\n[Extends "belot-bg"]\n[Dealer "N"]\nrule scoring.tricks_factor.SA = null\n'
    record = parse_record(text)
    scoring = record.rules.scoring
    assert isinstance(scoring, TakeScoring)
    assert dict(scoring.tricks_factor) == {}
    assert parse_record(format_record(record)) == record


@quick
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.binary(max_size=3))
def test_any_log(at: int, line: int, junk: bytes) -> None:
    lines = write_log(played(game("ffb-belote"))).split("\n")
    line %= len(lines)
    raw = bytearray(lines[line].encode())
    at %= len(raw) + 1
    raw[at : at + len(junk)] = junk
    lines[line] = raw.decode("utf-8", "replace")
    refused(lambda: check_log(read_log("\n".join(lines))), len(lines))


@pytest.mark.parametrize(
    "text",
    [
        "x" * (LONGEST_TEXT + 1),
        "[Rules " + "x" * LONGEST_LINE,
        '[Rules "' + '\\"' * (LONGEST_LINE // 3),
        "\n" * LONGEST_TEXT,
        ";" * LONGEST_LINE,
        CONTREE + "trick 1 E: " + "8C " * 1300,
        CONTREE + "ruling misdeal NS " + "NS 1 " * 700,
        CONTREE + "shown N: " + "tierce 7S " * 300,
        CONTREE.replace("trick 1", "; " + "pass " * 700 + "\ntrick 1") + "why NS " + "9" * 3000,
        (CONTREE + "hand E: 7S\n") * 500,
    ],
    ids=range(10),
)
def test_what_is_too_much_is_refused_soon(text: str) -> None:
    began = time.process_time()
    refusal(text)
    assert time.process_time() - began < 2


def test_a_long_match_is_checked_in_linear_time() -> None:
    """Deals that are passed out, many of them: nothing is looked through again and again."""
    pack = " ".join(card.text for card in PACK)
    seats = "SENW" * 400
    text = '[Rules "ffb-contree"]\n[Dealer "S"]\n'
    for n in range(1000):
        dealer, cutter, speakers = seats[n], seats[n + 3], seats[n + 1 : n + 5]
        text += f"pack {pack}\n{cutter}: cut 9\n{dealer}: deal 3-2-3\n"
        text += "".join(f"{seat}: pass\n" for seat in speakers)
    began = time.process_time()
    match = check_record(text)
    assert match.state.deal_number == 1001
    assert time.process_time() - began < 4
