"""A served match without the network: opened, begun and played as the server does it, honestly."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rebelote.actions import Action, Cut
from rebelote.fairness import Contribution, Fairness, Opening, commit
from rebelote.ruleset import OptionValue
from rebelote.ruleset.loading import load
from rebelote.server import history
from rebelote.server.game import Game, begin, new_match, to_text
from rebelote.server.match_opening import MatchOpening
from rebelote.server.messages.history import Person
from rebelote.table import Seat
from tests.support.random_matches import Luck, whim

replace = msgspec.structs.replace


class HonestServer:
    """Its people with their seeds; one with None has committed and does not reveal. Bots have the rest."""

    def __init__(self, rules: str, people: Mapping[str, str | None], **options: OptionValue) -> None:
        self.rules = load(rules, options)
        seats = [seat for seat in self.rules.table.seats if seat in people]
        given = [Contribution(seat, commit(people[seat] or "00" * 32)) for seat in seats]
        self.row, self.chain = new_match("", "table", 1, given)
        opening = MatchOpening(self.row, self.chain)
        self.opening: Opening = opening.told
        for seat in seats:
            if (seed := people[seat]) is not None:
                opening.contributions = opening.with_seed(Seat(seat), seed)
        self.game = self.begin(opening.contributions)

    def begin(self, contributions: list[Contribution]) -> Game:
        own = {each.seat for each in contributions}
        table = self.rules.table
        players = [
            Person(seat, table.side(seat), seat, "human" if seat in own else "bot") for seat in table.order
        ]
        row = replace(self.row, contributions=to_text(contributions), players=to_text(players))
        game, _ = begin(row, self.rules, self.chain)
        return game

    def play(self, packs: int, seed: int = 5) -> None:
        """So many deals, or to the end of the match; then they may be shown."""
        luck = Luck(seed)
        game = self.game
        while not game.match.is_over and (game.packs < packs or not self._is_between_deals()):
            action = self.choose(whim(game.match.state, luck))
            game.apply(game.step(action))

    def _is_between_deals(self) -> bool:
        return self.game.packs > 0 and self.game.drawn_cut(Seat("N")) is not None

    def choose(self, action: Action) -> Action:
        """A bot's cut comes from the chain."""
        people = {each.seat for each in self.game.contributions}
        if isinstance(action, Cut) and action.seat not in people:
            return self.game.drawn_cut(action.seat) or action
        return action

    def proof(self) -> Fairness:
        """All of it, as after the end of the match."""
        story = history.Story(self.game)
        story.follow(self.game)
        return history.prove(self.game, [each for each in story.chapters if each.cut is not None])
