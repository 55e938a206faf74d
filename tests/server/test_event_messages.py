"""What is said of a card is put together from pieces: whatever the rules' own words are, as if said anew."""

from __future__ import annotations

import pytest

from rebelote.codec import ENCODER
from rebelote.events import CardPlayed, TrickWon
from rebelote.match import Match
from rebelote.ruleset.loading import document
from rebelote.server.event_messages import Telling, told, told_to_all
from rebelote.table import Seat

SENTENCES = [
    "{player} : {card}",
    "\ue000 {player} \ue000 : {card}",
    "{player}\ue000",
    "O\ue000{player}",
    "\ue000",
    '{player} "\\ : {card}',
    "{card} {de player}",
    "{player:~ ~|vous|~} : {card}",
    "",
]
NAMES = ["Ana", "le Chat", "O", '"\\', "{player}"]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_house_rule_may_say_it_as_it_likes(sentence: str) -> None:
    rule = {
        "id": "maison",
        "extends": "coinche",
        "texts": {
            "fr": {"events": {"played": sentence, "trick_won": sentence.replace("{card}", "{points}")}}
        },
    }
    match = Match.new(document(rule).resolve(), seed=1)
    while not any(isinstance(event, TrickWon) for event in match.log):
        match = match.act(match.legal(match.actors()[0])[-1])
    for event in match.log:
        if isinstance(event, CardPlayed | TrickWon):
            for name in NAMES:
                to = Telling(rules=match.rules, names={Seat(event.seat): name}, lang="fr")
                assert told_to_all(event, 7, 8, None, to).body == ENCODER.encode(told(event, 7, 8, None, to))
