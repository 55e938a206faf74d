"""`rebelote play`: a match in the terminal, against bots."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from rebelote import bots
from rebelote.actions import Action
from rebelote.advice import can_be_advised
from rebelote.cards import Card
from rebelote.chance import RandomChance
from rebelote.cli.advising import advice_lines
from rebelote.cli.common import (
    SYSTEM_LANGUAGE,
    CommandError,
    LangOption,
    OptionsOption,
    TimeOption,
    WorldsOption,
    check_writable,
    is_ascii,
    load_rules,
    search_budget,
    write_text,
)
from rebelote.cli.journal import Journal
from rebelote.cli.offers import may_only_interrupt, needs_no_question
from rebelote.cli.screen import Screen
from rebelote.cli.seat import AskingAdvice, Leaving, Person, TakingBack
from rebelote.errors import Illegal
from rebelote.events import (
    CardPlayed,
    DealScored,
    DealVoided,
    Event,
    Gathered,
    MatchEnded,
    TrickWon,
    redact,
)
from rebelote.language.sentences import explain
from rebelote.language.text import Lang, catalogue, said
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.stages import Counting, Cutting, Misdealing
from rebelote.record import format_record
from rebelote.results import Contract
from rebelote.ruleset import Ruleset
from rebelote.ruleset.shape_check import near_miss
from rebelote.situation import Situation
from rebelote.table import Seat
from rebelote.taking_back import last_choice
from rebelote.view import View

CARD_PAUSE = 0.4
TRICK_PAUSE = 0.9


def command(
    rules: Annotated[
        str, typer.Option("--rules", metavar="ID_OR_FILE", help="A ruleset's id or a TOML file.")
    ] = "ffb-belote",
    option: OptionsOption = None,
    seat: Annotated[str, typer.Option("--seat", help="Where you sit: N E S W, or 1 to 6.")] = "",
    lang: LangOption = SYSTEM_LANGUAGE,
    seed: Annotated[int | None, typer.Option("--seed", help="The same number deals the same match.")] = None,
    ascii: Annotated[
        bool | None, typer.Option("--ascii/--unicode", help="JH or V♥; by default what the terminal can.")
    ] = None,
    bot: Annotated[str, typer.Option("--bots", metavar="NAME", help=bots.listed("en"))] = "habitue",
    time: TimeOption = None,
    worlds: WorldsOption = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.belote", help="Where to write the record.")
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="No pause between the cards.")] = False,
) -> None:
    """Play a match in the terminal against bots."""
    ruleset = load_rules(rules, option)
    own_seat = _seat(seat, ruleset)
    _check_bot(bot)
    bot = bots.with_budget(bot, search_budget(time, worlds))
    if save is not None:
        check_writable(save)
    plain = is_ascii(sys.stdout) if ascii is None else ascii
    _read_any_bytes()
    screen = Screen(sys.stdout, sys.stdin, ascii=plain, hurry=fast)
    game = Game(ruleset, own_seat, lang.lang, screen, bot, seed)
    try:
        with _told_to_leave():
            game.play()
    except (Leaving, KeyboardInterrupt):
        screen.show()
        screen.show(catalogue(lang.lang).terminal["left"])
    finally:
        if save is not None:
            write_text(save, format_record(finished_deals(game.match.log), game.help_tag()))
    game.tell_help()
    if save is not None:
        screen.show(catalogue(lang.lang).terminal["saved"].format(file=save))


@contextmanager
def _told_to_leave() -> Iterator[None]:
    """A closed window or a polite kill is a player who leaves."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {each: signal.signal(each, signal.default_int_handler) for each in signals}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def finished_deals(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """A record tells all hands: of a match that was left, only the deals that are over."""
    ends = [n for n, event in enumerate(log, 1) if isinstance(event, ENDS_A_DEAL)]
    return log[: ends[-1] if ends else 1]


ENDS_A_DEAL = DealScored | DealVoided | Gathered | MatchEnded


def _seat(name: str, rules: Ruleset) -> Seat:
    """South, or the first of a ring, unless named."""
    seats = rules.table.seats
    if not name:
        return Seat("S") if "S" in seats else seats[0]
    if name.upper() not in seats:
        raise CommandError(f"--seat {name}", said("expected", what=said("one_of", values=" ".join(seats))))
    return Seat(name.upper())


def _check_bot(name: str) -> None:
    if name.partition(bots.SUFFIX)[0] in bots.BOTS:
        bots.called(name)
    else:
        known = f"expected one of {', '.join(bots.BOTS)}{near_miss(name, bots.BOTS)}"
        raise CommandError(f"--bots {name}", known)


def _read_any_bytes() -> None:
    """A line that is not UTF-8 is one that means nothing, no reason to fall over."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


class Game:
    """A match between a person and bots, shown as it goes."""

    def __init__(
        self, rules: Ruleset, seat: Seat, lang: Lang, screen: Screen, bot: str, seed: int | None
    ) -> None:
        luck = random.Random(seed) if seed is not None else random.SystemRandom()
        self._chance = RandomChance(luck)
        self.match = Match.new(rules, chance=self._chance)
        self._seat = seat
        self._lang = lang
        self._screen = screen
        self._journal = Journal(rules, lang, ascii=screen.ascii, reader=seat)
        self._person = Person(screen, lang, self._journal)
        tools = bots.SearchTools()
        self._bots = {other: bots.make(bot, luck, tools=tools) for other in rules.table if other != seat}
        self._asked_about: Contract | None = None
        self._taken_back = 0
        self._advised: set[tuple[int, int]] = set()  # the turns: takebacks before, place in the log

    def play(self) -> None:
        rules = self.match.rules
        words = rules.catalogue(self._lang)
        self._screen.show(words.ruleset(rules.id).name)
        example = Card("JH").show(self._lang, ascii=self._screen.ascii)
        welcome = catalogue(self._lang).terminal["welcome"].format(seat=words.seats[self._seat], card=example)
        self._screen.show(welcome)
        while not self.match.is_over:
            try:
                self._step()
            except TakingBack:
                self._take_back()
            except AskingAdvice:
                self._advise()

    def tell_help(self) -> None:
        """What the player was told and took back, with the match's end as at a served table."""
        words = catalogue(self._lang).terminal
        if self._advised:
            self._screen.show(words["advised"].format(n=len(self._advised)))
        if self._taken_back:
            self._screen.show(words["taken_back"].format(n=self._taken_back))

    def help_tag(self) -> dict[str, str]:
        """For the record, as a server writes it."""
        advised = len(self._advised)
        if not advised and not self._taken_back:
            return {}
        return {"Help": f"{self._seat} advice {advised} takebacks {self._taken_back}"}

    def _advise(self) -> None:
        """Counted once a turn."""
        view = self.match.view(self._seat)
        self._asked_about = None  # one who may contre is asked again
        if not can_be_advised(view):
            self._screen.show(catalogue(self._lang).terminal["nothing_to_advise"])
            return
        for line in advice_lines(view, self._lang, ascii=self._screen.ascii):
            self._screen.show(line)
        self._advised.add((self._taken_back, view.seq))

    def _take_back(self) -> None:
        """To the last choice of this deal; what the player has seen since stays seen."""
        words = catalogue(self._lang).terminal
        place = last_choice(self.match, self._seat)
        if place is None:
            self._screen.show(words["nothing_to_take_back"])
            return
        self.match = Match.replay(self.match.log[:place])
        self._asked_about = None
        self._taken_back += 1
        self._journal.go_back()
        self._screen.show(words["takes_back"])

    def _step(self) -> None:
        view = self.match.view(self._seat)
        if isinstance(view.situation.phase, Cutting):
            for line in self._journal.open_deal(view.situation):
                self._screen.show(line)
        answering = self._answering_bot(view)
        if answering is not None:
            self._let_bot_act(answering)
        elif may_only_interrupt(view):
            self._offer_to_interrupt(view)
        elif self._is_asked(view):
            self._ask(view)
        else:
            self._let_bot_act(view.actors()[0])

    def _is_asked(self, view: View) -> bool:
        """The person whose turn it is; before the bots where all have a say."""
        actors = view.actors()
        together = isinstance(view.situation.phase, Counting | Misdealing)
        return self._seat in actors if together else actors[0] == self._seat

    def _answering_bot(self, view: View) -> Seat | None:
        """A bot to whom the person's side has made a proposal."""
        table, asked = view.rules.table, view.situation.sides_to_answer()
        if not asked or table.side(self._seat) in asked:
            return None
        return table.members(asked[0])[0]

    def _let_bot_act(self, seat: Seat) -> None:
        self._act(self._bots[seat].choose(self.match.view(seat)))

    def _ask(self, view: View) -> None:
        if needs_no_question(view):
            self._act(view.legal()[0])
            return
        self._try(self._person.choose(view))

    def _offer_to_interrupt(self, view: View) -> None:
        """Once for each call that stands; then the others go on."""
        choosing = view.situation.phase
        assert isinstance(choosing, Choosing)
        is_new, self._asked_about = choosing.standing != self._asked_about, choosing.standing
        action = self._person.interrupts(view) if is_new else None
        if action is not None:
            self._try(action)
        else:
            self._let_bot_act(view.actors()[0])

    def _try(self, action: Action) -> None:
        try:
            self._act(action)
        except Illegal as error:
            self._screen.show(explain(error, self._lang))

    def _act(self, action: Action) -> None:
        before = self.match
        now = before.view(self._seat)
        self.match = before.act(action, self._chance)
        for event in self.match.log[before.seq :]:
            seen = redact(event, self._seat)
            self._tell(seen, now.situation)
            now = now.evolve(seen)

    def _tell(self, event: Event, before: Situation) -> None:
        for line in self._journal.tell(event, before):
            self._screen.show(line)
        if isinstance(event, CardPlayed):
            self._screen.pause(CARD_PAUSE)
        elif isinstance(event, TrickWon):
            self._screen.pause(TRICK_PAUSE)
        elif isinstance(event, DealScored):
            self._person.rest()
