"""Which clauses a key makes true: what a house rule that changes the key can no longer cite.

What a clause of the built-in games says is listed by its id (`STATES`); another that a part cites is about
the keys of what it is cited for (`CITED_FOR`); one of neither kind is taken to be about its whole part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final


def _fields(keys: str, *fields: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(keys.split(), fields)


CITED_FOR: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "seating": {},
    "dealing": {**_fields("smallest_heap", "cut"), **_fields("layout", "packets")},
    "trump_choice": {
        **_fields(
            "rounds overcalls objections schmeiss must when ends lowest highest step trumps slams", "call"
        ),
        **_fields("raises_oneself turned offered to_partner_from not_to_partner redeal_with", "call"),
        **_fields("contre contre_lifted surcontre contres contred_above", "contre"),
        **_fields("unit", "call", "contre"),
    },
    "play": {
        "partner_master": ("trump", "partner"),
        "partner_ruffed": ("partner",),
        "cannot_overruff": ("undertrump",),
        "lead_beats_partner": ("overtrump",),
        "plain": ("plain",),
        "leads": ("lead",),
    },
    "card_values": {},
    "declarations": {},
    "belote": {},
    "scoring": {
        **_fields("test needed needed_with_belote needs", "made", "failed", "test"),
        **_fields("tie hung_again", "tie"),
        **_fields("tests_belote", "made", "test", "belote"),
        **_fields("tests_declarations", "made", "test", "declarations"),
        **_fields(
            "capot capot_bonus capot_at capot_uncalled capot_called capot_missed capot_as_call", "capot"
        ),
        **_fields("generale defence_capot", "capot"),
        **_fields("capot_declarations", "capot", "declarations"),
        **_fields("capot_contred", "capot", "contre"),
        **_fields("failed", "failed", "mark"),
        **_fields("failed_points", "failed"),
        **_fields("failed_capot", "failed", "capot"),
        **_fields("failed_belote", "failed", "belote"),
        **_fields("failed_declarations", "failed", "declarations"),
        **_fields("tricks_factor mark_factor", "made", "factor"),
        **_fields("contred contred_capot doubled", "contre"),
        **_fields("declarations_contred", "contre", "declarations"),
        **_fields("made", "mark", "test"),
        **_fields("rounding rounding_at", "rounding", "made", "mark"),
        **_fields("more_too needs_a_trick lowest_needs", "test"),
        **_fields("every_trick_makes", "test", "capot"),
        **_fields("marks_belote", "mark", "belote"),
    },
    "match_end": {},
    "penalties": {
        "misdeal": ("misdeal",),
        "wrong_card": ("wrong_card", "lost_deal"),
        "unproved": ("unproved",),
        "shown_card": ("shown_card",),
        "points": ("misdeal", "lost_deal"),
    },
}
"""What a clause is cited for, by the key that decides it: the names of `cites`."""


def _said_by(keys: str, *clauses: str) -> dict[str, frozenset[str]]:
    return dict.fromkeys(clauses, frozenset(keys.split()))


_SEATS: Final = "seating.places seating.players"
_TURNS: Final = "seating.direction"
_POINTS: Final = "card_values.trump card_values.plain"
_WITHOUT: Final = "card_values.sans_atout card_values.tout_atout card_values.rescale_tout_atout"
_RUNS: Final = "declarations.carres declarations.runs"
_WORDS: Final = "declarations.said declarations.named"
_CONTEST: Final = "declarations.contests declarations.order declarations.tie"
_BELOTE: Final = "belote.worth belote.said"
_END: Final = "match_end.both match_end.equal"

STATES: Final[Mapping[str, frozenset[str]]] = {
    # Seats, deal and turns
    **_said_by(f"{_SEATS} match_end.stops", "A-2"),
    **_said_by(f"{_TURNS} dealing.next_dealer", "A-3.1"),
    **_said_by(f"{_SEATS} {_END}", "B-1"),
    **_said_by("dealing.shuffle dealing.smallest_heap dealing.layout", "C-4"),
    **_said_by("scoring.kind", "D1", "D3", "D6"),
    **_said_by("trump_choice.kind trump_choice.unit", "D2", "D4"),
    **_said_by(f"{_SEATS}", "D5"),
    **_said_by(f"{_TURNS} dealing.layout", "E-2", "BA-1", "BE-1", "PI-1"),
    **_said_by(f"{_TURNS} dealing.layout dealing.shuffle", "BG-1"),
    **_said_by("dealing.layout trump_choice.trumps trump_choice.turned", "BR-1"),
    **_said_by("seating.players dealing.ranks dealing.layout trump_choice.rounds", "T3-1"),
    **_said_by("dealing.ranks dealing.layout trump_choice.ends", "T3-1-discard"),
    **_said_by("dealing.layout trump_choice.rounds scoring.test scoring.failed", "DE-4"),
    **_said_by("dealing.layout trump_choice.must", "DE-4-bela"),
    **_said_by("dealing.layout dealing.passed_out", "AN-1"),
    **_said_by("dealing.layout", "DE-1", "CL-1", "A-4.3", "D5-blind", "CL-3"),
    **_said_by(f"{_TURNS} dealing.layout play.first_lead", "KL-1"),
    **_said_by("dealing.shuffle", "A-3.2"),
    **_said_by("trump_choice.rounds dealing.passed_out", "E-3"),
    **_said_by("trump_choice.lowest trump_choice.contre trump_choice.surcontre dealing.passed_out", "PI-2"),
    # Choosing
    **_said_by("trump_choice.rounds scoring.test scoring.tests_belote", "A-4.2"),
    **_said_by("trump_choice.overcalls", "A-11.1"),
    **_said_by("trump_choice.rounds dealing.passed_out", "A-4.1"),
    **_said_by("trump_choice.objections", "B-3.2-object"),
    **_said_by("trump_choice.ends dealing.passed_out", "C-5B"),
    **_said_by(
        "trump_choice.lowest trump_choice.highest trump_choice.step trump_choice.trumps", "D4-auction"
    ),
    **_said_by("trump_choice.by", "D1-drawn"),
    **_said_by("trump_choice.trumps belote.at_tout_atout", "D4-sata"),
    **_said_by("trump_choice.trumps trump_choice.unit trump_choice.ends", "D2-auction"),
    **_said_by("trump_choice.redeal_with", "BA-2.2"),
    **_said_by("trump_choice.slams", "AN-2.3"),
    **_said_by("trump_choice.trumps card_values.rescale_tout_atout", "AN-2.4"),
    **_said_by("words.contre", "AN-9"),
    **_said_by("trump_choice.rounds dealing.layout", "DE-2"),
    # Play
    **_said_by("play.first_lead", "A-5.1", "C-6", "D2-lead", "D5-lead"),
    **_said_by("play.partner_master", "A-5.2.2.1", "D3-partner", "D4-partner", "E-4-partner"),
    **_said_by("play.first_lead play.partner_master", "B-5"),
    **_said_by("play.plain", "BA-3.2"),
    **_said_by("play.plain play.lead_beats_partner", "BG-3.2"),
    **_said_by("play.partner_master play.partner_ruffed", "AN-3", "KL-3.2"),
    **_said_by("play.partner_master play.partner_ruffed play.cannot_overruff", "KL-3.3"),
    **_said_by("", "A-5.1-tricks", "C-6.9", "C-8", "C-8C"),
    # Cards
    **_said_by(f"{_POINTS} card_values.last_trick", "A-6", "D-0", "C-3"),
    **_said_by("card_values.sans_atout declarations.carres_sans_atout", "A-11.2"),
    **_said_by("card_values.tout_atout belote.at_tout_atout", "A-11.3"),
    **_said_by(_POINTS, "B-4"),
    **_said_by("trump_choice.trumps declarations.not_at", "C-9"),
    **_said_by("card_values.sans_atout", "C-9-sa"),
    **_said_by("card_values.tout_atout card_values.rescale_tout_atout belote.at_tout_atout", "C-9-ta"),
    **_said_by(f"{_POINTS} {_WITHOUT} scoring.rounding scoring.rounding_at", "BA-5.1"),
    **_said_by(f"{_WITHOUT} scoring.tricks_factor scoring.capot_bonus", "BG-4"),
    **_said_by(f"{_WITHOUT} trump_choice.contre trump_choice.contres", "BR-2"),
    # Declarations
    **_said_by(f"{_RUNS} declarations.overlap", "A-8"),
    **_said_by("declarations.overlap declarations.runs", "A-8-split"),
    **_said_by(_WORDS, "A-8.2"),
    **_said_by(_CONTEST, "A-8.3", "B-9-contest", "BE-4.2", "BG-5.2"),
    **_said_by(f"{_WORDS} {_CONTEST}", "A-8.3-height"),
    **_said_by("penalties.unproved", "A-8.4"),
    **_said_by(_CONTEST, "A-11-tie", "AN-4-tie"),
    **_said_by(f"{_RUNS} {_WORDS}", "B-9"),
    **_said_by("declarations.void_carre", "B-9-void"),
    **_said_by(
        f"{_RUNS} {_WORDS} {_CONTEST} declarations.shown declarations.runs_sans_atout", "BA-4.1", "PI-4"
    ),
    **_said_by(f"{_RUNS} {_WORDS} declarations.shown", "BE-4.1"),
    **_said_by("declarations.eight", "BE-4.1-belot"),
    **_said_by("declarations.overlap", "BE-4.2-overlap"),
    **_said_by("declarations.trickless belote.trickless", "BE-4.3-trickless"),
    **_said_by("declarations.trickless", "BG-5.2-trickless"),
    **_said_by(f"{_RUNS} {_WORDS} declarations.not_at declarations.overlap", "BG-5.1"),
    **_said_by(f"{_WORDS} {_CONTEST} declarations.shown scoring.capot_declarations", "AN-4"),
    **_said_by(f"{_RUNS} {_CONTEST} {_BELOTE}", "CL-4"),
    **_said_by(f"{_RUNS} declarations.stuk declarations.counted", "KL-4"),
    # Belote
    **_said_by(f"{_BELOTE} belote.forgiven_once", "A-7"),
    **_said_by("belote.said", "B-7"),
    **_said_by("scoring.tests_belote", "C-7"),
    **_said_by("belote.worth belote.at_tout_atout", "D2-belote"),
    **_said_by("belote.worth scoring.tests_belote", "D3-belote", "E-5-belote"),
    **_said_by("belote.worth scoring.tests_belote scoring.marks_belote", "D4-belote"),
    **_said_by("belote.said", "D6-belote"),
    **_said_by(f"{_BELOTE} belote.not_inside belote.at_tout_atout", "BA-4.2"),
    **_said_by(_BELOTE, "BE-4.3"),
    **_said_by(f"{_BELOTE} belote.led belote.trickless belote.at_tout_atout", "BG-5.3"),
    **_said_by("belote.worth play.partner_master", "T3-2"),
    **_said_by("belote.worth scoring.failed_belote", "AN-5"),
    # Scores of which only some are cited at a time
    **_said_by("scoring.made", "C-7A", "C-7B", "C-7C"),
    **_said_by("card_values.last_trick", "A-9"),
    **_said_by("scoring.contred scoring.doubled", "C-7-contre", "C-7A-contre", "C-7B-contre", "C-7C-contre"),
    **_said_by("scoring.capot_called scoring.capot_missed", "C-7-capot"),
    **_said_by("scoring.made scoring.rounding", "C-7A-made", "C-7B-made", "C-7C-made"),
    **_said_by("scoring.failed scoring.failed_belote", "C-7A-failed", "C-7B-failed", "C-7C-failed"),
    **_said_by(
        "scoring.capot_uncalled scoring.capot_called scoring.capot_missed",
        *("C-7A-capot", "C-7B-capot", "C-7C-capot"),
    ),
    **_said_by("scoring.last_counts scoring.win", "D1-count", "D2-score", "D6-tricks"),
    **_said_by("scoring.all_tricks scoring.capot_called scoring.capot_missed", "D2-capot"),
    **_said_by("scoring.contre trump_choice.contre trump_choice.surcontre", "D2-coinche"),
    **_said_by("scoring.failed scoring.doubled", "D4-failed"),
    **_said_by("scoring.each", "D5-score"),
    **_said_by("scoring.capot", "D6-points"),
    **_said_by("scoring.generale", "AN-6.4-generale"),
    **_said_by("scoring.test scoring.failed scoring.failed_belote scoring.tie", "BR-3"),
    **_said_by("scoring.needs scoring.failed", "T3-3"),
    **_said_by("scoring.test scoring.failed scoring.tie scoring.capot play.partner_master", "DE-3"),
    **_said_by("scoring.test scoring.failed scoring.tie", "CL-6"),
    **_said_by("card_values.last_trick play.first_lead play.plain", "CL-5"),
    # The end
    **_said_by(_END, "A-10.3", "C-7-end", "D3-end", "D4-end", "E-5-end", "AN-7", "PI-6"),
    **_said_by("match_end.belote_needs_a_trick", "A-10.3-trick"),
    **_said_by("match_end.kind", "B-10", "D1-end", "D2-end", "D5-end"),
    **_said_by("match_end.kind penalties.wrong_card penalties.points", "BA-6"),
    **_said_by(f"{_END} match_end.stops", "BE-6"),
    **_said_by("match_end.capot_ends match_end.hanging_holds penalties.wrong_card penalties.points", "BG-7"),
    **_said_by("match_end.deals", "KL-6"),
}
"""The keys on which the sentence of a clause depends, for clauses that no part cites for one thing alone."""


def cited_for(part: str, key: str) -> tuple[str, ...]:
    """The names of `cites` that are about this key."""
    return CITED_FOR[part].get(key, ())


def no_longer_true(
    part: str, keys: Iterable[str], known: Mapping[str, Any], clauses: Iterable[str]
) -> list[str]:
    """Of all clauses of some rules, those that a change of these keys of a part makes untrue.

    `known` is the part before the change, with its `clauses` and `cites`.
    """
    cited = {name: clause for name, clause in known.get("cites", {}).items() if clause}
    found: list[str] = []
    for key in keys:
        found += [
            cited[field] for field in cited_for(part, key) if field in cited and cited[field] not in STATES
        ]
        found += [each for each in clauses if f"{part}.{key}" in STATES.get(each, ())]
    # Of a clause of somebody's own nobody knows what it says.
    own = [each for each in known.get("clauses", ()) if each not in STATES and each not in cited.values()]
    return list(dict.fromkeys([*found, *own]))


def about_part(part: str, clauses: Iterable[str]) -> list[str]:
    """Of all clauses those that say something of a part, which is now another."""
    return [each for each in clauses if any(key.startswith(f"{part}.") for key in STATES.get(each, ()))]
