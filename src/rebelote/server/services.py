"""What the routes work with."""

from __future__ import annotations

import msgspec

from rebelote.server.rates import Limits
from rebelote.server.settings import Settings
from rebelote.server.table_registry import TableRegistry


class Services(msgspec.Struct, frozen=True):
    settings: Settings
    registry: TableRegistry
    limits: Limits
