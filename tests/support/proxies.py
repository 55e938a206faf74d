"""nginx and Caddy as deploy/ configures them, on loopback with a certificate of our own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import pytest

from tests.support.served_tables import free_socket

Proxy = Literal["nginx", "caddy"]
DEPLOY: Final = Path(__file__).parents[2] / "deploy"
NAME: Final = "belote.example.org"
START_S: Final = 20.0


def free_port() -> int:
    with free_socket() as free:
        port: int = free.getsockname()[1]
    return port


def need(*names: str) -> None:
    missing = [name for name in names if shutil.which(name, path=_path()) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here: scripts/proxies installs it as root")


def _path() -> str:
    return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def certificate(folder: Path) -> tuple[Path, Path]:
    """For localhost, by itself: the certificate and its key."""
    need("openssl")
    made, key = folder / "certificate.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    command += f" -keyout {key} -out {made}"
    command += " -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(command.split(), check=True, capture_output=True)
    return made, key


@contextmanager
def proxied(proxy: Proxy, server: int, base: str, folder: Path) -> Iterator[int]:
    """The port of a proxy in front of the server: the shipped configuration with our names in it."""
    need(proxy)
    port = free_port()
    made, key = certificate(folder)
    configure = _nginx if proxy == "nginx" else _caddy
    with _running(proxy, configure(port, server, base, folder, made, key), port, folder):
        yield port


@contextmanager
def nodes_proxied(nodes: Sequence[int], folder: Path) -> Iterator[int]:
    """The port of nginx in front of several nodes."""
    need("nginx")
    port = free_port()
    shipped = (DEPLOY / "nginx-nodes.conf").read_text("utf-8")
    addresses = [f"server 172.30.77.{11 + number}:8000 " for number in range(len(nodes))]
    here = [f"server 127.0.0.1:{node} " for node in nodes]
    site = changed(shipped, ("listen 8080;", f"listen 127.0.0.1:{port};"), *zip(addresses, here, strict=True))
    with _running("nginx", _nginx_command(site, folder), port, folder):
        yield port


@contextmanager
def _running(proxy: Proxy, command: list[str], port: int, folder: Path) -> Iterator[None]:
    with (folder / f"{proxy}.log").open("wb") as log:
        started = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=folder, env={"PATH": _path(), "HOME": str(folder)}
        )
    try:
        _wait_for(port, started, folder / f"{proxy}.log")
        yield
    finally:
        started.terminate()
        started.wait()


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """Each in its one place, so that a changed file does not go untested."""
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text


def _nginx(port: int, server: int, base: str, folder: Path, made: Path, key: Path) -> list[str]:
    shipped = (DEPLOY / "nginx.conf").read_text("utf-8")
    head, plain, tls = shipped.split("\nserver {\n")
    assert "return 301" in plain  # the port for http alone, which is not ours to listen on
    tls = changed(
        tls,
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("    listen [::]:443 ssl http2;\n", ""),
        (f"server_name {NAME};", "server_name localhost;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(made)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        ("location / {", f"location {base} {{"),
    )
    head = changed(head, ("server 127.0.0.1:8000 ", f"server 127.0.0.1:{server} "))
    return _nginx_command(f"{head}\nserver {{\n{tls}", folder)


def _nginx_command(site: str, folder: Path) -> list[str]:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    site = f"access_log {folder / 'access.log'};\n{temporary}{site}"
    file = folder / "nginx.conf"
    user = "user root;\n" if Path("/root").is_dir() and _is_root() else ""
    file.write_text(f"{user}daemon off;\npid {folder / 'nginx.pid'};\nevents {{}}\nhttp {{\n{site}}}\n")
    return ["nginx", "-c", str(file), "-e", str(folder / "nginx-error.log")]


def _is_root() -> bool:
    return Path("/proc/self").stat().st_uid == 0


def _caddy(port: int, server: int, base: str, folder: Path, made: Path, key: Path) -> list[str]:
    shipped = (DEPLOY / "Caddyfile").read_text("utf-8")
    inside = "import rebelote"
    if base != "/":
        inside = f"handle {base}* {{\n{inside}\n}}"
    text = changed(
        shipped,
        ("{\n\tservers {", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {"),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
        (f"\n{NAME} {{\n\timport rebelote\n", f"\nhttps://localhost:{port} {{\ntls {made} {key}\n{inside}\n"),
    )
    file = folder / "Caddyfile"
    file.write_text(text)
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


def _wait_for(port: int, started: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and started.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"the proxy did not start: {log.read_text()[-2000:]}")
