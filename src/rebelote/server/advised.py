"""What was compared, as messages tell it."""

from __future__ import annotations

from rebelote.actions import Play
from rebelote.language.labels import label
from rebelote.language.text import Lang
from rebelote.review.advising import Beside
from rebelote.server.messages.advice import AdvisedChoice
from rebelote.view import View


def advised_choices(compared: tuple[Beside, ...], view: View, lang: Lang) -> list[AdvisedChoice]:
    return [
        AdvisedChoice(
            label=label(each.action, view.rules, view.situation.turned, lang),
            card=each.action.card.text if isinstance(each.action, Play) else None,
            behind=each.behind,
        )
        for each in compared
    ]
