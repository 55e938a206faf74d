"""`make sanitize`: the native core with AddressSanitizer and UndefinedBehaviorSanitizer, under its tests.

The module is built apart, in build/sanitize, and put before the ordinary one. Arguments go to pytest; without
any, the tests that work the core hardest are run. Whatever a sanitizer finds stops the run with its report.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "sanitize"
SITE = BUILD / "site"
PACKAGE = ROOT / "src" / "rebelote"
TESTS = [
    "tests/test_worlds.py",
    "tests/test_deal_files.py",
    "tests/test_policy_net.py",
    "tests/test_beliefs.py",
    "tests/test_solver.py",
    "tests/test_native_rules.py",
    "tests/test_socket_writer.py",
]

OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:detect_stack_use_after_return=1",  # Python itself leaks
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
}


def build() -> None:
    """The native module with the sanitizers in, beside the Python files where they lie."""
    settings = {
        "cmake.define.REBELOTE_SANITIZE": "ON",
        "cmake.build-type": "RelWithDebInfo",
        "build-dir": str(BUILD / "cmake"),
        "wheel.py-api": "",
        "install.strip": "false",
    }
    program = f"from scikit_build_core.build import build_wheel; build_wheel({str(BUILD)!r}, {settings!r})"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    lay_out(max(BUILD.glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime_ns))


def lay_out(wheel: Path) -> None:
    shutil.rmtree(SITE, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        (native,) = [
            name for name in archive.namelist() if name.startswith("rebelote/_native.") and ".so" in name
        ]
        archive.extract(native, SITE)
    for file in PACKAGE.iterdir():
        (SITE / "rebelote" / file.name).symlink_to(file)


def runtime(name: str) -> str:
    """The compiler's library, to be loaded before Python."""
    compiler = os.environ.get("CXX", "c++")
    found = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def run(tests: list[str]) -> int:
    """Without `site`, so that the editable install's finder does not come first."""
    packages = sysconfig.get_path("purelib")
    environment = (
        os.environ
        | OPTIONS
        | {
            "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libstdc++.so')}",
            "PYTHONPATH": os.pathsep.join([str(SITE), packages]),
        }
    )
    check = "import rebelote._native as n, sys; sys.exit('build/sanitize' not in n.__file__)"
    subprocess.run([sys.executable, "-S", "-c", check], env=environment, cwd=ROOT, check=True)
    command = [sys.executable, "-S", "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, env=environment, cwd=ROOT).returncode


if __name__ == "__main__":
    build()
    sys.exit(run(sys.argv[1:] or TESTS))
