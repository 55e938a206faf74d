"""A match for people to read: the table, the score sheet, the reasons of a score. Plain text only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rebelote.actions import Action, Bid, Cut, Deal, Discard, Play, PlayBlind
from rebelote.card_order import Trick
from rebelote.cards import Card, Cards
from rebelote.events import DealScored
from rebelote.language.persons import Speaker
from rebelote.language.sentences import contred_word, say, words_of
from rebelote.language.text import Catalogue, Lang, catalogue, to_ascii
from rebelote.phases.choosing import Choosing
from rebelote.phases.held import Held, Pile
from rebelote.phases.playing import Playing
from rebelote.phases.stages import Counting, Cutting, Dealing, Discarding, Misdealing, Over, Swapping
from rebelote.results import Contract, DealScore
from rebelote.ruleset import Auction, Deals, Guess, Ruleset, Target
from rebelote.situation import Situation
from rebelote.table import Seat, Side

GAP = "  "
NOTHING = "–"


class SheetRow(Protocol):
    """A deal on a score sheet."""

    @property
    def number(self) -> int: ...
    @property
    def dealer(self) -> Seat: ...
    @property
    def scored(self) -> DealScored: ...
    @property
    def contred(self) -> str: ...


# The table

Row = tuple[str, str]
"""A label and what it says."""


def format_situation(
    situation: Situation, seat: Seat | None = None, lang: Lang = "fr", *, ascii: bool = False
) -> str:
    """The table as it is, with every card that is known; `seat` reads it and is told what it may do."""
    page = _Page(situation, seat, lang, ascii)
    table = _blocks(page.heading(), page.middle(), page.holdings())
    text = "\n".join([page.title(), *table, *page.prompt()]).rstrip()
    return to_ascii(text) if ascii else text


def _blocks(*blocks: Sequence[Row]) -> list[str]:
    """Rows in two columns, an empty line after each block."""
    width = max(len(label) for block in blocks for label, _ in block)
    return [
        line
        for block in blocks
        if block
        for line in (*(f"{label:<{width}}{GAP}{value}" for label, value in block), "")
    ]


@dataclass(frozen=True, slots=True)
class _Page:
    situation: Situation
    seat: Seat | None
    lang: Lang
    ascii: bool

    @property
    def words(self) -> Catalogue:
        return self.situation.rules.catalogue(self.lang)

    # Small things

    def _row(self, label: str, value: str) -> Row:
        return self.words.table[label], value

    def _pairs(self, items: Iterable[tuple[str, object]]) -> str:
        return ", ".join(f"{name}{self.words.meta.colon}{value}" for name, value in items)

    def _marks(self, marks: Mapping[Side, int]) -> str:
        number, sides = self.words.number, self.situation.rules.table.sides
        return self._pairs((self.words.sides[side], number(marks[side])) for side in sides)

    def _cards(self, cards: Cards) -> str:
        contract = self.situation.contract
        return cards.show(contract.trump if contract is not None else None, self.lang, ascii=self.ascii)

    def _trick(self, trick: Trick) -> str:
        return self._pairs((self.words.seats[seat], self._card(card)) for seat, card in trick)

    def _card(self, card: Card) -> str:
        return card.show(self.lang, ascii=self.ascii)

    def _contract(self, contract: Contract) -> str:
        contred = contred_word(contract, self.situation.rules, self.lang)
        return format_contract(contract, self.lang, ascii=self.ascii, contred=contred)

    # The game and its score

    def title(self) -> str:
        return self.words.ruleset(self.situation.rules.id).name

    def heading(self) -> list[Row]:
        now, words = self.situation, self.words
        rows = [self._row("score", self._marks(now.totals) + self._target())]
        if not now.is_over:
            deal = words.table["deal_of"].format(n=now.deal_number, player=words.seats[now.dealer])
            rows.insert(0, self._row("deal", deal))
        if now.pending:
            rows.append(self._row("pending", str(now.pending)))
        if now.awaiting is not None:
            rows.append(self._row("awaiting", words.sides[now.awaiting]))
        return rows

    def _target(self) -> str:
        match self.situation.rules.match_end:
            case Target(target=target):
                return f" ({self.words.table['target'].format(n=target)})"
            case Deals(deals=deals):
                return f" ({self.words.table['deals'].format(n=deals)})"
            case _:
                return ""

    # What lies on the table

    def middle(self) -> list[Row]:
        rows = [self._row("phase", self.words.phases[phase_key(self.situation)])]
        match self.situation.phase:
            case Choosing() as choosing:
                rows += self._choice(choosing)
            case Over(winners=winners):
                rows.append(self._row("winners", self.words.listed([self.words.sides[s] for s in winners])))
            case _:
                rows += self._contract_row()
        if self.situation.playing is not None:
            rows += self._play(self.situation.playing)
        return rows

    def _choice(self, choosing: Choosing) -> list[Row]:
        rows = []
        if choosing.turned is not None:
            rows.append(self._row("turned", self._card(choosing.turned)))
        if choosing.proposal is not None:
            proposed = Contract(seat=choosing.proposal.seat, trump=choosing.proposal.trump)
            rows.append(self._row("proposed", self._contract(proposed)))
        if choosing.standing is not None:
            rows.append(self._row("bid", self._contract(choosing.standing)))
        if choosing.guesses:
            said = ((self.words.seats[guess.seat], guess.tricks) for guess in choosing.guesses)
            rows.append(self._row("guesses", self._pairs(said)))
        return rows

    def _contract_row(self) -> list[Row]:
        contract = self.situation.contract
        if contract is None:
            return []
        return [self._row("contract" if contract.seat is not None else "trump", self._contract(contract))]

    def _play(self, playing: Playing) -> list[Row]:
        rows = []
        if self.situation.guesses:
            rows.append(self._row("guesses", self._marks(self.situation.guesses)))
        talk = self.situation.talk
        said = {} if talk is None else {seat: kinds for seat, kinds in talk.said.items() if kinds}
        if said:
            named = ((self.words.seats[seat], self._kinds(kinds)) for seat, kinds in said.items())
            rows.append(self._row("declarations", self._pairs(named)))
        rows.append(self._row("tricks", self._marks(playing.tricks())))
        if playing.last_trick is not None:
            winner, trick = playing.last_trick
            rows.append(self._row("last_trick", f"{self._trick(trick)} → {self.words.seats[winner]}"))
        if playing.trick:
            rows.append(self._row("trick", self._trick(playing.trick)))
        return rows

    def _kinds(self, kinds: Sequence[str]) -> str:
        return self.words.listed([self.words.kinds[kind] for kind in kinds])

    # What the players hold

    def holdings(self) -> list[Row]:
        """One row a player, the reader's own last."""
        held, table = self.situation.held, self.situation.rules.table
        if held is None:
            return []
        seats = table.seats if self.seat is None else table.after(self.seat)
        return [(self._holder(seat), self._holding(held, seat)) for seat in seats]

    def _holder(self, seat: Seat) -> str:
        name = self.words.seats[seat]
        return f"{name} ({self.words.table['you']})" if seat == self.seat else name

    def _holding(self, held: Held, seat: Seat) -> str:
        parts = [self._cards(held.hands[seat])] if held.hands[seat] else []
        if held.hidden[seat]:
            parts.append(self.words.count("card", held.hidden[seat]))
        hand = " + ".join(parts) or NOTHING
        if not held.piles:
            return hand
        piles = GAP.join(self._pile(pile) for pile in held.piles[seat])
        return f"{hand}{GAP}| {self.words.table['piles']}{self.words.meta.colon}{piles}"

    def _pile(self, pile: Pile) -> str:
        """«V♥/?»: the top card, and under it one that the reader can't see."""
        top = self._card(pile.top) if pile.top is not None else NOTHING
        if not pile.covers:
            return top
        return f"{top}/{self._card(pile.under) if pile.under is not None else '?'}"

    # What is to be done

    def prompt(self) -> list[str]:
        actors = self.situation.actors()
        if not actors:
            return []
        if self.seat is None or self.seat not in actors:
            return [self._turn(actors[0])]
        choices = f"{self.words.meta.colon}{self._choices(self.situation.legal(self.seat))}"
        if isinstance(self.situation.phase, Choosing) and self.seat != actors[0]:
            return [self._turn(actors[0]), f"{self.words.turns['interrupting']}{choices}"]
        return [self._turn(self.seat) + choices]

    def _turn(self, seat: Seat) -> str:
        speaker = Speaker(self.situation.rules, self.words, {}, self.seat)
        return speaker.say(self.words.turns[phase_key(self.situation)], player=speaker.player(seat))

    def _choices(self, legal: Sequence[Action]) -> str:
        """Cards, cuts and bids together, then one by one what else may be done."""
        cards = Cards(action.card for action in legal if isinstance(action, Play))
        cuts = [action.at for action in legal if isinstance(action, Cut)]
        discards = [action for action in legal if isinstance(action, Discard)]
        bids = [action for action in legal if isinstance(action, Bid)]
        ways = [
            *([self._cards(cards)] if cards else []),
            *([self._range(cuts)] if cuts else []),
            *([self._discards(discards)] if discards else []),
            *(way for action in legal if (way := self._choice_of(action))),
            *([self._bids(bids)] if bids else []),
        ]
        return ", ".join(ways)

    def _choice_of(self, action: Action) -> str | None:
        match action:
            case Cut() | Bid() | Discard():
                return None
            case Deal(packets=packets):
                return "-".join(map(str, packets))
            case Play(card=card, say=word):
                return f"{self._card(card)} « {self.words.words[word]} »" if word is not None else None
            case PlayBlind():
                return self.words.table["blind"]
            case _:
                return say(action, self.situation.rules, self.lang, self.situation.turned)

    def _discards(self, discards: Sequence[Discard]) -> str:
        cards = Cards(card for discard in discards for card in discard.cards)
        return self.words.table["discard"].format(n=len(discards[0].cards), cards=self._cards(cards))

    def _range(self, numbers: Sequence[int]) -> str:
        least, most = min(numbers), max(numbers)
        return str(least) if least == most else self.words.table["range"].format(least=least, most=most)

    def _bids(self, bids: Sequence[Bid]) -> str:
        numbers = [bid.value for bid in bids if isinstance(bid.value, int)]
        slams = dict.fromkeys(bid.value for bid in bids if isinstance(bid.value, str))
        values = [*([self._range(numbers)] if numbers else []), *(self.words.words[slam] for slam in slams)]
        trumps = " ".join(dict.fromkeys(bid.trump.show(self.lang, ascii=self.ascii) for bid in bids))
        return f"{', '.join(values)} ({trumps})" if values else trumps


def phase_key(situation: Situation) -> str:
    """The key of the catalogue for what is going on: «bidding», «playing» …"""
    match situation.phase:
        case Playing():
            talking = situation.talk is not None and situation.talk.speaker is not None
            return "declaring" if talking else "playing"
        case Choosing():
            return _choosing_key(situation)
        case Cutting():
            return "cutting"
        case Dealing():
            return "dealing"
        case Misdealing():
            return "misdealing"
        case Discarding():
            return "discarding"
        case Swapping():
            return "swapping"
        case Counting():
            return "scoring"
        case Over():
            return "over"


def _choosing_key(situation: Situation) -> str:
    match situation.rules.trump_choice:
        case Auction():
            return "bidding"
        case Guess():
            return "guessing"
        case _:
            return "choosing"


def format_contract(contract: Contract, lang: Lang = "fr", *, ascii: bool = False, contred: str = "") -> str:
    """«90 ♥ par Nord, contré», «♥ par Nord», «♥»; `contred` is the table's word for it, or its mark.

    It comes after the taker, who would else be read as the one who said it.
    """
    trump = contract.trump.show(lang, ascii=ascii)
    words = catalogue(lang)
    value = "" if contract.value is None else words.words.get(str(contract.value), str(contract.value))
    call = f"{value} {trump}".lstrip()
    if contract.seat is None:
        return f"{call} {contred}".rstrip()
    taken = words.table["taker"].format(call=call, player=words.seats[contract.seat])
    return f"{taken}, {contred}" if contred else taken


# The score


def format_score(
    score: DealScore, lang: Lang = "fr", *, ascii: bool = False, rules: Ruleset | None = None
) -> str:
    """The result of a deal, the reasons with their clauses, and what each side marks."""
    words = words_of(rules, lang)
    reasons = [
        (
            words.sides[line.side] if line.side is not None else "",
            words.number(line.points) if line.points else "",
            f"{words.lines[line.label]} ({line.clause})",
        )
        for line in score.lines
    ]
    marks = (
        f"{words.sides[side]}{words.meta.colon}{words.number(points)}" for side, points in score.score.items()
    )
    headline = [words.results[score.result]] if score.result != "none" else []
    text = "\n".join([*headline, *_aligned(reasons, "<><"), f"{words.table['total']}{GAP}{', '.join(marks)}"])
    return to_ascii(text) if ascii else text


def format_sheet(
    rows: Iterable[SheetRow], lang: Lang = "fr", *, ascii: bool = False, rules: Ruleset | None = None
) -> str:
    """The score sheet: a line a deal, then the totals; in the rules' words where they are given."""
    words, deals = words_of(rules, lang), list(rows)
    if not deals:
        return NOTHING
    sides = tuple(deals[-1].scored.totals)
    lines = [
        [
            words.table["deal"],
            words.table["dealer"],
            words.table["contract"],
            *(words.sides[side] for side in sides),
        ],
        *([*_deal_cells(row, words, ascii), *_mark_cells(row, sides, words)] for row in deals),
        [words.table["total"], "", "", *(words.number(deals[-1].scored.totals[side]) for side in sides)],
    ]
    if not any(row.scored.summary.contract for row in deals):
        lines = [[number, dealer, *marks] for number, dealer, _, *marks in lines]
    text = "\n".join(_aligned(lines, "<" * (len(lines[0]) - len(sides)) + ">" * len(sides)))
    return to_ascii(text) if ascii else text


def _deal_cells(row: SheetRow, words: Catalogue, ascii: bool) -> list[str]:
    contract, result = row.scored.summary.contract, row.scored.score.result
    called = NOTHING
    if contract is not None:
        called = format_contract(contract, words.meta.language, ascii=ascii, contred=row.contred)
    outcome = "" if result == "none" else f"{words.meta.colon}{words.results[result].lower()}"
    return [str(row.number), words.seats[row.dealer], called + outcome]


def _mark_cells(row: SheetRow, sides: Sequence[Side], words: Catalogue) -> list[str]:
    return [words.number(row.scored.score.score[side]) for side in sides]


def _aligned(lines: Sequence[Sequence[str]], alignments: str) -> list[str]:
    """Columns as wide as their widest cell; `<` and `>` say to which side each is set."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        GAP.join(
            f"{cell:{side}{width}}" for cell, side, width in zip(line, alignments, widths, strict=True)
        ).rstrip()
        for line in lines
    ]
