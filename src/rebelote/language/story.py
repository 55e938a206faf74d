"""What a deal came to, in one sentence: who made how much, and what was needed."""

from __future__ import annotations

from rebelote.events import DealScored
from rebelote.language.persons import Names, Person, Speaker
from rebelote.language.text import Lang, catalogue
from rebelote.phases.scoring import tally
from rebelote.results import Contract, DealScore, DealSummary, Tally
from rebelote.ruleset import Ruleset
from rebelote.table import Seat, Side


def headline(
    scored: DealScored,
    rules: Ruleset,
    lang: Lang = "fr",
    names: Names | None = None,
    reader: Seat | None = None,
) -> str:
    """«Vous avez fait 71, il en fallait 82 : chute.»"""
    return deal_story(scored, Speaker(rules, catalogue(lang), names or {}, reader))


def deal_story(scored: DealScored, speaker: Speaker) -> str:
    """The sentence of `headline`, told by that speaker."""
    summary, score = scored.summary, scored.score
    if summary.bids:
        return _guesses(summary, speaker)
    if summary.contract is None:
        return _not_played(score, speaker)
    counted, contract = tally(speaker.rules, summary), summary.contract
    if counted is None or counted.needed is None or contract.side is None:
        return _nobody_took(counted, score, speaker)
    key = _contract_key(contract, summary.tricks.get(contract.side, 0), score, speaker.rules)
    return speaker.say(
        speaker.words.story[key],
        side=speaker.side(contract.side),
        reached=_amount(counted, counted.reached[contract.side], speaker),
        needed=speaker.words.number(counted.needed),
        held=speaker.words.count("point", score.pending),
        call=speaker.words.words[contract.value] if isinstance(contract.value, str) else "",
    )


def _contract_key(contract: Contract, tricks: int, score: DealScore, rules: Ruleset) -> str:
    called = "_called" if isinstance(contract.value, str) else ""
    if score.result == "made" and tricks == rules.tricks:
        return f"capot{called}"
    if called and tricks == rules.tricks:
        return "not_alone"
    if score.result == "failed" and tricks == 0:
        return f"no_trick{called}"
    if score.result == "tie" and not score.pending:
        return "tie_kept"
    return f"{score.result}{called}"


def _amount(counted: Tally, reached: int, speaker: Speaker) -> str:
    """«71», «4 plis»."""
    words = speaker.words
    return words.count("trick", reached) if counted.unit == "tricks" else words.number(reached)


# Nobody took


def _nobody_took(counted: Tally | None, score: DealScore, speaker: Speaker) -> str:
    """By what was reached, or by the marks where the game counts otherwise."""
    reached = counted.reached if counted is not None else score.score
    first, *others = sorted(reached, key=lambda side: -reached[side])
    best = _amount(counted, reached[first], speaker) if counted else speaker.words.number(reached[first])
    if not others or reached[others[0]] == reached[first]:
        return speaker.say(speaker.words.story["equal"], reached=best)
    rest = speaker.words.number(reached[others[0]])
    key = "ahead" if len(others) == 1 else "most"
    return speaker.say(speaker.words.story[key], side=speaker.side(first), reached=best, other=rest)


def _not_played(score: DealScore, speaker: Speaker) -> str:
    for line in score.lines:
        if line.label == "penalty" and line.side is not None:
            points = speaker.words.count("point", line.points)
            return speaker.say(speaker.words.story["penalty"], side=speaker.side(line.side), points=points)
    return speaker.words.story["nothing"]


# Everybody guessed


def _guesses(summary: DealSummary, speaker: Speaker) -> str:
    """The reader's own guess; for others, who was right."""
    sides = speaker.rules.table.sides
    own = next((side for side in sides if speaker.reader in speaker.rules.table.members(side)), None)
    right = [side for side in sides if summary.bids.get(side, 0) == summary.tricks.get(side, 0)]
    for side in sides:
        speaker.side(side)
    if own is not None:
        return _own_guess(summary, own, speaker)
    if not right:
        return speaker.words.story["nobody_right"]
    return speaker.say(speaker.words.story["right"], sides=_listed(right, speaker))


def _own_guess(summary: DealSummary, own: Side, speaker: Speaker) -> str:
    said, won = summary.bids.get(own, 0), summary.tricks.get(own, 0)
    words = speaker.words
    return speaker.say(
        words.story["guess_right" if said == won else "guess_off"],
        side=speaker.side(own),
        said=words.count("trick", said),
        reached=words.number(won),
        gap=words.number(abs(said - won)),
    )


def _listed(sides: list[Side], speaker: Speaker) -> Person:
    return Person(speaker.words.listed([speaker.side(side).name for side in sides]))
