"""Installs peers from the package index, each into an ignored folder of its own, never into the project."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".tools" / "bench-peers"
TIMEOUT_S = 300


class InstallError(Exception):
    """A peer could not be installed; the message says why, in one line."""


def install(name: str, requirement: str) -> Path:
    """Return the folder that holds the peer, installing it there unless that was done before."""
    folder = PEERS / name
    stamp = folder / "INSTALLED"
    wanted = f"{requirement} {sys.implementation.cache_tag}"
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        _install(folder, requirement)
        stamp.write_text(wanted)
    return folder


def version(folder: Path, distribution: str) -> str:
    """Return the version of a distribution installed in a peer's folder."""
    found = importlib.metadata.distributions(name=distribution, path=[str(folder)])
    return next((each.version for each in found), "?")


def _install(folder: Path, requirement: str) -> None:
    command = [*_installer(), "--quiet", "--target", str(folder), requirement]
    try:
        done = subprocess.run(
            command, check=False, env=_environment(), capture_output=True, text=True, timeout=TIMEOUT_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InstallError(textwrap.shorten(str(error), 160, placeholder=" …")) from error
    if done.returncode != 0:
        raise InstallError(textwrap.shorten(done.stderr, 160, placeholder=" …"))


def _installer() -> list[str]:
    """Return the command of the bootstrap's uv, or of pip where the bootstrap had to do without."""
    uv = ROOT / ".tools" / "uv" / "bin" / "uv"
    if uv.is_file():
        return [str(uv), "pip", "install", "--python", sys.executable]
    return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]


def _environment() -> dict[str, str]:
    """Return the environment with pip's index and certificates for uv, which reads no pip settings."""
    settings = _pip_settings()
    passed_on = {"UV_DEFAULT_INDEX": settings.get("index-url"), "SSL_CERT_FILE": settings.get("cert")}
    return {name: value for name, value in passed_on.items() if value} | os.environ


def _pip_settings() -> dict[str, str]:
    """Return what `pip config list` says, variables before files; nothing where there is no pip."""
    command = ["python3", "-m", "pip", "config", "list"]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return {}
    found = re.findall(r"^[a-z:]*\.([a-z-]+)='(.*)'$", done.stdout, re.MULTILINE)
    return dict(reversed(found))


if __name__ == "__main__":
    print(install(*sys.argv[1:3]))
