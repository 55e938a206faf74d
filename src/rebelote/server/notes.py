"""What happens at a table beside the cards and is told to all: kept with the match, between its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from rebelote.cards import Card
from rebelote.language.text import Lang, catalogue
from rebelote.server.messages.history import HelpCount
from rebelote.server.messages.match_view import ToldNote
from rebelote.server.messages.tables import TableSettings
from rebelote.server.stored_rows import NoteRow
from rebelote.server.view_messages import isolated
from rebelote.table import Seat


class SitsNext(msgspec.Struct, frozen=True, tag="sits_next", tag_field="note"):
    name: str
    seat: Seat


class SatAtOnce(msgspec.Struct, frozen=True, tag="sat_at_once", tag_field="note"):
    """In the middle of a deal, since all who held a hand agreed."""

    name: str
    seat: Seat
    agreed: list[str]


class WasSentAway(msgspec.Struct, frozen=True, tag="sent_away", tag_field="note"):
    name: str


class WasInvited(msgspec.Struct, frozen=True, tag="invited", tag_field="note"):
    name: str


class SettingsChanged(msgspec.Struct, frozen=True, tag="settings", tag_field="note"):
    """`to_come`: from the next deal on."""

    changed: dict[str, Any]
    to_come: bool


class Advised(msgspec.Struct, frozen=True, tag="advised", tag_field="note"):
    """Somebody asked what to play."""

    name: str
    seat: Seat


class TookBack(msgspec.Struct, frozen=True, tag="took_back", tag_field="note"):
    """Somebody took back his last call or card, and what bots did after it."""

    name: str
    seat: Seat


class Claimed(msgspec.Struct, frozen=True, tag="claimed", tag_field="note"):
    """The hand of one who takes every trick that is left, in the order in which it does."""

    name: str
    cards: list[str]


Note = SitsNext | SatAtOnce | WasSentAway | WasInvited | SettingsChanged | Claimed | Advised | TookBack


def help_counts(rows: Iterable[NoteRow]) -> list[HelpCount]:
    """Of every seat that was told what to play or took something back, in the order of the first time."""
    counts: dict[Seat, Counter[type[Note]]] = {}
    for row in rows:
        note = _read(row)
        if isinstance(note, Advised | TookBack):
            counts.setdefault(note.seat, Counter())[type(note)] += 1
    return [
        HelpCount(seat=seat, advice=found[Advised], takebacks=found[TookBack])
        for seat, found in counts.items()
    ]


def _read(row: NoteRow) -> Note:
    found: Note = msgspec.json.decode(row.data, type=Note)
    return found


MOST_NOTES: Final = 500
"""What is kept of a match; the rest is told to those who are there."""


def is_kept(row: NoteRow) -> bool:
    """A takeback always: they are counted, and there may be so many and no more (`takebacks`)."""
    return 0 < row.number <= MOST_NOTES or (row.number > 0 and isinstance(_read(row), TookBack))


def differences(before: TableSettings, after: TableSettings) -> dict[str, Any]:
    was = msgspec.structs.asdict(before)
    return {name: value for name, value in msgspec.structs.asdict(after).items() if value != was[name]}


Reading = tuple[Seat, str]
"""The seat of the one who reads, and the name as it is told to all."""


def reading(seat: Seat | None, names: Mapping[Seat, str]) -> Reading | None:
    return None if seat is None else (seat, names.get(seat, ""))


def _is_about(note: Note, reader: Reading | None) -> bool:
    """Another may have had the seat before."""
    if reader is None or not isinstance(note, Advised | TookBack):
        return False
    return (note.seat, isolated(note.name)) == reader


@lru_cache(maxsize=2**13)
def tell(row: NoteRow, lang: Lang, reader: Reading | None = None) -> ToldNote:
    """Whoever comes to a table is told all notes of the deal."""
    note = _read(row)
    kind = str(note.__struct_config__.tag)
    return ToldNote(number=row.number, seq=row.seq, at=row.at, note=kind, text=sentence(note, lang, reader))


def sentence(note: Note, lang: Lang, reader: Reading | None = None) -> str:
    """To the one whom it is about, where that is the reader: «vous»."""
    words = catalogue(lang)
    if _is_about(note, reader):
        return words.server[f"note_{note.__struct_config__.tag}_you"]

    def called(name: str) -> str:
        return isolated(name or words.server["somebody"])

    match note:
        case SitsNext(name=name, seat=seat):
            return words.server["note_sits_next"].format(name=called(name), seat=words.seats[seat])
        case SatAtOnce(name=name, seat=seat, agreed=agreed):
            return words.server["note_sat_at_once"].format(
                name=called(name), seat=words.seats[seat], agreed=", ".join(map(called, agreed))
            )
        case Advised(name=name):
            return words.server["note_advised"].format(name=called(name))
        case TookBack(name=name):
            return words.server["note_took_back"].format(name=called(name))
        case WasSentAway(name=name):
            return words.server["note_sent_away"].format(name=called(name))
        case WasInvited(name=name):
            return words.server["note_invited"].format(name=called(name))
        case Claimed(name=name, cards=cards):
            shown = " ".join(Card(card).show(lang) for card in cards)
            return words.server["note_claimed"].format(name=called(name), cards=shown)
        case SettingsChanged(changed=changed, to_come=to_come):
            key = "note_settings_to_come" if to_come else "note_settings"
            return words.server[key].format(changes=_changes(changed, words.server))


def _changes(changed: Mapping[str, Any], words: Mapping[str, str]) -> str:
    return ", ".join(_change(name, value, words) for name, value in changed.items())


def _change(name: str, value: Any, words: Mapping[str, str]) -> str:
    match name, value:
        case "turn_seconds", None:
            return words["setting_no_clock"]
        case "spectators", bool():
            return words["setting_spectators" if value else "setting_no_spectators"]
        case "advice", bool():
            return words["setting_advice" if value else "setting_no_advice"]
        case "takebacks", bool():
            return words["setting_takebacks" if value else "setting_no_takebacks"]
        case "by_hand", bool():
            return words["setting_by_hand" if value else "setting_not_by_hand"]
        case "bot", str():
            return words["setting_bot"].format(value=words.get(f"bot_{value}", value))
        case _:
            return words[f"setting_{name}"].format(value=value)
