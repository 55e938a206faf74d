"""Does a review slow down the tables next to it? `python -m bench.review_beside` puts the same load on a
server twice, the second time while a long match is reviewed, and prints how long an action takes to be told.
"""

import asyncio
import http.client
import json
import random
import subprocess
import sys
from typing import Any

from websockets.asyncio.client import connect

from bench import install, load
from bench.load_rebelote import Seat, post

MATCH = {"id": "ffb-contree", "options": {"target": 3000}}
TABLES, SECONDS = 60, 15.0


def main() -> None:
    environment = {"REBELOTE_LIMITS": "off", "REBELOTE_LEAST_SECONDS": "0"}
    command = [sys.executable, "-m", "rebelote.cli", "serve"]
    with load._served(command, environment) as (port, pid):
        match = asyncio.run(_played(port))
        print(f"{TABLES} tables, an action at each every quarter of a second:")
        print(_line("alone", _loaded(port, pid)))
        _ask(port, "POST", match)
        print(_line("beside a review", _loaded(port, pid)))
        found = _ask(port, "GET", match)
        print(f"the review: {found['state']}, {found['done']} of {found['of']} deals")


async def _played(port: int) -> str:
    """A match with three bots, played at random to its end."""
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    opened = post(server, "/api/tables", {"rules": MATCH, "nickname": "0", "start": True})
    seat = Seat(port, opened["table"]["id"], opened["token"], random.Random(1))
    async with connect(seat.url, max_size=2**24, compression=None) as socket:
        await seat.greet(socket)
        async for text in socket:
            message = json.loads(text)
            view = message.get("view")
            if view and view["phase"] == "over":
                return str(view["match"])
            seen = seat.read(str(text))
            if seen is not None and seen.action is not None:
                await socket.send(seen.action)
    raise RuntimeError("the match did not end")


def _loaded(port: int, pid: int) -> dict[str, Any]:
    asked = map(str, (port, TABLES, SECONDS, pid))
    command = [sys.executable, "-m", "bench.load_clients", load.OURS, *asked]
    done = subprocess.run(command, check=True, cwd=install.ROOT, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _line(name: str, found: dict[str, Any]) -> str:
    p50, p99 = found["p50_ms"], found["p99_ms"]
    return (
        f"  {name:<16} median {p50:.1f} ms, p99 {p99:.1f} ms, {found['actions']} of {found['asked']} actions"
    )


def _ask(port: int, method: str, match: str) -> Any:
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    server.request(method, f"/api/matches/{match}/review", headers={"Content-Length": "0"})
    answer = json.loads(server.getresponse().read())
    server.close()
    return answer


if __name__ == "__main__":
    main()
