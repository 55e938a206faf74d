"""Reading a referee's question: typed fields out of JSON, or an error that names the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rebelote.cards import Card, Suit, Trump
from rebelote.errors import BadCard, BadOption, BadRules, RebeloteError
from rebelote.ruleset import Ruleset, loading

Code = Literal[
    "bad_json",
    "bad_question",
    "unknown_rules",
    "bad_option",
    "bad_card",
    "duplicate_card",
    "illegal_call",
    "inconsistent",
]


class QuestionError(RebeloteError):
    """What is wrong with a question, in the referee's codes."""

    def __init__(self, code: Code, message: str) -> None:
        self.code = code
        super().__init__(message)


def bad_question(path: str, expected: str) -> QuestionError:
    """A question in which something is not what it should be."""
    return QuestionError("bad_question", f"{path}: expected {expected}")


class Fields:
    """An object of the question. Every reader names the path of what it does not find."""

    def __init__(self, values: Mapping[str, Any], path: str = "") -> None:
        self._values = values
        self._path = path

    def path(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def has(self, name: str) -> bool:
        return name in self._values

    def given(self, name: str) -> bool:
        """There, and not null."""
        return self._values.get(name) is not None

    def value(self, name: str) -> Any:
        if name not in self._values:
            raise QuestionError("bad_question", f"{self.path(name)}: missing")
        return self._values[name]

    def one_of(self, name: str, allowed: Sequence[Any]) -> Any:
        value = self.value(name)
        if not any(type(value) is type(each) and value == each for each in allowed):
            raise bad_question(self.path(name), "one of " + ", ".join(map(str, allowed)))
        return value

    def integer(self, name: str) -> int:
        value = self.value(name)
        if type(value) is not int:
            raise bad_question(self.path(name), "an integer")
        return value

    def object(self, name: str) -> Fields:
        value = self.value(name)
        if not isinstance(value, dict):
            raise bad_question(self.path(name), "an object")
        return Fields(value, self.path(name))

    def array(self, name: str) -> list[Any]:
        value = self.value(name)
        if not isinstance(value, list):
            raise bad_question(self.path(name), "a list")
        return value

    def texts(self, name: str) -> list[str]:
        values = self.array(name)
        if not all(isinstance(each, str) for each in values):
            raise bad_question(self.path(name), "a list of texts")
        return values

    def text(self, name: str) -> str:
        value = self.value(name)
        if not isinstance(value, str):
            raise bad_question(self.path(name), "a text")
        return value

    def pairs(self, name: str, first: Sequence[str]) -> list[tuple[str, str]]:
        """A list of [seat, text]."""
        pairs = self.array(name)
        for each in pairs:
            if not (isinstance(each, list) and len(each) == 2 and all(isinstance(x, str) for x in each)):
                raise bad_question(self.path(name), "a list of [seat, text]")
            if each[0] not in first:
                raise bad_question(self.path(name), "seats out of " + " ".join(first))
        return [(seat, text) for seat, text in pairs]

    def counts(self, name: str, keys: Sequence[str]) -> dict[Any, int]:
        """An integer for each of these keys, and for no other."""
        counts = self.object(name)
        if set(counts._values) != set(keys):
            raise bad_question(self.path(name), "an integer for each of " + " ".join(keys))
        return {key: counts.integer(key) for key in keys}

    def keys(self) -> list[str]:
        return list(self._values)

    def trump(self, name: str = "trump") -> Trump:
        return Trump(self.one_of(name, [each.value for each in Trump]))

    def suit(self, name: str) -> Suit:
        return Suit(self.one_of(name, [each.value for each in Suit]))


def read_cards(*texts: str) -> tuple[Card, ...]:
    """Cards that must all be different."""
    try:
        cards = tuple(Card(text) for text in texts)
    except BadCard as error:
        raise QuestionError("bad_card", str(error)) from None
    if len(set(cards)) < len(cards):
        twice = next(card.text for n, card in enumerate(cards) if card in cards[:n])
        raise QuestionError("duplicate_card", f"{twice} is there twice")
    return cards


def read_rules(question: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a question names, with its options."""
    rules, options = question.get("rules"), question.get("options", {})
    if not isinstance(rules, str | dict):
        raise bad_question("rules", "a ruleset's id or a whole ruleset")
    if isinstance(rules, str) and rules not in loading.RULESET_IDS:
        raise QuestionError("unknown_rules", f"rules: unknown ruleset {rules!r}")
    try:
        chosen = loading.load(rules, options if isinstance(options, dict) else {})
    except BadOption as error:
        raise QuestionError("bad_option", str(error)) from None
    except BadRules as error:
        raise QuestionError("unknown_rules", f"rules.{error}") from None
    if not isinstance(options, dict):
        raise bad_question("options", "an object")
    return chosen
