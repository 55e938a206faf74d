"""Build what is published, into dist/: `python -m scripts.distributions sdist` or `wheel`.

Both need the built page and the built docs (`make page docs`), since they are not in the repository; whoever
builds from the source distribution needs neither npm nor MkDocs. The build's own packages come from .venv.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PACKAGE = Path("src") / "rebelote"

BUILT = {"the page": "server/static/index.html", "the docs": "server/documentation/index.html"}
"""What the repository lacks, by its file within the package."""

UNWANTED = ("__pycache__/", "tests/", ".pyc", "node_modules/", ".map")


def build(kind: str, source: Path = ROOT, into: Path = DIST) -> Path:
    """The new file; `kind` is `sdist` or `wheel`, `source` a folder with a pyproject.toml."""
    check_built(source)
    into.mkdir(parents=True, exist_ok=True)
    program = f"from scikit_build_core.build import build_{kind} as build; build({str(into)!r})"
    done = subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\n{done.stderr}\ndistributions: the {kind} was not built")
    return max(
        into.glob("*.whl" if kind == "wheel" else "*.tar.gz"), key=lambda file: file.stat().st_mtime_ns
    )


def check_built(source: Path) -> None:
    missing = [what for what, file in BUILT.items() if not (source / PACKAGE / file).is_file()]
    if missing:
        raise SystemExit(f"distributions: {' and '.join(missing)} must be built first: make page docs")


def names_in(file: Path) -> list[str]:
    """The files within a wheel, or within the one folder of a source distribution."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return wheel.namelist()
    with tarfile.open(file) as archive:
        return [member.name.partition("/")[2] for member in archive if member.isfile()]


def files_of_package(source: Path = ROOT) -> set[str]:
    """Python, stubs, TOML, the network, the built page and docs: all that lies in the package, but caches."""
    files = [file.relative_to(source / "src") for file in (source / PACKAGE).rglob("*") if file.is_file()]
    return {str(file) for file in files if "__pycache__" not in file.parts and file.suffix != ".so"}


def faults_of_wheel(names: Iterable[str], package: set[str]) -> list[str]:
    """What a wheel lacks of the package, and what should not be in it."""
    found = set(names)
    lacks = [f"lacks {name}" for name in sorted(package - found)]
    if not any(name.startswith("rebelote/_native.") and name.endswith(".so") for name in found):
        lacks.append("lacks the native module")
    return lacks + [f"has {name}" for name in sorted(found) if any(part in name for part in UNWANTED)]


def main(kind: str) -> None:
    file = build(kind)
    faults = faults_of_wheel(names_in(file), files_of_package()) if kind == "wheel" else []
    if faults:
        raise SystemExit("\n".join(f"distributions: {file.name} {fault}" for fault in faults))
    print(file.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1])
