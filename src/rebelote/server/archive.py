"""Matches to look at again: read, told and packed in a thread of their own, page by page, and kept."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection

from rebelote.codec import ENCODER
from rebelote.language.text import Lang
from rebelote.server import bot_reasons, duplicate_store, history
from rebelote.server.game import Game, now_ms
from rebelote.server.history import Story
from rebelote.server.messages.history import MatchSummary
from rebelote.server.messages.reviews import BotReason
from rebelote.server.problems import Refused, not_played
from rebelote.server.rates import Limits
from rebelote.server.stored_rows import StoredMatch
from rebelote.server.table_registry import TableRegistry
from rebelote.server.work_pool import WorkPool

MOST_STORIES: Final = 12
"""Matches that are kept in memory to be looked at."""
SECONDS: Final = 30.0
"""For the longest match that there may be, read from the database on a busy machine."""
LEAST_TO_ZIP: Final = 1000
ZIP_LEVEL: Final = 5

T = TypeVar("T")


class Packed(msgspec.Struct, frozen=True):
    plain: bytes
    zipped: bytes | None


class Archive:
    """What is made of a match is kept by the place in its log, so a match that goes on is told anew."""

    def __init__(self, registry: TableRegistry, limits: Limits) -> None:
        self._registry = registry
        self._pool = WorkPool(threads=1, seconds=SECONDS, limits=limits)
        self._stories: OrderedDict[str, Story] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Game]] = {}

    def close(self) -> None:
        self._pool.close()

    async def replay(
        self, match_id: str, lang: Lang, first: int, count: int, address: str, person: str | None = None
    ) -> Packed:
        return await self._made(
            match_id,
            ("replay", lang, first, count),
            lambda story: _packed(ENCODER.encode(history.replay(story, lang, first, count))),
            address,
            person,
        )

    async def record(self, match_id: str, address: str, person: str | None = None) -> Packed:
        return await self._made(
            match_id, ("record",), lambda story: _packed(history.record(story.game).encode()), address, person
        )

    async def proof(self, match_id: str, address: str, person: str | None = None) -> Packed:
        return await self._made(
            match_id, ("proof",), lambda story: _packed(ENCODER.encode(history.proof(story))), address, person
        )

    async def summary(
        self, match_id: str, lang: Lang, address: str, person: str | None = None
    ) -> MatchSummary:
        return await self._made(
            match_id, ("summary", lang), lambda story: history.summary(story.game, lang), address, person
        )

    async def bot_reason(
        self, match_id: str, seq: int, lang: Lang, address: str, person: str | None = None
    ) -> BotReason:
        return await self._made(
            match_id,
            ("why", seq, lang),
            lambda story: bot_reasons.bot_reason(story, seq, lang),
            address,
            person,
        )

    async def marked(self, match_id: str, address: str, person: str | None = None) -> tuple[Game, list[int]]:
        """The match, and the numbers of the marked deals that may be seen."""
        game = await self.game(match_id, address, person)
        numbers = await self._made(
            match_id,
            ("marked",),
            lambda story: [each.number for each in story.opened() if each.scored is not None],
            address,
            person,
        )
        return game, numbers

    async def game(self, match_id: str, address: str, person: str | None = None) -> Game:
        """As it stands, at a table or long over. `person` is the digest of the token of whoever asks: deals
        that others still have to play are told to those alone who have played them."""
        game = self._registry.game_on(match_id) or await self._stored(match_id, address)
        if game.row.series is not None:
            await self._check_played(game.row.series, game.row.table_id, person)
        return game

    async def _check_played(self, series: str, table: str, person: str | None) -> None:
        def look(connection: Connection) -> int | None:
            return duplicate_store.hidden_until(connection, series, table, person, now_ms())

        until = await self._registry.store.look(look)
        if until is not None:
            raise not_played(until)

    async def _made(
        self,
        match_id: str,
        what: tuple[object, ...],
        make: Callable[[Story], T],
        address: str,
        person: str | None,
    ) -> T:
        game = await self.game(match_id, address, person)
        key = (match_id, game.written, _can_change(game), *what)
        return await self._pool.once(key, lambda: make(self._story(game)), address)

    async def _stored(self, match_id: str, address: str) -> Game:
        """Who asks while it is being read waits for the same. Of one that is over, the names may be deleted,
        and it may be deleted itself: nothing else has to be read again."""
        outline = await self._registry.store.load_outline(match_id)
        if outline is None:
            raise Refused("not_found")
        kept = self._stories.get(match_id)
        if kept is not None and outline.match.over and _is_same(kept.game, outline):
            return kept.game
        loading = self._loading.get(match_id)
        if loading is None:
            loading = self._loading[match_id] = asyncio.ensure_future(self._load(match_id, address))
            loading.add_done_callback(lambda _done: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    async def _load(self, match_id: str, address: str) -> Game:
        found = await self._registry.store.load_match(match_id)
        if found is None or not found.events:  # one without events is still being opened
            raise Refused("not_found")
        return await self._pool.run(lambda: Game.load(found), address)

    def _story(self, game: Game) -> Story:
        """In the pool's one thread."""
        story = self._stories.get(game.id)
        if story is None or not story.leads_to(game):
            story = Story(game)
        story.follow(game)
        self._stories[game.id] = story
        self._stories.move_to_end(game.id)
        if len(self._stories) > MOST_STORIES:
            self._stories.popitem(last=False)
        return story


def _is_same(game: Game, outline: StoredMatch) -> bool:
    return game.row == outline.match and game.notes == list(outline.notes)


def _can_change(game: Game) -> bytes:
    """Of what is told: names may be deleted from a match that is over."""
    return sha256(msgspec.json.encode((game.players, game.notes))).digest()


def _packed(data: bytes) -> Packed:
    if len(data) < LEAST_TO_ZIP:
        return Packed(data, None)
    return Packed(data, gzip.compress(data, ZIP_LEVEL))
