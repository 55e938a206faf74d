"""`rebelote record`: shown, converted, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.terminal import FIRST_CHOICE, Terminal


@pytest.fixture
def record(terminal: Terminal, tmp_path: Path) -> Path:
    file = tmp_path / "match.belote"
    terminal.output("play", "--seed", 1, "-o", "target=100", "--save", file, typed=FIRST_CHOICE)
    return file


def test_record_show(terminal: Terminal, record: Path) -> None:
    shown = terminal.output("record", "show", record)
    assert "Belote FFB" in shown
    assert "Pli 8" in shown
    assert "Nord-Sud gagnent la partie." in shown
    assert "Trick 8" in terminal.output("record", "show", record, "--lang", "en")


def test_record_convert_there_and_back(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    log, again = tmp_path / "match.jsonl", tmp_path / "again.belote"
    terminal.output("record", "convert", record, "--out", log)
    assert terminal.output("record", "check", log).startswith(f"{log}: OK")
    terminal.output("record", "convert", log, "--out", again)
    assert again.read_text("utf-8") == record.read_text("utf-8")
    assert terminal.output("record", "convert", record, "--to", "text") == record.read_text("utf-8")
    assert terminal.output("record", "convert", record) == log.read_text("utf-8")
    assert terminal.output("record", "show", log) == terminal.output("record", "show", record)


def test_record_keeps_its_tags(terminal: Terminal, record: Path) -> None:
    text = record.read_text("utf-8").replace('[Record "1"]', '[Record "1"]\n[Event "Coupe"]')
    record.write_text(text, "utf-8")
    assert terminal.output("record", "convert", record, "--to", "text") == text
    assert "Event: Coupe" in terminal.output("record", "show", record)


def test_a_wrong_record_is_refused_with_its_line(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    number = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("totals"))
    lines = text.splitlines(keepends=True)
    lines[number - 1] = "totals NS 1 EW 1\n"
    bad, out = tmp_path / "bad.belote", tmp_path / "out.jsonl"
    bad.write_text("".join(lines), "utf-8")
    outcome = terminal.run("record", "check", bad, record, "--lang", "en")
    assert outcome.status == 2
    assert outcome.out.startswith(f"{record}: OK")
    assert outcome.err.startswith(f"rebelote: {bad}: line {number}")
    assert f"line {number}" in terminal.refusal("record", "show", bad)
    assert f"line {number}" in terminal.refusal("record", "convert", bad, "--out", out)
    assert not out.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{", b"{}\n", b"nonsense", b"[Rules", b"\n\n"])
def test_files_that_are_no_record(terminal: Terminal, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.belote"
    file.write_bytes(content)
    for command in ("check", "show", "convert"):
        assert terminal.refusal("record", command, file).startswith(f"rebelote: {file}: ")


def test_a_record_that_is_not_there(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.belote"
    assert f"{missing}: No such file" in terminal.refusal("record", "check", missing, "--lang", "en")
    nowhere = tmp_path / "none" / "out.jsonl"
    assert f"{nowhere}: expected a directory" in terminal.refusal(
        "record", "convert", record, "--out", nowhere
    )
