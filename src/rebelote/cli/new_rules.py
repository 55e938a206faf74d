"""`rebelote rules new`: a house rule begun by questions, or by flags alone."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import msgspec
import typer

from rebelote.cli.common import (
    SYSTEM_LANGUAGE,
    CommandError,
    LangOption,
    OptionsOption,
    check_writable,
    read_options,
    say,
    write_text,
)
from rebelote.errors import BadRules
from rebelote.language.key_texts import key_text
from rebelote.language.text import LANGS, Lang, catalogue, said
from rebelote.ruleset import OptionValue, Ruleset, loading
from rebelote.ruleset.builtin import Document
from rebelote.ruleset.options import Option, RulesDocument, at_path
from rebelote.ruleset.shape_check import show
from rebelote.ruleset.toml_writer import to_toml

SCHEMA_LINE: Final = "#:schema rebelote.schema.json"
VARIATIONS: Final = (
    "dealing.shuffle",
    "play.partner_master",
    "play.partner_ruffed",
    "play.cannot_overruff",
    "trump_choice.contre",
    "trump_choice.surcontre",
    "belote.said",
)
"""What tables differ in most, where no option of the game asks for it."""


def new_rules(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The TOML file to write; it must not exist.")],
    extends: Annotated[
        str | None, typer.Option("--extends", metavar="ID", help="The game that it starts from.")
    ] = None,
    name_fr: Annotated[str, typer.Option("--name-fr", help="Its name in French.")] = "",
    name_en: Annotated[str, typer.Option("--name-en", help="Its name in English.")] = "",
    option: OptionsOption = None,
    key: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="PATH=VALUE", help="A key, as in play.cannot_overruff=trump; may be repeated."
        ),
    ] = None,
    ask: Annotated[
        bool | None,
        typer.Option("--ask/--no-ask", help="Ask for what is not said; by default in a terminal."),
    ] = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Start a house rule: the game it extends, its names, what differs; by questions, or by flags alone."""
    _check_new(file)
    questions = Questions(lang.lang, asks=sys.stdin.isatty() if ask is None else ask)
    base_id = extends or questions.one_of("new_extends", loading.RULESET_IDS, loading.RULESET_IDS[0])
    base = loading.document(base_id)
    names = {"fr": name_fr or questions.text("new_name_fr"), "en": name_en or questions.text("new_name_en")}
    chosen = questions.options(base, read_options(option))
    keys = questions.variations(base, chosen, read_options(key))
    document = _document(_id_of(file, base_id), base_id, names, chosen, keys)
    try:
        loading.document(document)
    except BadRules as error:
        raise CommandError(file, error) from None
    write_text(file, f"{SCHEMA_LINE}\n{to_toml(document)}")
    for line in questions.words["new_written"].split("\n"):
        say(line.format(file=file))


def _check_new(file: Path) -> None:
    if file.exists():
        raise CommandError(file, said("file_exists"))
    check_writable(file)


def _id_of(file: Path, base_id: str) -> str:
    """The file's name as an id, and another than the game's."""
    letters = unicodedata.normalize("NFKD", file.stem.lower()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "maison"
    return f"{plain}-maison" if plain == base_id else plain


def _document(
    rules_id: str,
    base_id: str,
    names: Mapping[str, str],
    chosen: Mapping[str, OptionValue],
    keys: Mapping[str, OptionValue],
) -> Document:
    found: Document = {"id": rules_id, "version": 1, "extends": base_id}
    for path, value in keys.items():
        found = loading.overlay(found, at_path(path, value))
    if chosen:
        found["options"] = {name: {"default": value} for name, value in chosen.items()}
    texts = {lang: {"name": name} for lang in LANGS if (name := names[lang])}
    return {**found, "texts": texts} if texts else found


class Questions:
    """What a person is asked, in his language; without asking, every answer is the usual one."""

    def __init__(self, lang: Lang, *, asks: bool) -> None:
        self.lang = lang
        self.words = catalogue(lang).rules_command
        self.asks = asks

    def text(self, question: str) -> str:
        return self._answer(self.words[question])

    def one_of(self, question: str, values: Sequence[str], usual: str) -> str:
        """One of the values; without a question it has to be said."""
        if not self.asks:
            raise CommandError("--extends", said("one_of", values=", ".join(values)))
        return str(self._choice(f"{self.words[question]}\n  {', '.join(values)}", values, usual))

    def options(self, base: RulesDocument, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Other defaults for the options of the base, as far as they differ."""
        base.check_options(given)
        usual = base.resolve().chosen
        answers = {name: self._option(base, name, usual[name]) for name in base.options if name not in given}
        return {name: value for name, value in {**answers, **given}.items() if value != usual[name]}

    def _option(self, base: RulesDocument, name: str, usual: OptionValue) -> OptionValue:
        option, text = base.options[name], base.resolve().catalogue(self.lang).option(name)
        listed = ", ".join(_plain(each) for each in option.values)
        question = f"{text.label} ({listed})" if listed else text.label
        return self._choice(question, option, usual)

    def variations(
        self, base: RulesDocument, chosen: Mapping[str, OptionValue], given: Mapping[str, OptionValue]
    ) -> dict[str, OptionValue]:
        """Keys of the usual variations that are answered otherwise, and those that were given."""
        rules = base.resolve(chosen)
        taken = {option.sets for option in base.options.values()} | set(given)
        found = dict(given)
        for path, values, usual in _variations(rules):
            if path not in taken:
                part, key = path.split(".")
                said_of_it = key_text(type(getattr(rules, part)).__name__, key, self.lang)
                answer = self._choice(f"{said_of_it} ({', '.join(map(_plain, values))})", values, usual)
                if answer != usual:
                    found[path] = answer
        return found

    def _choice(
        self, question: str, values: Sequence[OptionValue] | Option, usual: OptionValue
    ) -> OptionValue:
        """Asked again until it is one of the values; nothing typed is the usual one."""
        while typed := self._answer(f"{question} [{_plain(usual)}]"):
            value = next(iter(read_options([f"answer={typed}"]).values()))
            accepted = values.accepts(value) if isinstance(values, Option) else value in values
            if accepted:
                return value
            say(self.words["new_again"].format(found=typed))
        return usual

    def _answer(self, question: str) -> str:
        if not self.asks:
            return ""
        say(question)
        return sys.stdin.readline().strip()


def _variations(rules: Ruleset) -> Iterator[tuple[str, tuple[OptionValue, ...], OptionValue]]:
    """The usual variations that these rules can have: path, values, and the value that they have."""
    for path in VARIATIONS:
        part, key = path.split(".")
        found: Any = getattr(rules, part)
        if found is not None and key in found.__struct_fields__:
            field = next(each for each in msgspec.structs.fields(found) if each.name == key)
            yield path, get_args(field.type) or (False, True), getattr(found, key)


def _plain(value: OptionValue) -> str:
    return value if isinstance(value, str) else show(value)
