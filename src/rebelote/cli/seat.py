"""A person's seat at the table: shows what he may see, and asks what he does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rebelote.actions import Action, Play
from rebelote.cards import Card
from rebelote.cli.journal import Journal
from rebelote.cli.offers import (
    Offer,
    bid_range,
    default,
    find,
    offers,
    table_offers,
)
from rebelote.cli.rules import describe_rules
from rebelote.cli.screen import Screen
from rebelote.cli.typed import fold, read_action
from rebelote.language.display import format_contract
from rebelote.language.labels import label, trump_of
from rebelote.language.sentences import contred_word
from rebelote.language.text import Lang, catalogue
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held, Pile
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Cutting, Discarding
from rebelote.table import Seat
from rebelote.view import View

GAP = "  "
QUIT = ("q", "quit", "quitter")
ADVICE = ("a", "advice", "conseil", "que jouer")
BACK = ("u", "undo", "reprendre", "take back")


class Leaving(Exception):
    """The player gets up."""


class TakingBack(Exception):
    """The player wants his last call or card back."""


class AskingAdvice(Exception):
    """The player wants to know what to play."""


class Person:
    """Asks a person at a terminal."""

    def __init__(self, screen: Screen, lang: Lang, journal: Journal) -> None:
        self._screen = screen
        self._lang = lang
        self._journal = journal
        self._say = catalogue(lang).terminal
        self._words = catalogue(lang)
        # Plain letters for suits are S H D C, so where cards are shown by them they are read by them too.
        self._letters: Lang = "en" if screen.ascii else lang
        self._hearts = catalogue(self._letters).suit_letters["H"].lower()

    # Asking

    def choose(self, view: View) -> Action:
        """An action that the person means; whether it is legal, the match will say."""
        self._show_lines(self._table_lines(view))
        among = offers(view, self._lang, ascii=self._screen.ascii)
        self._show_lines(self._offer_lines(view, among))
        while True:
            text = self._line("> ")
            action = self._meant(text, view, among)
            if action is not None and self._is_held(action, view) and self._is_sure(action, view):
                return action

    def interrupts(self, view: View) -> Action | None:
        """Out of turn: coinche, or let the others speak."""
        self._show_lines(self._hand_lines(view, ()))
        self._screen.show("  " + self._say["interrupt"])
        while True:
            text = self._line("> ")
            if fold(text) in ("", "p", "n"):
                return None
            action = self._meant(text, view, offers(view, self._lang, ascii=self._screen.ascii))
            if action is not None:
                return action

    def rest(self) -> None:
        """Time to read a score, for one who sits at a real terminal."""
        if self._screen.rests and fold(self._line(self._say["go_on"])) in QUIT:
            raise Leaving

    def _meant(self, text: str, view: View, among: Sequence[Offer]) -> Action | None:
        """The action that a line means; None after a command, or after a line that means nothing."""
        word = fold(text)
        if not word:
            return self._meant_by_enter(view, among)
        if self._obey(word, view, among):
            return None
        if word == "!":
            return self._table_action(view)
        action = find(text, among) or read_action(text, view, self._letters)
        if action is None:
            self._screen.show(self._say["unknown"].format(text=text.strip()))
        return action

    def _meant_by_enter(self, view: View, among: Sequence[Offer]) -> Action | None:
        action = default(view)
        if action is None:
            self._show_lines(self._offer_lines(view, among))
        return action

    def _line(self, prompt: str) -> str:
        try:
            return self._screen.ask(prompt)
        except EOFError:
            raise Leaving from None

    def _is_held(self, action: Action, view: View) -> bool:
        held = view.situation.held
        if not isinstance(action, Play) or held is None or action.card in held.playable(action.seat):
            return True
        self._screen.show(self._say["not_held"].format(card=self._card(action.card)))
        return False

    def _is_sure(self, action: Action, view: View) -> bool:
        """Where wrong cards may be laid, nobody should lay one by a slip of the finger."""
        if view.rules.strict or not isinstance(action, Play):
            return True
        clause_id = view.why_not(action.card)
        if clause_id is None:
            return True
        clause = self._words.clause(clause_id)
        self._screen.show(self._say["wrong_card"].format(clause=clause.id, text=clause.text))
        return fold(self._line("> "))[:1] in ("o", "y")

    def _table_action(self, view: View) -> Action | None:
        among = table_offers(view, self._lang, ascii=self._screen.ascii)
        if not among:
            self._screen.show(self._say["nothing_wrong" if view.rules.strict else "nothing_now"])
            return None
        self._show_lines(f"  {offer.key:>2} {offer.label}" for offer in among)
        return find(self._line("! "), among)

    # Commands

    def _obey(self, word: str, view: View, among: Sequence[Offer]) -> bool:
        match word:
            case _ if word in QUIT:
                raise Leaving
            case _ if word in ADVICE:
                raise AskingAdvice
            case _ if word in BACK:
                raise TakingBack
            case "?" | "h" | "help" | "aide":
                self._screen.show(self._help())
            case "l":
                self._show_lines(self._last_trick_lines(view))
            case "s":
                self._screen.show(self._sheet(view))
            case "r":
                self._show_lines(describe_rules(view.rules, {}, self._lang))
            case _:
                return False
        self._show_lines(self._offer_lines(view, among))
        return True

    def _help(self) -> str:
        cards = self._say["help_cards_ascii" if self._screen.ascii else "help_cards"]
        return self._say["help"].format(cards=cards, h=self._hearts)

    def _last_trick_lines(self, view: View) -> Iterator[str]:
        if view.last_trick is None:
            yield self._say["no_last_trick"]
            return
        winner, trick = view.last_trick
        cards = GAP.join(f"{self._words.seats[seat]} {self._card(card)}" for seat, card in trick)
        yield f"{self._say['last_trick']}{self._words.meta.colon}{cards} → {self._words.seats[winner]}"

    def _sheet(self, view: View) -> str:
        if not len(view.sheet):
            return self._say["no_sheet"]
        return view.sheet.show(self._lang, ascii=self._screen.ascii)

    # Showing

    def _show_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._screen.show(line)

    def _card(self, card: Card) -> str:
        return card.show(self._lang, ascii=self._screen.ascii)

    def _table_lines(self, view: View) -> Iterator[str]:
        """What one looks at before one acts, from the view only."""
        now = view.situation
        playing = now.playing
        if playing is not None:
            yield from ("", self._standing(view, playing))
        if isinstance(now.phase, Choosing) and now.phase.words and now.turned is not None:
            yield self._journal.turned(now.turned)
        held = now.held
        if held is None or view.seat is None:
            return
        yield from self._foreheads(view, held)
        if held.piles:
            yield from self._other_piles(held, view.seat)

    def _standing(self, view: View, playing: Playing) -> str:
        contract, guesses = playing.contract, view.situation.guesses
        name = self._say["trump" if contract.seat is None else "contract"]
        contred = contred_word(contract, view.rules, self._lang)
        shown = format_contract(contract, self._lang, ascii=self._screen.ascii, contred=contred)
        taken = (
            f"{self._journal.side(side)} {n}" + (f"/{guesses[side]}" if side in guesses else "")
            for side, n in playing.tricks().items()
        )
        colon = self._words.meta.colon
        return f"{name}{colon}{shown}  ({self._say['tricks']}{colon}{', '.join(taken)})"

    def _foreheads(self, view: View, held: Held) -> Iterator[str]:
        """In a one-card deal, all cards but one's own."""
        if not view.situation.blind:
            return
        seen = (
            f"{self._words.seats[seat]} {' '.join(map(self._card, held.hands[seat]))}"
            for seat in view.rules.table
            if held.hands[seat]
        )
        yield f"{self._say['foreheads']}{self._words.meta.colon}{', '.join(seen)}, {self._say['your_card']}"

    def _other_piles(self, held: Held, seat: Seat) -> Iterator[str]:
        for other, row in held.piles.items():
            if other != seat:
                name = self._say["piles"].format(player=self._words.seats[other])
                yield f"{name}{self._words.meta.colon}{GAP.join(self._pile(pile, {}) for pile in row)}"

    def _pile(self, pile: Pile, keys: dict[Card, str]) -> str:
        if pile.top is None:
            return "–"
        under = "/?" if pile.covers else ""
        return self._keyed(pile.top, keys) + under

    def _keyed(self, card: Card, keys: dict[Card, str]) -> str:
        """«3 V♥» for a choice; «(V♥)» for a card that may not be played now."""
        if not keys:
            return self._card(card)
        return f"{keys[card]} {self._card(card)}" if card in keys else f"({self._card(card)})"

    def _offer_lines(self, view: View, among: Sequence[Offer]) -> Iterator[str]:
        yield from self._hand_lines(view, among)
        if isinstance(view.situation.phase, Cutting):
            yield self._cut_line(view)
            return
        if isinstance(view.situation.phase, Discarding) and view.legal():
            yield self._discard_line(view, view.situation.phase)
        others = [str(offer) for offer in among if offer.card is None]
        if others:
            yield "  " + "   ".join(others)
        if bids := bid_range(view):
            least, most = (catalogue(self._lang).words.get(str(value), value) for value in bids)
            yield "  " + self._say["bids"].format(value=least, suit=self._hearts, most=most)
        action = default(view)
        if action is not None:
            turned = view.situation.turned
            chosen = label(action, view.rules, turned, self._lang, ascii=self._screen.ascii)
            yield "  " + self._say["enter"].format(label=chosen)
        if view.table_actions():
            yield "  " + self._say["table"]

    def _cut_line(self, view: View) -> str:
        cuts = [getattr(action, "at", 0) for action in view.legal()]
        return self._say["cut"].format(least=cuts[0], most=cuts[-1], middle=cuts[len(cuts) // 2])

    def _discard_line(self, view: View, discarding: Discarding) -> str:
        cards = view.hand.sorted(trump_of(view))[-discarding.number :]
        example = " ".join(map(self._card, cards))
        return self._say["discard"].format(n=discarding.number, example=example)

    def _hand_lines(self, view: View, among: Sequence[Offer]) -> Iterator[str]:
        held = view.situation.held
        if held is None or view.seat is None:
            return
        keys = {offer.card: offer.key for offer in among if offer.card is not None}
        if held.hands[view.seat]:
            hand = held.hands[view.seat].sorted(trump_of(view))
            yield f"{self._say['hand']}{self._words.meta.colon}{self._by_suit(hand, keys)}"
        if held.piles:
            row = GAP.join(self._pile(pile, keys) for pile in held.piles[view.seat])
            yield f"{self._say['own_piles']}{self._words.meta.colon}{row}"

    def _by_suit(self, hand: Sequence[Card], keys: dict[Card, str]) -> str:
        shown = ""
        for place, card in enumerate(hand):
            new_suit = place > 0 and hand[place - 1].suit is not card.suit
            shown += ("   " if new_suit else " " if place else "") + self._keyed(card, keys)
        return shown
