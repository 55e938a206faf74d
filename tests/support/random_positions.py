"""Random deals in the middle of their play, for the tests of the native core."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rebelote.actions import Play
from rebelote.cards import Trump
from rebelote.events import CardPlayed, PileDealt
from rebelote.phases import dealing
from rebelote.phases.held import Held
from rebelote.phases.playing import Playing
from rebelote.results import Contract
from rebelote.ruleset import Hands, OptionValue, Piles, Ruleset, Staircase
from rebelote.ruleset.loading import RULESET_IDS, document, load


def variants() -> Iterator[tuple[str, Ruleset]]:
    """Every ruleset, and every ruleset with one option at each of its other values."""
    for rules_id in RULESET_IDS:
        yield rules_id, load(rules_id)
        for name, option in document(rules_id).options.items():
            for value in option.values:
                if value != option.default:
                    yield f"{rules_id} {name}={value}", load(rules_id, {name: value})
    both: dict[str, OptionValue] = {"count": "points", "trump": "auction"}
    yield "comptoir points auction", load("comptoir", both)


VARIANTS = dict(variants())


def dealt(rules: Ruleset, rng: random.Random, cards: int | None = None) -> Held:
    """Hands of that many cards (by default a whole deal; on a staircase any step of it)."""
    table = rules.table
    pack = tuple(rng.sample(rules.pack, len(rules.pack)))
    held = Held.empty(table)
    match rules.dealing.layout:
        case Piles(piles=piles, hand=False) if cards is None:
            return held.lay_piles(dealing.deal_only_piles(pack, table, table.seats[0], piles))
        case Piles(piles=piles) if cards is None:
            hands, laid = dealing.deal_piles(pack, table, table.seats[0], piles)
            return held.add(hands, {}).lay_piles(laid)
        case Piles():
            assert cards is not None
            return _few_piles(rules, pack, cards)
        case Staircase(top=top):
            size = rng.randint(1, top[table.size]) if cards is None else min(cards, top[table.size])
        case Hands():
            size = rules.tricks if cards is None else cards
    hands, _ = dealing.deal_packets(pack, table, table.seats[0], (size,))
    return held.add(hands, {})


def _few_piles(rules: Ruleset, pack: dealing.Pack, cards: int) -> Held:
    """For each player a pile that covers a card, and the other cards in hand."""
    seats = rules.table.seats
    hands = {seat: pack[n * cards : n * cards + cards - 2] for n, seat in enumerate(seats)}
    tops = {seat: pack[(n + 1) * cards - 2 : (n + 1) * cards] for n, seat in enumerate(seats)}
    laid = {seat: (PileDealt(top, under),) for seat, (top, under) in tops.items()}
    return Held.empty(rules.table).add(hands, {}).lay_piles(laid)


def begun(rules: Ruleset, trump: Trump, rng: random.Random, cards: int | None = None) -> Playing:
    """A deal about to be played, by whoever leads it."""
    held = dealt(rules, rng, cards)
    seat = rng.choice(rules.table.seats)
    length = len(held.hands[seat]) + 2 * len(held.piles.get(seat, ()))
    side = rules.table.side(seat) if rules.has_taker else None
    contract = Contract(trump=trump, side=side, seat=seat if side else None)
    return Playing.start(rules, contract, held, seat, length)


def after(playing: Playing, play: Play) -> Playing:
    """One card further, as the engine does it."""
    turned = playing.pile_turned(play.seat, play.card)
    playing = playing.after_card(CardPlayed(play.seat, play.card, None))
    if turned is not None and not playing.turns_piles_late:
        playing = playing.after_pile(turned)
    if playing.turn is not None:
        return playing
    playing = playing.after_trick(playing.trick_won())
    for late in playing.piles_to_turn():
        playing = playing.after_pile(late)
    return playing


def played(playing: Playing, number: int, rng: random.Random) -> Playing:
    """That many random cards further."""
    for _ in range(number):
        assert playing.turn is not None
        playing = after(playing, Play(playing.turn, rng.choice(list(playing.legal_cards(playing.turn)))))
    return playing
