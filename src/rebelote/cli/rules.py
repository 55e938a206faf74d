"""`rebelote rules`: list, show, compare and check rulesets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
import typer

from rebelote.bots import make
from rebelote.cli.common import (
    SYSTEM_LANGUAGE,
    LangOption,
    OptionsOption,
    check_each,
    find_document,
    is_ascii,
    load_rules,
    read_document,
    read_options,
    say,
    wrapped,
)
from rebelote.cli.journal import Journal
from rebelote.cli.new_rules import new_rules
from rebelote.errors import BadRules
from rebelote.language.text import Lang, catalogue
from rebelote.match import Match
from rebelote.ruleset import OptionValue, Ruleset, loading
from rebelote.ruleset.loading import Option, RulesDocument
from rebelote.ruleset.schema import json_schema
from rebelote.ruleset.shape_check import show as shown
from rebelote.ruleset.toml_writer import to_toml

app = typer.Typer(help="The rulesets, and house rules made from them.", no_args_is_help=True)

app.command("new")(new_rules)

RulesArgument = Annotated[str, typer.Argument(metavar="ID_OR_FILE", help="A ruleset's id or a TOML file.")]


@app.command("list")
def list_rules(lang: LangOption = SYSTEM_LANGUAGE) -> None:
    """List the rulesets: id, name, and one line in plain words; the wider family under its own heading."""
    texts = {name: loading.load(name).catalogue(lang.lang).ruleset(name) for name in loading.RULESET_IDS}
    ids = max(map(len, texts))
    names = max(len(text.name) for text in texts.values())
    for name, text in texts.items():
        if name == next(iter(loading.FAMILY_IDS), None):
            say(f"\n{catalogue(lang.lang).rules_command['family']}")
        say(f"{name:<{ids}}  {text.name:<{names}}  {text.description}")


@app.command("show")
def show_rules(
    rules: RulesArgument,
    option: OptionsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="The resolved document as JSON.")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="The resolved document as TOML.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Show a ruleset for people: its parts with their clauses, its options with their values."""
    document = find_document(rules)
    resolved = document.resolve(read_options(option))
    if as_json:
        print(_json(loading.resolved_document(resolved)))
    elif as_toml:
        print(to_toml(loading.resolved_document(resolved)), end="")
    else:
        for line in describe_rules(resolved, document.options, lang.lang):
            say(line)


@app.command("diff")
def diff_rules(
    left: RulesArgument,
    right: RulesArgument,
    clauses: Annotated[bool, typer.Option("--clauses", help="Also where only a citation differs.")] = False,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Print the paths at which two rulesets differ, with both values."""
    lines = list(_difference_lines(load_rules(left), load_rules(right), clauses=clauses))
    say("\n".join(lines) if lines else catalogue(lang.lang).rules_command["same"])


@app.command("check")
def check_rules(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="House rules in TOML.")],
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Check house rules: OK with what differs from their base, or the key's path and what was expected."""
    check_each(files, lang.lang, lambda file: _check_file(file, lang.lang))


@app.command("try")
def try_rules(
    rules: RulesArgument,
    option: OptionsOption = None,
    seed: Annotated[int, typer.Option("--seed", help="Another number deals other cards.")] = 1,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Let bots play a deal by these rules, and print it with every line of its score."""
    resolved = load_rules(rules, option)
    match, bots = Match.new(resolved, seed=seed), {}
    for place, seat in enumerate(resolved.table.seats):
        bots[seat] = make("habitue", Random(seed + place))
    while not match.is_over and not len(match.view(None).sheet):
        seat = match.actors()[0]
        match = match.act(bots[seat].choose(match.view(seat)))
    journal = Journal(resolved, lang.lang, ascii=is_ascii(sys.stdout))
    now = Match.replay(match.log[:1]).state
    for event in match.log[1:]:
        for line in journal.tell(event, now):
            say(line)
        now = now.evolve(event)


@app.command("schema")
def print_schema(lang: LangOption = SYSTEM_LANGUAGE) -> None:
    """Print the JSON Schema of a ruleset document, which tells an editor what each key says.

    A file that begins with `#:schema rebelote.schema.json` is checked against it while it is written.
    """
    print(_json(json_schema(lang.lang)))


def _json(document: dict[str, Any]) -> str:
    return str(msgspec.json.format(msgspec.json.encode(document), indent=2), "utf-8")


# For people


def describe_rules(rules: Ruleset, options: dict[str, Option], lang: Lang) -> Iterator[str]:
    text = rules.catalogue(lang).ruleset(rules.id)
    yield f"{text.name} ({rules.id})" if text.name != rules.id else rules.id
    if text.description:
        yield from wrapped(text.description, "")
    yield from _part_lines(rules, lang)
    if options:
        yield from ("", catalogue(lang).rules_command["options"])
        for name, option in options.items():
            yield from _option_lines(name, option, rules, lang)


def _part_lines(rules: Ruleset, lang: Lang) -> Iterator[str]:
    """Each part with its clauses; a clause that was said before is only named."""
    said: set[str] = set()
    for name, title in catalogue(lang).parts.items():
        part = getattr(rules, name)
        if part is None:
            continue
        yield from ("", title)
        for clause_id in part.clauses:
            clause = rules.catalogue(lang).clause(clause_id)
            text = f"({clause.title})" if clause_id in said else clause.text
            yield from wrapped(text, f"  {clause_id:<18}")
            said.add(clause_id)


def _option_lines(name: str, option: Option, rules: Ruleset, lang: Lang) -> Iterator[str]:
    text, value = rules.catalogue(lang).option(name), rules.chosen[name]
    label = f"{text.label}{catalogue(lang).meta.colon}" if text.label != name else ""
    yield from wrapped(f"{label}{text.help}".strip(), f"  {name:<18}")
    words = catalogue(lang).rules_command
    lead = " " * 20
    if option.minimum is not None:
        known = words["range"].replace("{minimum}", str(option.minimum))
        yield f"{lead}{shown(value)} ({known})"
        return
    for each in option.values:
        mark = "*" if each == value else " "
        meaning = text.value(each)
        note = f"  {meaning}" if meaning != str(each) else ""
        default = f" ({words['default']})" if each == option.default else ""
        yield f"{lead[:-2]}{mark} {_plain(each)}{note}{default}"


def _plain(value: OptionValue) -> str:
    return value if isinstance(value, str) else shown(value)


# Differences


def _difference_lines(left: Ruleset, right: Ruleset, *, clauses: bool = False) -> Iterator[str]:
    for path, one, other in loading.told_differences(left, right, clauses=clauses):
        yield f"{path}: {one} → {other}"


def _check_file(file: Path, lang: Lang) -> None:
    document = read_document(file)
    rules = document.resolve()
    words = catalogue(lang).rules_command
    line = words["ok" if rules.extends else "ok_whole"]
    say(f"{file}: {line.replace('{id}', rules.id).replace('{base}', rules.extends)}")
    if rules.extends and rules.extends != loading.COMMON:
        for difference in _difference_lines(loading.load(rules.extends), rules):
            say(f"  {difference}")
    for option, error in _impossible(document):
        say(f"  {words['refuses']} {option} ({error.told(lang)})")


def _impossible(document: RulesDocument) -> Iterator[tuple[str, BadRules]]:
    """The option values that what the document says makes impossible."""
    for name, option in document.options.items():
        for value in option.values:
            try:
                document.resolve({name: value})
            except BadRules as error:
                yield f"{name}={_plain(value)}", error
