"""The Redis that the tests start."""

from __future__ import annotations

import socket

from tests.support.redis import Redis


def ask(redis: Redis, line: str) -> bytes:
    with socket.create_connection(("127.0.0.1", redis.port), timeout=5) as connection:
        connection.sendall(line.encode() + b"\r\n")
        return connection.recv(64)


def test_it_comes_back_on_the_same_port_with_nothing_in_it(redis: Redis) -> None:
    assert ask(redis, "SET card JH").startswith(b"+OK")
    assert ask(redis, "GET card") == b"$2\r\nJH\r\n"
    redis.restart()
    assert ask(redis, "GET card") == b"$-1\r\n"
