"""Sockets that are written to by a thread of the core: in order, whole, and to nobody else."""

from __future__ import annotations

import gc
import os
import select
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from websockets.frames import Frame, Opcode

from rebelote._native import SocketWriter, WrittenSocket, text_frames

PATIENCE = 30.0
Pair = tuple[socket.socket, socket.socket]


def frames(*texts: bytes) -> bytes:
    """As the library writes them."""
    return b"".join(Frame(Opcode.TEXT, text).serialize(mask=False) for text in texts)


@pytest.fixture
def pairs() -> Iterator[Callable[[], Pair]]:
    """Ours, and the peer's."""
    made: list[socket.socket] = []

    def pair() -> Pair:
        ours, theirs = socket.socketpair()
        made.extend((ours, theirs))
        ours.setblocking(False)
        theirs.settimeout(PATIENCE)
        return ours, theirs

    yield pair
    for each in made:
        each.close()


def read(peer: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        part = peer.recv(size - len(found))
        assert part, "the other end was closed"
        found += part
    return found


def is_readable(descriptor: int, seconds: float = 0.0) -> bool:
    return bool(select.select([descriptor], [], [], seconds)[0])


@pytest.mark.parametrize("lengths", [[], [0], [1, 125, 126], [65535, 65536, 1]], ids=str)
def test_texts_are_frames_as_the_library_writes_them(lengths: list[int]) -> None:
    texts = [b"x" * length for length in lengths]
    assert text_frames(texts) == frames(*texts)


def test_each_socket_gets_its_texts_in_order(pairs: Callable[[], Pair]) -> None:
    writer, ends = SocketWriter(), [pairs() for _ in range(5)]
    sockets = [WrittenSocket(ours.fileno()) for ours, _ in ends]
    told: list[list[bytes]] = [[] for _ in ends]
    for turn in range(200):
        said = [(each, [b"%d to %d" % (turn, place), b"!" * turn]) for place, each in enumerate(sockets)]
        for place, (_, texts) in enumerate(said):
            told[place] += texts
        writer.hand_in(said)
        for (_, theirs), texts in zip(ends, (texts for _, texts in said), strict=True):
            assert read(theirs, len(frames(*texts))) == frames(*texts)
    assert [writer.take_back(each) for each in sockets] == [b""] * 5


def test_what_a_full_socket_does_not_take_is_given_back_whole(pairs: Callable[[], Pair]) -> None:
    writer, (ours, theirs) = SocketWriter(), pairs()
    full, said = WrittenSocket(ours.fileno()), [b"%07d" % number * 1000 for number in range(300)]
    assert writer.is_idle(full)
    for text in said:
        writer.hand_in([(full, [text])])
    assert is_readable(writer.notice, PATIENCE)
    assert writer.full_sockets() == [full.descriptor]
    assert not is_readable(writer.notice)
    assert not writer.is_idle(full)
    rest = writer.take_back(full)
    whole = frames(*said)
    taken = len(whole) - len(rest)
    assert 0 < taken < len(whole)
    assert read(theirs, taken) + rest == whole
    assert writer.is_idle(full)
    writer.hand_in([(full, [b"again"])])
    assert read(theirs, len(frames(b"again"))) == frames(b"again")


def test_a_full_socket_stays_full_until_it_is_taken_back(pairs: Callable[[], Pair]) -> None:
    """What is handed in after it may not go before it, though there is room again."""
    writer, (ours, theirs) = SocketWriter(), pairs()
    full, large = WrittenSocket(ours.fileno()), b"x" * 2**22
    writer.hand_in([(full, [large])])
    assert is_readable(writer.notice, PATIENCE)
    taken = b""
    while is_readable(theirs.fileno(), 0.2):
        taken += theirs.recv(2**20)
    writer.hand_in([(full, [b"later"])])
    rest = writer.take_back(full)
    assert not is_readable(theirs.fileno())
    assert taken + rest == frames(large, b"later")


def test_one_full_socket_holds_up_no_other(pairs: Callable[[], Pair]) -> None:
    writer, (slow, _), (ours, theirs) = SocketWriter(), pairs(), pairs()
    full, free = WrittenSocket(slow.fileno()), WrittenSocket(ours.fileno())
    writer.hand_in([(full, [b"x" * 2**22]), (free, [b"now"])])
    assert read(theirs, len(frames(b"now"))) == frames(b"now")


def test_nothing_goes_to_whoever_gets_the_number_of_a_closed_socket(pairs: Callable[[], Pair]) -> None:
    writer, (ours, theirs), (other, stranger) = SocketWriter(), pairs(), pairs()
    written = WrittenSocket(ours.fileno())
    os.dup2(other.fileno(), ours.fileno())
    writer.hand_in([(written, [b"secret"])])
    assert read(theirs, len(frames(b"secret"))) == frames(b"secret")
    assert not is_readable(stranger.fileno())


def test_a_peer_that_is_gone_is_no_error(pairs: Callable[[], Pair]) -> None:
    writer, (ours, theirs) = SocketWriter(), pairs()
    written = WrittenSocket(ours.fileno())
    theirs.close()
    for _ in range(3):
        writer.hand_in([(written, [b"late"])])
    assert writer.take_back(written) == b""
    assert writer.is_idle(written)


def test_a_closed_socket_s_file_is_closed_after_what_was_handed_in(pairs: Callable[[], Pair]) -> None:
    """Whoever still holds the socket: the peer has to see the end."""
    writer, (ours, theirs) = SocketWriter(), pairs()
    written = WrittenSocket(ours.fileno())
    ours.close()
    writer.hand_in([(written, [b"last"])])
    written.close()
    writer.hand_in([(written, [b"too late"])])
    assert read(theirs, len(frames(b"last"))) == frames(b"last")
    assert theirs.recv(1) == b""
    assert (written.descriptor, writer.is_idle(written), writer.take_back(written)) == (-1, True, b"")


def test_what_was_handed_in_is_written_before_the_writer_ends(pairs: Callable[[], Pair]) -> None:
    writer, (ours, theirs) = SocketWriter(), pairs()
    writer.hand_in([(WrittenSocket(ours.fileno()), [b"%d" % number]) for number in range(50)])
    del writer
    gc.collect()
    said = frames(*(b"%d" % number for number in range(50)))
    assert read(theirs, len(said)) == said


def test_what_is_no_socket_and_no_text_is_refused(pairs: Callable[[], Pair]) -> None:
    writer, (ours, theirs) = SocketWriter(), pairs()
    written = WrittenSocket(ours.fileno())
    with pytest.raises(OSError, match="Bad file descriptor"):
        WrittenSocket(-1)
    with pytest.raises(TypeError):
        writer.hand_in([(written, [b"one"]), (written, ["two"])])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        text_frames(["text"])  # type: ignore[list-item]
    time.sleep(0.05)
    assert not is_readable(theirs.fileno())
