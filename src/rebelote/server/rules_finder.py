"""The rules of a request, found where they may take their time."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from rebelote.language.text import Lang
from rebelote.server import rulebook
from rebelote.server.messages.rules import RulesPage, RulesRef
from rebelote.server.rulebook import Chosen
from rebelote.server.work_pool import WorkPool


class RulesFinder:
    """A built-in game with its options takes a millisecond. A code or a house rule is a stranger's
    document: it is resolved in the pool, once."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool

    async def find(self, ref: RulesRef, players: int | None = None, address: str = "") -> Chosen:
        if ref.id is not None:
            return rulebook.find(ref, players)
        return await self._pool.once(_key(ref, players), lambda: rulebook.find(ref, players), address)

    async def page(self, ref: RulesRef, lang: Lang, address: str = "") -> RulesPage:
        chosen = await self.find(ref, None, address)
        return await self._pool.once((_key(ref), lang), lambda: rulebook.page(chosen, lang), address)


def _key(ref: RulesRef, players: int | None = None) -> bytes:
    return sha256(msgspec.json.encode((ref, players), order="deterministic")).digest()
