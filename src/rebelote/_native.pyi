"""The native card-play core. Use it through rebelote.solver."""

from collections.abc import Sequence


class PlaySpec:
    """The play of the cards by one ruleset at one trump."""

    def __init__(self, *, seats: int, partners: bool, trumps: str, trump: int, partner_master: str, partner_ruffed: str, cannot_overruff: str, lead_beats_partner: bool, order: Sequence[Sequence[int]], points: Sequence[int], trick: int, last: int, sweep: int) -> None: ...

    @property
    def seats(self) -> int: ...

class Board:
    """A deal in the middle of its play, all cards open."""

    def __init__(self, spec: PlaySpec, hands: Sequence[int], leader: int, trick: Sequence[int], tricks_won: Sequence[int], piles: Sequence[tuple[int, int]]) -> None: ...

    @property
    def turn(self) -> int: ...

    @property
    def leader(self) -> int: ...

    @property
    def trick(self) -> list[int]:
        """The cards on the table in the order of play."""

    @property
    def tricks_left(self) -> int: ...

    @property
    def finished(self) -> bool: ...

    @property
    def worth_left(self) -> int: ...

    def hand(self, seat: int) -> int: ...

    def tricks_won(self, seat: int) -> int: ...

    def taken(self, seat: int) -> int:
        """What the seat has taken since the board was made."""

    def legal(self) -> int:
        """The cards that may be played now."""

    def play(self, card: int) -> None: ...

    def undo(self) -> None: ...

    def copy(self) -> Board: ...

class Worlds:
    """The deals of hidden cards that agree with what is known."""

    def __init__(self, holders: Sequence[int], room: Sequence[int]) -> None: ...

    @property
    def count(self) -> int: ...

    def deal(self, number: int, seed: int) -> list[list[int]]:
        """Worlds drawn at random, each as the cards of every place."""

class Solver:
    """Searches, with the memory that they need."""

    def __init__(self, table_bytes: int) -> None: ...

    @property
    def bytes(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    def forget(self) -> None: ...

    def solve(self, board: Board, side: int, line: bool) -> tuple[int, list[tuple[int, int]], list[int], int]:
        """
        The value for the seat's side, the value after each legal card, a line of play, positions searched.
        """

    def solve_marks(self, board: Board, side: int, by_points: Sequence[int], every_trick: int, no_trick: int, before: int) -> tuple[int, list[tuple[int, int]], list[int], int]: ...

    def solve_many(self, asked: Sequence[tuple[Board, int]], threads: int) -> list[tuple[int, list[tuple[int, int]], list[int], int]]: ...

    def solve_worlds(self, spec: PlaySpec, worlds: Worlds, known: Sequence[int], leader: int, trick: Sequence[int], tricks_won: Sequence[int], side: int, number: int, seed: int, threads: int) -> list[tuple[list[int], tuple[int, list[tuple[int, int]], list[int], int]]]: ...

def playouts(board: Board, number: int, seed: int, threads: int) -> tuple[list[int], list[int], list[int]]:
    """
    Random legal play: by seat, the points summed, the squares of its side's points summed, sweeps by its side.
    """

def minimax(board: Board, side: int) -> int:
    """
    What `solve` finds, by going through every card. For tests: it takes time.
    """

def minimax_marks(board: Board, side: int, by_points: Sequence[int], every_trick: int, no_trick: int, before: int) -> int:
    """What `solve_marks` finds, by going through every card."""

def build() -> str:
    """Which build of the core is in use."""

def builds() -> list[str]:
    """Those that run on this processor, the best first."""

def use_build(name: str) -> None:
    """For tests: use another build."""
