"""Deals that are over, with nothing hidden: replay, summary, and the proof of the shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from rebelote.cards import Card
from rebelote.events import (
    CardPlayed,
    DealScored,
    Dealt,
    DealVoided,
    Event,
    Gathered,
    MatchEnded,
    MatchStarted,
    PackCut,
    Shuffled,
)
from rebelote.fairness import FairDeal, Fairness
from rebelote.fairness.played import PlayedPack, played_match
from rebelote.language.persons import is_name
from rebelote.language.text import Lang
from rebelote.phases.held import Held
from rebelote.record import format_record
from rebelote.results import Contract
from rebelote.server import event_messages, notes, view_messages
from rebelote.server.cast import Sitter, seated
from rebelote.server.event_messages import Telling
from rebelote.server.game import Game, luck_id
from rebelote.server.messages.history import DealLine, MatchSummary, Person, Replay, ReplayDeal, ReplayPile
from rebelote.server.problems import Refused
from rebelote.server.rulebook import table_rules
from rebelote.server.table_info import bot_name, person_face, person_name
from rebelote.state import State
from rebelote.table import Seat
from rebelote.view import SheetEntry

MOST_AT_ONCE: Final = 10
"""Deals in one answer: some 40 kB each."""


class Chapter:
    """One pack: from the cut to the mark, or to where it was voided."""

    def __init__(self, state: State) -> None:
        self.number = state.deal_number
        self.dealer = state.dealer
        self.events: list[tuple[int, Event, Card | None]] = []
        self.held: Held | None = None
        self.contract: Contract | None = None
        self.turned: Card | None = None
        self.dealt: Dealt | None = None
        self.attempt = 0
        self.shuffled = False
        self.cut: int | None = None
        self.scored: SheetEntry | None = None
        self.voided = False
        self.played_out = False
        self._in_play = False

    @property
    def ended(self) -> bool:
        return self.voided or self.scored is not None

    @property
    def first(self) -> int:
        """The seq of its first event."""
        return self.events[0][0] + 1

    @property
    def last(self) -> int:
        return self.events[-1][0] + 1

    def add(self, place: int, event: Event, before: State, after: State) -> None:
        self.events.append((place, event, before.turned))
        self._note(event, before)
        self.turned = after.turned or self.turned
        self.contract = after.contract or self.contract
        self._in_play = self._in_play or isinstance(event, CardPlayed)
        if not self._in_play and not self.ended:
            self.held = after.held or self.held

    def _note(self, event: Event, before: State) -> None:
        match event:
            case Shuffled():
                self.shuffled = True
            case PackCut(at=at):
                self.cut = at
            case Dealt(piles=piles) if piles:
                self.dealt = event
            case DealScored():
                self.scored = SheetEntry.of(self.number, self.dealer, event, before.rules)
                self.played_out = before.playing is not None and before.playing.finished
            case DealVoided():
                self.voided = True
            case _:
                pass


class Story:
    """A match told pack by pack, the one in play included. It goes on from where it was."""

    def __init__(self, game: Game) -> None:
        first = game.match.log[0]
        assert isinstance(first, MatchStarted)
        self.game = game
        self._state = State.start(first)
        self._log: tuple[Event, ...] = (first,)
        self._packs = 0
        self.chapters = [Chapter(self._state)]
        self.chapters[0].add(0, first, self._state, self._state)

    def leads_to(self, game: Game) -> bool:
        """Whether it is of the same match, not yet as far; what was taken back is another story."""
        return self.game.id == game.id and game.match.log[: len(self._log)] == self._log

    def follow(self, game: Game) -> None:
        self.game = game
        log = game.match.log
        for place in range(len(self._log), len(log)):
            self._add(place, log[place])
        self._log = log

    def _add(self, place: int, event: Event) -> None:
        after = self._state.evolve(event)
        if self.chapters[-1].ended and not isinstance(event, Gathered | MatchEnded):
            self.chapters.append(Chapter(self._state))
        if isinstance(event, PackCut):
            self._packs += 1
            self.chapters[-1].attempt = self._packs
        self.chapters[-1].add(place, event, self._state, after)
        self._state = after

    def opened(self) -> list[Chapter]:
        """Those that may be shown: all once the match is over, until then the deals that were marked.

        Where the pack is only cut, cards that nobody has seen would tell the next deal: such a deal stays
        closed.
        """
        match = self.game.match
        cut = [chapter for chapter in self.chapters if chapter.cut is not None]
        if match.is_over or (self.game.row.series and self.game.endless):
            return cut
        fresh = match.rules.dealing.shuffle == "every_deal"
        return [chapter for chapter in cut if chapter.scored is not None and (fresh or chapter.played_out)]


# Replay


def replay(story: Story, lang: Lang, first: int = 0, count: int = MOST_AT_ONCE) -> Replay:
    """Some of the deals that may be shown, from the one at place `first` on; below 0, from the end."""
    game, opened = story.game, story.opened()
    start = first if first >= 0 else max(0, len(opened) + first)
    rules = game.match.rules
    public = game.match.view(None)
    names = {seat: view_messages.isolated(name) for seat, name in _names(game).items()}
    names |= {seat: sitter.name for seat, sitter in _cast(game).items()}
    to = Telling(rules=rules, names=names, lang=lang)
    return Replay(
        match=game.id,
        table=game.row.table_id,
        over=game.match.is_over,
        started=game.row.started,
        rules=table_rules(rules, game.row.code, lang),
        direction=rules.seating.direction,
        seats=people(game, lang),
        first=start,
        deals=[_deal(game, chapter, to) for chapter in opened[start : start + count]],
        lines=[_line(chapter, to) for chapter in opened],
        totals=game.match.state.totals,
        result=view_messages.result(public, names, lang),
        help=notes.help_counts(game.notes),
    )


def _line(chapter: Chapter, to: Telling) -> DealLine:
    marked = None if chapter.scored is None else event_messages.sheet_entry(chapter.scored, to)
    return DealLine(
        number=chapter.number,
        voided=chapter.voided,
        contract=marked.contract if marked is not None else "",
        call=marked.call if marked is not None else "",
        taker=marked.taker if marked is not None else None,
        result=marked.result if marked is not None else "",
        outcome=marked.outcome if marked is not None else "none",
        score=marked.score if marked is not None else None,
    )


def _names(game: Game) -> dict[Seat, str]:
    """People by their nicknames; in a record, bots are called by their place."""
    return {
        Seat(person.seat): person.name
        for person in game.players
        if person.kind == "human" and is_name(person.name)
    }


def _cast(game: Game) -> dict[Seat, Sitter]:
    bots = {Seat(person.seat): person.name for person in game.players if person.kind == "bot"}
    return seated(game.row.series or game.row.table_id, game.match.rules.table.order, bots)


def people(game: Game, lang: Lang) -> list[Person]:
    cast = _cast(game)
    return [_told(person, cast.get(Seat(person.seat)), lang) for person in game.players]


def _told(person: Person, sitter: Sitter | None, lang: Lang) -> Person:
    """What is stored of a bot is its kind alone."""
    if person.kind == "human":
        face = person_face(person.name, person.face)
        return msgspec.structs.replace(person, name=person_name(person.name, lang), face=face)
    name = bot_name(person.name, sitter, lang)
    bot_face = None if sitter is None else sitter.face
    return msgspec.structs.replace(person, name=name, face=bot_face, bot=person.name)


def _deal(game: Game, chapter: Chapter, to: Telling) -> ReplayDeal:
    contract, held = chapter.contract, chapter.held
    trump = contract.trump if contract is not None else None
    return ReplayDeal(
        number=chapter.number,
        dealer=chapter.dealer,
        voided=chapter.voided,
        hands={
            seat: [card.text for card in hand.sorted(trump)]
            for seat, hand in (held.hands.items() if held is not None else ())
        },
        piles=dict(_piles(chapter.dealt)),
        turned=chapter.turned.text if chapter.turned is not None else None,
        contract=view_messages.contract_view(contract, to.rules, to.lang),
        events=[
            event_messages.told(event, place + 1, game.times[place], turned, to)
            for place, event, turned in chapter.events
            if game.match.is_over or not isinstance(event, Gathered)
        ],
        notes=[notes.tell(row, to.lang) for row in game.notes if chapter.first <= row.seq <= chapter.last],
        entry=event_messages.sheet_entry(chapter.scored, to) if chapter.scored is not None else None,
    )


def _piles(dealt: Dealt | None) -> Iterator[tuple[Seat, list[ReplayPile]]]:
    for seat, row in (dealt.piles if dealt is not None else {}).items():
        yield seat, [ReplayPile(pile.top.text, pile.under.text if pile.under else "") for pile in row]


# Summary, record


def summary(game: Game, lang: Lang) -> MatchSummary:
    state = game.match.state
    ended = view_messages.result(game.match.view(None), {}, lang)
    return MatchSummary(
        match=game.id,
        table=game.row.table_id,
        over=game.match.is_over,
        started=game.row.started,
        rules=table_rules(state.rules, game.row.code, lang),
        seats=people(game, lang),
        totals=state.totals,
        winners=ended.winners if ended is not None else [],
        deals=len(game.match.view(None).sheet),
        help=notes.help_counts(game.notes),
    )


def record(game: Game) -> str:
    """The match as a text file; only once it is over, since it tells all hands."""
    if not (game.match.is_over or (game.row.series and game.endless)):
        raise Refused("not_over")
    names: dict[str, str] = {seat: name for seat, name in _names(game).items() if name.isprintable()}
    return format_record(game.match, names | _help_tag(game))


def _help_tag(game: Game) -> dict[str, str]:
    """`[Help "S advice 2 takebacks 1"]`, where anybody had some."""
    helped = [
        f"{each.seat} advice {each.advice} takebacks {each.takebacks}"
        for each in notes.help_counts(game.notes)
    ]
    return {"Help": "; ".join(helped)} if helped else {}


# The proof


def proof(story: Story) -> Fairness:
    """Of the packs that may be shown. How one was gathered is nobody's business before the match is over."""
    over = story.game.match.is_over
    return prove(story.game, [each for each in story.opened() if each.shuffled or over])


def prove(game: Game, shown: list[Chapter]) -> Fairness:
    """The links of these packs, and what everybody gave to the match's luck."""
    rules = game.match.rules
    played = played_match(game.match.log)
    return Fairness(
        scheme=2 if game.row.scheme > 1 else 1,
        match=luck_id(game.row),
        commitment=game.row.commitment,
        seats=played.seats,
        contributions=game.contributions,
        joined=[] if game.row.series else _joined(game),
        dealer=played.dealer,
        smallest_heap=rules.dealing.smallest_heap,
        deals=[_fair_deal(game, chapter, played.packs[chapter.attempt - 1]) for chapter in shown],
    )


def _joined(game: Game) -> list[str]:
    """The seats of people who came when the luck of the match was settled."""
    own = {each.seat for each in game.contributions}
    return [each.seat for each in game.players if each.kind == "human" and each.seat not in own]


def _fair_deal(game: Game, chapter: Chapter, pack: PlayedPack) -> FairDeal:
    return FairDeal(
        number=chapter.number,
        attempt=chapter.attempt,
        secret=game.link(chapter.attempt).hex(),
        cut=pack.cut,
        order=pack.order,
        origin=pack.origin,
        draws=pack.draws,
        cutter=pack.cutter,
        drawn=game.row.scheme > 1 and pack.cut == game.chain_cut(chapter.attempt),
        heaps=pack.heaps,
    )
