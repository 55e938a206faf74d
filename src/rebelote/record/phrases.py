"""The record's words: what is written for an action, and how the phrases make lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, assert_never

from rebelote.actions import (
    Accept,
    Action,
    AskRedeal,
    Bid,
    CallReferee,
    ClaimRebelote,
    Contre,
    Count,
    Cut,
    Deal,
    Declare,
    Discard,
    Excuse,
    Expose,
    Guess,
    KeepHand,
    Misdeal,
    NameHeight,
    NotBetter,
    Object,
    Pass,
    Play,
    PlayBlind,
    Propose,
    Refuse,
    SayRoem,
    Schmeiss,
    Show,
    Surcontre,
    Swap,
    Take,
    Withhold,
)
from rebelote.language.notation import format_call

Words = tuple[str, ...]


class Phrase(NamedTuple):
    """One thing that a record says. `kind` is its keyword, or one of the kinds below."""

    kind: str
    words: Words

    @property
    def text(self) -> str:
        return " ".join(self.words)


DEED: Final = "deed"
"""Something that a seat does, but for playing a card."""
CARD: Final = "card"
"""A card played."""
ASIDES: Final = ("said", "declared", "wrong", "turns", "won")
"""What goes with a card: a word, kinds declared, the clause broken, the card uncovered, who takes it all."""
INLINE: Final = (CARD, *ASIDES)
"""The phrases of a trick's line."""
DEEDS: Final = (DEED, CARD)


def keyword_phrase(keyword: str, *words: str) -> Phrase:
    return Phrase(keyword, (keyword, *words))


def one_word(text: str) -> str:
    """A name as one word of a record: a house rule's clause may be empty, or have spaces in it."""
    return "".join("_" if char in ' \t\r\n;"' else char for char in text) or "-"


def lay_out(phrases: Iterable[Phrase]) -> str:
    """The lines of the phrases, an empty one before each deal."""
    lines: list[list[str]] = []
    for phrase in phrases:
        if phrase.kind in INLINE and lines:
            lines[-1].extend(phrase.words)
            continue
        if phrase.kind == "deal":
            lines.append([])
        lines.append(list(phrase.words))
    return "".join(" ".join(words) + "\n" for words in lines)


# Actions


def deed(action: Action) -> Phrase:
    """The phrase of an action: its seat, and what it does."""
    if isinstance(action, Play | PlayBlind):
        return Phrase(CARD, deed_words(action))
    return Phrase(DEED, (f"{action.seat}:", *deed_words(action)))


def deed_words(action: Action) -> Words:
    match action:
        case Cut(at=at):
            return "cut", str(at)
        case Deal(packets=packets):
            return "deal", "-".join(map(str, packets))
        case Pass() | Take() | Object() | Schmeiss() | Bid() | Contre() | Surcontre() | Guess() | AskRedeal():
            # Without the turned card: a take names its suit in the first round too, so a line needs no other.
            return tuple(format_call(action).split())
        case Discard(cards=cards):
            return "discard", *(card.text for card in cards)
        case Swap():
            return ("swap",)
        case KeepHand():
            return ("keep",)
        case Declare() | NameHeight() | NotBetter() | Show() | Withhold():
            return _talk_words(action)
        case Play(card=card, say=say):
            return (card.text,) if say is None else (card.text, say)
        case PlayBlind():
            return ("?",)
        case ClaimRebelote():
            return "claim", "rebelote"
        case SayRoem():
            return ("roem",)
        case Count():
            return ("count",)
        case Misdeal() | Expose() | Excuse() | CallReferee() | Propose() | Accept() | Refuse():
            return _table_words(action)
        case _:
            assert_never(action)


def _talk_words(action: Declare | NameHeight | NotBetter | Show | Withhold) -> Words:
    match action:
        case Declare(kinds=kinds):
            return "declare", *(kinds or ("nothing",))
        case NameHeight(rank=rank, in_trumps=in_trumps):
            return ("height", rank.value, "trumps") if in_trumps else ("height", rank.value)
        case NotBetter():
            return "not", "better"
        case Show():
            return ("show",)
        case Withhold():
            return ("withhold",)
        case _:
            assert_never(action)


def _table_words(action: Misdeal | Expose | Excuse | CallReferee | Propose | Accept | Refuse) -> Words:
    match action:
        case Misdeal():
            return ("misdeal",)
        case Expose(card=card):
            return "expose", card.text
        case Excuse(card=card):
            return "excuse", card.text
        case CallReferee():
            return ("referee",)
        case Propose(remedy=remedy):
            return "propose", remedy
        case Accept():
            return ("accept",)
        case Refuse():
            return ("refuse",)
        case _:
            assert_never(action)
