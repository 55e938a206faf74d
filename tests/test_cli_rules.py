"""`rebelote rules`: shown, compared, checked, begun."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rebelote.ruleset import loading
from rebelote.ruleset.loading import RULESET_IDS
from rebelote.ruleset.toml_writer import to_toml
from tests.support.terminal import Terminal

HOUSE = 'id = "maison"\nextends = "ffb-contree"\n[match_end]\ntarget = 2001\n'


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "maison.toml"
    file.write_text(HOUSE, "utf-8")
    return file


@pytest.mark.parametrize(("lang", "words"), [("fr", "Belote contrée FFB"), ("en", "contree")])
def test_rules_list(terminal: Terminal, lang: str, words: str) -> None:
    lines = terminal.output("rules", "list", "--lang", lang).splitlines()
    heading = {"fr": "La grande famille", "en": "The wider family"}[lang]
    ten, _, family = "\n".join(lines).partition(f"\n\n{heading}\n")
    assert [line.split()[0] for line in ten.splitlines()] == list(loading.TEN_IDS)
    assert [line.split()[0] for line in family.splitlines()] == list(loading.FAMILY_IDS)
    assert any(words in line for line in lines)


@pytest.mark.parametrize("name", RULESET_IDS)
def test_rules_show(terminal: Terminal, name: str) -> None:
    shown = terminal.output("rules", "show", name)
    for clause in loading.load(name).play.clauses:
        assert f"  {clause} " in shown
    for option in loading.document(name).options:
        assert f"  {option} " in shown


def test_rules_show_speaks_both_languages(terminal: Terminal) -> None:
    assert "Vous devez fournir la couleur demandée" in terminal.output("rules", "show", "ffb-contree")
    assert "You must follow the suit led" in terminal.output("rules", "show", "ffb-contree", "--lang", "en")


def test_rules_show_marks_the_chosen_option(terminal: Terminal) -> None:
    shown = terminal.output("rules", "show", "coinche", "--option", "scoring=both", "-o", "target=500")
    assert "* both" in shown
    assert "500 (" in shown


@pytest.mark.parametrize("name", RULESET_IDS)
def test_rules_show_as_a_document_that_can_be_read_again(terminal: Terminal, name: str) -> None:
    rules = loading.load(name, {"announce": "manual"})
    as_json = terminal.output("rules", "show", name, "--json", "-o", "announce=manual")
    as_toml = terminal.output("rules", "show", name, "--toml", "-o", "announce=manual")
    for source in (json.loads(as_json), tomllib.loads(as_toml)):
        assert loading.differences(loading.load(source), rules) in ([], [("extends", "", rules.extends)])


def test_toml_escapes_what_it_must() -> None:
    odd = {"a b": 'say "hi"\n\x7f', "x": [1, 2.5, True, {"y": "z"}], "t": {"long": "x" * 80}, "none": None}
    expected = {key: value for key, value in odd.items() if value is not None}
    assert tomllib.loads(to_toml(odd)) == expected


def test_rules_diff(terminal: Terminal, house: Path) -> None:
    assert "match_end.target: 1000 → 2001\n" in terminal.output("rules", "diff", "ffb-contree", house)
    assert terminal.output("rules", "diff", "coinche", "coinche") == "aucune différence\n"
    plain = terminal.output("rules", "diff", "classique", "belote-501")
    assert "trump_choice.rounds: 2 → 1" in plain
    assert ".cites" not in plain
    assert "scoring.cites.made" in terminal.output("rules", "diff", "classique", "belote-501", "--clauses")


def test_rules_check(terminal: Terminal, house: Path) -> None:
    out = terminal.output("rules", "check", house)
    assert out.splitlines()[0] == f"{house}: OK, maison (d'après ffb-contree)"
    assert "  match_end.target: 1000 → 2001" in out


def test_rules_check_says_which_options_are_lost(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "h.toml"
    file.write_text('id = "h"\nextends = "escalier"\n[dealing.layout.top]\n6 = 9\n')
    assert "players=6 (dealing.layout.top.6: " in terminal.output("rules", "check", file, "--lang", "en")


def test_rules_new_by_flags(terminal: Terminal, tmp_path: Path) -> None:
    """What it writes loads, says what differs and no more, and is played."""
    file = tmp_path / "Café du port.toml"
    flags = ["--extends", "ffb-contree", "--name-fr", "Café du port", "--name-en", "Harbour café"]
    differs = ["-o", "target=2000", "-o", "announce=auto", "--set", "play.cannot_overruff=trump"]
    terminal.output("rules", "new", file, *flags, *differs, "--no-ask")
    first, *lines = file.read_text("utf-8").splitlines()
    assert first == "#:schema rebelote.schema.json"
    assert tomllib.loads("\n".join(lines)) == {
        "id": "cafe-du-port",
        "version": 1,
        "extends": "ffb-contree",
        "play": {"cannot_overruff": "trump"},
        "options": {"target": {"default": 2000}},
        "texts": {"fr": {"name": "Café du port"}, "en": {"name": "Harbour café"}},
    }
    assert "2000" in terminal.output("rules", "check", file)
    assert terminal.output("rules", "try", file)


@pytest.mark.parametrize(
    ("lang", "question"), [("fr", "De quel jeu part-on ?"), ("en", "Which game does it start from?")]
)
def test_rules_new_by_questions(terminal: Terminal, tmp_path: Path, lang: str, question: str) -> None:
    """Nothing typed keeps the usual answer; what can't be is asked again."""
    file = tmp_path / "dimanche.toml"
    base = loading.document("classique")
    options = ["500" if name == "target" else "" for name in base.options]
    answers = ["bridge", "classique", "Belote du dimanche", "", *options, "first_deal"]
    out = terminal.output("rules", "new", file, "--ask", "--lang", lang, typed="\n".join(answers) + "\n")
    assert out.startswith(question)
    assert out.count(question) == 2
    assert "bridge" in out
    found = tomllib.loads(file.read_text("utf-8"))
    assert found["dealing"] == {"shuffle": "first_deal"}
    assert found["options"] == {"target": {"default": 500}}
    assert found["texts"] == {"fr": {"name": "Belote du dimanche"}}


@pytest.mark.parametrize("name", RULESET_IDS)
def test_rules_new_starts_from_any_game(terminal: Terminal, tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.toml"
    terminal.output("rules", "new", file, "--extends", name, "--no-ask")
    assert loading.document(file).resolve().extends == name


def test_rules_new_refuses(terminal: Terminal, house: Path, tmp_path: Path) -> None:
    """A file that is there stays as it is; nothing wrong is written."""
    before, other = house.read_text("utf-8"), tmp_path / "autre.toml"
    assert "it is there already" in terminal.refusal(
        "rules", "new", house, "--extends", "coinche", "--no-ask"
    )
    assert house.read_text("utf-8") == before
    assert "ffb-belote" in terminal.refusal("rules", "new", other, "--no-ask")
    start = ["rules", "new", other, "--extends", "coinche", "--no-ask"]
    assert "options.but" in terminal.refusal(*start, "-o", "but=3")
    assert "play.plain" in terminal.refusal(*start, "--set", "play.plain=never")
    assert not other.exists()


def test_rules_check_goes_on_after_a_bad_file(terminal: Terminal, house: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('id = "bad"\nextends = "ffb-contree"\n[match_end]\ntargt = 5\n')
    outcome = terminal.run("rules", "check", bad, house, tmp_path / "none.toml", "--lang", "en")
    assert outcome.status == 2
    assert "maison" in outcome.out
    first, second = outcome.err.splitlines()
    assert first.startswith(f"rebelote: {bad}: match_end.targt: no such key")
    assert second == f"rebelote: {tmp_path / 'none.toml'}: No such file or directory"


@pytest.mark.parametrize("name", ["ffb-belote", "bela"])
def test_rules_try(terminal: Terminal, name: str) -> None:
    told = terminal.output("rules", "try", name, "--lang", "fr", "--seed", "3")
    assert "Total" in told
    assert "(BE-5.1)" in told if name == "bela" else "(A-10.1" in told


def test_rules_schema(terminal: Terminal) -> None:
    printed = terminal.output("rules", "schema", "--lang", "en")
    assert json.loads(printed) == json.loads(json.dumps(loading.json_schema()))


@pytest.mark.parametrize(
    ("content", "message"),
    [(b'id = "a', "that is not closed"), (b"\xff", "not UTF-8 text"), (b"", "id: expected a name")],
)
def test_files_that_are_no_rules(terminal: Terminal, tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "h.toml"
    file.write_bytes(content)
    for words in (("rules", "show"), ("rules", "check"), ("play", "--rules")):
        refusal = terminal.refusal(*words, file, "--lang", "en")
        assert refusal.startswith(f"rebelote: {file}: ")
        assert message in refusal
