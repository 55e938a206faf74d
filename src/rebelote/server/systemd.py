"""Words to systemd, where it started us (sd_notify): that we are ready, alive, stopping."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping


def notify(word: str, environment: Mapping[str, str] = os.environ) -> None:
    """Nothing where nobody listens."""
    address = environment.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.connect("\0" + address[1:] if address.startswith("@") else address)
        out.sendall(word.encode())


async def watchdog_loop(environment: Mapping[str, str] = os.environ) -> None:
    """Twice in the time that the unit allows: a loop that stands still is started anew."""
    micros = environment.get("WATCHDOG_USEC", "")
    while micros.isdecimal() and int(micros) > 0:
        notify("WATCHDOG=1", environment)
        await asyncio.sleep(int(micros) / 2e6)
