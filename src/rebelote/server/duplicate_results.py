"""What a series of deals came to at one table, deal by deal."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rebelote.events import DealScored, DealVoided, PackCut
from rebelote.language.display import format_contract
from rebelote.language.text import Lang, catalogue
from rebelote.match import Match
from rebelote.results import Contract, Result
from rebelote.server.game import to_text
from rebelote.server.stored_rows import EntryResult
from rebelote.table import Seat


class Called(msgspec.Struct, frozen=True):
    """A contract as it is compared with others'; nothing where nobody took. `contred` is the sheet's mark."""

    contract: Contract | None = None
    contred: str = ""

    def text(self, lang: Lang) -> str:
        """«90 ♥ par Nord, ×2»."""
        if self.contract is None:
            return catalogue(lang).server["passed_out"]
        return format_contract(self.contract, lang, contred=self.contred)


class BoardResult(msgspec.Struct, frozen=True):
    """One deal: what was called, and what each side marked; `ours` is the player's."""

    called: Called
    result: Result
    ours: int
    theirs: int

    @property
    def ahead(self) -> int:
        return self.ours - self.theirs


def boards_of(match: Match, seat: Seat) -> tuple[BoardResult, ...]:
    """Every deal that is over; one that nobody took is worth nothing to anybody."""
    return tuple(_boards(match, seat))


def _boards(match: Match, seat: Seat) -> Iterator[BoardResult]:
    rules, dealt = match.rules, False
    own = rules.table.side(seat)
    for event in match.log:
        match event:
            case PackCut():
                dealt = True
            case DealScored(summary=summary, score=score):
                dealt = False
                contract = summary.contract
                mark = rules.contre_mark(contract.contre) if contract is not None else ""
                others = sum(points for side, points in score.score.items() if side != own)
                yield BoardResult(Called(contract, mark), score.result, score.score[own], others)
            case DealVoided() if dealt:
                dealt = False
                yield BoardResult(Called(), "none", 0, 0)
            case _:
                pass


def entry_result(table_id: str, match: Match, seat: Seat, at: int) -> EntryResult:
    """To be written with the last event."""
    boards = boards_of(match, seat)
    return EntryResult(
        table_id=table_id,
        finished=at,
        score=sum(board.ahead for board in boards),
        called=to_text(boards[0].called) if boards else to_text(Called()),
        boards=to_text(boards),
    )


def read_boards(text: str) -> tuple[BoardResult, ...]:
    return msgspec.json.decode(text, type=tuple[BoardResult, ...])
