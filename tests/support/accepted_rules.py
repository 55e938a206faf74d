"""What must hold of any rules that the loader accepts: they are played, counted, solved, told and kept."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Sequence
from typing import Final

import jsonschema_rs
import pytest

from rebelote.bots import make
from rebelote.card_order import order_at
from rebelote.cli.journal import Journal
from rebelote.cli.rules import describe_rules
from rebelote.errors import BadRules, RebeloteError
from rebelote.events import DealScored
from rebelote.language.text import LANGS, said
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.record import check_log, check_record, format_record, read_log, write_log
from rebelote.results import DealSummary
from rebelote.ruleset import GapScoring, Hands, OptionValue, Ruleset, Staircase
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.loading import document, load, resolved_document
from rebelote.ruleset.options import RulesDocument
from rebelote.ruleset.rules_code import pack, unpack
from rebelote.ruleset.schema import json_schema
from rebelote.ruleset.toml_writer import to_toml
from rebelote.server import rulebook
from rebelote.server.messages.rules import RulesRef
from rebelote.solver import Sheet, Solver, open_values
from tests.support.minimax import check, check_marks, ending, sheet_for
from tests.support.native_walk import walk
from tests.support.random_matches import Luck
from tests.support.random_positions import begun

VALIDATOR: Final = jsonschema_rs.Draft202012Validator(json_schema())
PLAYERS: Final = ("hasard", "debutant", "habitue", "expert@2w")
MOST_MOVES: Final = 6000
CARDS: Final = {2: 5, 3: 4, 4: 4, 5: 3, 6: 2}
"""Tricks of an ending that plain minimax can go through, by the number of players."""


def check_all(source: Document, accepted: RulesDocument, luck: Luck) -> None:
    """Every check, with the defaults of the file or with other options."""
    rules = _resolved(accepted, luck)
    kept_as_code(source, accepted, rules)
    told(accepted, rules)
    walked(rules, luck)
    solved(rules, luck)
    played(rules, luck)


def _resolved(accepted: RulesDocument, luck: Luck) -> Ruleset:
    """With options drawn by lot, where these go together; else with its defaults."""
    chosen: dict[str, OptionValue] = {}
    for name, option in accepted.options.items():
        if option.values and luck.happens(25):
            chosen[name] = luck.choice(option.values)
    try:
        return accepted.resolve(chosen)
    except BadRules:
        return accepted.resolve()


# Kept


def kept_as_code(source: Document, accepted: RulesDocument, rules: Ruleset) -> None:
    """As a file, as a code, as a link and as resolved rules they stay the same; an editor finds no fault."""
    assert VALIDATOR.is_valid(source)
    assert tomllib.loads(to_toml(source)) == source
    assert load(resolved_document(rules) | {"extends": rules.extends}) == rules
    options = {name: value for name, value in rules.chosen.items() if name in accepted.options}
    found = unpack(pack({"house": source, "options": options}))
    assert isinstance(found.source, dict)
    assert document(found.source).resolve(found.options) == rules
    page = rulebook.find(RulesRef(toml=to_toml(source), options=options))
    assert re.fullmatch(r"[A-Za-z0-9_-]+", page.code)  # it is put behind the # of an address
    assert rulebook.find(RulesRef(code=page.code)).rules == page.rules
    for lang in LANGS:
        shown = rulebook.page(page, lang)
        again = rulebook.find(RulesRef(toml=shown.toml))
        assert again.rules == page.rules


# Told


def told(accepted: RulesDocument, rules: Ruleset) -> None:
    """The rules in words, in both languages."""
    for lang in LANGS:
        assert list(describe_rules(rules, accepted.options, lang))


# Walked and solved


def walked(rules: Ruleset, luck: Luck) -> None:
    """The native core allows, counts and takes what the engine does."""
    rng = random.Random(luck.below(2**32))
    walk(begun(rules, luck.choice(rules.callable_trumps), rng), rng)


def solved(rules: Ruleset, luck: Luck) -> None:
    """Endings come out as by plain minimax, in points and in marks, or are refused as the manual says."""
    rng, solver = random.Random(luck.below(2**32)), Solver(0.5)
    trump = luck.choice(rules.callable_trumps)
    position = ending(rules, trump, min(_tricks(rules), CARDS[rules.table.size]), rng, 1)
    if rules.roem is not None:
        with pytest.raises(RebeloteError, match=re.escape(str(said("unsolvable_roem", rules=rules.id)))):
            solver.solve(position)
        return
    check(solver, position, rng)
    side = rng.choice(rules.table.sides)
    if isinstance(rules.scoring, GapScoring):
        check_marks(solver, position, Sheet(bids=dict.fromkeys(rules.table.sides, 1)), side)
    elif open_values(rules):
        check_marks(solver, position, sheet_for(position, rng), side)


def _tricks(rules: Ruleset) -> int:
    layout = rules.dealing.layout
    return layout.top[rules.seating.players] if isinstance(layout, Staircase) else rules.tricks


# Played


def played(rules: Ruleset, luck: Luck) -> None:
    """A whole match with every bot at the table, its cards counted, its record and its log read again."""
    names = luck.shuffle(PLAYERS)
    seats = rules.table.seats
    rounds = -(-len(PLAYERS) // len(seats))
    for number in range(rounds):
        sitting = names[number * len(seats) :] + names
        match = whole_match(rules, sitting[: len(seats)], luck)
        kept_as_record(match)


def whole_match(rules: Ruleset, names: Sequence[str], luck: Luck) -> Match:
    match = Match.new(rules, chance=luck)
    bots = {
        seat: make(name, random.Random(luck.below(2**32)))
        for seat, name in zip(rules.table.seats, names, strict=True)
    }
    journals = [Journal(rules, lang, ascii=False) for lang in LANGS]
    for _ in range(MOST_MOVES):
        if match.is_over:
            return match
        seat = match.actors()[0]
        view = match.view(seat)
        assert view.legal() == match.state.legal(seat)
        action = bots[seat].choose(view)
        assert action in view.legal() or action in view.table_actions()
        after = match.act(action, luck)
        now = match.state
        for event in after.log[len(match.log) :]:
            for journal in journals:
                list(journal.tell(event, now))
            if isinstance(event, DealScored):
                count(rules, now.phase, event)
            now = now.evolve(event)
        match = after
    raise AssertionError("the match does not end")


def count(rules: Ruleset, phase: object, scored: DealScored) -> None:
    """The points of the cards are all there, whoever took them, and the lines of the score make it up."""
    summary = scored.summary
    if isinstance(phase, Playing) and not summary.is_void and summary.cards:
        laid = [card for _, trick in phase.won for _, card in trick]
        order = order_at(rules.card_values, phase.contract.trump)
        if not _lays_aside(rules):
            assert sum(summary.cards.values()) == order.total(laid)
        elif len(phase.won) == rules.tricks:  # what the taker laid aside is his: no card is missing
            assert sum(summary.cards.values()) == order.total(rules.pack)
        assert sum(summary.tricks.values()) == len(phase.won)
        _all_cards_were_played(rules, summary, len(laid))
    for side, mark in scored.score.score.items():
        lines = [line.points for line in scored.score.lines if line.side == side]
        assert sum(lines) == mark, (side, scored.score)


def _lays_aside(rules: Ruleset) -> bool:
    layout = rules.dealing.layout
    return isinstance(layout, Hands) and layout.discard > 0


def _all_cards_were_played(rules: Ruleset, summary: DealSummary, laid: int) -> None:
    layout = rules.dealing.layout
    if not isinstance(layout, Staircase) and sum(summary.tricks.values()) == rules.tricks:
        assert laid == rules.tricks * rules.table.size


def kept_as_record(match: Match) -> None:
    text = format_record(match)
    again = check_record(text)
    assert again.log == match.log
    assert again.state == match.state
    assert format_record(again) == text
    assert check_log(read_log(write_log(match))).state == match.state
