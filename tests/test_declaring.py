"""Declarations: what a hand holds, whose count, and the talk at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rebelote.actions import NameHeight, NotBetter
from rebelote.cards import PACK, Card, Cards, Rank, Trump
from rebelote.errors import Illegal
from rebelote.phases.declaring import (
    Contest,
    Declaration,
    Winners,
    announceable,
    announced,
    announced_points,
    contest,
    counted_points,
    find,
    has_void_carre,
    strength,
)
from rebelote.results import Kind
from rebelote.ruleset import Declarations, loading
from rebelote.table import COMPASS, Seat, Side
from tests.support.clause_mark import clause


def declarations_of(rules: str, **options: object) -> Declarations:
    part = loading.load(rules, options).declarations
    assert part is not None
    return part


FFB = declarations_of("ffb-belote", declarations=True, sans_tout_atout=True)
FIRST = declarations_of("coinche-annonces", tie="first", sans_tout_atout=True)
FFB_WITHOUT = declarations_of("ffb-belote")
ANNONCES = declarations_of("belote-annonces")
TABLE = loading.load("ffb-belote").table
N, E, S, W = COMPASS
NS, EW = TABLE.sides

SPADES, HEARTS, DIAMONDS, CLUBS, SANS, TOUT = Trump


def lines(found: Iterable[Declaration]) -> list[str]:
    """«tierce 7S 8S 9S = 20», to read the cases below as a score sheet."""
    return [f"{d.kind} {' '.join(card.text for card in d.cards)} = {d.points}" for d in found]


def found_in(hands: Mapping[Seat, str], trump: Trump) -> dict[Seat, tuple[Declaration, ...]]:
    return {seat: find(FFB, trump, Cards.parse(hand)) for seat, hand in hands.items()}


# What a hand holds

NOTHING: list[str] = []


@clause("A-8", "B-9")
@pytest.mark.parametrize("part", [FFB, ANNONCES], ids=["ffb", "annonces"])
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("7S 8S TS JS QH KH AD 7C", NOTHING, id="nothing"),
        pytest.param("KS AS 7H 8D TD QC KC 9C", NOTHING, id="a run stays in its suit"),
        pytest.param("KH AH 7H 8H TD QS 9C JD", NOTHING, id="a run does not go round the ace"),
        pytest.param("7S 8S 9S JH KH AD QC TC", ["tierce 7S 8S 9S = 20"], id="tierce"),
        pytest.param("9C TC JC QC 7S 8H AD KD", ["cinquante 9C TC JC QC = 50"], id="cinquante"),
        pytest.param("TD JD QD KD AD 7S 8S 8C", ["cent TD JD QD KD AD = 100"], id="cent"),
        pytest.param(
            "QD KD AD 7C 8C 9C 7S 8D",
            ["tierce QD KD AD = 20", "tierce 7C 8C 9C = 20"],
            id="two tierces, the higher first",
        ),
        pytest.param(
            "7S 8S 9S TH JH QH KH AD",
            ["cinquante TH JH QH KH = 50", "tierce 7S 8S 9S = 20"],
            id="the longer first",
        ),
        pytest.param(
            "JS JH JD JC QD QS QH QC",
            ["carre JS JH JD JC = 200", "carre QS QH QD QC = 100"],
            id="two carrés",
        ),
        pytest.param(
            "9S 9H 9D 9C AD AS AH AC",
            ["carre 9S 9H 9D 9C = 150", "carre AS AH AD AC = 100"],
            id="nines above aces",
        ),
        pytest.param("8S 8H 8D 8C 7S 9S AH KD", ["tierce 7S 8S 9S = 20"], id="eights count for nothing"),
        pytest.param("7S 7H 7D 7C 8S TS AH KD", NOTHING, id="sevens count for nothing"),
    ],
)
def test_what_a_hand_holds(part: Declarations, hand: str, expected: list[str]) -> None:
    assert lines(find(part, HEARTS, Cards.parse(hand))) == expected


@clause("A-8", "A-8-split")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("8S 9S TS JS QS KS 7H AD", ["cent 9S TS JS QS KS = 100"], id="run of six"),
        pytest.param("7S 8S 9S TS JS QS KS AD", ["cent 9S TS JS QS KS = 100"], id="run of seven"),
        pytest.param(
            "7S 8S 9S TS JS QS KS AS",
            ["cent TS JS QS KS AS = 100", "tierce 7S 8S 9S = 20"],
            id="run of eight",
        ),
        pytest.param("9S TS JS QS KS JH JD JC", ["carre JS JH JD JC = 200"], id="carré breaks the cent"),
        pytest.param("TS JS QS KS AS QH QD QC", ["carre QS QH QD QC = 100"], id="carré before a cent of 100"),
        pytest.param(
            "9S TS JS QS KS KH KD KC",
            ["carre KS KH KD KC = 100", "cinquante 9S TS JS QS = 50"],
            id="what is left of the cent is a cinquante",
        ),
        pytest.param(
            "8S 9S TS QS QH QD QC JS",
            ["carre QS QH QD QC = 100", "cinquante 8S 9S TS JS = 50"],
            id="carré and the run beneath it",
        ),
    ],
)
def test_a_card_counts_once(hand: str, expected: list[str]) -> None:
    assert lines(find(FFB, HEARTS, Cards.parse(hand))) == expected


@clause("A-8", "A-11.2", "A-11.3")
@pytest.mark.parametrize(
    ("trump", "hand", "expected"),
    [
        (SANS, "AS AH AD AC TS TH TD TC", ["carre AS AH AD AC = 200", "carre TS TH TD TC = 150"]),
        (TOUT, "AS AH AD AC TS TH TD TC", ["carre AS AH AD AC = 100", "carre TS TH TD TC = 100"]),
        (CLUBS, "AS AH AD AC TS TH TD TC", ["carre AS AH AD AC = 100", "carre TS TH TD TC = 100"]),
        (SANS, "JS JH JD JC 9S 9H 9D 9C", ["carre JS JH JD JC = 100", "carre 9S 9H 9D 9C = 100"]),
        (TOUT, "JS JH JD JC 9S 9H 9D 9C", ["carre JS JH JD JC = 200", "carre 9S 9H 9D 9C = 150"]),
        (SANS, "KS KH KD KC QS QH QD QC", ["carre KS KH KD KC = 100", "carre QS QH QD QC = 100"]),
    ],
)
def test_carres_by_the_trump(trump: Trump, hand: str, expected: list[str]) -> None:
    assert lines(find(FFB, trump, Cards.parse(hand))) == expected


@clause("A-8.3", "A-11-tie")
@pytest.mark.parametrize(
    ("trump", "first"), [(HEARTS, "H"), (DIAMONDS, "D"), (CLUBS, "H"), (SANS, "H"), (TOUT, "H")]
)
def test_of_two_equal_runs_the_one_in_trumps_comes_first(trump: Trump, first: str) -> None:
    found = find(FFB, trump, Cards.parse("QH KH AH QD KD AD 7S 8S"))
    assert [declaration.cards[0].suit for declaration in found] == [first, {"H": "D", "D": "H"}[first]]


@clause("A-8")
def test_where_declarations_are_not_played_a_hand_holds_none() -> None:
    assert find(FFB_WITHOUT, HEARTS, Cards.parse("JS JH JD JC QD QS QH QC")) == ()


@clause("A-8")
def test_a_declaration_is_called_by_its_top_card() -> None:
    found = find(FFB, HEARTS, Cards.parse("9S TS JS QS KS KH KD KC"))
    assert [declaration.top for declaration in found] == [Rank.KING, Rank.QUEEN]


@clause("B-9", "B-9-void")
@pytest.mark.parametrize(
    ("part", "hand", "expected"),
    [
        (ANNONCES, "7S 7H 7D 7C 8S TS AH KD", True),
        (ANNONCES, "7S 7H 7D 8C 8S TS AH KD", False),
        (ANNONCES, "8S 8H 8D 8C 7S TS AH KD", False),
        (FFB, "7S 7H 7D 7C 8S TS AH KD", False),
    ],
)
def test_four_sevens_void_the_deal(part: Declarations, hand: str, expected: bool) -> None:
    assert has_void_carre(part, Cards.parse(hand)) is expected


# Strength, and whose count


def strongest_first(texts: Sequence[str], trump: Trump) -> list[str]:
    """Each text is a whole declaration; sorted by strength."""
    (*each,) = ((find(FFB, trump, Cards.parse(text))[0], text) for text in texts)
    return [text for _, text in sorted(each, key=lambda pair: strength(pair[0], FFB, trump), reverse=True)]


def carre(rank: str) -> str:
    return " ".join(rank + suit for suit in "SHDC")


@clause("A-8", "A-8.3", "B-9")
def test_strength_at_a_suit() -> None:
    expected = [
        *map(carre, "J9ATKQ"),
        "TH JH QH KH AH",
        "TS JS QS KS AS",
        "9H TH JH QH KH",
        "7S 8S 9S TS JS",
        "JD QD KD AD",
        "7H 8H 9H TH",
        "QH KH AH",
        "QS KS AS",
        "JH QH KH",
        "7C 8C 9C",
    ]
    assert strongest_first(expected[::-1], HEARTS) == expected


@clause("A-11.2", "A-11.3", "A-8.3")
@pytest.mark.parametrize(("trump", "order"), [(SANS, "ATKQJ9"), (TOUT, "J9ATKQ")])
def test_strength_of_carres_at_sans_and_tout_atout(trump: Trump, order: str) -> None:
    expected = [*map(carre, order), "TH JH QH KH AH"]
    assert strongest_first(expected[::-1], trump) == expected


@clause("A-8.3", "A-11-tie")
@pytest.mark.parametrize("trump", [SANS, TOUT, CLUBS])
def test_no_other_suit_breaks_a_tie(trump: Trump) -> None:
    hearts, spades = (find(FFB, trump, Cards.parse(text))[0] for text in ("QH KH AH", "QS KS AS"))
    assert strength(hearts, FFB, trump) == strength(spades, FFB, trump)


@clause("A-8.3", "B-9-contest")
@pytest.mark.parametrize(
    ("trump", "hands", "winner", "points"),
    [
        pytest.param(HEARTS, {N: "7S 9S", E: "TH QH"}, None, 0, id="nobody has any"),
        pytest.param(HEARTS, {N: "7S 8S 9S"}, NS, 20, id="one side only"),
        pytest.param(HEARTS, {N: "7S 8S 9S", E: "TH JH QH"}, EW, 20, id="higher top card"),
        pytest.param(HEARTS, {N: "7S 8S 9S TS", E: "QH KH AH"}, NS, 50, id="longer run"),
        pytest.param(HEARTS, {N: "QS QH QD QC", W: "TS JS"}, NS, 100, id="carré of queens"),
        pytest.param(HEARTS, {N: "TH JH QH KH AH", W: carre("9")}, EW, 150, id="carré beats cent"),
        pytest.param(HEARTS, {N: carre("A"), W: carre("9")}, EW, 150, id="nines beat aces"),
        pytest.param(SANS, {N: carre("A"), W: carre("9")}, NS, 200, id="aces beat nines at sans atout"),
        pytest.param(HEARTS, {S: "TS JS QS", E: "TH JH QH"}, EW, 20, id="equal, one in trumps"),
        pytest.param(DIAMONDS, {S: "TS JS QS", E: "TH JH QH"}, None, 0, id="equal, none in trumps"),
        pytest.param(SANS, {S: "TS JS QS", E: "TH JH QH"}, None, 0, id="equal at sans atout"),
        pytest.param(TOUT, {S: "TS JS QS", E: "TH JH QH"}, None, 0, id="equal at tout atout"),
        pytest.param(
            CLUBS, {N: "QS KS AS", S: "QH KH AH", E: "TD JD QD"}, NS, 40, id="partners' equals are no tie"
        ),
        pytest.param(
            CLUBS,
            {N: "JS QS KS", S: "7D 8D 9D", E: "JH QH KH"},
            None,
            0,
            id="the rest breaks no tie",
        ),
        pytest.param(
            CLUBS,
            {E: "TD JD QD KD AD", W: "7S 8S 9S", N: "TH JH QH KH", S: "QS KS AS"},
            EW,
            120,
            id="the winners' lesser ones count too",
        ),
    ],
)
def test_whose_declarations_count(
    trump: Trump, hands: dict[Seat, str], winner: Side | None, points: int
) -> None:
    found = found_in(hands, trump)
    won = contest(FFB, trump, TABLE, found)
    assert won == winner
    scored = counted_points(TABLE, Winners(won, won), found)
    assert scored == {side: points if side == winner else 0 for side in TABLE.sides}


# Announcing


def kinds_only(*kinds: Kind) -> tuple[Declaration, ...]:
    return tuple(Declaration(kind, (), 0) for kind in kinds)


@clause("A-8.2")
@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((), ()),
        (("tierce",), (("tierce",),)),
        (("tierce", "tierce"), (("tierce", "tierce"), ("tierce",))),
        (("cent", "tierce"), (("cent", "tierce"), ("cent",), ("tierce",))),
        (
            ("carre", "carre", "tierce"),
            (("carre", "carre", "tierce"), ("carre", "carre"), ("carre", "tierce"), ("carre",), ("tierce",)),
        ),
    ],
)
def test_ways_to_announce(kinds: tuple[Kind, ...], expected: tuple[tuple[Kind, ...], ...]) -> None:
    assert announceable(kinds_only(*kinds)) == expected


@clause("A-8.2", "A-8.4")
def test_the_strongest_of_a_kind_bears_out_an_announcement() -> None:
    found = find(FFB, HEARTS, Cards.parse("QD KD AD 7C 8C 9C 7S 8D"))
    assert lines(announced(found, ["tierce"])) == ["tierce QD KD AD = 20"]
    assert announced(found, ["tierce", "tierce"]) == found
    assert announced(found, ["cent", "sevens"]) == ()


@clause("A-8.4", "A-11.2")
@pytest.mark.parametrize(
    ("trump", "kinds", "heights", "points"),
    [
        (HEARTS, ["tierce"], [], 20),
        (HEARTS, ["tierce"], [Rank.KING], 20),
        (HEARTS, ["cent", "tierce"], [], 120),
        (HEARTS, ["cinquante", "tierce", "tierce"], [], 90),
        (HEARTS, ["carre"], [], 100),
        (HEARTS, ["carre"], [Rank.JACK], 200),
        (SANS, ["carre"], [], 100),
        (SANS, ["carre"], [Rank.JACK], 100),
        (SANS, ["carre"], [Rank.ACE], 200),
        (TOUT, ["carre", "tierce"], [Rank.NINE], 170),
        (HEARTS, ["carre", "carre"], [Rank.NINE], 250),
        (HEARTS, ["sevens"], [], 0),
    ],
)
def test_what_was_announced_is_worth(
    trump: Trump, kinds: list[Kind], heights: list[Rank], points: int
) -> None:
    assert announced_points(FFB, trump, kinds, heights) == points


# The talk at the table. Play goes N W S E where N leads to the first trick.


KINDS: dict[str, Kind] = {"carre": "carre", "cent": "cent", "cinquante": "cinquante", "tierce": "tierce"}


def start(trump: Trump, **kinds: str) -> Contest:
    said = {Seat(seat): [KINDS[word] for word in words.split()] for seat, words in kinds.items()}
    return Contest.start(FFB, trump, TABLE, said)


def say(talk: Contest, seat: str, words: str) -> Contest:
    """«Q», «Q trumps» or «pas mieux»; refused where it may not be said."""
    action = _spoken(Seat(seat), words)
    talk.check(action)
    return apply(talk, action)


def _spoken(seat: Seat, words: str) -> NameHeight | NotBetter:
    rank, *trumps = words.split()
    return NotBetter(seat) if words == "pas mieux" else NameHeight(seat, Rank(rank), bool(trumps))


def apply(talk: Contest, action: NameHeight | NotBetter) -> Contest:
    match action:
        case NameHeight(seat, rank, in_trumps):
            return talk.name_height(seat, rank, in_trumps)
        case NotBetter(seat):
            return talk.not_better(seat)


@clause("A-8.3")
@pytest.mark.parametrize(
    ("kinds", "leader_kind", "winner"),
    [
        ({}, None, None),
        ({"N": ""}, None, None),
        ({"N": "tierce"}, "tierce", NS),
        ({"N": "tierce", "S": "tierce"}, "tierce", NS),
        ({"N": "tierce tierce", "W": "cinquante"}, "cinquante", EW),
        ({"N": "cent tierce", "W": "tierce", "E": "carre"}, "carre", EW),
        ({"N": "tierce", "W": "tierce", "S": "cent"}, "cent", NS),
    ],
)
def test_different_kinds_settle_it_without_a_word(
    kinds: dict[str, str], leader_kind: Kind | None, winner: Side | None
) -> None:
    talk = start(HEARTS, **kinds)
    assert (talk.leader_kind, talk.speaker, talk.winner) == (leader_kind, None, winner)


FOUR = {"N": "tierce", "W": "tierce", "S": "tierce", "E": "tierce"}


@clause("A-8.3", "A-8.3-height", "AN-4-tie")
@pytest.mark.parametrize(
    ("kinds", "script", "winner"),
    [
        pytest.param({"N": "tierce", "E": "tierce"}, ["N Q", "E pas mieux"], NS, id="pas mieux"),
        pytest.param({"N": "tierce", "E": "tierce"}, ["N Q", "E K"], EW, id="higher"),
        pytest.param({"N": "tierce", "E": "tierce"}, ["N Q", "E Q"], None, id="equal"),
        pytest.param({"N": "tierce", "E": "tierce"}, ["N Q", "E Q trumps"], EW, id="equal in trumps"),
        pytest.param({"N": "tierce", "E": "tierce"}, ["N Q trumps", "E Q"], NS, id="the first in trumps"),
        pytest.param({"N": "tierce", "E": "tierce"}, ["N 9 trumps", "E T"], EW, id="height before trumps"),
        pytest.param({"W": "tierce", "S": "cent", "E": "cent"}, ["S A", "E pas mieux"], NS, id="best kind"),
        pytest.param({"W": "carre", "S": "carre"}, ["W K", "S A"], NS, id="carrés: aces above kings"),
        pytest.param({"W": "carre", "S": "carre"}, ["W A", "S 9"], NS, id="carrés: nines above aces"),
        pytest.param(FOUR, ["N A trumps", "W pas mieux", "E pas mieux"], NS, id="a partner need not speak"),
        pytest.param(FOUR, ["N Q", "W pas mieux", "E K", "S A"], NS, id="a partner may be better"),
        pytest.param(FOUR, ["N Q", "W K", "S pas mieux"], EW, id="overtaken, the partner can't help"),
        pytest.param(FOUR, ["N Q", "W K", "S A", "E A"], None, id="equalled by the last"),
        pytest.param(FOUR, ["N Q", "W Q", "S pas mieux", "E K"], EW, id="a tie is broken by the last"),
        pytest.param(FOUR, ["N Q", "W Q", "S Q trumps", "E pas mieux"], NS, id="a tie is broken in trumps"),
        pytest.param(FOUR, ["N Q", "W Q", "S pas mieux", "E pas mieux"], None, id="a tie remains"),
    ],
)
def test_the_talk(kinds: dict[str, str], script: list[str], winner: Side | None) -> None:
    talk = start(HEARTS, **kinds)
    for line in script:
        seat, words = line.split(maxsplit=1)
        assert (talk.speaker, talk.winner) == (seat, None)
        talk = say(talk, seat, words)
    assert (talk.speaker, talk.winner) == (None, winner)


@clause("A-8.3-height", "A-11.2")
@pytest.mark.parametrize(
    ("trump", "kind", "first", "expected"),
    [
        (HEARTS, "tierce", "Q", ["Q", "Q trumps", "K", "K trumps", "A", "A trumps", "pas mieux"]),
        (SANS, "tierce", "Q", ["Q", "K", "A", "pas mieux"]),
        (TOUT, "cinquante", "K", ["K", "A", "pas mieux"]),
        (HEARTS, "carre", "T", ["T", "A", "9", "J", "pas mieux"]),
        (SANS, "carre", "T", ["T", "A", "pas mieux"]),
    ],
)
def test_an_answer_is_not_below_the_height_named(
    trump: Trump, kind: str, first: str, expected: list[str]
) -> None:
    talk = say(start(trump, N=kind, W=kind), "N", first)
    assert list(talk.legal(W)) == [_spoken(W, words) for words in expected]
    assert talk.legal(N) == ()


@clause("A-8.3-height")
@pytest.mark.parametrize(
    ("kind", "heights"), [("tierce", "9TJQKA"), ("cinquante", "TJQKA"), ("cent", "JQKA"), ("carre", "QKTA9J")]
)
def test_the_first_declarer_names_any_height_his_kind_can_have(kind: str, heights: str) -> None:
    talk = start(SANS if kind != "carre" else HEARTS, N=kind, W=kind)
    assert list(talk.legal(N)) == [_spoken(N, height) for height in heights]


@clause("A-8.3-height")
@pytest.mark.parametrize(
    ("seat", "words", "reason"),
    [("W", "J", ""), ("N", "A", "not_your_turn"), ("S", "pas mieux", "not_your_turn"), ("W", "8", "")],
)
def test_what_may_not_be_said_is_refused(seat: str, words: str, reason: str) -> None:
    talk = say(start(HEARTS, N="tierce", W="tierce"), "N", "Q")
    with pytest.raises(Illegal) as refused:
        say(talk, seat, words)
    assert (refused.value.clause, refused.value.reason) == ("A-8.3-height", reason)


@clause("B-9-void")
def test_sevens_do_not_contend() -> None:
    talk = Contest.start(ANNONCES, HEARTS, TABLE, {N: ["sevens"], W: ["sevens", "tierce"]})
    assert (talk.leader_kind, talk.speaker, talk.winner) == ("tierce", None, EW)


@clause("A-8.3-height")
def test_one_who_holds_nothing_of_the_kind_must_still_speak() -> None:
    talk = start(HEARTS, N="tierce", W="tierce")
    assert talk.truth(N, ()) == NameHeight(N, Rank.NINE)
    assert say(talk, "N", "9").truth(W, ()) == NotBetter(W)


# Properties

RUN_ORDER = "789TJQKA"
WORTH = {3: ("tierce", 20), 4: ("cinquante", 50), 5: ("cent", 100)}
CARRES = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
CARRES_SANS = {"A": 200, "T": 150, "K": 100, "Q": 100, "J": 100, "9": 100}


def stirred(by_rank: bool, swaps: Iterable[tuple[int, int]]) -> list[Cards]:
    pack = sorted(PACK, key=lambda card: RUN_ORDER.index(card.rank)) if by_rank else list(PACK)
    for i, j in swaps:
        pack[i], pack[j] = pack[j], pack[i]
    return [Cards(pack[i : i + 8]) for i in range(0, len(pack), 8)]


PLACES = st.integers(0, len(PACK) - 1)
# Four hands from a pack sorted by suit or by rank and stirred a little: full of declarations.
DEALS = st.builds(stirred, st.booleans(), st.lists(st.tuples(PLACES, PLACES), max_size=24))


def everything_in(hand: Cards, trump: Trump) -> list[tuple[str, tuple[Card, ...], int]]:
    """Each group of the hand's cards that pays, by trying them all."""
    groups = (group for size in (3, 4, 5) for group in combinations(hand, size))
    carres = CARRES_SANS if trump is SANS else CARRES
    found = []
    for group in groups:
        ranks, suits = "".join(card.rank for card in group), {card.suit for card in group}
        if len(suits) == 1 and ranks in RUN_ORDER:
            found.append((WORTH[len(group)][0], group, WORTH[len(group)][1]))
        if len(suits) == 4 and len(set(ranks)) == 1 and ranks[0] in carres:
            found.append(("carre", group, carres[ranks[0]]))
    return found


def rank_among(one: tuple[str, tuple[Card, ...], int], trump: Trump) -> tuple[int, int, bool]:
    kind, group, _ = one
    top = group[-1].rank
    if kind == "carre":
        return 9, -list(CARRES_SANS if trump is SANS else CARRES).index(top), False
    return len(group), RUN_ORDER.index(top), group[0].suit == trump.value


def obvious_find(hand: Cards, trump: Trump) -> list[str]:
    everything = everything_in(hand, trump)
    everything.sort(key=lambda one: rank_among(one, trump), reverse=True)
    sets = [chosen for size in (0, 1, 2) for chosen in combinations(everything, size) if not _overlap(chosen)]
    best = max(sets, key=lambda chosen: (sum(d[2] for d in chosen), [rank_among(d, trump) for d in chosen]))
    return [f"{kind} {' '.join(card.text for card in group)} = {points}" for kind, group, points in best]


def _overlap(chosen: Sequence[tuple[str, tuple[Card, ...], int]]) -> bool:
    cards = [card for _, group, _ in chosen for card in group]
    return len(cards) != len(set(cards))


@clause("A-8", "A-8-split")
@given(hands=DEALS, trump=st.sampled_from(Trump))
def test_find_agrees_with_trying_everything(hands: list[Cards], trump: Trump) -> None:
    for hand in hands:
        assert lines(find(FFB, trump, hand)) == obvious_find(hand, trump)


def talk_truthfully(talk: Contest, held: Mapping[Seat, Sequence[Declaration]]) -> Contest:
    """Each names the height of his best, unless one already named is higher."""
    order = list("9TJQKA")
    if talk.leader_kind == "carre":
        order = list(CARRES_SANS if talk.trump is SANS else CARRES)[::-1]
    while (seat := talk.speaker) is not None:
        mine = [d for d in held[seat] if d.kind == talk.leader_kind]
        best = max(mine, key=lambda d: (order.index(d.top), d.is_in_trumps(talk.trump)))
        beaten = any(order.index(height.rank) > order.index(best.top) for height in talk.named)
        action = NotBetter(seat) if beaten else NameHeight(seat, best.top, best.is_in_trumps(talk.trump))
        assert talk.truth(seat, held[seat]) == action
        talk.check(action)
        talk = apply(talk, action)
    return talk


def dealt(*hands: str) -> list[Cards]:
    return [Cards.parse(hand) for hand in hands]


@clause("A-8.3", "A-8.3-height", "AN-4-tie")
@settings(max_examples=300)
@given(
    hands=DEALS,
    trump=st.sampled_from(Trump),
    leader=st.sampled_from(COMPASS),
    ways=st.tuples(*[st.integers(0, 4)] * 4),
    part=st.sampled_from((FFB, FIRST)),
)
@example(
    hands=dealt("7S 8S 9S", "TH JH QH", "QS KS AS", "QC KC AC"),
    trump=CLUBS,
    leader=N,
    ways=(0, 0, 0, 0),
    part=FFB,
)
@example(
    hands=dealt("7S 8S 9S", "TH JH QH", "TS JS QS", "TC JC QC"),
    trump=DIAMONDS,
    leader=N,
    ways=(0, 0, 0, 0),
    part=FIRST,
)
def test_the_truth_gives_the_winner_of_the_contest(
    hands: list[Cards], trump: Trump, leader: Seat, ways: tuple[int, int, int, int], part: Declarations
) -> None:
    found = {seat: find(part, trump, hand) for seat, hand in zip(TABLE, hands, strict=True)}
    # All that one has first, then less, and at last nothing at all.
    kinds = {
        seat: ((*announceable(found[seat]), ())[: way + 1])[-1] for seat, way in zip(TABLE, ways, strict=True)
    }
    held = {seat: announced(found[seat], kinds[seat]) for seat in TABLE}
    talk = Contest.start(part, trump, TABLE, {seat: kinds[seat] for seat in TABLE.from_(leader)})
    settled = talk_truthfully(talk, held)
    assert settled.winner == contest(part, trump, TABLE, held, leader)
    spoken = [height.seat for height in settled.named] + list(settled.declined)
    assert len(spoken) == len(set(spoken))


@clause("A-8", "A-8.4")
@given(hands=DEALS, trump=st.sampled_from(Trump))
def test_what_is_announced_with_its_heights_is_worth_what_is_held(hands: list[Cards], trump: Trump) -> None:
    for hand in hands:
        found = find(FFB, trump, hand)
        heights = [declaration.top for declaration in found if declaration.kind == "carre"]
        worth = announced_points(FFB, trump, [declaration.kind for declaration in found], heights)
        assert worth == sum(declaration.points for declaration in found)
