"""Below the application: sockets that say too much, too slowly, nothing at all, or never listen."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rebelote.cli.serve import _warnings
from rebelote.server.settings import Settings
from rebelote.server.sockets import OTHER_FILES, Door, SocketLimits, grant_files, spare_files, trusted
from tests.support.raw_sockets import (
    BINARY,
    PING,
    PONG,
    TEXT,
    RudeServer,
    frame,
    is_closed,
    read_all,
    rude_server,
    split,
)

SECONDS = 1.0
"""The limits of time are set this short; the server looks at the clock once a second."""
SOON = 8.0
"""Less than the ten seconds and more that the limits are by default. One of some tries has to hold it: the
machine may be busy."""
TRIES = 3
PATIENCE = 60.0
"""For what never comes where it is broken, however long one waits."""
HOST = b"Host: localhost\r\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RudeServer]:
    """One server for all of them: it stands as it stood, whatever was done to it."""
    settings = {
        "REBELOTE_HEAD_SECONDS": str(SECONDS),
        "REBELOTE_BODY_SECONDS": str(SECONDS),
        "REBELOTE_UNREAD_SECONDS": str(SECONDS),
        "REBELOTE_ADDRESS_SOCKETS": "40",
        "REBELOTE_HOSTS": "belote.example",
    }
    with rude_server(tmp_path_factory.mktemp("sockets"), **settings) as found:
        before = found.memory() / 2**20
        yield found
        assert found.request("GET", "/api/bots", address="127.0.0.9")[0] == 200
        assert found.memory() / 2**20 < before + 40
        assert len(found.log) < 2000, found.log
        assert "Traceback" not in found.log


def status(answer: bytes) -> int:
    return split(answer)[0]


def is_closed_soon(served: RudeServer, begin: Callable[[socket.socket], None]) -> bool:
    """Of a connection that begins in this way, and is silent then."""
    for _ in range(TRIES):
        with served.connect() as connection:
            begin(connection)
            if is_closed(connection, SOON):
                return True
    return False


# Heads and bodies


def test_a_silent_socket_is_let_go(served: RudeServer) -> None:
    assert is_closed_soon(served, lambda _: None)


def test_a_head_that_comes_drop_by_drop(served: RudeServer) -> None:
    for _ in range(TRIES):
        with served.connect() as connection, contextlib.suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\n")
            for _ in range(int(SOON / 0.25)):
                time.sleep(0.25)
                connection.sendall(b"X-A: b\r\n")
            continue
        return
    pytest.fail("it could go on for ever")


def test_a_second_head_that_comes_drop_by_drop(served: RudeServer) -> None:
    def begin(connection: socket.socket) -> None:
        connection.sendall(b"GET /api/bots HTTP/1.1\r\n" + HOST + b"\r\n")
        assert connection.recv(20).startswith(b"HTTP/1.1 200")
        time.sleep(0.3)
        connection.sendall(b"GET /api/bo")

    assert is_closed_soon(served, begin)


def test_a_body_that_never_comes(served: RudeServer) -> None:
    head = b"POST /api/referee HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\n"
    assert is_closed_soon(served, lambda connection: connection.sendall(head + b"{"))


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (b"GET / HTTP/1.1\r\n" + HOST + b"A: b\r\n" * 100 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HOST + b"A: " + b"b" * 40_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 431),
        (b"POST /api/referee HTTP/1.1\r\n" + HOST + b"Content-Length: 999999999\r\n\r\n", 413),
    ],
)
def test_large_heads_and_bodies(served: RudeServer, request_: bytes, expected: int) -> None:
    answer = served.ask(request_)
    assert status(answer) == expected
    assert json.loads(split(answer)[2])["error"]["message"]


def test_a_head_without_an_end(served: RudeServer) -> None:
    with served.connect() as connection, contextlib.suppress(OSError):
        connection.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"A: ")
        for _ in range(1000):
            connection.sendall(b"b" * 65536)
        pytest.fail("64 MiB of one header were taken")


def test_a_crowd_of_requests_on_one_socket(served: RudeServer) -> None:
    with served.connect() as connection:
        with contextlib.suppress(OSError):
            connection.sendall((b"GET /api/rules HTTP/1.1\r\n" + HOST + b"\r\n") * 500)
        assert read_all(connection).count(b"HTTP/1.1 200") < 30


# What two readers could take differently


@pytest.mark.parametrize(
    "request_",
    [
        b"POST /api/referee HTTP/1.1\r\n%bContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/referee HTTP/1.1\r\n%bContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
        b"POST /api/referee HTTP/1.1\r\n%bContent-Length: +4\r\n\r\nabcd",
        b"POST /api/referee HTTP/1.1\r\n%bTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"POST /api/referee HTTP/1.1\r\n%bTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/referee HTTP/1.1\r\n%bTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        b"POST /api/referee HTTP/1.1\r\n%bTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
        b"POST /api/referee HTTP/1.0\r\n%bTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\n%bHost : a\r\n\r\n",
        b"GET / HTTP/1.1\r\n%bX: a\r\n b\r\n\r\n",
        b"GET / HTTP/1.1\n%b\n",
        b"GET / HTTP/1.1\r\n%bHost: belote.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: %b\r\n\r\n",
        b"GET / HTTP/2.0\r\n%b\r\n",
        b"CONNECT a:443 HTTP/1.1\r\n%b\r\n",
        b"GET /\xc3\xa9 HTTP/1.1\r\n%b\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00%b",
    ],
)
def test_doubtful_requests(served: RudeServer, request_: bytes) -> None:
    answer = served.ask(request_ % HOST)
    assert answer.count(b"HTTP/1.1") == 1
    assert status(answer) == 400


def test_another_protocol_is_not_upgraded_to(served: RudeServer) -> None:
    head = b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    answer = served.ask(b"GET /api/bots HTTP/1.1\r\n" + HOST + head + b"GET /api/rules HTTP/1.1\r\n\r\n")
    assert answer.count(b"HTTP/1.1") == 1


# Names and origins


def test_the_host_must_be_ours(served: RudeServer) -> None:
    for host in ("localhost", f"127.0.0.1:{served.port}", "belote.example", "BELOTE.example:443"):
        assert served.request("GET", "/api/bots", Host=host)[0] == 200
    for host in ("evil.example", "belote.example.evil.example", "127.0.0.1.evil.example"):
        code, _, body = served.request("GET", "/api/bots", Host=host)
        assert (code, json.loads(body)["error"]["code"]) == (421, "host")
    assert served.request("GET", "/", Host="evil.example")[0] == 421


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Sec_Fetch_Site": "same-origin"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
    ],
)
def test_other_sites_can_not_post(served: RudeServer, headers: dict[str, str], expected: int) -> None:
    code, _, _ = served.request("POST", "/api/referee", {}, Host="localhost", **headers)
    assert code == expected


# WebSockets


@pytest.fixture(scope="module")
def live(served: RudeServer) -> str:
    return f"/api/tables/{served.open_table_from(start=False)['table']['id']}/live"


@pytest.mark.parametrize("opcode", [PING, PONG])
def test_control_frames_are_bounded(served: RudeServer, live: str, opcode: int) -> None:
    before = served.memory() / 2**20
    with served.upgrade(live) as connection, contextlib.suppress(OSError):
        connection.settimeout(5)
        for _ in range(2000):
            connection.sendall(frame(opcode, b"x" * 125) * 200)
        pytest.fail("50 MB of them were taken")
    assert served.memory() / 2**20 < before + 10


def test_a_few_pings_are_answered(served: RudeServer, live: str) -> None:
    with served.upgrade(live) as connection:
        connection.sendall(frame(PING, b"a") + frame(PING, b"b"))
        assert connection.recv(6, socket.MSG_WAITALL) == b"\x8a\x01a\x8a\x01b"


def test_a_message_in_too_many_pieces(served: RudeServer, live: str) -> None:
    with served.upgrade(live) as connection:
        with contextlib.suppress(OSError):  # it may be closed before all are sent
            connection.sendall(frame(TEXT, b"{", last=False) + frame(0, b"", last=False) * 200_000)
        assert is_closed(connection, PATIENCE)


def test_bad_text_is_no_traceback(served: RudeServer, live: str) -> None:
    with served.upgrade(live) as connection:
        connection.sendall(frame(TEXT, b"\xff\xfe"))
        assert is_closed(connection, PATIENCE)
    with served.upgrade(live) as connection:
        connection.sendall(frame(BINARY, b"x" * 5000))
        assert is_closed(connection, PATIENCE)


def test_a_torrent_of_messages(served: RudeServer, live: str) -> None:
    before = served.memory() / 2**20
    with served.upgrade(live) as connection, contextlib.suppress(OSError):
        connection.settimeout(5)
        for _ in range(3000):
            connection.sendall(frame(TEXT, b'{"do":"ping"}') * 500)
        pytest.fail("1.5 million messages were taken")
    assert served.memory() / 2**20 < before + 20


def test_one_who_was_told_to_go_and_goes_on_talking(served: RudeServer) -> None:
    """Nothing more is read of it: after `gone`, a torrent would be taken apart message by message."""
    opened = served.open_table_from()
    hello = {"do": "hello", "token": opened["token"], "lang": "fr", "match": None, "seq": None}
    with served.upgrade(f"/api/tables/{opened['table']['id']}/live") as connection:
        connection.sendall(frame(TEXT, json.dumps(hello).encode()))
        connection.settimeout(PATIENCE)
        spent = served.cpu_seconds()
        with contextlib.suppress(ConnectionError):
            for _ in range(4):  # more than its rate, and never many at once
                connection.sendall(frame(TEXT, b'{"do":"ping"}') * 30)
                time.sleep(0.2)
            for _ in range(2000):
                connection.sendall(frame(TEXT, b'{"do":"ping"}') * 500)
            pytest.fail("a million messages were taken after the end")
        assert served.cpu_seconds() < spent + 1.5


def test_a_reader_who_never_reads_is_dropped(served: RudeServer) -> None:
    """With real backpressure: the kernel's buffers, the server's, and the queue all fill up."""
    opened = served.open_table_from(start=True)
    path = f"/api/tables/{opened['table']['id']}/live"
    hello = {"do": "hello", "token": opened["token"], "lang": "fr", "match": None, "seq": None}
    before = served.memory() / 2**20
    with served.upgrade(path, receive_buffer=4096) as connection:
        connection.sendall(frame(TEXT, json.dumps(hello).encode()))
        with contextlib.suppress(OSError):
            for n in range(2000):
                text = json.dumps({"do": "lang", "lang": ("fr", "en")[n % 2]}).encode()
                connection.sendall(frame(TEXT, text))
                time.sleep(0.25 if n > 10 else 0)
                if n > 10 and _is_reset(connection):
                    break
            else:
                pytest.fail("it was never dropped")
    assert served.memory() / 2**20 < before + 10


def _is_reset(connection: socket.socket) -> bool:
    return connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0


def test_an_answer_that_nobody_reads(served: RudeServer) -> None:
    """Each asks for more than the kernel's buffers take, and reads none of it."""
    before = served.files()
    with served.crowd(10, "127.0.0.3", receive_buffer=2048) as crowd:
        for connection in crowd:
            connection.sendall((b"GET /api/rules HTTP/1.1\r\n" + HOST + b"\r\n") * 8)
        assert _comes_true(lambda: served.files() <= before + 2)


# How many


def test_sockets_of_an_address_are_bounded(served: RudeServer) -> None:
    for address in ("127.0.0.4", "127.0.0.7", "127.0.0.8"):
        with served.crowd(60, address) as crowd:
            refused = _refusals(crowd, 20)
        if len(refused) == 20:  # unless a busy machine has let the first ones go before the last came
            break
    assert len(refused) == 20
    code, headers, body = split(refused[0])
    assert (code, headers["retry-after"]) == (503, "5")
    assert json.loads(body)["error"]["code"] == "server_full"
    assert served.request("GET", "/api/bots", address="127.0.0.5")[0] == 200


def _refusals(crowd: list[socket.socket], wanted: int) -> list[bytes]:
    """What those who are told something are told, once there are so many of them and no more come."""
    said: dict[int, bytes] = {}

    def listen() -> int:
        said.update((n, text) for n, each in enumerate(crowd) if n not in said and (text := _heard(each)))
        return len(said)

    _comes_true(lambda: listen() >= wanted)
    listen()
    return list(said.values())


def _heard(connection: socket.socket) -> bytes:
    """What has come by now."""
    connection.settimeout(0.01)
    try:
        return connection.recv(4096)
    except TimeoutError:
        return b""


def _comes_true(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not (found := is_so()) and time.monotonic() < until:
        time.sleep(0.1)
    return found


def test_a_proxy_has_the_sockets_of_many() -> None:
    is_proxy = trusted(("127.0.0.1", "10.0.0.0/8", "::1"))
    assert [is_proxy(name) for name in ("127.0.0.1", "10.1.2.3", "::1/128", "127.0.0.2", "?")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    door = Door(SocketLimits(sockets=3, address_sockets=0), ("127.0.0.1",))
    assert door.has_room("127.0.0.1")
    assert not door.has_room("192.0.2.1")


def test_files_are_asked_for_and_sockets_kept_within_them() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (OTHER_FILES + 50, hard))
        assert grant_files(SocketLimits(sockets=70)).sockets == 70
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == OTHER_FILES + 2 * 70
        most = grant_files(SocketLimits(sockets=10**9)).sockets
        assert most == 10**9 or most == resource.getrlimit(resource.RLIMIT_NOFILE)[1] - OTHER_FILES
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_second_files_leave_room_for_every_socket() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (OTHER_FILES + 50, hard))
        assert spare_files(SocketLimits(sockets=30)) == 20
        assert spare_files(SocketLimits(sockets=70)) == 0
        resource.setrlimit(resource.RLIMIT_NOFILE, (4 * OTHER_FILES, hard))
        assert spare_files(SocketLimits()) == OTHER_FILES  # a half for sockets, a quarter for all else
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_where_files_run_out_sockets_wait(tmp_path: Path) -> None:
    """Fewer files than connections: those within the bound are served, the others told, nothing breaks."""
    command = f"ulimit -n {OTHER_FILES + 12};"
    with rude_server(tmp_path, before=command) as served:
        with served.crowd(40, "127.0.0.6") as crowd:
            assert sum(b" 503 " in answer for answer in _refusals(crowd, 28)) >= 28
        assert _comes_true(lambda: served.request("GET", "/api/bots")[0] == 200)
        assert "12" in served.log
        assert "Traceback" not in served.log


# Whose it is


def test_the_database_is_its_owner_s_alone(served: RudeServer) -> None:
    data = served.data
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    files = list(data.glob("rebelote.sqlite*"))
    assert files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_public_server_without_a_proxy_is_warned() -> None:
    assert list(_warnings(Settings(), "fr")) == []
    assert list(_warnings(Settings(host="::1"), "fr")) == []
    (line,) = _warnings(Settings(host="0.0.0.0"), "fr")
    assert "REBELOTE_PROXIES" in line
    assert list(_warnings(Settings(host="0.0.0.0", proxies=("10.0.0.1",)), "fr")) == []
