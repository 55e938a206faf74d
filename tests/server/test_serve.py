"""`rebelote serve`: where it listens, and what it says."""

from __future__ import annotations

import socket

import pytest

from rebelote.cli.common import CommandError
from rebelote.cli.serve import _greeting, _listen
from rebelote.cli.server_settings import database_address
from rebelote.server.settings import Settings
from tests.support.served_tables import free_socket


def test_a_taken_port() -> None:
    taken = free_socket()
    taken.listen()
    port = taken.getsockname()[1]
    with pytest.raises(CommandError, match=str(port)):
        _listen(Settings(port=port), may_move=False)
    moved = _listen(Settings(port=port), may_move=True)
    assert port < moved.getsockname()[1] <= port + 20
    moved.close()
    taken.close()


def test_the_greeting() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        assert _greeting("127.0.0.1", listening, "fr") == f"rebelote : http://localhost:{port}/"
        assert _greeting("0.0.0.0", listening, "fr").startswith(f"rebelote : http://localhost:{port}/")


def test_a_database_is_a_file_or_an_address() -> None:
    assert database_address(None) is None
    assert database_address("games.sqlite") == "sqlite:///games.sqlite"
    assert database_address("postgresql+psycopg://host/games") == "postgresql+psycopg://host/games"
