"""The native card-play core. Use it through rebelote.solver."""

from collections.abc import Callable, Sequence
from typing import Final


class PlaySpec:
    """The play of the cards by one ruleset at one trump."""

    def __init__(self, *, seats: int, partners: bool, trumps: str, trump: int, partner_master: str, partner_ruffed: str, cannot_overruff: str, lead_beats_partner: bool, plain: str, leads: str, order: Sequence[Sequence[int]], points: Sequence[int], trick: int, last: int, sweep: int, pack: int, roem: Sequence[int]) -> None: ...

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

    def roem(self, seat: int) -> int:
        """The roem of the seat's tricks since the board was made."""

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

    def solve(self, board: Board, side: int, line: bool, most_nodes: int | None = None) -> tuple[int, list[tuple[int, int]], list[int], int]:
        """
        The value for the seat's side, the value after each legal card, a line of play, positions searched. RuntimeError where it would take more of them than most_nodes.
        """

    def solve_marks(self, board: Board, side: int, by_points: Sequence[int], every_trick: int, no_trick: int, before: int) -> tuple[int, list[tuple[int, int]], list[int], int]: ...

    def solve_many(self, asked: Sequence[tuple[Board, int]], threads: int) -> list[tuple[int, list[tuple[int, int]], list[int], int]]: ...

    def solve_worlds(self, spec: PlaySpec, worlds: Worlds, known: Sequence[int], leader: int, trick: Sequence[int], tricks_won: Sequence[int], side: int, number: int, seed: int, threads: int) -> list[tuple[list[int], tuple[int, list[tuple[int, int]], list[int], int]]]: ...

    def try_exactly(self, trial: Trial, belief: Belief, first: int, last: int) -> list[float]:
        """
        What each card gains, summed over those of the belief's worlds, with best play by all.
        """

    def try_by_habit(self, trial: Trial, belief: Belief, habits: Habits, sharpness: float, first: int, last: int, seed: int) -> list[float]:
        """The same with everybody playing by habit."""

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

class Habits:
    """The chance of each legal card, from what its player sees."""

    def __init__(self, weights: Sequence[float]) -> None: ...

    size: Final[int] = ...
    """(arg: object, /) -> int"""

class Estimate:
    """What a hand is worth at a trump, a sum over its suits."""

    def __init__(self, base: float, trump: int, trumps: Sequence[float], side: Sequence[float], with_trumps: Sequence[float]) -> None: ...

    def of(self, hand: int) -> float: ...

class Announcements:
    """Declarations told by their kinds."""

    def __init__(self, candidates: Sequence[tuple[int, int, int, int]], heard: Sequence[tuple[Sequence[int], bool, Sequence[int]]], sides: Sequence[int], winner: int | None, voiding: int) -> None: ...

    def allow(self, hands: Sequence[int]) -> bool: ...

class Plays:
    """The cards played so far, weighed by habit."""

    def __init__(self, spec: PlaySpec, habits: Habits, leader: int, taker: int, length: int, played: Sequence[tuple[int, int, int]], me: int, doubt: float, strict: bool) -> None: ...

    def log_chance(self, hidden: Sequence[int]) -> float: ...

class Belief:
    """Worlds as likely as what was seen makes them."""

    def __init__(self, worlds: Worlds, seats: Sequence[int], dealt: Sequence[int], first: int, turned: int, calls: Sequence[tuple[int, bool, float, Sequence[tuple[Estimate, float]], Estimate | None]], announcements: Announcements | None, plays: Plays | None) -> None: ...

    def draw(self, number: int, keep: int, most: int, seed: int, go_on: Callable[[], bool]) -> int:
        """
        Draws that many worlds while it may go on, keeps some by weight; how many of those drawn could be.
        """

    def __len__(self) -> int:
        """Different worlds kept."""

    def worlds(self) -> list[tuple[list[int], list[int]]]:
        """
        The worlds kept, as often as they were: hidden cards by seat, and those in no hand, shuffled.
        """

    def weight(self, first: int, last: int) -> int:
        """How often those of the different worlds were kept, together."""

    def log_weight(self, hidden: Sequence[int], seed: int) -> float: ...

class Trial:
    """A card to be played, and what comes of each."""

    def __init__(self, *, spec: PlaySpec, leader: int, taker: int, length: int, plays: Sequence[int], hands: Sequence[int], owned: Sequence[int], covering: Sequence[int], waiting: Sequence[int], pairs: Sequence[int], payoffs: Sequence[tuple[Sequence[float], float, float]]) -> None: ...

    @property
    def me(self) -> int: ...

    @property
    def legal(self) -> int: ...

def facts_of_deal(spec: PlaySpec, hands: Sequence[int], leader: int, taker: int, length: int, plays: Sequence[int]) -> list[tuple[int, list[list[int]]]]:
    """
    For each card laid, its place among the legal ones and the facts of each of those.
    """

def deal_endings(spec: PlaySpec, habits: Habits, deals: Sequence[tuple[Sequence[int], Sequence[tuple[int, int]]]], leader: int, taker: int, length: int, times: int, sharpness: float, seed: int) -> list[tuple[int, int, int, list[int], list[int], list[int], list[int]]]:
    """
    Whole deals played by habit: (0, 1, who won the last trick, and by seat points, roem, tricks, 0 belotes).
    """

def endings_by_habit(trial: Trial, belief: Belief, habits: Habits, sharpness: float, first: int, last: int, seed: int) -> list[tuple[int, int, int, list[int], list[int], list[int], list[int]]]:
    """
    Each card tried in those worlds and played on by habit: (card, times, who won the last trick, and by seat points, roem, tricks, belotes).
    """

def play_deals(spec: PlaySpec, habits: Habits, deals: Sequence[tuple[Sequence[int], Sequence[tuple[int, int]]]], leader: int, taker: int, length: int, seat: int, times: int, sharpness: float, seed: int) -> list[tuple[int, int]]:
    """
    Whole deals played by habit: the points and tricks of that seat's side.
    """

class Policy:
    """A network that scores the cards of a suit contract."""

    def __init__(self, blob: bytes) -> None: ...

    def scores(self, sets: Sequence[int], numbers: Sequence[float]) -> list[float]:
        """
        A score for every card, by 21 sets of cards and 64 numbers that tell what a seat knows.
        """

def text_frames(texts: list[bytes]) -> bytes:
    """
    Texts as frames of a WebSocket, one after another, as servers send them.
    """

class WrittenSocket:
    """An open socket, by a descriptor of its own."""

    def __init__(self, descriptor: int) -> None: ...

    @property
    def descriptor(self) -> int:
        """-1 once it is closed."""

    def close(self) -> None:
        """
        The file is closed when what was handed in before has been tried; what comes later goes nowhere.
        """

class SocketWriter:
    """
    Writes to sockets in a thread of its own, which never needs Python's lock.
    """

    def __init__(self) -> None: ...

    def hand_in(self, said: list[tuple[WrittenSocket, list[bytes]]]) -> None:
        """Texts to be written as frames, to each socket in this order."""

    def take_back(self, socket: WrittenSocket) -> bytes:
        """
        Waits until all for this socket has been tried: what it did not take. From then on it is written to again.
        """

    def is_idle(self, socket: WrittenSocket) -> bool:
        """Has all for this socket been tried, and taken?"""

    @property
    def notice(self) -> int:
        """A descriptor that can be read from when sockets have not taken all."""

    def full_sockets(self) -> list[int]:
        """Those, once, by their descriptors."""
