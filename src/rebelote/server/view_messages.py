"""What the page is told of a match, made from a View and from nothing else: it can't tell a secret."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from rebelote.actions import (
    Accept,
    Action,
    Call,
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
from rebelote.card_order import Trick
from rebelote.cards import PACK, Card, Cards, Trump
from rebelote.claiming import claim
from rebelote.codec import ENCODER
from rebelote.events import (
    Answered,
    Called,
    CardPlayed,
    Declared,
    Event,
    HeightNamed,
    MatchEnded,
    MatchStarted,
    Misdealt,
    NotBetterSaid,
    Proposed,
    RebeloteClaimed,
    RoemSaid,
)
from rebelote.language.display import format_contract
from rebelote.language.labels import in_order, label, trump_of
from rebelote.language.persons import Names
from rebelote.language.sentences import card_name, contred_word, describe, describe_to_all, say
from rebelote.language.story import headline
from rebelote.language.text import LANGS, Clause, Lang
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held, Pile
from rebelote.phases.playing import Playing
from rebelote.phases.scoring import tally
from rebelote.phases.stages import Over
from rebelote.results import Contract, DealSummary
from rebelote.ruleset import Ruleset, Target, TrickScoring
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
    Saying,
    SeatView,
    SharedView,
    SheetEntry,
    SheetLine,
    TallyView,
    Told,
)
from rebelote.server.prompts import has_word, prompt
from rebelote.server.rulebook import goal
from rebelote.table import Seat
from rebelote.view import SheetEntry as Entry
from rebelote.view import View

_CARDS: Final = {lang: {card: NamedCard(card.text, card_name(card, lang)) for card in PACK} for lang in LANGS}


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


Encoded: TypeAlias = Any
"""A value that was encoded ahead (`msgspec.Raw`): it stands in a message where the value itself would."""

# The whole view, as bytes


class Shared(msgspec.Struct, frozen=True):
    """What all see, made once: the greater part of a view, and the seats."""

    view: View
    body: bytes
    prompt: str
    seats: Mapping[Seat, Encoded]


def share(view: View, facts: Facts, lang: Lang) -> Shared:
    """From a spectator's view."""
    body = ENCODER.encode(shared_view(view, facts, lang))
    seats = {seat: _seat(view, seat, {}, lang) for seat in view.rules.table.order}
    encoded = {seat: msgspec.Raw(ENCODER.encode(each)) for seat, each in seats.items()}
    return Shared(view, body, prompt(view, facts.names, lang), encoded)


def encode_view(shared: Shared, view: View, names: Names, lang: Lang) -> bytes:
    """A PageView: what all see and what this reader sees besides."""
    own = ENCODER.encode(own_view(shared, view, names, lang))
    return b"%b,%b" % (shared.body[:-1], own[1:])


# What all see


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
        standing=contract_view(_standing(view), view.rules, lang),
        trick=played_cards(view.trick, lang),
        trick_winning=playing.order.winner(playing.trick)[0]
        if playing is not None and playing.trick
        else None,
        last_trick=_last_trick(playing, lang) if playing is not None else None,
        tricks=playing.tricks() if playing is not None else {},
        points=playing.points if playing is not None and not view.rules.counts_tricks else None,
        fairness=Committed(facts.commitment, facts.pack),
    )


def _named(card: Card | None, lang: Lang) -> NamedCard | None:
    return None if card is None else _CARDS[lang][card]


def _standing(view: View) -> Contract | None:
    """The bid that holds so far."""
    choosing = view.situation.phase
    return choosing.standing if isinstance(choosing, Choosing) else None


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
    return [PlayedCard(seat, card.text, _CARDS[lang][card].name) for seat, card in trick]


def _last_trick(playing: Playing, lang: Lang) -> LastTrick | None:
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


def own_view(shared: Shared, view: View, names: Names, lang: Lang) -> OwnView:
    offered, rules, turned = tuple(in_order(view)), view.rules, view.situation.turned
    playable = _playable(view, offered)
    return OwnView(
        seat=view.seat,
        prompt=prompt(view, names, lang) if has_word(view) else shared.prompt,
        hand=_hand(view, playable, lang) if playable else _resting_hand(view.hand, trump_of(view), lang),
        blind=view.seat is not None and view.situation.blind and view.situation.held is not None,
        seats=_seats(shared, view, playable, lang),
        result=result(view, names, lang),
        offers=[_offer(action, rules, turned, lang) for action in offered],
        table_offers=[_offer(action, rules, turned, lang) for action in view.table_actions()],
        claim=claim(view) is not None,
    )


Playable = Mapping[Card, str | None]
"""One's own cards, when it is one's turn to play one: None, or the clause that forbids it."""


def _seats(shared: Shared, view: View, playable: Playable, lang: Lang) -> list[SeatView]:
    """Made anew where this reader knows more of a seat than everybody."""
    everybody, held = shared.view.situation.held, view.situation.held
    if everybody is None or held is None:
        return list(shared.seats.values())
    return [
        same if _looks_the_same(everybody, held, seat, view.seat) else _seat(view, seat, playable, lang)
        for seat, same in shared.seats.items()
    ]


def _looks_the_same(everybody: Held, held: Held, seat: Seat, reader: Seat | None) -> bool:
    """Does this reader know no more of a seat than everybody?"""
    if seat == reader:
        return not everybody.hands[seat] and not held.piles
    return everybody.hands[seat] == held.hands[seat]


def _playable(view: View, offered: Iterable[Action]) -> Playable:
    playing = view.situation.phase
    if not isinstance(playing, Playing) or view.seat is None or playing.turn != view.seat:
        return {}
    if not any(isinstance(action, Play) for action in offered):
        return {}
    refused = playing.refusals(view.seat)
    return {card: refused.get(card) for card in playing.held.playable(view.seat)}


def _reason(clause: str | None, rules: Ruleset, lang: Lang) -> Clause | None:
    return None if clause is None else rules.catalogue(lang).clause(clause)


def _hand(view: View, playable: Playable, lang: Lang) -> list[HandCard]:
    return [
        HandCard(
            card.text,
            _CARDS[lang][card].name,
            playable[card] is None,
            _reason(playable.get(card), view.rules, lang),
        )
        for card in view.hand.sorted(trump_of(view))
    ]


@lru_cache(maxsize=8192)
def _resting_hand(hand: Cards, trump: Trump | None, lang: Lang) -> Encoded:
    """The hand of one who has to wait: it stays the same while the others play."""
    cards = hand.sorted(trump)
    return msgspec.Raw(
        ENCODER.encode([HandCard(card.text, _CARDS[lang][card].name, False, None) for card in cards])
    )


def _seat(view: View, seat: Seat, playable: Playable, lang: Lang) -> SeatView:
    held, playing = view.situation.held, view.situation.playing
    own = seat == view.seat
    known = () if held is None or own else held.hands[seat].sorted(trump_of(view))
    return SeatView(
        seat=seat,
        side=view.rules.table.side(seat),
        cards=held.size(seat) if held is not None else 0,
        known=[_CARDS[lang][card] for card in known],
        said=_said(view, seat, lang),
        tricks=sum(winner == seat for winner, _ in playing.won) if playing is not None else 0,
        guess=_guess(view, seat),
        piles=[_pile(pile, playable if own else {}, view.rules, lang) for pile in held.piles.get(seat, ())]
        if held
        else [],
    )


def _pile(pile: Pile, playable: Playable, rules: Ruleset, lang: Lang) -> PileView:
    top = pile.top
    mine = top is not None and top in playable
    why = playable[top] if top is not None and mine else None
    return PileView(_named(top, lang), pile.covers, mine and why is None, _reason(why, rules, lang))


def _guess(view: View, seat: Seat) -> int | None:
    phase = view.situation.phase
    if isinstance(phase, Choosing):
        return next((guess.tricks for guess in phase.guesses if guess.seat == seat), None)
    return view.situation.guesses.get(view.rules.table.side(seat))


def _said(view: View, seat: Seat, lang: Lang) -> str | None:
    """The last thing a seat said this deal: a word with a card, a declaration, a call."""
    word = next((seen.say for seen in reversed(view.observed) if seen.say and seen.seat == seat), None)
    if word is not None:
        return view.rules.catalogue(lang).words[word]
    talk = view.situation.talk
    if talk is not None and talk.said.get(seat):
        return say(Declare(seat, talk.said[seat]), view.rules, lang)
    last = next((call for call in reversed(view.calls) if call.seat == seat), None)
    return None if last is None else _called(last, view.rules, view.situation.turned, lang)


@lru_cache(maxsize=4096)
def _called(call: Call, rules: Ruleset, turned: Card | None, lang: Lang) -> str | None:
    """The same few calls stand beside the seats for a whole deal."""
    return say(call, rules, lang, turned)


MOST_OFFERS: Final = 20_000


@lru_cache(maxsize=MOST_OFFERS)
def _offer(action: Action, rules: Ruleset, turned: Card | None, lang: Lang) -> Encoded:
    """The same few are offered again and again: each is encoded once, and the longest unasked forgotten."""
    return msgspec.Raw(ENCODER.encode(Offer(action, _label(action, rules, turned, lang))))


def _label(action: Action, rules: Ruleset, turned: Card | None, lang: Lang) -> str:
    match action:
        case Play(card=card, say=None):
            return _CARDS[lang][card].name
        case Play(card=card, say=str(word)):
            return f"{_CARDS[lang][card].name}, « {rules.catalogue(lang).words[word]} »"
        case _:
            return label(action, rules, turned, lang)


# What happened


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
    """What everybody is told of an event, encoded, but those whom its sentence is about."""

    body: bytes
    about: frozenset[Seat]


def told_to_all(event: Event, seq: int, at: int, turned: Card | None, to: Telling) -> ToldToAll:
    """An event that was redacted for a spectator."""
    text, about = describe_to_all(event, to.rules, to.lang, to.names)
    saying = _saying(event, to.rules, turned, to.lang)
    return ToldToAll(ENCODER.encode(Told(seq, at, _event_json(event), text, saying)), about)


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
        case Called(call=call):
            return call
        case CardPlayed(seat=seat, card=card, say=word) if word is not None:
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
