"""Each reason of a review is true of the position as its player saw it: checked against the view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from rebelote.actions import Bid, Pass, Take
from rebelote.bots.card_reading import Reading
from rebelote.bots.inference import Inference
from rebelote.cards import Card, Cards, Trump, parse_card
from rebelote.language.text import catalogue
from rebelote.match import Match
from rebelote.phases.playing import Playing
from rebelote.problems.telling import tell_why_not
from rebelote.review import Because
from rebelote.review.card_reasons import Values, card_facts
from rebelote.review.explaining import why_better
from rebelote.review.telling import tell
from rebelote.ruleset.loading import RULESET_IDS, load
from rebelote.view import View
from tests.support.random_matches import Luck, whim


class Seen:
    """A position in its player's eyes, by the engine's own answers."""

    def __init__(self, view: View, playing: Playing, done: Card, better: Card, values: Values) -> None:
        assert view.seat is not None
        self.view, self.playing, self.order = view, playing, playing.order
        self.done, self.better, self.values = done, better, values
        self.seat, self.table = view.seat, view.rules.table
        self.side = self.table.side(view.seat)
        self.foes = [seat for seat in self.table if self.table.side(seat) != self.side]

    def theirs(self) -> Cards:
        """All that an opponent may hold."""
        mask = 0
        for seat in self.foes:
            mask |= self.view.could_hold(seat).mask | self.playing.held.playable(seat).mask
        return Cards.of_mask(mask)

    def above(self, card: Card) -> Cards:
        """The cards of its suit that beat it and that an opponent may hold."""
        return (self.order.beaten_by[card.index] & self.theirs()).in_suit(card.suit)

    def trump(self, card: Card) -> bool:
        return card in self.order.ruffs

    def takes(self, card: Card) -> bool:
        return self.order.winner((*self.playing.trick, (self.seat, card)))[0] == self.seat

    def partner_holds(self) -> bool:
        holder = self.order.winner(self.playing.trick)[0]
        return holder != self.seat and self.table.side(holder) == self.side

    def number(self, name: str) -> float:
        return float(self.values[name])

    def points(self, card: Card) -> int:
        return self.order.points[card.index]

    def mine(self, card: Card) -> int:
        return len(self.playing.held.playable(self.seat).in_suit(card.suit))

    @property
    def taker(self) -> object:
        return self.playing.contract.side


CHECKS: dict[str, Callable[[Seen], bool]] = {
    "higher_is_out": lambda at: parse_card(str(at.values["higher"])) in at.above(at.done),
    "draw_trumps": lambda at: (
        at.taker == at.side and at.trump(at.better) and bool(at.theirs() & at.order.ruffs)
    ),
    "trumps_of_takers": lambda at: at.taker not in (None, at.side) and bool(at.theirs() & at.order.ruffs),
    "trumps_of_others": lambda at: at.taker is None and bool(at.theirs() & at.order.ruffs),
    "no_trumps_against": lambda at: at.trump(at.better) and not at.theirs() & at.order.ruffs,
    "trumps_are_gone": lambda at: at.trump(at.done) and not at.theirs() & at.order.ruffs,
    "trumps_help_takers": lambda at: at.trump(at.done) and at.taker not in (None, at.side),
    "master_before_trumps": lambda at: at.trump(at.done) and not at.above(at.better),
    "trumps_could_wait": lambda at: at.trump(at.done) and not at.trump(at.better),
    "master_wins": lambda at: not at.above(at.better) and bool(at.above(at.done)),
    "longer_master": lambda at: not at.above(at.done) and not at.above(at.better),
    "master_could_wait": lambda at: not at.above(at.done) and bool(at.above(at.better)),
    "takes_the_trick": lambda at: at.takes(at.better) and not at.takes(at.done),
    "may_take_the_trick": lambda at: at.takes(at.better) and not at.takes(at.done),
    "takes_with_more": lambda at: (
        at.takes(at.done)
        and at.takes(at.better)
        and at.points(at.better) - at.points(at.done) == at.number("points")
    ),
    "partner_may_take": lambda at: (
        not at.partner_holds() and not at.takes(at.better) and at.points(at.better) == at.number("points")
    ),
    "takes_a_trick": lambda at: at.view.rules.counts_tricks,
    "trick_could_go": lambda at: at.takes(at.done) and not at.takes(at.better),
    "gives_points": lambda at: not at.partner_holds() and at.points(at.done) > at.points(at.better),
    "partner_wants_points": lambda at: at.partner_holds() and at.points(at.better) > at.points(at.done),
    "partner_may_have_points": lambda at: at.partner_holds() and at.points(at.better) > at.points(at.done),
    "secures_the_trick": lambda at: at.partner_holds() and at.takes(at.better),
    "guards_the_trick": lambda at: at.partner_holds() and at.takes(at.better),
    "partner_needs_no_trump": lambda at: at.partner_holds() and at.trump(at.done) and not at.trump(at.better),
    "partner_had_it": lambda at: at.partner_holds() and at.takes(at.done) and not at.takes(at.better),
    "lower_was_enough": lambda at: at.takes(at.better) and at.done in at.order.beaten_by[at.better.index],
    "lower_also_takes": lambda at: at.takes(at.better) and at.done in at.order.beaten_by[at.better.index],
    "threw_a_master": lambda at: not at.above(at.done) and not at.takes(at.done),
    "becomes_master": lambda at: (
        at.trump(at.done) and not at.takes(at.done) and not at.above(at.done) and bool(at.above(at.better))
    ),
    "leaves_bare": lambda at: at.mine(at.done) == 2 and bool(at.above(parse_card(str(at.values["other"])))),
    "keeps_the_likelier": lambda at: (
        not at.above(at.done) and not at.above(at.better) and at.number("left") > at.number("fewer")
    ),
    "makes_void": lambda at: at.mine(at.better) == 1 and not at.trump(at.better),
    "keeps_trump": lambda at: at.trump(at.done) and not at.trump(at.better),
    "lower_trump": lambda at: at.trump(at.done) and at.done in at.order.beaten_by[at.better.index],
    "keeps_higher": lambda at: at.done in at.order.beaten_by[at.better.index],
    "likelier_to_win": lambda at: at.done != at.better,
    "risks_less": lambda at: at.points(at.better) < at.points(at.done) == at.number("points"),
    "from_the_long_suit": lambda at: at.mine(at.better) == at.number("n") > at.mine(at.done),
    "from_the_short_suit": lambda at: at.mine(at.done) == at.number("n") > at.mine(at.better),
    "one_trick_too_many": lambda at: tricks_left(at) <= 0,
    "tricks_are_missing": lambda at: tricks_left(at) == at.number("n") > 0,
    "wins_later": lambda at: tricks_left(at) > 0,
    "high_card_could_go": lambda at: tricks_left(at) <= 0 and not at.takes(at.better),
    "high_card_was_needed": lambda at: tricks_left(at) > 0 and not at.takes(at.done),
}


def tricks_left(at: Seen) -> int:
    return at.view.situation.guesses[at.side] - at.playing.tricks()[at.side]


def positions(rules: str, seed: int, deals: int) -> list[View]:
    """Of a random match: whoever is to choose a card, as he sees it."""
    luck, match, found = Luck(seed), Match.new(rules, seed=seed), []
    while not match.is_over and len(match.view(None).sheet) < deals:
        playing = match.state.phase
        if isinstance(playing, Playing) and playing.turn and len(playing.legal_cards(playing.turn)) > 1:
            found.append(match.view(playing.turn))
        match = match.act(whim(match.state, luck))
    return found


def test_every_reason_that_can_be_given_is_true_and_is_a_sentence() -> None:
    given: Counter[str] = Counter()
    for number, rules in enumerate(RULESET_IDS):
        for view in positions(rules, 30 + number, 8 if rules == "escalier" else 2):
            playing = view.situation.phase
            if not isinstance(playing, Playing) or playing.turn is None or view.situation.blind:
                continue
            reading = Reading(Inference(view))
            legal = sorted(playing.legal_cards(playing.turn), key=lambda card: card.text)
            for done, better in permutations(legal[:4], 2):
                for key, values in card_facts(reading, done, better):
                    given[key] += 1
                    assert CHECKS[key](Seen(view, playing, done, better, values)), (key, rules, done, better)
                    told = Because(key, {"card": done.text, "best": better.text, "more": 5, **values})
                    assert "{" not in tell(told, view.rules)
    assert given.keys() >= CHECKS.keys() - {"takes_a_trick", "longer_master"}


@pytest.mark.parametrize(("own", "expected"), [(True, "Votre partenaire"), (False, "Son partenaire")])
def test_the_reader_is_spoken_to(own: bool, expected: str) -> None:
    because = Because("partner_wants_points", {"card": "7C", "best": "QD", "points": 3, "more": 5})
    assert tell(because, load("classique"), own=own).startswith(expected)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (True, "avec la dame de carreau, vous gardiez le valet"),
        (False, "avec la dame de carreau, on gardait"),
    ],
)
def test_what_would_have_been_kept_is_said_to_the_reader(own: bool, expected: str) -> None:
    because = Because("trumps_could_wait", {"card": "JC", "best": "QD", "more": 5})
    assert expected in tell(because, load("classique"), own=own)


def test_two_suits_are_compared_by_name() -> None:
    because = Because("keeps_the_likelier", {"card": "QD", "best": "KS", "left": 3, "fewer": 0, "more": 5})
    told = tell(because, load("classique"))
    assert told.endswith("il restait plus de carreau que de pique dehors.")
    assert tell_why_not(because, load("classique"), "en").endswith("more diamonds than spades are still out.")


@pytest.mark.parametrize(
    ("more", "french", "english"),
    [(47, "47 points", "47 points"), (1, "1 point ", "1 point "), (0.5, "0,5 point ", "0.5 points")],
)
def test_what_another_choice_brings_is_told_in_points(more: float, french: str, english: str) -> None:
    because = Because("card_worth_more", {"card": "7D", "best": "8D", "more": more})
    assert f"rapporte {french}" in tell(because, load("escalier"))
    assert f"scores {english}" in tell(because, load("escalier"), "en")
    assert f"rapporte {french}" in tell_why_not(because, load("escalier"), "fr")


def test_to_take_is_not_told_as_an_announcement() -> None:
    match = Match.new("classique", seed=3)
    while match.view(None).situation.phase.__class__.__name__ != "Choosing":
        match = match.act(whim(match.state, Luck(3)))
    view = match.view(match.actors()[0])
    take = next(action for action in view.legal() if isinstance(action, Take))
    passed = Pass(take.seat)
    bold, shy = why_better(view, passed, take, 20), why_better(view, take, passed, 20)
    assert "annonce" not in tell(shy, view.rules, own=True)
    assert "pour prendre : passer rapporte 20 points" in tell(bold, view.rules, own=True)
    assert "pour prendre : passer rapporte 20 points" in tell_why_not(bold, view.rules, "fr")


def test_a_surcontre_is_told_by_the_contract() -> None:
    values: Values = {"call": "surcontre", "best": "pass", "more": 90}
    bold = Because("call_worth_more", values)
    shy = Because("call_worth_more", values | {"call": "pass", "best": "surcontre"})
    rules = load("ffb-contree")
    assert "le contrat chute trop souvent" in tell(bold, rules)
    assert tell(shy, rules).startswith("Le contrat avait de bonnes chances : « Je surcontre »")
    assert tell_why_not(shy, rules, "en").startswith("The contract has a good chance")


def test_trumps_are_named_in_their_order() -> None:
    values: Values = {"call": "pass", "best": "90 D", "held": "JD 9D 7D", "more": 40}
    told = tell(Because("hand_is_worth_a_call_with", values), load("ffb-contree"), own=True)
    assert told.startswith("Avec le valet, le neuf et le sept de carreau, votre main valait une annonce")


@pytest.mark.parametrize(
    ("key", "aces", "expected"),
    [
        ("hand_is_worth_a_call_with", 0, "le sept de carreau, votre main"),
        ("hand_is_worth_a_call_with", 2.0, "le sept de carreau, plus deux as à côté, votre main"),
        ("hand_is_too_weak_with", 0, "le sept de carreau, sans as à côté, « 90 carreau », c'était trop"),
        ("hand_is_too_weak_with", 1, "le sept de carreau, plus un as à côté, « 90 carreau »"),
    ],
)
def test_the_aces_beside_are_told(key: str, aces: float, expected: str) -> None:
    weak = "weak" in key
    values: Values = {
        "call": "90 D" if weak else "pass",
        "best": "pass" if weak else "90 D",
        "held": "JD 7D",
        "aces": aces,
        "more": 40,
    }
    assert expected in tell(Because(key, values), load("ffb-contree"), own=True)
    assert "{" not in tell_why_not(Because(key, values), load("ffb-contree"), "en")


def test_no_reason_is_left_without_a_check() -> None:
    calls = ("call", "hand", "contre", "other_trump", "guess", "card_worth_more", "the_card", "supports")
    reasons = {key for key, text in catalogue("fr").review.items() if "{best}" in text.lower()}
    assert {key for key in reasons if not any(part in key for part in calls)} <= CHECKS.keys()


def test_a_reason_is_told_before_the_choice_too() -> None:
    """A wrong answer to a problem, and «Que jouer ?»."""
    calls = {key for key in catalogue("fr").review if key.endswith("_with") or key.startswith("guess_")}
    for lang in ("fr", "en"):
        assert {f"wrong_{key}" for key in CHECKS.keys() | calls} <= catalogue(lang).problems.keys()


def test_a_partners_suit_is_supported() -> None:
    match = Match.new("ffb-contree", seed=1)
    while match.view(None).situation.phase.__class__.__name__ != "Choosing":
        match = match.act(whim(match.state, Luck(1)))
    opener = match.actors()[0]
    match = match.act(Bid(opener, 80, Trump.HEARTS))
    match = match.act(Pass(match.actors()[0]))
    partner = match.actors()[0]
    view = match.view(partner)
    because = why_better(view, Bid(partner, 90, Trump.HEARTS), Pass(partner), 12)
    assert because.key.startswith("supports_partner")
    assert tell(because, view.rules, own=True).startswith("Votre partenaire avait annoncé cette couleur")
    other = why_better(view, Bid(partner, 90, Trump.SPADES), Pass(partner), 12)
    assert other.key.startswith("hand_is_worth_a_call")


@pytest.mark.parametrize(("trump", "key"), [("S", "supports_partner_with"), ("D", "supports_partner")])
def test_one_card_is_not_named_as_support(trump: str, key: str) -> None:
    match = Match.new("ffb-contree", seed=1)
    while match.view(None).situation.phase.__class__.__name__ != "Choosing":
        match = match.act(whim(match.state, Luck(1)))
    opener = match.actors()[0]
    match = match.act(Bid(opener, 80, Trump(trump)))
    match = match.act(Pass(match.actors()[0]))
    partner = match.actors()[0]
    view = match.view(partner)
    because = why_better(view, Bid(partner, 90, Trump(trump)), Pass(partner), 12)
    assert because.key == key
    assert because.values.get("aces") == (2 if key.endswith("_with") else None)


def test_the_turned_card_is_not_named_to_one_who_has_none_of_its_suit() -> None:
    match = Match.new("classique", seed=1)
    while match.view(None).situation.phase.__class__.__name__ != "Choosing":
        match = match.act(whim(match.state, Luck(1)))
    keys = set()
    for seat in match.rules.table:
        view = match.view(seat)
        assert view.situation.turned is not None
        suit = view.situation.turned.suit
        because = why_better(view, Pass(seat), Take(seat, Trump(suit.value)), 20)
        keys.add((bool(view.hand.in_suit(suit)), because.key))
    assert keys == {(True, "hand_is_too_weak_with"), (False, "hand_is_too_weak")}
