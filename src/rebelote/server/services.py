"""What the routes work with."""

from __future__ import annotations

import msgspec

from rebelote.server.house import House
from rebelote.server.rates import Limits
from rebelote.server.settings import Settings


class Services(msgspec.Struct, frozen=True):
    settings: Settings
    house: House
    limits: Limits
