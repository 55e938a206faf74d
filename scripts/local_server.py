"""A server on this machine, for scripts: a port for it, and the wait until it answers."""

from __future__ import annotations

import socket
import time
import urllib.request


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(base: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{base}/api/bots", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")
