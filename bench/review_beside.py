"""Does a review slow down the tables next to it? `python -m bench.review_beside` puts the same load on a
server twice, the second time while a long match is reviewed, and prints how long an action takes to be told.
"""

import asyncio
import http.client
import json
import random
from typing import Any

from bench.load_clients import Target
from bench.load_rebelote import Seat, post
from bench.load_search import Step, loading
from bench.load_servers import NO_LIMITS, OURS, SERVE, Started, served
from bench.plain_websocket import connect

MATCH = {"id": "ffb-contree", "options": {"target": 3000}}
TABLES, SECONDS = 60, 15.0


def main() -> None:
    environment = NO_LIMITS | {"REBELOTE_LEAST_SECONDS": "0"}
    with served(SERVE, environment) as started:
        port = started.port
        match = asyncio.run(_played(port))
        print(f"{TABLES} tables, an action at each every quarter of a second:")
        print(_line("alone", _loaded(started)))
        _ask(port, "POST", match)
        print(_line("beside a review", _loaded(started)))
        found = _ask(port, "GET", match)
        print(f"the review: {found['state']}, {found['done']} of {found['of']} deals")


async def _played(port: int) -> str:
    """A match with three bots, played at random to its end."""
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    opened = post(server, "/api/tables", {"rules": MATCH, "nickname": "0", "start": True})
    seat = Seat(port, opened["table"]["id"], opened["token"], random.Random(1))
    socket = await connect(seat.url)
    await seat.greet(socket)
    while True:
        text = await socket.recv()
        told = json.loads(text)
        view = told.get("view") or told.get("changes") or {}
        if view.get("phase") == "over":
            return str(told.get("match") or view["match"])
        seen = seat.read(text)
        if seen is not None and seen.action is not None:
            socket.send(seen.action)


def _loaded(started: Started) -> Step:
    target = Target(server=OURS, ports=[started.port], groups={"server": [started.pid]})
    with loading(target) as load:
        return load.play(TABLES, SECONDS)


def _line(name: str, step: Step) -> str:
    times = f"median {step.p50_ms or 0:.1f} ms, p99 {step.p99_ms or 0:.1f} ms"
    return f"  {name:<16} {times}, {step.actions} of {step.asked} actions"


def _ask(port: int, method: str, match: str) -> Any:
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    server.request(method, f"/api/matches/{match}/review", headers={"Content-Length": "0"})
    answer = json.loads(server.getresponse().read())
    server.close()
    return answer


if __name__ == "__main__":
    main()
