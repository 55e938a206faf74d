"""Checking a record: every action is decided again with the recorded luck, every outcome is compared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from rebelote.actions import Action, Cut, Deal, Declare, Play, PlayBlind, Take
from rebelote.cards import Card
from rebelote.chance import StackedChance
from rebelote.errors import Illegal
from rebelote.events import FORMAT, Declared, Event, Gathered, MatchStarted
from rebelote.language.notation import as_bid
from rebelote.language.text import Said, said
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting, Cutting, Dealing, Discarding, Misdealing, Swapping
from rebelote.phases.talking import SEVENS
from rebelote.record.errors import RecordError, any_of
from rebelote.record.grammar import EVERY_CARD
from rebelote.record.header import UNFINISHED
from rebelote.record.phrases import DEEDS, Phrase, deed_words
from rebelote.record.reader import Record, Statement, cards_of, read_record
from rebelote.record.writer import RecordWriter
from rebelote.ruleset import Auction, Drawn
from rebelote.state import State
from rebelote.table import Seat

MOST_LISTED: Final = 12
LOOKAHEAD: Final = 40
"""How far behind a deal the drawn trump may stand, or behind a card the gathered pack: behind every hand and
pile, or every line of the score, at most."""


def check_record(text: str) -> Match:
    """The match that a record tells, judged anew. Raises RecordError at the first line that is wrong."""
    record, error = read_record(text)
    checker = _Checker(record)
    checker.check_statements()
    if error is not None:
        raise error
    checker.check_result()
    return checker.match()


def result_of(state: State) -> str:
    """What the tag Result says of a match."""
    winners = getattr(state.phase, "winners", ())
    return " ".join(winners) or UNFINISHED


class _Checker:
    """Walks through the statements. `due` are the outcomes of the last action that were not yet stated."""

    def __init__(self, record: Record) -> None:
        started = MatchStarted(record.rules, record.dealer, FORMAT)
        self.record = record
        self.log: list[Event] = [started]
        self.scribe = RecordWriter(started)
        self.due: list[Phrase] = []
        self.pack: Statement | None = None

    @property
    def state(self) -> State:
        return self.scribe.state

    def match(self) -> Match:
        return Match(tuple(self.log), self.state)

    def check_statements(self) -> None:
        statements = self.record.statements
        for at, statement in enumerate(statements):
            match statement.phrase.kind:
                case "deal":
                    self._check_heading(statement)
                case "pack":
                    self._take_pack(statement)
                case "trick":
                    self._check_trick(statement)
                case kind if kind in DEEDS:
                    self._act(statement, statements[at + 1 : at + LOOKAHEAD])
                case _:
                    self._check_outcome(statement)

    def check_result(self) -> None:
        stated, found = self.record.result, result_of(self.state)
        if stated is not None and stated != found:
            line, wanted = self.record.result_line, said("stated_result", result=found)
            raise RecordError(line, said("stated_result", result=stated), wanted)

    # What stands before its action

    def _check_heading(self, statement: Statement) -> None:
        state = self.state
        if not isinstance(state.phase, Cutting):
            raise statement.error(awaited(state))
        _compare(statement, Phrase("deal", ("deal", str(state.deal_number), "by", state.dealer)))

    def _take_pack(self, statement: Statement) -> None:
        if not isinstance(self.state.phase, Cutting) or self.pack is not None:
            raise statement.error(awaited(self.state))
        if not _is_shuffled_now(self.state):
            raise statement.error(said("no_pack"))
        self.pack = statement

    def _check_trick(self, statement: Statement) -> None:
        playing = self.state.phase
        if not isinstance(playing, Playing) or playing.turn is None:
            raise statement.error(awaited(self.state))
        _compare(statement, Phrase("trick", ("trick", str(len(playing.won) + 1), f"{playing.turn}:")))

    # Actions

    def _act(self, statement: Statement, following: Sequence[Statement]) -> None:
        action = statement.action
        if isinstance(action, Take):
            action = as_bid(action, self.state.rules)
        assert action is not None
        events = self._decide(statement, action, self._luck(statement, action, following))
        self._check_gathering(statement, events, following)
        told = [phrase for event in events for phrase in self.scribe.tell(event)]
        own = next(at for at, phrase in enumerate(told) if phrase.kind in DEEDS)
        if isinstance(action, Play | PlayBlind):
            _compare(statement, told[own])
        self.log.extend(events)
        self.due = told[own + 1 :]
        self.pack = None

    def _luck(self, statement: Statement, action: Action, following: Sequence[Statement]) -> StackedChance:
        """The pack stands before the cut; the trump that was drawn, and how the pack was gathered, after."""
        if isinstance(action, Cut) and isinstance(self.state.phase, Cutting) and _is_shuffled_now(self.state):
            if self.pack is None:
                raise statement.error(said("pack_line", cards=EVERY_CARD))
            return StackedChance([cards_of(self.pack)])
        choice = self.state.rules.trump_choice
        if isinstance(action, Deal) and isinstance(choice, Drawn) and choice.by == "lot":
            return StackedChance(draws=[_draw(statement, following)])
        if isinstance(choice, Auction) and choice.offered and (shown := _draws(following)):
            return StackedChance(draws=[*self.state.offered, *shown])
        return StackedChance(gathered=self._gathered(following))

    def _gathered(self, following: Sequence[Statement]) -> tuple[Card, ...]:
        """How the pack was picked up before the next action, where that is luck and a line says so."""
        if self.state.rules.dealing.gathering == "exact":
            return ()
        outcomes = takewhile(lambda other: other.action is None, following)
        return next((cards_of(other) for other in outcomes if other.phrase.kind == "gathered"), ())

    def _check_gathering(
        self, statement: Statement, events: Sequence[Event], following: Sequence[Statement]
    ) -> None:
        if self.state.rules.dealing.gathering == "exact" or self._gathered(following):
            return
        if any(isinstance(event, Gathered) for event in events):
            raise statement.error(said("gathered_line", cards=EVERY_CARD))

    def _decide(self, statement: Statement, action: Action, luck: StackedChance) -> tuple[Event, ...]:
        try:
            if isinstance(action, Declare) and action.kinds == SEVENS and self.state.rules.auto:
                return self._decide_sevens(statement, action, luck)
            return self.state.decide(action, luck)
        except Illegal as refused:
            raise RecordError(
                statement.line,
                statement.phrase.text,
                _choices(self.state, action.seat),
                column=statement.columns[0],
                clause=refused.clause,
                reason=refused.reason,
            ) from None

    def _decide_sevens(self, statement: Statement, action: Declare, luck: StackedChance) -> tuple[Event, ...]:
        """Said for the player when he comes to play: whichever card he had in mind."""
        events = self.state.decide(sevens_play(self.state, action), luck)
        if events[0] != Declared(action.seat, SEVENS):
            raise statement.error(said("no_sevens", seat=action.seat))
        return events

    # Outcomes

    def _check_outcome(self, statement: Statement) -> None:
        """What is written must have happened; what happened need not be written."""
        for at, phrase in enumerate(self.due):
            if _says_the_same(statement.phrase, phrase):
                del self.due[: at + 1]
                return
        expected = _nearest(statement.phrase, self.due)
        if expected is None:
            raise statement.error(awaited(self.state))
        _compare(statement, expected)


def sevens_play(state: State, action: Declare) -> Action:
    """A card of the seat's; if it has none to play, its own declaration, for the state to refuse."""
    plays = (each for each in state.legal(action.seat) if isinstance(each, Play | PlayBlind))
    return next(plays, action)


def _is_shuffled_now(state: State) -> bool:
    return state.rules.dealing.shuffle == "every_deal" or not state.pack


def _draws(following: Sequence[Statement]) -> list[str]:
    """The suits that are shown by lot before the next action."""
    outcomes = takewhile(lambda other: other.action is None, following)
    return [other.phrase.words[1] for other in outcomes if other.phrase.kind == "trump"]


def _draw(statement: Statement, following: Sequence[Statement]) -> str:
    for other in following:
        if other.action is not None:
            break
        if other.phrase.kind == "trump":
            return other.phrase.words[1]
    raise statement.error(said("trump_line"))


def _says_the_same(stated: Phrase, told: Phrase) -> bool:
    """A hand may be written in any order."""
    if stated.kind != told.kind:
        return False
    if stated.kind == "hand":
        return stated.words[1] == told.words[1] and sorted(stated.words) == sorted(told.words)
    return stated.words == told.words


def _nearest(stated: Phrase, due: Sequence[Phrase]) -> Phrase | None:
    """What was probably meant: the same thing of the same seat or side, or of another, or what comes next."""
    alike = [phrase for phrase in due if phrase.kind == stated.kind]
    same = [phrase for phrase in alike if phrase.words[:2] == stated.words[:2]]
    return next(iter((*same, *alike, *due)), None)


def _compare(statement: Statement, expected: Phrase) -> None:
    """Name the first word that differs."""
    words = statement.phrase.words
    if words == expected.words:
        return
    pairs = zip(words, expected.words, strict=False)
    word = next((at for at, (one, other) in enumerate(pairs) if one != other), len(words) - 1)
    raise statement.error(expected.text, word=word)


# What may be done instead


def _choices(state: State, seat: Seat) -> str | Said:
    legal = state.legal(seat) if seat in state.actors() else ()
    if not legal:
        return awaited(state)
    texts = list(dict.fromkeys(" ".join(deed_words(action)) for action in legal))
    more = " …" if len(texts) > MOST_LISTED else ""
    return said("one_of_these", actions=", ".join(texts[:MOST_LISTED]) + more)


def awaited(state: State) -> Said:
    """What the match waits for."""
    who = any_of(state.actors())
    match state.phase:
        case Cutting():
            return said("awaited_cut", who=who)
        case Dealing():
            return said("awaited_deal", who=who)
        case Misdealing():
            return said("awaited_misdeal")
        case Choosing():
            return said("awaited_call", who=who)
        case Discarding():
            return said("awaited_discard", who=who)
        case Swapping():
            return said("awaited_exchange", who=who)
        case Playing():
            return said("awaited_card", who=who)
        case Counting():
            return said("awaited_count", who=who)
        case _:
            return said("awaited_nothing")
