"""Requests that no HTTP library would send: answered with 4xx in our shape, or not at all; never with 5xx."""

from __future__ import annotations

import json
import socket

import pytest

from tests.support.served_tables import PATIENCE
from tests.support.server_process import ServerProcess

JSON = b"Content-Type: application/json\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def request(start: bytes, headers: bytes = b"", body: bytes = b"") -> bytes:
    length = b"Content-Length: %d\r\n" % len(body) if body else b""
    return (
        start + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + length + b"\r\n" + body
    )


def answer(server: ServerProcess, sent: bytes) -> bytes:
    """All that comes back until the server closes."""
    received = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plug:
        plug.sendall(sent)
        try:
            while data := plug.recv(65536):
                received += data
        except ConnectionResetError:
            pass
    return received


METHODS = ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "QUERY", "FOO", "get", "G\x00T"]
ADDRESSES = [
    "/",
    "/api/rules",
    "/api/tables/abcdefghjk",
    "/api/nowhere",
    "/api/schema/x",
    "*",
    "http://x/y",
    "//x",
]
ODD: list[bytes] = [
    *(request(f"{method} {address}".encode()) for method in METHODS for address in ADDRESSES),
    request("GET /api/rules?lang=é".encode()),
    request(b"GET /api/rules?lang=\xff\xfe"),
    request(b"GET /api/rules?\xff=1"),
    request(b"GET /api/rules?lang=%ff"),
    request(b"GET /api/rules?lang=%zz&lang=%"),
    request(b"GET /api/rules?lang=fr&lang=en&lang="),
    request(b"GET /\x00"),
    request(b"GET /%00"),
    request(b"GET /api/tables/%00"),
    request(b"GET /api/tables/%ff/view"),
    request(b"GET /api/tables/%ed%a0%80"),
    request("GET /café".encode()),
    request(b"GET /../../etc/passwd"),
    request(b"GET /%2e%2e/%2e%2e/etc/passwd"),
    request(b"GET /assets/%2e%2e%2f%2e%2e%2fapp.py"),
    request(
        b"GET /api/bots", b"Authorization: Bearer \xff\xfe\r\nCookie: \xff=\xfe\r\nAccept-Encoding: \xff\r\n"
    ),
    request(b"GET /api/bots", b"X-A: " + b"a" * 70_000 + b"\r\n"),
    request(b"GET /api/bots", b"X-A: a\r\n" * 5_000),
    request(b"GET /api/bots", b": nothing\r\n"),
    request(b"GET /api/bots", b"Host: other\r\n"),
    request(b"GET /api/tables/abcdefghjk/live"),
    request(b"GET /api/bots", UPGRADE),
    request(b"GET /api/tables/%ff/live?lang=%ff", UPGRADE + b"Origin: http://[\r\n"),
    request(b"GET /api/tables/abcdefghjk/live", UPGRADE.replace(b"dGhl", b"!!!!")),
    request(b"POST /api/rules/check", b"Content-Type: \xff\xfe\r\n", b"a=1"),
    request(b"POST /api/tables", b"Content-Type: multipart/form-data\r\n", b"a=1"),
    request(b"POST /api/tables", b"Content-Type: multipart/form-data; boundary=x\r\n", b"--x\r\n\r\n"),
    request(
        b"POST /api/tables", b"Content-Type: application/json; charset=utf-16\r\n", "{}".encode("utf-16")
    ),
    request(b"POST /api/tables", b"Content-Type: application/x-www-form-urlencoded\r\n", b"rules=%ff"),
    request(b"POST /api/tables", JSON, b"\xff\xfe"),
    request(b"POST /api/tables", JSON, b'{"rules":{"id":"\\ud800"}}'),
    request(b"POST /api/tables", JSON, b'{"rules":{"id":"coinche","options":{"target":1e999}}}'),
    request(b"POST /api/tables", JSON, b"x" * 70_000),
    request(b"POST /api/referee", b"Content-Encoding: gzip\r\n", b"\x1f\x8b"),
    request(b"POST /api/referee", b"Expect: 200-maybe\r\n", b"{}"),
    b"garbage\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET /api/bots HTTP/9.9\r\n\r\n",
    b"GET /api/bots\r\n\r\n",
    b"POST /api/referee HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/referee HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
    b"POST /api/referee HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
]


@pytest.mark.parametrize("sent", ODD, ids=range(len(ODD)))
def test_no_request_is_too_odd(sent: bytes, server: ServerProcess) -> None:
    received = answer(server, sent)
    head, _, body = received.partition(b"\r\n\r\n")
    if not received:
        return
    status = int(head.split(b" ")[1])
    assert status < 500, received[:500]
    if status >= 400 and UPGRADE[:20] not in sent:
        assert b"application/json" in head
        error = json.loads(body)["error"]
        assert error["code"]
        assert error["message"]


def test_it_still_serves(server: ServerProcess) -> None:
    """After all of these, without a traceback; TLS's hello and other noise have filled no log."""
    server.assert_well()
    before = server.log_size
    for _ in range(100):
        answer(server, b"garbage\r\n\r\n")
    assert server.log_size - before < 100 * 200
