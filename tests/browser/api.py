"""The server as a program talks to it: tables made ready for a browser to sit down at."""

from __future__ import annotations

import json
import secrets
import urllib.request
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Held:
    """A seat at a table, and the token that proves it."""

    table: str
    seat: str
    token: str


@dataclass(frozen=True)
class Api:
    base: str

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.base}/api{path}", timeout=20) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(f"{self.base}/api{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def open_table(
        self, rules: str, *, bot: str = "hasard", players: int | None = None, **options: Any
    ) -> Held:
        """A table at which bots sit down and the match begins; the one who asked is its host."""
        body: dict[str, Any] = {
            "rules": {"id": rules, "options": options},
            "nickname": "Camille",
            "grain": secrets.token_hex(16),
            "settings": {"bot": bot},
            "start": True,
        }
        if players is not None:
            body["players"] = players
        answer = self.post("/tables", body)
        return Held(answer["table"]["id"], answer["seat"], answer["token"])
