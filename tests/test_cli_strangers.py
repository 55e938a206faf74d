"""Files that a stranger made: what is wrong is told in a line, and nothing in them steers the terminal."""

from __future__ import annotations

import io
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rebelote.match import Match
from rebelote.record import write_log
from tests.support.terminal import Terminal

DEALS = Path(__file__).parent / "deals"
DEEP = '{"a":' + "[" * 200_000
ESCAPE = "\x1b]0;taken\x07\x1b[2J\x9b1m\u202e"


@pytest.fixture
def log() -> str:
    return write_log(Match.new("premiere", dealer="N"))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"event":"taken_back",x', 2),
        ('{"event":"taken_back","to":"all"}', 2),
        ('{"event":"taken_back","to":-5}', 2),
        ('{"event":"taken_back","to":0}', 2),
    ],
)
def test_a_log_that_goes_back_to_nowhere(
    terminal: Terminal, tmp_path: Path, log: str, line: str, place: int
) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(f"{log}{line}\n", "utf-8")
    for command in (("record", "check"), ("record", "show"), ("analyse",), ("solve",)):
        told = terminal.refusal(*command, file, "--lang", "en")
        assert f"line {place}: found" in told
        assert told.count("\n") == 1


@pytest.mark.parametrize("number", [0, -3])
def test_a_format_that_never_was(terminal: Terminal, tmp_path: Path, log: str, number: int) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(log.replace('"format":2', f'"format":{number}'), "utf-8")
    assert f"no format {number}" in terminal.refusal("record", "check", file, "--lang", "en")


def test_a_deal_from_a_pipe_that_is_no_text(terminal: Terminal) -> None:
    for command in ("solve", "playout"):
        assert "-: expected UTF-8 text" in terminal.refusal(command, "--lang", "en", typed=b"\xff\xfe")


def test_nesting_without_end(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text(DEEP, "utf-8")
    for command in ("verify", "verify-day"):
        assert terminal.refusal(command, file, "--lang", "en").startswith(f"rebelote: {file}: expected")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_file_without_end(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rebelote.cli.common.MOST_BYTES", 1000)
    file = tmp_path / "match.belote"
    file.symlink_to("/dev/zero")
    for command in (("record", "check"), ("analyse",), ("solve",), ("verify",)):
        told = terminal.refusal(*command, file, "--lang", "en")
        assert told == f"rebelote: {file}: expected at most 1000 bytes\n"


def test_lines_end_as_on_any_system(terminal: Terminal, tmp_path: Path) -> None:
    deal = min(DEALS.glob("*.txt"), key=lambda file: file.stat().st_size).read_text("utf-8")
    told = terminal.output("solve", typed=deal)
    for number, end in enumerate(("\r\n", "\r")):
        file = tmp_path / f"{number}.txt"
        file.write_bytes(deal.replace("\n", end).encode())
        assert terminal.output("solve", file) == told


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """A server on this machine that says one thing, once."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        thread.join(60)


@pytest.mark.parametrize(
    "answer",
    [
        b"garbage\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    ],
)
def test_an_address_that_answers_no_http(terminal: Terminal, answer: bytes) -> None:
    with answering(answer) as address:
        told = terminal.refusal("verify", address, "--lang", "en")
    assert f"{address}: can't be fetched" in told


# What steers a terminal


def steers(text: str) -> bool:
    return any(sign in text for sign in "\x1b\x07\x9b\u202e\r")


def test_a_name_does_not_steer_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    escaped = "".join(f"\\u{ord(sign):04x}" if not sign.isprintable() else sign for sign in ESCAPE)
    head = 'id = "ours"\nextends = "ffb-belote"\n'
    file.write_text(f'{head}"{escaped}" = 1\n', "utf-8")
    told = terminal.refusal("rules", "check", file)
    assert not steers(told)
    assert "\\x1b]0;taken" in told
    for lang in ("fr", "en"):
        file.write_text(f'{head}[texts.{lang}]\nname = "{escaped}"\ndescription = "{escaped}"\n', "utf-8")
        for command in (("rules", "check", file), ("rules", "show", file), ("play", "--rules", file)):
            outcome = terminal.run(*command, "--lang", lang)
            assert not steers(outcome.out + outcome.err)


def test_a_fairness_document_does_not_steer_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "fairness.json"
    file.write_text(
        '{"match":"\\u001b[2J","commitment":"","contributions":[],"scheme":2,"deals":[]}', "utf-8"
    )
    outcome = terminal.run("verify", file)
    assert "\\x1b[2J" in outcome.out
    assert not steers(outcome.out)


def test_output_of_a_program_keeps_its_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    from rebelote.cli.common import say

    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    monkeypatch.setattr(sys, "stdout", out)
    say("cœur\t♥\nà 9")
    assert isinstance(out.buffer, io.BytesIO)
    assert out.buffer.getvalue().decode() == "cœur\t♥\nà 9\n"
