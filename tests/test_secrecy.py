"""Nobody learns what he may not know: not from events, not from a View, not by asking.

What a seat may know is worked out here from the whole log, without asking `redact`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import get_args

import msgspec
import pytest

from rebelote.actions import Play, PlayBlind
from rebelote.cards import NO_CARDS, PACK, Card, Cards
from rebelote.errors import Illegal
from rebelote.events import (
    BottomShown,
    CardExposed,
    CardPlayed,
    DealScored,
    Dealt,
    DealVoided,
    DeclarationsShown,
    Discarded,
    Event,
    Gathered,
    MatchStarted,
    PileDealt,
    PileTurned,
    SevenSwapped,
    Shuffled,
    TurnedUp,
    redact,
    to_json,
)
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.situation import Situation
from rebelote.view import View
from tests.support.clause_mark import clause
from tests.support.exchanged_cards import Reader, Swap, can_be_replayed, looks_alike, replayed
from tests.support.golden_playthroughs import GOLDEN
from tests.support.random_matches import POOL, Game, Luck, game, matches, playthrough, walk, watched

every_game = pytest.mark.parametrize("game", POOL, ids=str)


def _readers(match: Match) -> tuple[Reader, ...]:
    return (*match.rules.table.seats, None)


# What may be known


def _learnt(event: Event, reader: Reader) -> Cards:
    """The cards that the reader sees in this event, by the rules of the table."""
    match event:
        case Dealt(hands=hands, piles=piles, blind=blind):
            tops = Cards(pile.top for row in piles.values() for pile in row)
            return tops | Cards(
                card
                for seat, cards in hands.items()
                for card in cards
                if reader is not None and ((seat == reader) != blind)
            )
        case TurnedUp(card=card) | CardPlayed(card=card) | PileTurned(card=card) | CardExposed(card=card):
            return Cards((card,))
        case BottomShown(card=card) | SevenSwapped(card=card):
            return Cards((card,))
        case Discarded(seat=seat, cards=cards):
            return Cards(cards) if seat == reader else NO_CARDS
        case DeclarationsShown(shown=shown):
            return Cards(card for declaration in shown for card in declaration.cards)
        case _:
            return NO_CARDS


def _known(log: tuple[Event, ...], reader: Reader) -> Iterator[tuple[Event, Cards]]:
    """Each event with all that the reader knows of this deal's cards after it."""
    known = NO_CARDS
    for event in log:
        if isinstance(event, DealScored | DealVoided):
            known = NO_CARDS
        known = known | _learnt(event, reader)
        yield event, known


def _watched(game: Game, seed: int, deals: int | None) -> Iterator[tuple[Match, dict[Reader, Cards]]]:
    """Each step of a match, with what each reader then knows."""
    known: dict[Reader, Cards] = {}
    for step in watched(game, seed, deals):
        for event in step.events:
            for reader in _readers(step.after):
                forgets = isinstance(event, DealScored | DealVoided)
                known[reader] = NO_CARDS if forgets else known.get(reader, NO_CARDS) | _learnt(event, reader)
        yield step.after, known


CARD = re.compile(r'"([789TJQKA][SHDC])"')


@every_game
def test_a_redacted_event_names_no_card_that_is_not_known(game: Game) -> None:
    for seed in range(3):
        last = playthrough(game, seed, 3)[-1].after
        for reader in _readers(last):
            for event, known in _known(last.log, reader):
                named = Cards(Card(text) for text in CARD.findall(to_json(redact(event, reader))))
                assert named <= known, (reader, event)


def _cards_in(thing: object) -> Iterator[Card]:
    """Every card that an object holds, wherever; but for what the rules alone say of all deals."""
    match thing:
        case Card():
            yield thing
        case Cards():
            yield from thing
        case msgspec.Struct():
            for name in thing.__struct_fields__:
                if name not in ("rules", "part", "order", "royals_here"):
                    yield from _cards_in(getattr(thing, name))
        case Mapping():
            for value in thing.values():
                yield from _cards_in(value)
        case tuple() | list():
            for value in thing:
                yield from _cards_in(value)
        case _:
            pass


@every_game
def test_a_view_holds_no_card_that_is_not_known(game: Game) -> None:
    for match, known in _watched(game, 1, 2):
        for reader in _readers(match):
            assert Cards(_cards_in(match.view(reader).situation)) <= known[reader], reader


@every_game
def test_a_view_holds_all_that_is_known_and_still_matters(game: Game) -> None:
    """Nothing is forgotten either: the known cards of a hand are in the view."""
    for match, known in _watched(game, 2, 2):
        truth = match.state.held
        for reader in _readers(match):
            held = match.view(reader).situation.held
            assert (held is None) == (truth is None)
            if held is None or truth is None:
                continue
            for seat in match.rules.table:
                assert held.hands[seat] == truth.hands[seat] & known[reader]
                assert held.size(seat) == truth.size(seat)


# Redaction


def test_every_kind_of_event_is_redacted() -> None:
    """Each kind occurs in the matches played here, and comes back as itself."""
    seen: set[type] = set()
    for golden in GOLDEN:
        last = list(walk(golden.game, golden.seed, deals=golden.deals))[-1].after
        for event in last.log:
            seen.add(type(event))
            for reader in _readers(last):
                told = redact(event, reader)
                assert type(told) is type(event)
    assert seen == set(get_args(Event))


def test_redacting_twice_is_redacting_once() -> None:
    """What a seat was told may be passed on, to it or to a spectator: nothing is lost, nothing added."""
    last = playthrough(game("escalier"), 1, 3)[-1].after
    for reader in _readers(last):
        for event in last.log:
            told = redact(event, reader)
            assert redact(told, reader) == told
            assert redact(told, None) == redact(event, None)


def test_an_event_that_is_none_is_not_let_through() -> None:
    with pytest.raises(AssertionError):
        redact("a secret", None)  # type: ignore[arg-type]


# A View and the truth agree on what may be done


@every_game
def test_a_view_knows_what_its_seat_may_do(game: Game) -> None:
    for seed in (3, 4):
        for match in matches(watched(game, seed, 3)):
            for seat in match.rules.table:
                view = match.view(seat)
                assert view.legal() == match.state.legal(seat)
                assert view.table_actions() == match.state.table_actions(seat)
                assert view.actors() == match.state.actors()


@every_game
def test_a_view_knows_why_not(game: Game) -> None:
    for match in matches(watched(game, 3, 2)):
        playing = match.state.phase
        if not isinstance(playing, Playing) or playing.turn is None or playing.blind:
            continue
        view, talk = match.view(playing.turn), match.state.talk
        if talk is not None and talk.speaker is not None:
            continue
        legal = {action.card for action in view.legal() if isinstance(action, Play)}
        for card in PACK:
            assert (view.why_not(card) is None) == (card in legal)
        for card in view.hand - Cards(legal):
            if match.rules.strict:
                with pytest.raises(Illegal) as caught:
                    match.act(Play(playing.turn, card))
                assert caught.value.clause == view.why_not(card)


PUBLIC = (
    "totals",
    "dealer",
    "deal_number",
    "pending",
    "awaiting",
    "contract",
    "guesses",
    "turned",
    "proposal",
)


@every_game
def test_a_view_keeps_the_public_score(game: Game) -> None:
    for step in watched(game, 4, 3):
        for reader in _readers(step.after):
            now, truth = step.after.view(reader).situation, step.after.state
            for name in (
                "totals",
                "dealer",
                "deal_number",
                "pending",
                "awaiting",
                "contract",
                "guesses",
                "turned",
            ):
                assert getattr(now, name) == getattr(truth, name), name
    last = watched(game, 4, 3)[-1].after
    scored = [event for event in last.log if isinstance(event, DealScored)]
    for reader in _readers(last):
        assert [entry.scored for entry in last.view(reader).sheet] == scored


@every_game
def test_a_view_is_the_same_however_it_was_folded(game: Game) -> None:
    """Asked for at every step, or only at the end, or from a log that was stored."""
    last = watched(game, 5, 2)[-1].after
    for reader in _readers(last):
        started = last.log[0]
        assert isinstance(started, MatchStarted)
        fresh = View.start(started, reader)
        for event in last.log[1:]:
            fresh = fresh.evolve(redact(event, reader))
        assert last.view(reader) == fresh
        assert Match.replay(last.log).view(reader) == fresh
        assert fresh.seq == last.seq


@every_game
def test_a_view_is_the_same_whenever_it_was_asked_for_before(game: Game) -> None:
    """What all see of open cards is taken from the spectator's view: it comes to what each event comes to."""
    log, luck = watched(game, 5, 2)[-1].after.log, Luck(5)
    match = Match.replay(log[:1])
    folded = {reader: match.view(reader) for reader in _readers(match)}
    while match.seq < len(log):
        fresh = log[match.seq : match.seq + 1 + luck.below(6)]
        match = match.follow(fresh)
        for reader, view in folded.items():
            for event in fresh:
                view = view.evolve(redact(event, reader))
            folded[reader] = view
            if luck.happens(40):
                assert match.view(reader) == view


# A spectator


@every_game
def test_a_spectator_sees_no_hand(game: Game) -> None:
    for match, known in _watched(game, 6, 2):
        view = match.view(None)
        assert view.hand == NO_CARDS
        assert view.legal() == ()
        assert view.table_actions() == ()
        if view.situation.held is not None:
            for hand in view.situation.held.hands.values():
                assert hand <= known[None]


# Escalier


@clause("D5-blind")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_lone_card_is_seen_by_the_others_only(players: int) -> None:
    lone = 0
    for step in watched(game("escalier", players=players), 7, None):
        state = step.after.state
        if state.held is None or not state.blind:
            continue
        lone += 1
        for seat in step.after.rules.table:
            view = step.after.view(seat)
            assert view.hand == NO_CARDS
            held = view.situation.held
            assert held is not None
            assert held.size(seat) == len(state.held.hands[seat])
            for other in step.after.rules.table:
                if other != seat:
                    assert held.hands[other] == state.held.hands[other]
            assert all(isinstance(action, PlayBlind) for action in view.legal()) or state.playing is None
            assert state.held.hands[seat] <= view.could_hold(seat)
    assert lone > players


@clause("D5-blind")
def test_other_hands_of_escalier_are_ones_own() -> None:
    for step in watched(game("escalier"), 7, None):
        state = step.after.state
        if state.held is not None and not state.blind:
            for seat in step.after.rules.table:
                assert step.after.view(seat).hand == state.held.hands[seat]


# What the others could hold


@every_game
def test_could_hold_contains_the_truth_and_nothing_known_elsewhere(game: Game) -> None:
    for seed in (8, 9):
        for match, known in _watched(game, seed, 1):
            truth = match.state.held
            for reader in _readers(match):
                view = match.view(reader)
                for seat in match.rules.table:
                    could = view.could_hold(seat)
                    if truth is None:
                        assert could == view.rules.cards
                        continue
                    assert truth.hands[seat] <= could, (reader, seat)
                    assert not could & (known[reader] - truth.hands[seat]), (reader, seat)
                    assert len(could) >= truth.size(seat)


@every_game
def test_a_hand_that_is_all_known_is_all_that_it_could_be(game: Game) -> None:
    for step in watched(game, 8, 2):
        held = step.after.state.held
        if held is None or step.after.state.blind:
            continue
        for seat in step.after.rules.table:
            assert step.after.view(seat).could_hold(seat) == held.hands[seat]


# Other worlds


def pack_of(log: tuple[Event, ...]) -> Cards:
    """All cards of that match."""
    started = log[0]
    assert isinstance(started, MatchStarted)
    return started.rules.cards


def _other_world(log: tuple[Event, ...], reader: Reader, luck: Luck) -> Swap:
    """A way to exchange, among themselves, the cards of this deal that the reader does not know."""
    *_, (_, known) = _known(log, reader)
    unknown = list(pack_of(log) - known)
    return dict(zip(unknown, luck.shuffle(unknown), strict=True))


def _swapped(event: Event, swap: Swap) -> Event:
    """The event with hidden cards exchanged. Only these events have any."""

    def each(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    match event:
        case Shuffled(order=order):
            return Shuffled(each(order))
        case Gathered(order=order):
            return Gathered(each(order))
        case Dealt(packets=packets, hands=hands, hidden=hidden, piles=piles, blind=blind):
            laid = {
                seat: tuple(PileDealt(p.top, swap.get(p.under, p.under) if p.under else None) for p in row)
                for seat, row in piles.items()
            }
            return Dealt(packets, {seat: each(cards) for seat, cards in hands.items()}, hidden, laid, blind)
        case Discarded(seat=seat, cards=cards, hidden=count):
            return Discarded(seat, each(cards), count)
        case _:
            return event


def _deal_begins(log: tuple[Event, ...]) -> int:
    """Where the events of the deal that is being played begin."""
    over = [n for n, event in enumerate(log) if isinstance(event, DealScored | DealVoided)]
    return over[-1] + 1 if over else 0


@every_game
def test_exchanging_hidden_cards_changes_no_view(game: Game) -> None:
    """All secrets of the deal exchanged at random: events and view stay as they were, to the last field."""
    luck = Luck(11)
    for step in playthrough(game, 11, 2)[::2]:
        log = step.after.log
        begins = _deal_begins(log)
        for reader in _readers(step.after):
            swap = _other_world(log, reader, luck)
            other = (*log[:begins], *(_swapped(event, swap) for event in log[begins:]))
            assert [redact(event, reader) for event in other] == [redact(event, reader) for event in log]
    last = playthrough(game, 11, 2)[-1].before
    for reader in _readers(last):
        swap = _other_world(last.log, reader, luck)
        begins = _deal_begins(last.log)
        other = (*last.log[:begins], *(_swapped(event, swap) for event in last.log[begins:]))
        assert Match.replay(other).view(reader) == last.view(reader)


@pytest.mark.untraced
@pytest.mark.parametrize("game", [*filter(can_be_replayed, POOL), game("belote-annonces")], ids=str)
def test_worlds_that_look_alike_are_alike(game: Game) -> None:
    """Deals that were not, but could have been: played again with the same actions on a pack with other
    cards where the reader can't see. Where all goes as the reader saw it, his view is the same, he may do the
    same, and what the others hold in that world is among what they could hold in his.
    """
    luck = Luck(12)
    steps = list(playthrough(game, 12, 1))
    alike = 0
    for end in range(2, len(steps), 2):
        here = steps[end - 1].after
        for reader in here.rules.table.seats:
            for _ in range(3):
                swap = _exchange(here.log, reader, luck)
                there = replayed(game, steps[:end], swap)
                if there is None or not looks_alike(here, there, reader):
                    continue
                alike += 1
                assert there.view(reader) == here.view(reader)
                assert there.state.legal(reader) == here.view(reader).legal()
                if there.state.held is not None:
                    for seat in here.rules.table:
                        assert there.state.held.hands[seat] <= here.view(reader).could_hold(seat)
    assert alike > 20


def _exchange(log: tuple[Event, ...], reader: Reader, luck: Luck) -> Swap:
    """Two or three unknown cards change places: few enough that the play mostly stays lawful."""
    *_, (_, known) = _known(log, reader)
    these = luck.shuffle(list(pack_of(log) - known))[: 2 + luck.below(2)]
    return dict(zip(these, [*these[1:], *these[:1]], strict=True))


def test_every_ruleset_is_looked_at() -> None:
    assert {game.rules for game in POOL} == set(RULESET_IDS)


# Justice is blind


def test_nobody_is_told_that_a_card_was_wrong() -> None:
    """A wrong card looks like any other until the referee looks (C-8B)."""
    here = _with_a_wrong_card()
    for reader in _readers(here):
        told = [redact(event, reader) for event in here.log]
        assert not any(isinstance(event, CardPlayed) and event.wrong for event in told)


def _with_a_wrong_card() -> Match:
    for step in playthrough(game("ffb-contree", enforcement="table"), 5, None):
        if any(isinstance(event, CardPlayed) and event.wrong for event in step.events):
            return step.after
    raise AssertionError("no wrong card in this match: try another seed")


def test_a_situation_is_all_that_a_view_folds() -> None:
    """A view has no way to the state: its fields are its own."""
    assert set(View.__struct_fields__) == {"seat", "situation", "seq", "sheet", "calls", "observed"}
    view = POOL[0].start(Luck(1)).view("N")
    assert type(view.situation) is Situation
