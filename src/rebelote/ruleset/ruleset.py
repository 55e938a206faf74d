"""A ruleset: frozen data, composed of parts. Code asks a part what it says, never a ruleset's name."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec

from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.language.game_texts import GameTexts, catalogue_with
from rebelote.language.text import LANGS, Catalogue, Lang, catalogue
from rebelote.ruleset.parts.card_values import CardValues
from rebelote.ruleset.parts.conduct import Conduct, Penalties, Words
from rebelote.ruleset.parts.dealing import Dealing, Hands, Piles, Seating, Staircase
from rebelote.ruleset.parts.declarations import Belote, Declarations
from rebelote.ruleset.parts.match_end import Deals, MatchEnd
from rebelote.ruleset.parts.play import Obligations
from rebelote.ruleset.parts.scoring import (
    ContractScoring,
    GapScoring,
    MarkScoring,
    Scoring,
    TakeScoring,
    TrickScoring,
)
from rebelote.ruleset.parts.trump_choice import Auction, Drawn, Guess, TrumpChoice, TurnUp
from rebelote.table import COMPASS, FACING, Seat, Table

OptionValue = bool | int | float | str
"""What an option may be set to."""
SUITS_ONLY = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
"""The trumps of a game without sans atout and tout atout."""


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Everything that a match needs to know of its rules, options resolved."""

    id: str
    version: int
    extends: str = ""
    seating: Seating
    dealing: Dealing
    trump_choice: TrumpChoice
    play: Obligations
    card_values: CardValues
    declarations: Declarations | None = None
    belote: Belote | None = None
    scoring: Scoring
    match_end: MatchEnd
    penalties: Penalties
    words: Words
    conduct: Conduct
    chosen: Mapping[str, OptionValue] = {}
    texts: Mapping[Lang, GameTexts] = {}

    @cached_property
    def digest(self) -> str:
        """Names these rules, in every process alike: the SHA-256 of their JSON with its keys sorted."""
        plain = msgspec.to_builtins(self, str_keys=True)
        return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.chosen.items())
        return f"<Ruleset {self.id}: {chosen}>" if chosen else f"<Ruleset {self.id}>"

    def catalogue(self, lang: Lang) -> Catalogue:
        """Every word and sentence, those that the rules bring themselves among them."""
        try:
            return self._catalogues[lang]
        except KeyError:
            return catalogue(lang)  # which says what languages there are

    @cached_property
    def _catalogues(self) -> Mapping[Lang, Catalogue]:
        return {lang: catalogue_with(self.texts, self.id, lang) for lang in LANGS}

    @cached_property
    def table(self) -> Table:
        """Who sits where."""
        seating = self.seating
        seats = {
            "compass": COMPASS,
            "facing": FACING,
            "ring": tuple(Seat(str(n + 1)) for n in range(seating.players)),
        }[seating.places]
        return Table(seats, clockwise=seating.direction == "clockwise", partners=seating.places == "compass")

    @cached_property
    def tricks(self) -> int:
        """Tricks in a deal, where every deal has the same number."""
        match self.dealing.layout:
            case Hands(packets=packets, rest=rest):
                return sum(packets[0]) + rest
            case Piles(piles=piles, hand=hand):
                return 4 * piles if hand else 2 * piles
            case Staircase():
                raise ValueError("a staircase has no fixed number of tricks")

    @cached_property
    def turns_a_card(self) -> bool:
        """Is a card turned up before trump is chosen?"""
        choice = self.trump_choice
        return isinstance(choice, TurnUp | Guess) or (isinstance(choice, Auction) and choice.turned != "none")

    @cached_property
    def takes_turned(self) -> bool:
        """Does the taker get the turned card?"""
        layout = self.dealing.layout
        return isinstance(layout, Hands) and layout.turned_to == "taker"

    @cached_property
    def discards(self) -> int:
        """How many cards the taker gets and lays aside; 0 for none."""
        layout = self.dealing.layout
        return layout.discard if isinstance(layout, Hands) else 0

    @cached_property
    def has_taker(self) -> bool:
        """Does a side take, and have to make something?"""
        return isinstance(self.trump_choice, TurnUp | Auction)

    @cached_property
    def counts_tricks(self) -> bool:
        """Are tricks counted, and not the points of cards?"""
        return isinstance(self.scoring, TrickScoring | GapScoring)

    @property
    def unit(self) -> Literal["points", "tricks"]:
        """What is counted in the play."""
        return "tricks" if self.counts_tricks else "points"

    @cached_property
    def belote_towards_contract(self) -> int:
        """What a belote adds to what its side makes when the contract is tested; 0 where it does not help."""
        untested = isinstance(self.scoring, TakeScoring | ContractScoring) and not self.scoring.tests_belote
        return 0 if self.belote is None or untested else self.belote.worth * self._points_of_a_bonus

    @property
    def _points_of_a_bonus(self) -> int:
        """What a mark of belote or declarations stands for, where they are given in marks; else 1."""
        rule = self.scoring.rounding_rule(SUITS_ONLY[0]) if isinstance(self.scoring, MarkScoring) else None
        return rule.per_mark if rule is not None else 1

    def call_points(self, number: int) -> int:
        """The points that a call of this number stands for."""
        in_tens = isinstance(self.trump_choice, Auction) and self.trump_choice.unit == "tens"
        return number * 10 if in_tens else number

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The cards of the game."""
        ranks = self.dealing.ranks
        return tuple(card for card in PACK if card.rank in ranks) if ranks else PACK

    @cached_property
    def cards(self) -> Cards:
        """The same as a set."""
        return Cards(self.pack)

    @cached_property
    def hand_declarations(self) -> Declarations | None:
        """The declarations of hands, if they are played."""
        part = self.declarations
        return part if part is not None and part.played and part.counted == "in_hand" else None

    @cached_property
    def roem(self) -> Declarations | None:
        """What lies in the cards of a trick and goes to its winner, if it is played."""
        part = self.declarations
        return part if part is not None and part.played and part.counted == "in_tricks" else None

    def as_played(self, *, closed: bool) -> Ruleset:
        """These rules, or where trumps may not be led those that say so."""
        return self._closed if closed else self

    @cached_property
    def _closed(self) -> Ruleset:
        return msgspec.structs.replace(self, play=msgspec.structs.replace(self.play, leads="closed"))

    def contre_factor(self, contre: int) -> int:
        """By how much a deal is multiplied at this step of the ladder of contres; 1 without a contre."""
        if isinstance(self.scoring, ContractScoring):
            return self.scoring.factor(contre)
        choice = self.trump_choice
        return choice.ladder[contre - 1].factor if contre and isinstance(choice, Auction) else 1

    def contre_wins_match(self, contre: int) -> bool:
        """Does whoever wins a deal at this step of the ladder of contres win the match?"""
        choice = self.trump_choice
        return isinstance(choice, Auction) and contre > 0 and choice.ladder[contre - 1].wins_match

    def contre_mark(self, contre: int) -> str:
        """What a contre (1) or surcontre (2) does, as a sheet has it: «×2», «×3», «+1», or nothing."""
        match self.scoring:
            case TakeScoring() | MarkScoring() | ContractScoring() if self.contre_factor(contre) > 1:
                return f"×{self.contre_factor(contre)}"
            case TrickScoring(contre=bonus) if contre:
                return f"+{bonus * contre}"
            case _:
                return ""

    @cached_property
    def callable_trumps(self) -> tuple[Trump, ...]:
        """The trumps a deal can be played at."""
        match self.trump_choice:
            case Auction(trumps=trumps):
                return trumps
            case TurnUp(overcalls=overcalls):
                return SUITS_ONLY + overcalls
            case Drawn() | Guess():
                return SUITS_ONLY

    @cached_property
    def auto(self) -> bool:
        """Are words and declarations said for the players?"""
        return self.conduct.announce == "auto"

    @cached_property
    def strict(self) -> bool:
        """Is what the rules forbid refused at once, and not judged afterwards?"""
        return self.conduct.enforcement == "strict"

    def hand_size(self, deal_number: int) -> int:
        """Cards in a hand for play: on a staircase, by the deal's number from 1."""
        match self.dealing.layout:
            case Staircase(top=top):
                highest = top[self.seating.players]
                return min(deal_number, 2 * highest - deal_number)
            case Hands():
                return self.tricks
            case Piles(piles=piles, hand=hand):
                return 2 * piles if hand else 0

    @property
    def last_deal(self) -> int | None:
        """The number of the last deal where it is known beforehand."""
        match self.match_end, self.dealing.layout:
            case Deals(deals=deals), _:
                return deals
            case _, Staircase(top=top):
                return 2 * top[self.seating.players] - 1
            case _:
                return None
