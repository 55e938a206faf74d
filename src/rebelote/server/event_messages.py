"""What the page is told of an event that was redacted for its reader, and of a deal on the score sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from rebelote.actions import (
    Accept,
    Action,
    ClaimRebelote,
    Declare,
    Misdeal,
    NameHeight,
    NotBetter,
    Play,
    Propose,
    Refuse,
    SayRoem,
)
from rebelote.cards import Card
from rebelote.codec import ENCODER
from rebelote.events import (
    Answered,
    Called,
    CardPlayed,
    Declared,
    Event,
    HeightNamed,
    MatchStarted,
    Misdealt,
    NotBetterSaid,
    Proposed,
    RebeloteClaimed,
    RoemSaid,
    TrickWon,
)
from rebelote.language.display import format_contract
from rebelote.language.persons import Names, begins_with_article, name_of
from rebelote.language.sentences import around_name, describe, describe_to_all, say
from rebelote.language.story import headline
from rebelote.language.text import Lang, catalogue
from rebelote.phases.scoring import tally
from rebelote.results import Contract, DealSummary
from rebelote.ruleset import Ruleset, TrickScoring
from rebelote.server.messages.match_view import (
    Saying,
    SheetEntry,
    SheetLine,
    TallyView,
    Told,
)
from rebelote.table import Seat
from rebelote.view import SheetEntry as Entry


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """To whom something is told, and what to say it with: `reader` is «vous», all others have their names."""

    rules: Ruleset
    names: Names
    lang: Lang
    reader: Seat | None = None


def told(event: Event, seq: int, at: int, turned: Card | None, to: Telling) -> Told:
    """An event that was redacted for the reader."""
    text = describe(event, to.rules, to.lang, to.names, to.reader)
    return Told(seq, at, _event_json(event), text, _saying(event, to.rules, turned, to.lang))


class ToldToAll(msgspec.Struct, frozen=True):
    """What everybody is told of an event, but those whom its sentence is about; `to_player` is what these are
    told, where they are one and it is known."""

    event: Event
    seq: int
    told: Told | None
    body: bytes
    about: frozenset[Seat]
    to_player: bytes = b""

    def to(self, reader: Telling) -> bytes:
        """To one of those."""
        told = self.told
        if told is None:
            return self.to_player
        text = describe(self.event, reader.rules, reader.lang, reader.names, reader.reader)
        return ENCODER.encode(Told(told.seq, told.at, told.event, text, told.say))


def told_to_all(event: Event, seq: int, at: int, turned: Card | None, to: Telling) -> ToldToAll:
    """An event that was redacted for a spectator."""
    if isinstance(event, TrickWon) or (isinstance(event, CardPlayed) and event.say is None):
        known = _told_in_pieces(event, seq, at, to)
        if known is not None:
            return known
    text, about = describe_to_all(event, to.rules, to.lang, to.names)
    told = Told(seq, at, _event_json(event), text, _saying(event, to.rules, turned, to.lang))
    return ToldToAll(event, seq, told, ENCODER.encode(told), about)


class _Pieces(NamedTuple):
    """A card or a trick as it is told, after its number and time: before and after the player's name, and to
    the player."""

    before: bytes
    after: bytes
    to_player: bytes
    about: frozenset[Seat]


_SOMEBODY: Final = "\ue000"
"""Where the name goes: a letter that no sentence of ours has, and no name."""
_NUMBERED: Final = b'{"seq":0,"at":0'


def _told_in_pieces(event: CardPlayed | TrickWon, seq: int, at: int, to: Telling) -> ToldToAll | None:
    """Without saying the sentence anew: most of what is told are cards. None where the name changes it."""
    pieces = _pieces(event, to.rules, to.lang)
    name = _plain_name(name_of(event.seat, to.names, to.rules.catalogue(to.lang)), to.lang)
    if pieces is None or name is None:
        return None
    numbered = b'{"seq":%d,"at":%d' % (seq, at)
    body = b"%b%b%b%b" % (numbered, pieces.before, name, pieces.after)
    return ToldToAll(event, seq, None, body, pieces.about, numbered + pieces.to_player)


@lru_cache(maxsize=2**13)
def _plain_name(name: str, lang: Lang) -> bytes | None:
    """As it stands within a text of JSON; None where it changes the words around it."""
    return None if begins_with_article(name, catalogue(lang).grammar) else ENCODER.encode(name)[1:-1]


@lru_cache(maxsize=2**13)
def _pieces(event: CardPlayed | TrickWon, rules: Ruleset, lang: Lang) -> _Pieces | None:
    """The same at all tables; None where the words around the name depend on it."""
    around = around_name(event, rules, lang)
    if around is None or any(_SOMEBODY in part for part in around):  # a house rule may have any letter
        return None
    told = _after_number(event, _SOMEBODY.join(around))
    before, after = told.split(_SOMEBODY.encode())
    to_player = describe(event, rules, lang, reader=event.seat) or ""
    return _Pieces(before, after, _after_number(event, to_player), frozenset((event.seat,)))


def _after_number(event: CardPlayed | TrickWon, text: str) -> bytes:
    """In silence."""
    return ENCODER.encode(Told(0, 0, _event_json(event), text, None)).removeprefix(_NUMBERED)


def _event_json(event: Event) -> msgspec.Raw:
    """The rules, which are long, are not told again with every start."""
    if isinstance(event, MatchStarted):
        return msgspec.Raw(ENCODER.encode({"event": "match_started", "dealer": event.dealer}))
    return msgspec.Raw(ENCODER.encode(event))


def _saying(event: Event, rules: Ruleset, turned: Card | None, lang: Lang) -> Saying | None:
    action = _spoken(event)
    if action is None:
        return None
    text = say(action, rules, lang, turned)
    return None if text is None else Saying(action.seat, text)


def _spoken(event: Event) -> Action | None:
    """The action that was said aloud, if any."""
    match event:
        case CardPlayed(say=None) | TrickWon():
            return None
        case Called(call=call):
            return call
        case CardPlayed(seat=seat, card=card, say=word):
            return Play(seat, card, word)
        case Declared(seat=seat, kinds=kinds):
            return Declare(seat, kinds)
        case HeightNamed(seat=seat, rank=rank, in_trumps=in_trumps):
            return NameHeight(seat, rank, in_trumps)
        case NotBetterSaid(seat=seat):
            return NotBetter(seat)
        case Misdealt(seat=seat):
            return Misdeal(seat)
        case Proposed(seat=seat, remedy=remedy):
            return Propose(seat, remedy)
        case Answered(seat=seat, agreed=agreed):
            return Accept(seat) if agreed else Refuse(seat)
        case RebeloteClaimed(seat=seat):
            return ClaimRebelote(seat)
        case RoemSaid(seat=seat):
            return SayRoem(seat)
        case _:
            return None


# The score sheet


VERDICTS: Final = {"made", "failed", "tie", "bid_failed"}
"""Lines that say how the deal came out: without points they only repeat the result."""


def sheet_entry(entry: Entry, to: Telling) -> SheetEntry:
    words, scored = to.rules.catalogue(to.lang), entry.scored
    contract, score = scored.summary.contract, scored.score
    return SheetEntry(
        deal=entry.number,
        dealer=entry.dealer,
        contract=format_contract(contract, to.lang, contred=entry.contred) if contract is not None else "",
        call=_call(contract, entry.contred, to.lang),
        taker=contract.seat if contract is not None else None,
        result=words.results[score.result] if score.result != "none" else "",
        outcome=score.result,
        headline=headline(scored, to.rules, to.lang, to.names, to.reader),
        tally=_tally(scored.summary, to.rules),
        lines=[
            SheetLine(line.side, line.points, words.lines[line.label], words.clause(line.clause), line.label)
            for line in score.lines
            if line.points or line.label not in VERDICTS
        ],
        score=score.score,
        totals=scored.totals,
        held_points=score.pending,
    )


def _call(contract: Contract | None, contred: str, lang: Lang) -> str:
    """What was called, without its taker."""
    if contract is None:
        return ""
    return format_contract(msgspec.structs.replace(contract, seat=None), lang, contred=contred)


def _last_trick_besides(rules: Ruleset, unit: str) -> int:
    """What the last trick counts besides its cards, or besides one trick."""
    if unit == "points":
        return rules.card_values.last_trick
    return rules.scoring.last_counts - 1 if isinstance(rules.scoring, TrickScoring) else 0


def _tally(summary: DealSummary, rules: Ruleset) -> TallyView | None:
    if summary.bids:
        return TallyView(unit="tricks", reached=summary.tricks, guesses=summary.bids)
    counted = tally(rules, summary)
    if counted is None or summary.contract is None:
        return None
    worth = rules.belote.worth if rules.belote is not None else 0
    return TallyView(
        unit=counted.unit,
        reached=counted.reached,
        takers=summary.contract.side,
        needed=counted.needed,
        last_trick=_last_trick_besides(rules, counted.unit),
        belote={side: worth * count for side, count in summary.belote.items() if worth * count},
        declarations={side: points for side, points in summary.declarations.items() if points},
    )
