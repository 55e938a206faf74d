"""Golden playthroughs: every step of a few deals as every seat sees them. `make golden` writes them anew.

Read the difference before you commit it: what changes here changes for players and for stored matches.

Each step has its action, its events as they go into the log, the table as a spectator sees it, and for each
seat its hand, what it may do, and for each other seat the cards that it could hold (32 bits in hexadecimal:
a bit a card, the 7♠ lowest). A line that is as it was at the step before is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import msgspec

from rebelote.actions import Action, Play
from rebelote.card_order import Trick
from rebelote.cards import Card, Cards
from rebelote.events import Event, MatchStarted, to_json
from rebelote.match import Match
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held, Pile
from rebelote.phases.playing import Playing
from rebelote.phases.stages import (
    Counting,
    Cutting,
    Dealing,
    Discarding,
    Misdealing,
    Over,
    Phase,
    Swapping,
)
from rebelote.phases.talking import Talk
from rebelote.results import Contract
from rebelote.ruleset import OptionValue
from rebelote.view import View
from tests.support.random_matches import Game, walk

FOLDER = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class Golden:
    """A file: a game, the seed of its luck, and how many deals of it are kept."""

    name: str
    rules: str
    seed: int
    deals: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    @property
    def game(self) -> Game:
        return Game(self.rules, tuple(self.options.items()))

    def text(self) -> str:
        return "\n".join([*_heading(self), *_playthrough(self.game, self.seed, self.deals)]) + "\n"


GOLDEN = (
    Golden("ffb-belote", "ffb-belote", 363, 2),
    Golden("ffb-belote-declarations", "ffb-belote", 284, 2, {"declarations": True}),
    Golden("ffb-belote-sata", "ffb-belote", 7, 2, {"sans_tout_atout": True, "declarations": True}),
    Golden("ffb-belote-manual", "ffb-belote", 846, 2, {"declarations": True, "announce": "manual"}),
    Golden(
        "ffb-belote-table",
        "ffb-belote",
        1987,
        2,
        {"declarations": True, "announce": "manual", "enforcement": "table"},
    ),
    Golden("belote-annonces", "belote-annonces", 374, 2),
    Golden("belote-annonces-tens", "belote-annonces", 8, 2, {"count_in_tens": True, "objections": True}),
    Golden("belote-annonces-manual", "belote-annonces", 74, 2, {"announce": "manual"}),
    Golden("belote-annonces-loose", "belote-annonces", 374, 2, {"gathering": "loose"}),
    Golden("ffb-contree", "ffb-contree", 43, 2),
    Golden("ffb-contree-announced", "ffb-contree", 43, 2, {"scoring": "announced"}),
    Golden("ffb-contree-both", "ffb-contree", 43, 2, {"scoring": "both"}),
    Golden("ffb-contree-sata", "ffb-contree", 250, 2, {"sans_tout_atout": True}),
    Golden("ffb-contree-table", "ffb-contree", 1006, 2, {"enforcement": "table"}),
    Golden("premiere", "premiere", 398, 2),
    Golden("premiere-grands", "premiere-grands", 277, 2),
    Golden("classique", "classique", 392, 2),
    Golden("coinche", "coinche", 246, 2),
    Golden("coinche-both", "coinche", 251, 2, {"scoring": "both", "sans_tout_atout": True}),
    Golden("escalier-3", "escalier", 393, 4, {"players": 3}),
    Golden("escalier-6", "escalier", 392, 4, {"players": 6}),
    Golden("comptoir", "comptoir", 396, 1),
    Golden("comptoir-auction", "comptoir", 395, 1, {"trump": "auction"}),
    Golden("comptoir-points", "comptoir", 396, 1, {"count": "points"}),
    Golden("comptoir-points-auction", "comptoir", 395, 1, {"count": "points", "trump": "auction"}),
    Golden("belote-501", "belote-501", 333, 2),
    Golden("belot-bg", "belot-bg", 21, 2),
    Golden("belote-bridgee", "belote-bridgee", 22, 2),
    Golden("baloot", "baloot", 23, 2),
    Golden("coinche-annonces", "coinche-annonces", 1, 2),
    Golden(
        "coinche-annonces-generale",
        "coinche-annonces",
        2,
        2,
        {
            "generale": True,
            "generale_lead": "caller",
            "contre": "any_time",
            "decoinche": True,
            "sans_tout_atout": True,
            "contra": "contract",
        },
    ),
    Golden("bela", "bela", 3, 2),
    Golden("bela-manual", "bela", 5, 1, {"announce": "manual", "tie": "hangs", "kontra": True}),
    Golden("pilotta", "pilotta", 1, 2),
    Golden(
        "pilotta-manual",
        "pilotta",
        12,
        2,
        {"failed": "pool", "six_six": "higher", "announce": "manual"},
    ),
    Golden("belote-trois", "belote-trois", 1, 2),
    Golden("belote-trois-manual", "belote-trois", 1, 1, {"declarations": True, "announce": "manual"}),
    Golden("belote-trois-ten", "belote-trois", 1, 1, {"deal": "ten"}),
    Golden("klaberjass", "klaberjass", 2, 2),
    Golden("klaberjass-manual", "klaberjass", 5, 1, {"announce": "manual"}),
    Golden("decouverte-talon", "decouverte", 1, 1, {"deal": "talon"}),
    Golden("decouverte", "decouverte", 1, 1),
    Golden("decouverte-fixed", "decouverte", 1, 1, {"trump": "fixed", "belote": True, "declarations": True}),
    Golden("klaverjas", "klaverjas", 2, 2),
    Golden(
        "klaverjas-gedraaid",
        "klaverjas",
        4,
        1,
        {"rules": "rotterdam", "choice": "gedraaid", "announce": "manual"},
    ),
    Golden(
        "klaverjas-table",
        "klaverjas",
        22,
        2,
        {"choice": "vrij", "announce": "manual", "enforcement": "table"},
    ),
)
"""The seeds were looked for: between them these deals have words, heights, faults, bars, SA and TA."""


def _heading(golden: Golden) -> list[str]:
    options = " ".join(f"{name}={value}" for name, value in golden.options.items())
    return [f"# {golden.rules} {options}".rstrip(), f"# seed {golden.seed}, {golden.deals} scored", ""]


def _playthrough(game: Game, seed: int, deals: int) -> Iterator[str]:
    shown: dict[str, str] = {}
    for number, step in enumerate(walk(game, seed, deals=deals, watched=True), start=1):
        if number == 1:
            yield "at the start"
            yield from _events(step.before.log)
            yield from _changes(shown, step.before)
        yield f"{number}. {_action(step.action)}"
        yield from _events(step.events)
        yield from _changes(shown, step.after)


def _events(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        # The rules have their own tests; here they would only make every file long.
        yield (
            f"  > started, {event.dealer} deals"
            if isinstance(event, MatchStarted)
            else f"  > {to_json(event)}"
        )


def _changes(shown: dict[str, str], match: Match) -> Iterator[str]:
    """The lines that are not as they were."""
    lines = {"table": _public(match.view(None))}
    lines |= {seat: _private(match.view(seat)) for seat in match.rules.table.seats}
    for name, line in lines.items():
        if shown.get(name) != line:
            yield f"  {name}: {line}"
    shown |= lines


# What a spectator sees


def _public(view: View) -> str:
    now = view.situation
    totals = " ".join(f"{side} {total}" for side, total in now.totals.items())
    parts = [
        f"{_phase(now.phase)}, to act {' '.join(view.actors()) or '-'}",
        f"deal {now.deal_number} by {now.dealer}",
        totals,
        f"held over {now.pending}" if now.pending else "",
        f"{now.awaiting} needs a trick" if now.awaiting else "",
        f"{now.may_not_take} may not take" if now.may_not_take else "",
        f"turned {now.turned.text}" if now.turned else "",
        f"contract {_contract(now.contract)}" if now.contract else "",
        "guesses " + " ".join(f"{side} {n}" for side, n in now.guesses.items()) if now.guesses else "",
        _held(now.held) if now.held is not None else "",
        _talk(now.talk) if now.talk is not None else "",
        f"proposed by {now.proposal.seat}: {now.proposal.remedy}" if now.proposal is not None else "",
        f"sheet {' '.join(_sheet(view))}" if view.sheet else "",
    ]
    return "; ".join(part for part in parts if part)


def _phase(phase: Phase) -> str:
    match phase:
        case Choosing():
            said = " ".join(f"{guess.seat}:{guess.tricks}" for guess in phase.guesses)
            proposal = f" proposal {phase.proposal.seat}:{phase.proposal.trump}" if phase.proposal else ""
            standing = f" standing {_contract(phase.standing)}" if phase.standing else ""
            return f"choosing{standing}{proposal}{' said ' + said if said else ''}"
        case Playing():
            return f"playing [{_trick(phase.trick)}]{_last(phase)}{_justice(phase)}"
        case Counting():
            return f"counting, counted by {' '.join(phase.counted) or '-'}{_last(phase.playing)}"
        case Over():
            return f"over, won by {' '.join(phase.winners)} ({phase.clause})"
        case Cutting() | Dealing() | Misdealing() | Discarding() | Swapping():
            return type(phase).__name__.lower()


def _contract(contract: Contract) -> str:
    value = f" {contract.value}" if contract.value is not None else ""
    return f"{contract.seat or '-'} {contract.trump.value}{value}{' contre' * contract.contre}"


def _trick(trick: Trick) -> str:
    return " ".join(f"{seat}:{card.text}" for seat, card in trick)


def _last(playing: Playing) -> str:
    points = " ".join(f"{side} {points}" for side, points in playing.points.items())
    tricks = " ".join(f"{side} {tricks}" for side, tricks in playing.tricks().items())
    if playing.last_trick is None:
        return ""
    winner, trick = playing.last_trick
    return f" last {winner} [{_trick(trick)}] points {points} tricks {tricks}"


def _justice(playing: Playing) -> str:
    exposed = "".join(f" exposed {seat}:{_cards(cards)}" for seat, cards in playing.exposed.items() if cards)
    bars = "".join(f" barred {bar.side} {bar.suit.value} in {bar.trick}" for bar in playing.barred)
    return exposed + bars


def _held(held: Held) -> str:
    hands = (f"{seat} {_hand(held.hands[seat], held.hidden[seat])}" for seat in held.hands)
    piles = (f"{seat} piles {' '.join(_pile(pile) for pile in row)}" for seat, row in held.piles.items())
    return ", ".join([*hands, *piles])


def _hand(known: Cards, hidden: int) -> str:
    return "+".join(part for part in (_cards(known), f"{hidden}?" if hidden else "") if part) or "-"


def _pile(pile: Pile) -> str:
    return f"{pile.top.text if pile.top else '-'}/{'?' if pile.covers else '-'}"


def _talk(talk: Talk) -> str:
    said = " ".join(f"{seat}:{'+'.join(kinds)}" for seat, kinds in talk.said.items())
    named = talk.contest.named if talk.contest is not None else ()
    heights = "".join(f" {h.seat}:{h.rank.value}{'*' if h.in_trumps else ''}" for h in named)
    apart = f"/{talk.winners.carres or '-'}" if talk.part.contests == "separate" else ""
    count = f" count {talk.winners.runs or '-'}{apart}" if talk.settled else ""
    points = [*talk.shown.items(), *((f"{side}!", points) for side, points in talk.unproved.items())]
    return f"declared {said}{heights}{count}{''.join(f' {s} {p}' for s, p in points)}" if said else ""


def _sheet(view: View) -> Iterator[str]:
    for entry in view.sheet:
        score = " ".join(f"{side} {points}" for side, points in entry.scored.score.score.items())
        yield f"{entry.number}({entry.dealer}) {entry.scored.score.result} {score}"


# What a seat sees besides


def _private(view: View) -> str:
    assert view.seat is not None
    parts = [_cards(view.hand) or "-", f"may {_actions(view.legal())}"]
    if view.table_actions():
        parts.append(f"table {_actions(view.table_actions())}")
    if view.situation.held is not None:
        others = (seat for seat in view.rules.table if view.situation.held.hidden[seat])
        parts.append(" ".join(f"{seat}={view.could_hold(seat).mask:08x}" for seat in others))
    return " | ".join(part for part in parts if part)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


def _actions(actions: Sequence[Action]) -> str:
    """Each kind of action with what may be done; of many, the first and the last."""
    kinds = groupby(actions, key=lambda action: type(action).__name__)
    return ", ".join(_same_kind(kind, list(these)) for kind, these in kinds) or "-"


def _same_kind(kind: str, actions: Sequence[Action]) -> str:
    details = [_detail(action) for action in actions]
    if len(details) > 12:
        details = [details[0], "…", details[-1], f"({len(details)})"]
    return " ".join([kind, *(detail for detail in details if detail)])


def _action(action: Action) -> str:
    return f"{action.seat} {type(action).__name__} {_detail(action)}".rstrip()


def _detail(action: Action) -> str:
    """All that an action says but its seat."""
    if isinstance(action, Play):
        return action.card.text + (f" «{action.say}»" if action.say else "")
    values = msgspec.structs.asdict(action)
    shown = {name: value for name, value in values.items() if not _is_left_out(action, name, value)}
    return "/".join(_value(value) for name, value in shown.items() if name != "seat")


def _is_left_out(action: Action, name: str, value: object) -> bool:
    """As in the log: what a later game added to an action is written only where it is said."""
    fields = msgspec.structs.fields(type(action))
    default = next(field.default for field in fields if field.name == name)
    return type(action).__struct_config__.omit_defaults and value == default


def _value(value: object) -> str:
    match value:
        case tuple():
            return "+".join(str(each) for each in value)
        case Card(text=text):
            return text
        case _:
            return str(value)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for golden in GOLDEN:
        golden.path.write_text(golden.text(), encoding="utf-8", newline="\n")
    print(f"{len(GOLDEN)} playthroughs in {FOLDER}")


if __name__ == "__main__":
    main()
