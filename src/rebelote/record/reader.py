"""Reading a record: text into tags, rules and statements, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from rebelote.actions import Action, Play, PlayBlind, Word
from rebelote.cards import Card, Trump
from rebelote.language.text import Said, said
from rebelote.record.errors import RecordError, any_of
from rebelote.record.grammar import (
    ASIDE_FORMS,
    CARD,
    HEAD,
    PLAYED,
    STATEMENTS,
    TRICK,
    Form,
    deed_forms,
)
from rebelote.record.header import Header, RuleLine, Tag, parse_rule_line, parse_tag, read_header
from rebelote.record.phrases import CARD as CARD_KIND
from rebelote.record.phrases import DEED, Phrase
from rebelote.ruleset import Ruleset
from rebelote.ruleset.limits import LONGEST_WHOLE
from rebelote.table import Seat

LONGEST_TEXT: Final = 8_000_000
LONGEST_LINE: Final = 4_000
LONGEST_RULE: Final = LONGEST_WHOLE
"""A line may hold all the texts of a house rule."""
MOST_LINES: Final = 400_000

_WORD: Final = re.compile(r"[^ \t]+")
_CARD: Final = re.compile(CARD)
_SEAT: Final = re.compile(r"([^ \t:]*):")


@dataclass(frozen=True)
class Statement:
    """One thing that the text says, the action that it is if it is one, and where it stands."""

    phrase: Phrase
    action: Action | None = None
    line: int = field(default=0, compare=False)
    columns: tuple[int, ...] = field(default=(), compare=False)

    def error(self, expected: str | Said, *, word: int = 0, found: str | None = None) -> RecordError:
        """What is wrong with it, at its word of that number."""
        text = self.phrase.text if found is None else found
        column = self.columns[word] if word < len(self.columns) else None
        return RecordError(self.line, text, expected, column=column)


@dataclass(frozen=True)
class Record:
    """A record as it is written; nothing in it has been judged."""

    tags: Mapping[str, str]
    rules: Ruleset
    dealer: Seat
    result: str | None
    statements: tuple[Statement, ...]
    result_line: int = field(default=0, compare=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done, in order; not what followed from it."""
        return tuple(each.action for each in self.statements if each.action is not None)

    @property
    def packs(self) -> tuple[tuple[Card, ...], ...]:
        """The packs as they were shuffled, before the cut."""
        return tuple(cards_of(each) for each in self.statements if each.phrase.kind == "pack")

    @property
    def draws(self) -> tuple[Trump, ...]:
        """The trumps that were drawn by lot."""
        return tuple(Trump(each.phrase.words[1]) for each in self.statements if each.phrase.kind == "trump")


def cards_of(pack: Statement) -> tuple[Card, ...]:
    return tuple(map(Card, pack.phrase.words[1:]))


def parse_record(text: str) -> Record:
    """Read a record; its grammar is checked, the play is not. Raises RecordError at the first bad line."""
    record, error = read_record(text)
    if error is not None:
        raise error
    return record


def read_record(text: str) -> tuple[Record, RecordError | None]:
    """A record as far as it can be read, and what is wrong with the next line. A bad head is raised."""
    lines = list(_lines(text))
    header, body = _read_header(lines)
    statements: list[Statement] = []
    error: RecordError | None = None
    try:
        for line in body:
            statements.extend(_read_line(line, header.rules))
    except RecordError as found:
        error = found
    tags, rules, dealer, result, result_line = header
    return Record(tags, rules, dealer, result, tuple(statements), result_line), error


# Lines


class Line(NamedTuple):
    """A line without its comment, and its words with their columns."""

    number: int
    text: str
    words: tuple[str, ...]
    columns: tuple[int, ...]

    def error(self, expected: str | Said, word: int | None = None) -> RecordError:
        if word is None:
            return RecordError(self.number, self.text, expected)
        if word >= len(self.words):
            end = len(self.text.rstrip()) + 1
            return RecordError(self.number, said("end_of_line"), expected, column=end)
        return RecordError(self.number, self.words[word], expected, column=self.columns[word])


def _lines(text: str) -> Iterator[Line]:
    """The lines that say something."""
    if len(text) > LONGEST_TEXT:
        raise RecordError(1, said("long_text", length=len(text)), said("at_most", most=LONGEST_TEXT))
    if (count := text.count("\n")) > MOST_LINES:
        raise RecordError(MOST_LINES + 1, said("many_lines", lines=count), said("at_most", most=MOST_LINES))
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        most = LONGEST_RULE if raw.startswith("rule ") else LONGEST_LINE
        if len(raw) > most:
            raise RecordError(number, said("long_line", length=len(raw)), said("at_most", most=most))
        line = _without_comment(raw.removesuffix("\r"))
        words = list(_WORD.finditer(line))
        if words:
            columns = tuple(word.start() + 1 for word in words)
            yield Line(number, line, tuple(word[0] for word in words), columns)


def _without_comment(line: str) -> str:
    """Up to a semicolon that is not between quotes."""
    if ";" not in line:
        return line
    quoted = escaped = False
    for at, char in enumerate(line):
        if char == ";" and not quoted:
            return line[:at]
        if char == '"' and not escaped:
            quoted = not quoted
        escaped = char == "\\" and not escaped
    return line


def _read_header(lines: Sequence[Line]) -> tuple[Header, Sequence[Line]]:
    tags: dict[str, Tag] = {}
    rule_lines: list[RuleLine] = []
    at = 0
    for line in lines:
        if line.words[0].startswith("["):
            name, value = parse_tag(line.number, line.text.strip(" \t"))
            if name in tags:
                raise RecordError(line.number, said("second_tag", name=name), said("one_tag", name=name))
            tags[name] = Tag(line.number, value)
        elif line.words[0] == "rule":
            rule_lines.append(parse_rule_line(line.number, line.text.strip(" \t")))
        else:
            break
        at += 1
    body = lines[at:]
    end = body[0].number if body else lines[-1].number + 1 if lines else 1
    return read_header(tags, rule_lines, end), body


def _read_line(line: Line, rules: Ruleset) -> Iterator[Statement]:
    first = line.words[0]
    if first == "trick":
        yield from _read_trick(line, rules)
    elif (seat := _SEAT.fullmatch(first)) is not None:
        yield _read_deed(line, _seat(line, 0, seat[1], rules))
    elif first in STATEMENTS:
        yield _read_statement(line, STATEMENTS[first], rules)
    else:
        known = ", ".join(("SEAT:", "trick", *STATEMENTS))
        raise line.error(said("line_beginning", known=known), 0)


def _seat(line: Line, word: int, name: str, rules: Ruleset) -> Seat:
    if name not in rules.table.seats:
        raise line.error(said("a_seat_of", seats=" ".join(rules.table.seats)), word)
    return Seat(name)


def _read_deed(line: Line, seat: Seat) -> Statement:
    if len(line.words) < 2:
        raise line.error(said("what_seat_does"), 1)
    forms = deed_forms(line.words[1])
    if not forms:
        raise line.error(said("an_action"), 1)
    done = " ".join(line.words[1:])
    for form, make in forms:
        if (found := form.pattern.fullmatch(done)) is not None:
            return Statement(Phrase(DEED, line.words), make(seat, found.groups()), line.number, line.columns)
    raise line.error(any_of([form.shape for form, _ in forms]), 1 if len(line.words) == 2 else 2)


def _read_statement(line: Line, form: Form, rules: Ruleset) -> Statement:
    if line.words[0] in ("pack", "gathered"):
        _check_pack(line, rules)
    if form.pattern.fullmatch(" ".join(line.words)) is None:
        raise line.error(form.shape)
    return Statement(Phrase(line.words[0], line.words), None, line.number, line.columns)


def _check_pack(line: Line, rules: Ruleset) -> None:
    """Name the card that is wrong: in a line of 32 it is hard to find."""
    known = {card.text for card in rules.pack}
    seen: set[str] = set()
    for at, word in enumerate(line.words[1:], start=1):
        if not _CARD.fullmatch(word):
            raise line.error(said("a_card"), at)
        if word in seen:
            raise line.error(said("each_card_once"), at)
        if word not in known:
            raise line.error(said("card_of_game", cards=len(known)), at)
        seen.add(word)
    if len(seen) != len(known):
        raise line.error(said("cards_in_all", cards=len(known), found=len(seen)), len(line.words))


# A trick


def _read_trick(line: Line, rules: Ruleset) -> Iterator[Statement]:
    """The head, then each card with what goes with it."""
    head = HEAD.fullmatch(" ".join(line.words[:3]))
    if head is None:
        raise line.error(TRICK)
    leader = _seat(line, 2, head[2], rules)
    yield _part(line, "trick", 0, 3)
    at = 3
    for seat in rules.table.from_(leader):
        play, at = _read_card(line, at, seat)
        yield play
        for aside in _asides(line, at):
            yield aside
            at += len(aside.phrase.words)
            if aside.phrase.kind == "won" and at < len(line.words):
                raise line.error(said("end_after_winner"), at)
        if at >= len(line.words):
            return
    raise line.error(said("most_cards", most=rules.table.size), at)


def _read_card(line: Line, at: int, seat: Seat) -> tuple[Statement, int]:
    found = PLAYED.fullmatch(line.words[at]) if at < len(line.words) else None
    if found is None:
        raise line.error(said("card_or_blind"), at)
    word = line.words[at + 1] if at + 1 < len(line.words) else ""
    say = cast(Word, word) if ASIDE_FORMS["said"].pattern.fullmatch(word) else None
    action = PlayBlind(seat) if found[1] else Play(seat, Card(found[2]), say)
    return _part(line, CARD_KIND, at, at + 1, action), at + 1


def _asides(line: Line, at: int) -> Iterator[Statement]:
    """What stands after a card, as far as the next one."""
    for kind, form in ASIDE_FORMS.items():
        end = _aside_end(line, at, kind)
        if end == at:
            continue
        if form.pattern.fullmatch(" ".join(line.words[at:end])) is None:
            raise line.error(form.shape, at)
        yield _part(line, kind, at, end)
        at = end


_FIXED_LENGTHS: Final = {"wrong": 2, "turns": 2, "=": 3}


def _aside_end(line: Line, at: int, kind: str) -> int:
    """Where an aside of this kind ends that begins here; here, if none does."""
    if at >= len(line.words):
        return at
    form, first = ASIDE_FORMS[kind], line.words[at]
    if kind in ("said", "declared"):
        end = at
        while end < len(line.words) and form.pattern.fullmatch(line.words[end]):
            end += 1
        return min(end, at + 1) if kind == "said" else end
    begins = first == ("=" if kind == "won" else kind)
    return min(at + _FIXED_LENGTHS[first], len(line.words)) if begins else at


def _part(line: Line, kind: str, start: int, end: int, action: Action | None = None) -> Statement:
    phrase = Phrase(kind, line.words[start:end])
    return Statement(phrase, action, line.number, line.columns[start:end])
