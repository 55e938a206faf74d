"""What the page is told of a match, made from a View and from nothing else: it can't tell a secret."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from rebelote.actions import (
    Action,
    Call,
    Declare,
    Play,
)
from rebelote.card_order import Trick
from rebelote.cards import PACK, Card
from rebelote.claiming import claim
from rebelote.codec import ENCODER
from rebelote.events import MatchEnded
from rebelote.language.display import format_contract
from rebelote.language.labels import in_order, label, trump_of
from rebelote.language.persons import Names
from rebelote.language.sentences import card_name, contred_word, describe, say
from rebelote.language.text import LANGS, Clause, Lang
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held, Pile
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Over
from rebelote.results import Contract
from rebelote.ruleset import Ruleset, Target
from rebelote.server.messages.match_view import (
    Committed,
    ContractView,
    HandCard,
    LastTrick,
    NamedCard,
    Offer,
    OwnView,
    PileView,
    PlayedCard,
    ResultView,
    SeatView,
    SharedView,
)
from rebelote.server.prompts import has_word, prompt
from rebelote.server.rulebook import goal
from rebelote.table import Seat
from rebelote.view import View

Encoded: TypeAlias = Any
"""A value that was encoded ahead (`msgspec.Raw`): it stands in a message where the value itself would."""

_CARDS: Final = {lang: [NamedCard(card.text, card_name(card, lang)) for card in PACK] for lang in LANGS}
"""By the index of a card."""


def _of_the_hand(lang: Lang, *, playable: bool, why: Clause | None = None) -> list[Encoded]:
    """Every card as one of one's own, by its index."""
    return [
        msgspec.Raw(ENCODER.encode(HandCard(known.card, known.name, playable, why))) for known in _CARDS[lang]
    ]


_FREE: Final = {lang: _of_the_hand(lang, playable=True) for lang in LANGS}
_RESTING: Final = {lang: _of_the_hand(lang, playable=False) for lang in LANGS}
"""While others play."""


class Facts(msgspec.Struct, frozen=True):
    """What a View does not know: which match this is, who sits there, until when."""

    match: str
    commitment: str
    pack: int
    deadline: int | None
    names: Names


def isolated(name: str) -> str:
    """A name for a sentence: one that is written from right to left does not turn the rest around."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"\u2068{name}\u2069" if turns else name


# What all see


class Seen(msgspec.Struct, frozen=True):
    """What everybody sees, in one language."""

    view: View
    shared: SharedView
    seats: list[SeatView]


def seen_by_all(view: View, facts: Facts, lang: Lang) -> Seen:
    """From a spectator's view."""
    seats = [seat_view(view, seat, None, lang) for seat in view.rules.table.order]
    return Seen(view, shared_view(view, facts, lang), seats)


def shared_view(view: View, facts: Facts, lang: Lang) -> SharedView:
    """From a spectator's view."""
    now = view.situation
    playing = now.playing
    return SharedView(
        match=facts.match,
        seq=view.seq,
        phase=now.phase_name,
        deal=view.sheet[-1].number if now.is_over and len(view.sheet) else now.deal_number,
        dealer=now.dealer,
        to_act=list(view.situation.awaited()),
        deadline=facts.deadline,
        totals=now.totals,
        held_points=now.pending,
        goal=goal(view.rules, lang),
        target=view.rules.match_end.target if isinstance(view.rules.match_end, Target) else None,
        turned=_named(now.turned, lang),
        trump=now.contract.trump if now.contract is not None else None,
        contract=contract_view(now.contract, view.rules, lang),
        standing=standing_contract(view, lang),
        trick=played_cards(view.trick, lang),
        trick_winning=winning_seat(playing),
        last_trick=last_trick(playing, lang) if playing is not None else None,
        tricks=playing.tricks() if playing is not None else {},
        points=playing.points if playing is not None and not view.rules.counts_tricks else None,
        fairness=Committed(facts.commitment, facts.pack),
    )


def winning_seat(playing: Playing | None) -> Seat | None:
    return playing.order.winner(playing.trick)[0] if playing is not None and playing.trick else None


def _named(card: Card | None, lang: Lang) -> NamedCard | None:
    return None if card is None else _CARDS[lang][card.index]


def standing_contract(view: View, lang: Lang) -> ContractView | None:
    """The bid that holds so far."""
    choosing = view.situation.phase
    return contract_view(choosing.standing if isinstance(choosing, Choosing) else None, view.rules, lang)


@lru_cache(maxsize=1024)
def contract_view(contract: Contract | None, rules: Ruleset, lang: Lang) -> ContractView | None:
    if contract is None:
        return None
    return ContractView(
        seat=contract.seat,
        side=contract.side,
        trump=contract.trump,
        value=contract.value,
        contre=contract.contre,
        contred=rules.contre_mark(contract.contre),
        text=format_contract(contract, lang, contred=contred_word(contract, rules, lang)),
        closed=contract.closed is True,
    )


def played_cards(trick: Trick, lang: Lang) -> list[PlayedCard]:
    names = _CARDS[lang]
    return [PlayedCard(seat, card.text, names[card.index].name) for seat, card in trick]


def last_trick(playing: Playing, lang: Lang) -> LastTrick | None:
    if playing.last_trick is None:
        return None
    winner, trick = playing.last_trick
    points = None if playing.rules.counts_tricks else playing.order.total(card for _, card in trick)
    return LastTrick(winner, played_cards(trick, lang), points)


def result(view: View, names: Names, lang: Lang) -> ResultView | None:
    match view.situation.phase:
        case Over(winners=winners, clause=clause, stakes=stakes):
            told = describe(MatchEnded(winners, clause, stakes), view.rules, lang, names, view.seat)
            return ResultView(
                winners=list(winners),
                text=told or "",
                clause=view.rules.catalogue(lang).clause(clause),
                stakes=stakes,
            )
        case _:
            return None


# What this reader sees


class Own(msgspec.Struct, frozen=True):
    """What one reader sees besides; `prompt` and `seats` are there where they are not those of everybody."""

    view: OwnView
    prompt: str | None = None
    seats: list[SeatView] | None = None


def own_of(seen: Seen, view: View, names: Names, lang: Lang) -> Own:
    rules, turned = view.rules, view.situation.turned
    offered = in_order(view)
    refused = refused_cards(view) if offered else None
    own = OwnView(
        seat=view.seat,
        hand=hand_cards(sorted_hand(view), refused, rules, lang),
        blind=view.seat is not None and view.situation.blind and view.situation.held is not None,
        result=result(view, names, lang),
        offers=_offers(offered, rules, turned, lang),
        table_offers=_offers(view.table_actions(), rules, turned, lang),
        claim=bool(offered) and claim(view) is not None,
    )
    told = prompt(view, names, lang, refused) if has_word(view) else None
    return Own(own, told, _seats(seen, view, refused, lang))


def offers(view: View, lang: Lang) -> list[Encoded]:
    """What the reader may do now."""
    return _offers(in_order(view), view.rules, view.situation.turned, lang)


def card_offers(view: View, cards: Sequence[Card], refused: Refused, lang: Lang) -> list[Encoded]:
    """As `_offers`, without asking anew which of these cards of one's hand may be played."""
    held, seat = view.situation.held, view.seat
    if seat is None or refused is None or held is None or held.piles or not view.rules.auto:
        return offers(view, lang)
    offered = _card_offers(seat, lang)
    allowed = [card for card in cards if card not in refused] if refused else cards
    return [offered[card.index] for card in allowed]


Refused = Mapping[Card, str] | None
"""The cards of one's own that may not be played now, with the clause; None unless one has to play a card."""


def _seats(seen: Seen, view: View, refused: Refused, lang: Lang) -> list[SeatView] | None:
    """Made anew where this reader knows more of a seat than everybody."""
    everybody, held = seen.view.situation.held, view.situation.held
    if everybody is None or held is None:
        return None
    more = _seats_known_better(everybody, held, view.seat)
    if not more:
        return None
    pairs = zip(view.rules.table.order, seen.seats, strict=True)
    return [seat_view(view, seat, refused, lang) if seat in more else same for seat, same in pairs]


def _seats_known_better(everybody: Held, held: Held, reader: Seat | None) -> set[Seat]:
    """Of which seats does this reader know more than everybody, or may play from open piles?"""
    theirs = held.hands
    more = {seat for seat, cards in everybody.hands.items() if cards.mask != theirs[seat].mask}
    if reader is not None:
        more.discard(reader)
        if everybody.hands[reader] or held.piles:
            more.add(reader)
    return more


def refused_cards(view: View) -> Refused:
    """None where it is said first what one has to declare, and where a card is played unseen."""
    now, playing = view.situation, view.situation.phase
    if not isinstance(playing, Playing) or view.seat is None or playing.turn != view.seat:
        return None
    if playing.blind or (now.talk is not None and now.talk.speaker is not None):
        return None
    return playing.refusals(view.seat)


def _reason(clause: str | None, rules: Ruleset, lang: Lang) -> Clause | None:
    return None if clause is None else rules.catalogue(lang).clause(clause)


def sorted_hand(view: View) -> tuple[Card, ...]:
    return view.hand.sorted(trump_of(view))


def hand_cards(cards: Sequence[Card], refused: Refused, rules: Ruleset, lang: Lang) -> list[Encoded]:
    """HandCards of a sorted hand."""
    if refused is None:
        return resting_hand(cards, lang)
    free = _FREE[lang]
    if not refused:
        return [free[card.index] for card in cards]
    barred = {clause: _barred(clause, rules, lang) for clause in set(refused.values())}
    return [barred[refused[card]][card.index] if card in refused else free[card.index] for card in cards]


def resting_hand(cards: Iterable[Card], lang: Lang) -> list[Encoded]:
    """The same while others play."""
    resting = _RESTING[lang]
    return [resting[card.index] for card in cards]


@lru_cache(maxsize=256)
def _barred(clause: str, rules: Ruleset, lang: Lang) -> list[Encoded]:
    """The cards that may not be played by this clause. Nobody changes the list."""
    return _of_the_hand(lang, playable=False, why=_reason(clause, rules, lang))


def seat_view(view: View, seat: Seat, refused: Refused, lang: Lang) -> SeatView:
    held, playing = view.situation.held, view.situation.playing
    own = seat == view.seat
    known = () if held is None or own else held.hands[seat].sorted(trump_of(view))
    return SeatView(
        seat=seat,
        side=view.rules.table.side(seat),
        cards=held.size(seat) if held is not None else 0,
        known=[_CARDS[lang][card.index] for card in known],
        said=_said(view, seat, lang),
        tricks=sum(winner == seat for winner, _ in playing.won) if playing is not None else 0,
        guess=_guess(view, seat),
        piles=[_pile(pile, refused if own else None, view.rules, lang) for pile in held.piles.get(seat, ())]
        if held
        else [],
    )


def _pile(pile: Pile, refused: Refused, rules: Ruleset, lang: Lang) -> PileView:
    top = pile.top
    mine = top is not None and refused is not None
    why = refused.get(top) if top is not None and refused is not None else None
    return PileView(_named(top, lang), pile.covers, mine and why is None, _reason(why, rules, lang))


def _guess(view: View, seat: Seat) -> int | None:
    phase = view.situation.phase
    if isinstance(phase, Choosing):
        return next((guess.tricks for guess in phase.guesses if guess.seat == seat), None)
    return view.situation.guesses.get(view.rules.table.side(seat))


def _said(view: View, seat: Seat, lang: Lang) -> str | None:
    """The last thing a seat said this deal: a word with a card, a declaration, a call."""
    playing = view.situation.playing
    for royal in reversed(playing.royals) if playing is not None else ():
        if royal.seat == seat and royal.say is not None:
            return view.rules.catalogue(lang).words[royal.say]
    talk = view.situation.talk
    if talk is not None and talk.said.get(seat):
        return say(Declare(seat, talk.said[seat]), view.rules, lang)
    last = next((call for call in reversed(view.calls) if call.seat == seat), None)
    return None if last is None else _called(last, view.rules, view.situation.turned, lang)


@lru_cache(maxsize=4096)
def _called(call: Call, rules: Ruleset, turned: Card | None, lang: Lang) -> str | None:
    """The same few calls stand beside the seats for a whole deal."""
    return say(call, rules, lang, turned)


def _offers(actions: tuple[Action, ...], rules: Ruleset, turned: Card | None, lang: Lang) -> list[Encoded]:
    if actions and not isinstance(actions[-1], Play):
        return _calls(actions, rules, turned, lang)
    return [_card_or_word(action, rules, turned, lang) for action in actions]


@lru_cache(maxsize=2048)
def _calls(actions: tuple[Action, ...], rules: Ruleset, turned: Card | None, lang: Lang) -> list[Encoded]:
    """What may be called is the same at every table where the same was called last. Nobody changes it."""
    return [_offer(action, rules, turned, lang) for action in actions]


def _card_or_word(action: Action, rules: Ruleset, turned: Card | None, lang: Lang) -> Encoded:
    if isinstance(action, Play) and action.say is None:
        return _card_offers(action.seat, lang)[action.card.index]
    return _offer(action, rules, turned, lang)


MOST_OFFERS: Final = 20_000


@lru_cache(maxsize=32)
def _card_offers(seat: Seat, lang: Lang) -> list[Encoded]:
    """Every card in silence, by its index: the same offers in every game. Nobody changes the list."""
    return [
        msgspec.Raw(ENCODER.encode(Offer(Play(seat, card), known.name)))
        for card, known in zip(PACK, _CARDS[lang], strict=True)
    ]


@lru_cache(maxsize=MOST_OFFERS)
def _offer(action: Action, rules: Ruleset, turned: Card | None, lang: Lang) -> Encoded:
    """The same few are offered again and again: each is encoded once, and the longest unasked forgotten."""
    return msgspec.Raw(ENCODER.encode(Offer(action, _label(action, rules, turned, lang))))


def _label(action: Action, rules: Ruleset, turned: Card | None, lang: Lang) -> str:
    match action:
        case Play(card=card, say=str(word)):
            return f"{_CARDS[lang][card.index].name}, « {rules.catalogue(lang).words[word]} »"
        case _:
            return label(action, rules, turned, lang)
