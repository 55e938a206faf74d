"""A match as it happens, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.cards import Card
from rebelote.events import (
    CardPlayed,
    Contracted,
    DealScored,
    DealVoided,
    Declared,
    Event,
    MatchEnded,
    MatchStarted,
    Shuffled,
    TrickWon,
    TurnedUp,
)
from rebelote.language.display import format_score
from rebelote.language.sentences import describe
from rebelote.language.text import Lang
from rebelote.ruleset import Drawn, Ruleset
from rebelote.situation import Situation
from rebelote.table import Seat, Side


class Journal:
    """Turns events into lines: a heading a deal, a card a line, the reasons of every score."""

    def __init__(self, rules: Ruleset, lang: Lang, *, ascii: bool, reader: Seat | None = None) -> None:
        self._rules = rules
        self._lang = lang
        self._ascii = ascii
        self._reader = reader
        self._words = rules.catalogue(lang)
        self._deal_is_open = False
        self._open_trick: int | None = None
        self._width = max(len(self._words.seats[seat]) for seat in rules.table)

    def open_deal(self, now: Situation) -> Iterator[str]:
        """The heading of a deal, once."""
        if not self._deal_is_open:
            self._deal_is_open = True
            self._open_trick = None
            heading = self._words.events["deal_started"].format(
                n=now.deal_number, player=self._seat(now.dealer)
            )
            yield from ("", f"== {heading.rstrip('.')} ==", self.totals(now))

    def go_back(self) -> None:
        """A call or a card was taken back: the trick that it began is told again."""
        self._open_trick = None

    def tell(self, event: Event, before: Situation) -> Iterator[str]:
        """What to print of an event; `before` is how things stood."""
        match event:
            case MatchStarted() | Shuffled():
                return
            case Contracted() if not isinstance(self._rules.trump_choice, Drawn):
                yield self._sentence(event)
            case CardPlayed():
                yield from self._trick_heading(before)
                yield self._card(event)
            case Declared():
                yield from self._trick_heading(before)
                yield f"  {self._sentence(event)}"
            case TrickWon():
                yield f"    → {self._sentence(event)}"
            case TurnedUp(card=card):
                yield self.turned(card)
            case DealScored():
                yield from self._scored(event)
            case DealVoided() | MatchEnded():
                self._deal_is_open = False
                yield from ("", self._sentence(event))
            case _:
                if sentence := self._sentence(event):
                    yield f"  {sentence}" if before.playing is not None else sentence

    def deal_hands(self, after: Situation) -> Iterator[str]:
        """All the hands that are known after the deal."""
        held = after.held
        if held is None:
            return
        trump = after.contract.trump if after.contract is not None else None
        for seat in self._rules.table.after(after.dealer):
            shown = held.playable(seat).show(trump, self._lang, ascii=self._ascii)
            yield f"  {self._seat(seat):<{self._width}}  {shown}"

    def turned(self, card: Card) -> str:
        shown = card.show(self._lang, ascii=self._ascii)
        return f"{self._words.terminal['turned']}{self._words.meta.colon}{shown}"

    def _seat(self, seat: Seat) -> str:
        return self._words.seats[seat]

    def _sentence(self, event: Event) -> str:
        return describe(event, self._rules, self._lang, reader=self._reader) or ""

    def _trick_heading(self, before: Situation) -> Iterator[str]:
        """Once a trick: before its first card, or the first word said with one."""
        playing = before.playing
        if playing is not None and not playing.trick and self._open_trick != len(playing.won):
            self._open_trick = len(playing.won)
            yield ""
            yield self._words.terminal["trick"].format(n=len(playing.won) + 1)

    def _card(self, event: CardPlayed) -> str:
        word = f"  « {self._words.words[event.say]} »" if event.say is not None else ""
        you = f"  ({self._words.terminal['you']})" if event.seat == self._reader else ""
        card = event.card.show(self._lang, ascii=self._ascii)
        return f"  {self._seat(event.seat):<{self._width}}  {card:<3}{word}{you}".rstrip()

    def _scored(self, event: DealScored) -> Iterator[str]:
        self._deal_is_open = False
        yield ""
        yield from format_score(event.score, self._lang, ascii=self._ascii, rules=self._rules).splitlines()

    # The score so far

    def totals(self, now: Situation) -> str:
        marks = self._words.meta.list_separator.join(
            f"{self.side(side)} {points}" for side, points in now.totals.items()
        )
        return f"{self._words.terminal['score']}{self._words.meta.colon}{marks}"

    def side(self, side: Side) -> str:
        """«Nous» and «Eux» for one who plays in a pair."""
        table = self._rules.table
        if self._reader is None or len(table.members(side)) == 1:
            return self._words.sides[side]
        return self._words.sides["us" if self._reader in table.members(side) else "them"]
