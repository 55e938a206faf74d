"""What happened, for the log and the screen reader: «Est : valet de pique.»"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

import msgspec

from rebelote.actions import (
    AskRedeal,
    Bid,
    Call,
    Contre,
    Guess,
    Object,
    Pass,
    Schmeiss,
    Surcontre,
    Take,
    Word,
)
from rebelote.cards import Card
from rebelote.events import (
    Answered,
    BottomShown,
    Called,
    CardExcused,
    CardExposed,
    CardPlayed,
    Contracted,
    Counted,
    DealScored,
    Dealt,
    DealVoided,
    DeclarationsSettled,
    DeclarationsShown,
    DeclarationsUnproved,
    Declared,
    Discarded,
    Event,
    Gathered,
    HandKept,
    HeightNamed,
    MatchEnded,
    MatchStarted,
    Misdealt,
    NotBetterSaid,
    PackCut,
    PileTurned,
    Proposed,
    RebeloteClaimed,
    RoemSaid,
    Ruled,
    SevenSwapped,
    Shown,
    Shuffled,
    TrickWon,
    TrumpDrawn,
    TurnedUp,
)
from rebelote.language.persons import Names, Person, Speaker
from rebelote.language.sentences.spoken import (
    bid_in_words,
    card_name,
    contred_word,
    height_in_words,
    kinds_in_words,
    say_call,
)
from rebelote.language.story import deal_story
from rebelote.language.text import Catalogue, Lang
from rebelote.results import Contract
from rebelote.ruleset import Deals, Drawn, Hands, Ruleset, Target
from rebelote.table import Seat, Side


def describe(
    event: Event,
    rules: Ruleset,
    lang: Lang = "fr",
    names: Names | None = None,
    reader: Seat | None = None,
) -> str | None:
    """A short sentence for the log and the screen reader: «Est : valet de pique.»; None if none is needed.

    The seat that reads it is «vous»; without one, everybody has a name: for records, replays and spectators.
    """
    return _Teller(Speaker(rules, rules.catalogue(lang), names or {}, reader), lang).tell(event)


class Description(NamedTuple):
    """A sentence without a reader, and the seats that it names: to everybody else it is told alike."""

    text: str | None
    about: frozenset[Seat]


def describe_to_all(event: Event, rules: Ruleset, lang: Lang, names: Names | None = None) -> Description:
    """What `describe` says without a reader, and for whom it would say something else."""
    speaker = Speaker(rules, rules.catalogue(lang), names or {})
    text = _Teller(speaker, lang).tell(event)
    return Description(text, frozenset(speaker.about))


_ANY_NAMES: Final = ("O\ue000", "T\ue000")
"""One with a vowel at its head and one with a consonant, in a letter that nobody has in his name."""


def around_name(event: CardPlayed | TrickWon, rules: Ruleset, lang: Lang) -> tuple[str, str] | None:
    """What `describe` says before and after the player's name; None where that depends on the name.

    A name that begins with an article is written with a capital at the head of a sentence.
    """
    told = [(describe(event, rules, lang, {event.seat: name}) or "").split(name) for name in _ANY_NAMES]
    if told[0] != told[1] or len(told[0]) != len(("before", "after")):
        return None
    before, after = told[0]
    return before, after


class _Teller(msgspec.Struct, frozen=True):
    speaker: Speaker
    lang: Lang

    @property
    def rules(self) -> Ruleset:
        return self.speaker.rules

    @property
    def words(self) -> Catalogue:
        return self.speaker.words

    def tell(self, event: Event) -> str | None:
        match event:
            case Called():
                return self._called(event.call)
            case TrickWon() | CardPlayed() | PileTurned() | CardExposed() | CardExcused():
                return self._card_play(event)
            case DealScored():
                return self._scored(event)
            case Contracted(contract=contract):
                return self._contracted(contract)
            case RoemSaid(seat=seat, points=points):
                return self._line(
                    "roem_said", player=self._player(seat), points=self.words.count("point", points)
                )
            case MatchStarted() | Shuffled() | PackCut() | Dealt() | TurnedUp() | TrumpDrawn():
                return self._before_play(event)
            case BottomShown(card=card):
                return self._line("bottom_shown", card=self._card(card))
            case SevenSwapped(seat=seat):
                return self._line("seven_swapped", player=self._player(seat))
            case HandKept(seat=seat):
                return self._line("hand_kept", player=self._player(seat))
            case Discarded():
                return self._discarded(event)
            case (
                Declared()
                | HeightNamed()
                | NotBetterSaid()
                | DeclarationsSettled()
                | DeclarationsShown()
                | DeclarationsUnproved()
            ):
                return self._declaration(event)
            case Misdealt() | Proposed() | Answered() | Ruled() | RebeloteClaimed():
                return self._justice(event)
            case DealVoided(cause=cause):
                return self._line(f"void_{cause}")
            case MatchEnded():
                return self._ended(event)
            case Counted() | Gathered():
                return None
            case _:
                assert_never(event)

    # Words

    def _line(self, key: str, **values: str | Person) -> str:
        return self.speaker.say(self.words.events[key], **values)

    def _player(self, seat: Seat) -> Person:
        return self.speaker.player(seat)

    def _side(self, side: Side) -> Person:
        return self.speaker.side(side)

    def _card(self, card: Card) -> str:
        return card_name(card, self.lang)

    def _suit(self, trump: str) -> str:
        return self.words.suits[trump]

    # Before the play

    def _before_play(
        self, event: MatchStarted | Shuffled | PackCut | Dealt | TurnedUp | TrumpDrawn
    ) -> str | None:
        match event:
            case MatchStarted():
                return self._started()
            case Shuffled():
                return self._line("shuffled")
            case PackCut(seat=seat, at=at):
                return self._line("cut", player=self._player(seat), cards=self.words.count("card", at))
            case Dealt():
                return self._dealt(event)
            case TurnedUp(card=card):
                return self._line("turned", card=self._card(card))
            case TrumpDrawn(trump=trump):
                return self._line("drawn", suit=self._suit(trump))

    def _started(self) -> str:
        name = self.words.ruleset(self.rules.id).name
        match self.rules.match_end:
            case Target(target=target):
                return self._line("match_started", ruleset=name, points=self.words.count("point", target))
            case Deals(deals=deals):
                return self._line("match_started", ruleset=name, points=self.words.count("deal", deals))
            case _:
                return self._line("match_started_open", ruleset=name)

    def _dealt(self, event: Dealt) -> str:
        layout = self.rules.dealing.layout
        cards = self.words.count("card", sum(event.packets))
        if event.blind:
            return self._line("dealt_blind")
        if len({*event.hands, *event.hidden}) == 1:
            (taker,) = {*event.hands, *event.hidden}
            return self._line("dealt_talon", player=self._player(taker), cards=cards)
        if isinstance(layout, Hands) and event.packets not in layout.packets:
            return self._line("dealt_rest")
        if event.piles:
            piles = max(len(row) for row in event.piles.values())
            return self._line("dealt_piles", cards=cards, n=str(piles))
        return self._line("dealt", cards=cards)

    def _discarded(self, event: Discarded) -> str:
        """The cards only to whoever may see them."""
        player = self._player(event.seat)
        if event.cards:
            cards = self.words.listed([self._card(card) for card in event.cards])
            return self._line("discarded", player=player, cards=cards)
        return self._line("discarded", player=player, cards=self.words.count("card", event.hidden))

    def _called(self, call: Call) -> str:
        player = self._player(call.seat)
        match call:
            case Pass():
                return self._line("passes", player=player)
            case Take(trump=trump):
                return self._line("takes", player=player, suit=self._suit(trump))
            case Object():
                return self._line("objects", player=player)
            case Schmeiss():
                return self._line("says", player=player, words=self.words.words["schmeiss"])
            case Bid(value=value, trump=trump, to_partner=False):
                return self._line(
                    "says", player=player, words=bid_in_words(value, trump, self.rules, self.words)
                )
            case Contre(closed=False):
                return self._line(self.rules.words.contre, player=player)
            case Surcontre(level=2):
                return self._line("surcontre", player=player)
            case Bid() | Contre() | Surcontre() | AskRedeal():
                said = say_call(call, self.rules, self.words, None)
                return self._line("says", player=player, words=said)
            case Guess(tricks=tricks):
                return self._line("guesses", player=player, tricks=self.words.count("trick", tricks))
            case _:
                assert_never(call)

    def _contracted(self, contract: Contract) -> str | None:
        if isinstance(self.rules.trump_choice, Drawn):
            return None
        if contract.seat is None:
            return self._line("trump", suit=self._suit(contract.trump))
        call = self._suit(contract.trump)
        if contract.value is not None:
            call = bid_in_words(contract.value, contract.trump, self.rules, self.words)
        player = self._player(contract.seat)
        if contred := contred_word(contract, self.rules, self.lang):
            return self._line("contract_contred", call=call, player=player, contred=contred)
        return self._line("contract", call=call, player=player)

    # The play

    def _card_play(self, event: CardPlayed | PileTurned | TrickWon | CardExposed | CardExcused) -> str:
        match event:
            case CardPlayed(seat=seat, card=card, say=word):
                return self._played(self._player(seat), self._card(card), word)
            case PileTurned(seat=seat, card=card):
                return self._line("pile_turned", player=self._player(seat), card=self._card(card))
            case TrickWon(seat=seat) if self.rules.counts_tricks:
                return self._line("trick_won_plain", player=self._player(seat))
            case TrickWon(seat=seat, points=points):
                worth = self.words.count("point", points)
                return self._line("trick_won", player=self._player(seat), points=worth)
            case CardExposed(seat=seat, card=card):
                return self._line("exposed", player=self._player(seat), card=self._card(card))
            case CardExcused(by=seat, card=card):
                return self._line("excused", player=self._player(seat), card=self._card(card))

    def _played(self, player: Person, card: str, word: Word | None) -> str:
        if word is None:
            return self._line("played", player=player, card=card)
        return self._line("played_saying", player=player, card=card, word=self.words.words[word])

    def _declaration(
        self,
        event: Declared
        | HeightNamed
        | NotBetterSaid
        | DeclarationsSettled
        | DeclarationsShown
        | DeclarationsUnproved,
    ) -> str:
        match event:
            case Declared(seat=seat, kinds=kinds):
                said = kinds_in_words(kinds, self.words)
                return self._line("declared", player=self._player(seat), declarations=said)
            case HeightNamed(seat=seat, rank=rank, in_trumps=in_trumps):
                height = height_in_words(rank, in_trumps, self.words)
                return self._line("height_named", player=self._player(seat), height=height)
            case NotBetterSaid(seat=seat):
                return self._line("not_better", player=self._player(seat))
            case DeclarationsSettled(winner=side):
                if side is None:
                    return self._line("declarations_tied")
                return self._line("declarations_won", side=self._side(side))
            case DeclarationsShown(seat=seat, shown=shown):
                cards = self.words.listed([self._shown(each) for each in shown])
                return self._line("shown", player=self._player(seat), cards=cards)
            case DeclarationsUnproved(seat=seat):
                return self._line("unproved", player=self._player(seat))

    def _shown(self, shown: Shown) -> str:
        """«carré de valets», «tierce hauteur valet à pique»."""
        top = shown.cards[-1]
        if shown.kind == "carre":
            return self.words.words["carre_of"].format(ranks=self.words.rank_groups[top.rank])
        return self.words.words["declare_height_suit"].format(
            kind=self.words.kinds[shown.kind],
            height=height_in_words(top.rank, False, self.words),
            suit=self._suit(top.suit),
        )

    # Justice

    def _justice(self, event: Misdealt | Proposed | Answered | Ruled | RebeloteClaimed) -> str:
        match event:
            case Misdealt(seat=seat):
                return self._line("misdeal", player=self._player(seat))
            case Proposed(seat=seat, remedy=remedy):
                return self._line(f"proposed_{remedy}", player=self._player(seat))
            case Answered(seat=seat, remedy=remedy, agreed=agreed):
                return self._line(f"agreed_{remedy}" if agreed else "refused", player=self._player(seat))
            case RebeloteClaimed(seat=seat):
                return self._line("rebelote_forgiven", player=self._player(seat))
            case Ruled():
                return self._ruled(event)

    def _ruled(self, event: Ruled) -> str:
        penalty = event.penalty
        if penalty is None:
            return self._line("ruled_no_fault")
        rule = self.words.clause(penalty.clause)
        told = [self._line("ruled", title=rule.title or rule.id, clause=rule.id)]
        for side, points in penalty.score.items():
            if points:
                worth = self.words.count("point", points)
                told.append(self._line("penalty", points=worth, side=self._side(side)))
        if penalty.may_not_take is not None:
            told.append(self._line("may_not_take", side=self._side(penalty.may_not_take)))
        if penalty.barred is not None and event.offender is not None:
            barred = self._line(
                "suit_barred", side=self._side(event.offender), suit=self._suit(penalty.barred)
            )
            told.append(barred)
        return " ".join(told)

    # The count

    def _scored(self, event: DealScored) -> str:
        told = [
            deal_story(event, self.speaker),
            self._line("deal_scored", scores=self.speaker.scores(event.score.score)),
            self._line("totals", scores=self.speaker.scores(event.totals)),
        ]
        if event.awaiting is not None:
            told.append(self._line("awaiting_trick", side=self._side(event.awaiting)))
        return " ".join(told)

    def _ended(self, event: MatchEnded) -> str:
        sides = [self._side(side) for side in event.winners]
        ended = (
            self._line("match_over", side=sides[0])
            if len(sides) == 1
            else self._line("shared_win", sides=self.words.listed([side.name for side in sides]))
        )
        if not event.stakes:
            return ended
        gains = self.speaker.score_list((self._player(seat), stake) for seat, stake in event.stakes.items())
        return f"{ended} {self._line('stakes', scores=gains)}"
