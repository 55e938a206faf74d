"""A match over TLS through nginx and Caddy as deploy/ configures them, at the root and under a path."""

from __future__ import annotations

import json
import random
import shutil
import ssl
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.support.proxies import DEPLOY, Proxy, certificate, changed, need, proxied
from tests.support.served_process import process
from tests.support.served_tables import Place, run

MATCH = {"id": "ffb-belote", "options": {"target": 501}}


@pytest.mark.parametrize("base", ["/", "/belote/"])
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_a_match_through_a_proxy(proxy: Proxy, base: str, folder: Path, tmp_path: Path) -> None:
    need(proxy)

    async def play() -> None:
        settings = {"base_path": base, "limits": "on", "log_level": "info", "log_format": "json"}
        async with process(folder, **settings) as (_, direct):
            with proxied(proxy, direct.port, base, tmp_path) as port:
                tls = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
                site = f"https://localhost:{port}{base}"
                async with httpx.AsyncClient(base_url=site, verify=tls, timeout=60, trust_env=False) as http:
                    await _visit(Place(port, None, http, tls))  # type: ignore[arg-type]
                    await _is_safe(http, site)
        lines = [json.loads(line) for line in (folder / "stderr").read_text().splitlines()]
        asked = [line for line in lines if line["logger"] == "rebelote.access" and line["route"] != "/health"]
        assert {line["address"] for line in asked} == {"127.0.0.1"}, "a forwarded address was believed"

    run(play())


async def _visit(place: Place) -> None:
    """With an address that the visitor makes up, which nobody may believe."""
    place.http.headers["x-forwarded-for"] = "203.0.113.9"
    opened = await place.open(MATCH)
    async with place.join(opened["table"]["id"], opened["token"]) as player:
        await player.play(random.Random(7))


async def _is_safe(http: httpx.AsyncClient, site: str) -> None:
    page = await http.get("t/abcdefghjk", headers={"accept-encoding": "gzip"})
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    assert page.headers["x-request-id"]
    for size in (66_000, 1_000_000):
        async with http.stream("POST", "api/referee", content=b"x" * size) as large:
            assert large.status_code == 413
    ready = await http.get("ready")
    assert ready.json()["ready"] is True
    assert str(ready.url) == f"{site}ready"


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-nodes.conf", "Caddyfile"])
def test_the_shipped_files_are_understood(name: str, tmp_path: Path) -> None:
    """As they are, but for the certificate."""
    if name == "Caddyfile":
        need("caddy")
        command = ["caddy", "adapt", "--validate", "--config", str(DEPLOY / name)]
        environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    else:
        need("nginx")
        text = (DEPLOY / name).read_text("utf-8")
        if "ssl_certificate" in text:
            made, key = certificate(tmp_path)
            live = "/etc/letsencrypt/live/belote.example.org"
            text = changed(text, (f"{live}/fullchain.pem", str(made)), (f"{live}/privkey.pem", str(key)))
        (tmp_path / "all.conf").write_text(
            f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{text}}}\n"
        )
        command = ["nginx", "-t", "-q", "-c", str(tmp_path / "all.conf"), "-e", str(tmp_path / "errors")]
        environment = {"PATH": "/usr/sbin:/usr/bin:/bin"}
    assert shutil.which(command[0], path=environment["PATH"])
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
