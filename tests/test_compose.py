"""deploy/compose.yaml, as far as it can be checked without an engine: what it names is there and fits."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rebelote.server.settings import PREFIX, Settings, gather, kinds, variable
from scripts.container_steps import stages

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PROGRAMS = {name: service for name, service in SERVICES.items() if service["image"] == "rebelote"}
NODES = {name: service for name, service in PROGRAMS.items() if "command" not in service}
IMAGE = stages((DEPLOY / "Containerfile").read_text("utf-8"))[-1]
GIVEN = {"POSTGRES_PASSWORD": "secret"}
KNOWN = {
    "build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "networks", "ports",
    "read_only", "restart", "security_opt", "shm_size", "stop_grace_period", "tmpfs", "volumes",
}  # fmt: skip
"""Keys of a service, of the Compose specification, that are used here."""


def _filled(text: str) -> str:
    """As compose puts variables in: `${NAME:-default}`, `${NAME:?message}`."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        if name in GIVEN:
            return GIVEN[name]
        assert kind == ":-", f"{name} has no value"
        return str(rest)

    return re.sub(r"\$\{(\w+)(:[-?])([^}]*)\}", value, text)


def _settings(service: dict[str, Any]) -> Settings:
    """As the program would read them in the image."""
    image = dict(step.rest.split("=", 1) for step in IMAGE.steps if step.word == "ENV")
    named = {name: _filled(value) for name, value in service["environment"].items()}
    return gather({}, {name: value for name, value in (image | named).items() if name.startswith(PREFIX)})


def test_there_are_a_proxy_two_nodes_a_worker_and_both_stores() -> None:
    assert set(SERVICES) == {"proxy", "node1", "node2", "worker", "database", "redis"}
    assert set(NODES) == {"node1", "node2"}
    assert PROGRAMS["worker"]["command"] == ["worker"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_what_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service.keys() <= KNOWN
    assert service["restart"] == "unless-stopped"
    assert set(service["networks"]) <= set(COMPOSE["networks"])
    assert set(service.get("depends_on", ())) <= set(SERVICES)
    for needed, condition in service.get("depends_on", {}).items():
        assert condition == {"condition": "service_healthy"}
        assert "test" in SERVICES[needed]["healthcheck"]
    for volume in service.get("volumes", ()):
        source = volume.partition(":")[0]
        assert (DEPLOY / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_set_up(name: str) -> None:
    service = PROGRAMS[name]
    assert service["environment"].keys() <= {variable(each) for each in kinds()}
    found = _settings(service)
    assert found.database_url == f"postgresql+psycopg://rebelote:secret@database/{_database()['POSTGRES_DB']}"
    assert found.redis_url == "redis://redis:6379/0"
    [folder] = [line.partition(":") for line in service["tmpfs"] if line != "/tmp"]
    assert folder[0] == str(found.data) == IMAGE.last("VOLUME").rest
    assert f"uid={IMAGE.last('USER').rest}" in folder[2]
    assert ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"] == (
        DEPLOY / ".." / "deploy" / "Containerfile"
    )


def _database() -> dict[str, str]:
    found: dict[str, str] = SERVICES["database"]["environment"]
    return found


def test_the_password_has_no_default() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert "${POSTGRES_PASSWORD:?" in _database()["POSTGRES_PASSWORD"]
    assert not re.search(r"POSTGRES_PASSWORD:-", text)
    sample = (DEPLOY / "compose.env.example").read_text("utf-8")
    assert "\nPOSTGRES_PASSWORD=\n" in sample
    assert set(re.findall(r"\$\{(\w+)", text)) == set(re.findall(r"^(?:# )?([A-Z_]+)=", sample, re.MULTILINE))
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_the_proxy_knows_the_nodes() -> None:
    proxy = (DEPLOY / "nginx-nodes.conf").read_text("utf-8")
    port = IMAGE.last("EXPOSE").rest
    addresses = [node["networks"]["inside"]["ipv4_address"] for node in NODES.values()]
    assert re.findall(r"^    server (\S+) ", proxy, re.MULTILINE) == [f"{each}:{port}" for each in addresses]
    [inside] = COMPOSE["networks"]["inside"]["ipam"]["config"]
    network, dynamic = (ipaddress.ip_network(inside[key]) for key in ("subnet", "ip_range"))
    assert all(ipaddress.ip_address(each) in network for each in addresses)
    assert not any(ipaddress.ip_address(each) in dynamic for each in addresses)
    assert all(_settings(node).proxies == (str(network),) for node in NODES.values())
    [published] = SERVICES["proxy"]["ports"]
    assert f"listen {_filled(published).rpartition(':')[2]};" in proxy


def test_a_nodes_health_is_that_of_the_image() -> None:
    for node in NODES.values():
        assert f"127.0.0.1:{_settings(node).port}/ready" in node["healthcheck"]["test"][-1]
    assert "/ready" in IMAGE.last("HEALTHCHECK").rest


def test_both_proxies_pass_on_the_same() -> None:
    """The one for several nodes has no TLS, and so no HSTS; its nodes have other addresses, and are asked
    whether they live."""
    one, several = ((DEPLOY / name).read_text("utf-8") for name in ("nginx.conf", "nginx-nodes.conf"))
    hsts = '\n        add_header Strict-Transport-Security "max-age=31536000" always;'
    everything, _, _ = _block(several, "    location / {").partition("\n\n        # A node that stands still")
    assert _block(one, "    location / {").replace(hsts, "") == everything
    for head in ("map $http_upgrade", "map $uri"):
        assert _block(one, head) == _block(several, head)
    for line in (
        "limit_req_zone",
        "limit_conn_zone",
        "    hash ",
        "    client_",
        "    large_",
        "    keepalive ",
    ):
        assert _lines(one, line) == _lines(several, line)


def _block(text: str, head: str) -> str:
    indent = head[: len(head) - len(head.lstrip())]
    return text.partition(f"\n{head}")[2].partition(f"\n{indent}}}")[0]


def _lines(text: str, start: str) -> list[str]:
    found = [line for line in text.splitlines() if line.startswith(start)]
    assert found
    return found
