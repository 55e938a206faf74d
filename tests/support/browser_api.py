"""The server as a program talks to it: tables made ready for a browser to sit down at."""

from __future__ import annotations

import json
import urllib.error
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

    def get(self, path: str, token: str | None = None) -> Any:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"{self.base}/api{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(f"{self.base}/api{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def open_table(
        self,
        rules: str,
        *,
        bot: str = "hasard",
        players: int | None = None,
        settings: dict[str, Any] | None = None,
        toml: str | None = None,
        **options: Any,
    ) -> Held:
        """A table at which bots sit down and the match begins; the one who asked is its host."""
        source = {"id": rules, "options": options} if toml is None else {"toml": toml}
        body: dict[str, Any] = {
            "rules": source,
            "nickname": "Camille",
            "settings": {"bot": bot, **(settings or {})},
            "start": True,
        }
        if players is not None:
            body["players"] = players
        answer = self.post("/tables", body)
        return Held(answer["table"]["id"], answer["seat"], answer["token"])

    def open_full_table(
        self, rules: str, options: dict[str, Any] | None = None, **settings: Any
    ) -> list[Held]:
        """A table of four people, the host first, and the match begun."""
        source = {"id": rules, "options": options or {}}
        body = {"rules": source, "nickname": "Camille", "settings": settings, "start": False}
        host = self.post("/tables", {**body, "seat": "S"})
        table = host["table"]["id"]
        held = [Held(table, "S", host["token"])]
        for seat in "WNE":
            asked = {"nickname": f"Ami {seat}", "seat": seat}
            held.append(Held(table, seat, self.post(f"/tables/{table}/sit", asked)["token"]))
        self.post(f"/tables/{table}/start", {}, host["token"])
        return held

    def legal(self, held: Held) -> list[Any]:
        """What one may do now."""
        return list(self.get(f"/tables/{held.table}/view", held.token)["legal"])

    def act(self, held: Held, *wanted: str) -> bool:
        """The first thing of one of these kinds that one may do; nothing where a bot stood in meanwhile."""
        view = self.get(f"/tables/{held.table}/view", held.token)
        found = next((action for kind in wanted for action in view["legal"] if action["do"] == kind), None)
        if found is None:
            return False
        asked = {"match": view["match"], "seq": view["seq"], "action": found}
        try:
            self.post(f"/tables/{held.table}/act", asked, held.token)
        except urllib.error.HTTPError as refusal:
            if json.load(refusal)["error"]["code"] != "stale":
                raise
            return False
        return True
