"""A problem as the page is told it: before the answer what its seat knows, after it the rest."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Action, Call, Play
from rebelote.card_order import Trick
from rebelote.cards import Card, Cards
from rebelote.language.display import format_contract
from rebelote.language.labels import label
from rebelote.language.notation import format_call
from rebelote.language.sentences import card_name, say
from rebelote.language.text import Lang
from rebelote.phases.playing import Playing
from rebelote.problems.record import Choice, Problem
from rebelote.problems.telling import explanation, tell_ending, tell_wrong, theme_name
from rebelote.server.messages.match_view import LastTrick, NamedCard
from rebelote.server.messages.positions import BoardCard, BoardSeat, GivenPosition, PositionView
from rebelote.server.messages.problems import (
    ProblemCall,
    ProblemChoice,
    ProblemRefutation,
    ProblemStanding,
    ProblemValue,
    ProblemVerdict,
    ProblemView,
)
from rebelote.server.messages.rules import RulesRef
from rebelote.server.view_messages import played_cards
from rebelote.table import Seat
from rebelote.view import View

replace = msgspec.structs.replace


def problem_view(problem: Problem, rating: int, day: str | None, lang: Lang) -> ProblemView:
    """Nothing of the answer is in it: what may be chosen comes in the order of the hand or of the auction."""
    view, words = problem.view, problem.view.rules.catalogue(lang)
    table, playing = view.rules.table, view.situation.playing
    contract, turned = view.contract, view.situation.turned
    partners = [seat for seat in table.members(table.side(problem.seat)) if seat != problem.seat]
    trump = contract.trump if contract is not None else None
    return ProblemView(
        id=problem.id,
        day=day,
        rating=rating,
        game=words.ruleset(view.rules.id).name,
        kind="call" if playing is None else "card",
        seat=problem.seat,
        dealer=problem.dealer,
        names={seat: words.seats[seat] for seat in table.order},
        partners=list(partners),
        contract=format_contract(replace(contract, seat=None), lang) if contract is not None else None,
        taker=contract.seat if contract is not None else None,
        turned=named(turned, lang) if turned is not None else None,
        calls=[ProblemCall(call.seat, say(call, view.rules, lang) or "") for call in view.calls],
        tricks=_tricks(playing, lang) if playing is not None else [],
        hand=[named(card, lang) for card in view.hand.sorted(trump)],
        position=_position(view, playing, problem.seat, lang) if playing is not None else None,
        choices=[] if playing is not None else _offered(problem, lang),
    )


def named(card: Card, lang: Lang) -> NamedCard:
    return NamedCard(card.text, card_name(card, lang))


def _tricks(playing: Playing, lang: Lang) -> list[LastTrick]:
    return [
        LastTrick(winner, played_cards(trick, lang), _worth(playing, trick)) for winner, trick in playing.won
    ]


def _worth(playing: Playing, trick: Trick) -> int | None:
    return None if playing.rules.counts_tricks else playing.order.total(card for _, card in trick)


def _position(view: View, playing: Playing, own: Seat, lang: Lang) -> PositionView:
    rules, table = view.rules, view.rules.table
    words = rules.catalogue(lang)
    last = _tricks(playing, lang)[-1:]
    return PositionView(
        rules=words.ruleset(rules.id).name,
        trump=playing.contract.trump.value,
        trump_name=words.suits[playing.contract.trump.value],
        direction=rules.seating.direction,
        unit="tricks" if rules.counts_tricks else "points",
        solvable=False,
        seats=[_board_seat(view, playing, seat, own, lang) for seat in table.order],
        sides={side: words.sides[side] for side in table.sides},
        leader=playing.trick[0][0] if playing.trick else own,
        turn=own,
        trick=played_cards(playing.trick, lang),
        trick_winning=playing.order.winner(playing.trick)[0] if playing.trick else None,
        last_trick=last[0] if last and playing.trick else None,
        trick_number=len(playing.won) + 1,
        tricks=playing.tricks(),
        taken=playing.points,
        told=[],
    )


def _board_seat(view: View, playing: Playing, seat: Seat, own: Seat, lang: Lang) -> BoardSeat:
    words, legal = view.rules.catalogue(lang), playing.legal_cards(own)
    refused = playing.refusals(own) if seat == own else {}
    cards = playing.held.playable(seat) if seat == own else Cards()
    return BoardSeat(
        seat=seat,
        side=view.rules.table.side(seat),
        name=words.seats[seat],
        cards=[
            BoardCard(
                card.text,
                card_name(card, lang),
                card in legal,
                words.clause(refused[card]) if card in refused else None,
                None,
            )
            for card in cards.sorted(playing.contract.trump)
        ],
        hidden=playing.held.size(seat) - len(cards),
    )


def _offered(problem: Problem, lang: Lang) -> list[ProblemChoice]:
    view = problem.view
    legal = list(view.legal())
    chosen = sorted((choice.action for choice in problem.choices), key=legal.index)
    return [choice_of(action, problem, lang) for action in chosen]


def choice_of(action: Action, problem: Problem, lang: Lang) -> ProblemChoice:
    """A card by its name, a call as it is said."""
    match action:
        case Play(card=card):
            return ProblemChoice(card.text, card_name(card, lang))
        case call if isinstance(call, Call):
            return ProblemChoice(format_call(call), say(call, problem.view.rules, lang) or "")
        case _:
            return ProblemChoice("", label(action, problem.view.rules, None, lang))


def chosen(problem: Problem, answer: str) -> Choice | None:
    """The choice that an answer names."""
    return next(
        (each for each in problem.choices if choice_of(each.action, problem, "fr").answer == answer), None
    )


# After the answer


def verdict(
    problem: Problem, answer: Choice, rated: bool, change: int, standing: ProblemStanding | None, lang: Lang
) -> ProblemVerdict:
    words = problem.view.rules.catalogue(lang)
    return ProblemVerdict(
        right=answer.is_right,
        best=choice_of(problem.best, problem, lang),
        themes=[theme_name(theme, words) for theme in problem.themes],
        explanation=explanation(problem, lang),
        why=None if answer.is_right else tell_wrong(answer, problem.view.rules, lang),
        refutation=None if answer.is_right else _refutation(problem, answer, lang),
        values=[_value(problem, each, lang) for each in problem.choices],
        rated=rated,
        change=change,
        standing=standing,
    )


def _value(problem: Problem, choice: Choice, lang: Lang) -> ProblemValue:
    told = choice_of(choice.action, problem, lang)
    return ProblemValue(told.answer, told.label, choice.is_right, choice.behind)


def _refutation(problem: Problem, answer: Choice, lang: Lang) -> ProblemRefutation:
    refuted = answer.refutation
    assert refuted is not None
    hands: Mapping[Seat, tuple[Card, ...]] = {problem.seat: tuple(problem.view.hand), **refuted.hands}
    return ProblemRefutation(
        told=tell_ending(answer, problem, lang),
        hands={seat: [named(card, lang) for card in cards] for seat, cards in hands.items()},
        position=_given(problem, hands) if refuted.line else None,
        moves=[card.text for card in refuted.line],
    )


def _given(problem: Problem, hands: Mapping[Seat, tuple[Card, ...]]) -> GivenPosition:
    playing = problem.view.situation.playing
    assert playing is not None
    return GivenPosition(
        rules=RulesRef(id=problem.rules),
        trump=playing.contract.trump.value,
        leader=playing.trick[0][0] if playing.trick else problem.seat,
        hands={seat: [card.text for card in cards] for seat, cards in hands.items()},
        trick=[(seat, card.text) for seat, card in playing.trick],
        tricks={str(side): number for side, number in playing.tricks().items()},
        closed=playing.contract.closed is True,
    )
