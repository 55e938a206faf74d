"""The layers (docs/architecture.md has the lists): a module imports only from those above it."""

from __future__ import annotations

import ast
import re
import sys

import pytest

from rebelote.ruleset.builtin import RULESET_IDS
from tests.support.source_imports import MODULES, ROOT, imported_modules, imports_of, tree_of

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
END_OF_THE_GAME = "---"


def _listed(block: str) -> list[str]:
    """The names of a block: on each line those before the first two spaces, which begin the description."""
    return [word for line in block.splitlines() if line[:1].strip() for word in line.split("  ")[0].split()]


def _order() -> list[str]:
    """The first block of docs/architecture.md: the game, a line of `---`, and what stands on it."""
    return _listed(ARCHITECTURE.split("```")[1])


def _insides() -> dict[str, list[str]]:
    """The block under each heading «Inside `package`»: its modules, by their whole names."""
    found = re.findall(r"^### Inside `([a-z.]+)`$.*?^```\n(.*?)^```$", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    return {package: [f"{package}.{name}" for name in _listed(block)] for package, block in found}


LISTED = _order()
GAME = LISTED[: LISTED.index(END_OF_THE_GAME)]
"""The game itself. It does no I/O, reads no clock, draws no random number, and knows of msgspec alone."""

ORDER = [name if name != "rebelote" else "" for name in LISTED if name != END_OF_THE_GAME]
""""" is the package's own front door, which the document calls `rebelote`."""

INSIDES = _insides()

THIRD_PARTY = {
    "arena": {"msgspec", "openskill"},
    "cli": {"rich", "typer", "msgspec"},
    "server": {
        "alembic",
        "httptools",
        "litestar",
        "msgspec",
        "prometheus_client",
        "redis",
        "saq",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    },
}
"""All may use msgspec; these may use more."""

PLAIN = {
    "__future__",
    "collections",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "re",
    "string",
    "types",
    "typing",
    "unicodedata",
}
"""The standard library that can neither read, nor write, nor wait, nor draw."""

MAY_ALSO = {
    "ruleset.builtin": {"importlib", "tomllib"},  # rules are files
    "ruleset.loading": {"pathlib"},
    "ruleset.toml_reader": {"pathlib", "tomllib"},
    "ruleset.rules_code": {"base64", "binascii", "zlib"},
    "language.text": {"importlib", "tomllib"},  # so are sentences
    "language.key_texts": {"importlib", "tomllib"},
    "match": {"pathlib"},  # only to say that rules may be given as a Path
    "chance": {"random"},  # the one place that luck comes from
}


def _place(module: str) -> int | None:
    """Where a module stands: at its own name, or at that of the package it is in."""
    parts = module.split(".")
    names = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
    return next((ORDER.index(name) for name in names if name in ORDER), None)


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_its_place(module: str) -> None:
    # A package without code of its own needs none.
    assert _place(module) is not None or not list(imports_of(module)), (
        f"say in docs/architecture.md where {module} stands"
    )


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_above(module: str) -> None:
    here = _place(module)
    for line, other in imported_modules(module):
        there = _place(other)
        assert here is not None
        assert there is not None, f"{module}:{line} imports {other}, which has no place"
        within = here == there and module != other
        assert there < here or within, f"{module}:{line} imports {other}, which stands below it"


def _packages(module: str) -> list[str]:
    """The packages around a module whose inside is listed."""
    return [name for name in INSIDES if module.startswith(name + ".")]


def _place_inside(package: str, module: str) -> int | None:
    order = INSIDES[package]
    parts = module.split(".")
    names = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
    return next((order.index(name) for name in names if name in order), None)


@pytest.mark.parametrize(
    ("package", "module"), [(package, module) for module in MODULES for package in _packages(module)]
)
def test_inside_a_package_too(package: str, module: str) -> None:
    here = _place_inside(package, module)
    if here is None and not list(imports_of(module)):
        return
    assert here is not None, f"say in docs/architecture.md, «Inside `{package}`», where {module} stands"
    for line, other in imported_modules(module):
        if other == package or not other.startswith(package + "."):
            continue
        there = _place_inside(package, other)
        assert there is not None, f"{module}:{line} imports {other}, which has no place"
        within = here == there and module != other
        assert there < here or within, f"{module}:{line} imports {other}, which stands below it"


def test_every_package_has_its_inside_listed() -> None:
    packages = {name.split(".")[0] for name in MODULES if "." in name}
    listed = {name.split(".")[0] for name in [*INSIDES, *(name for name in ORDER if "." in name)]}
    assert packages - listed == set()


def test_the_order_names_only_what_there_is() -> None:
    packages = {name.rpartition(".")[0] for name in MODULES} | set(MODULES)
    named = [*ORDER, *(name for inside in INSIDES.values() for name in inside)]
    assert [name for name in named if name not in packages] == []
    assert len(named) == len(set(named))


def _is_game(module: str) -> bool:
    place = _place(module)
    return place is not None and place < len(GAME)


@pytest.mark.parametrize("module", [module for module in MODULES if _is_game(module)])
def test_the_game_reads_nothing_and_draws_nothing(module: str) -> None:
    allowed = PLAIN | MAY_ALSO.get(module, set())
    for line, name in imports_of(module):
        top = name.split(".")[0]
        if top not in ("rebelote", "msgspec"):
            assert top in allowed, f"{module}:{line} imports {name}"


def test_the_document_names_the_modules_of_the_game_that_read_files() -> None:
    (told,) = re.findall(r"Three\nmodules read (.*?) Chance comes in", ARCHITECTURE, re.DOTALL)
    reading = {module for module in MODULES if _is_game(module) and _reads_files(module)}
    assert set(re.findall(r"`([a-z_.]+)`", told)) == reading


def _reads_files(module: str) -> bool:
    names = {name for _, name in imports_of(module)}
    opens = {node.attr for node in ast.walk(tree_of(module)) if isinstance(node, ast.Attribute)} & {"open"}
    return "importlib.resources" in names or bool(opens)


SOLVER = (ROOT / "docs" / "solver.md").read_text("utf-8")
NATIVE = ROOT / "native"


def test_the_document_names_the_files_of_the_core_that_know_python() -> None:
    (told,) = re.findall(r"The core is C\+\+20 in `native/`; (.*?) alone know Python", SOLVER, re.DOTALL)
    knowing = {file.name for file in NATIVE.glob("*.[ch]pp") if "nanobind" in file.read_text("utf-8")}
    assert set(re.findall(r"`([a-z_.]+)`", told)) == knowing


def test_what_both_state_has_one_file_name() -> None:
    (told,) = re.findall(r"has the same file name in both: (.*?)\.\n", SOLVER, re.DOTALL)
    for names, package in re.findall(r"(.*?) as in `rebelote\.([a-z.]+)`", told, re.DOTALL):
        for name in re.findall(r"`([a-z_]+)`", names):
            assert f"{package}.{name}" in MODULES
            assert list(NATIVE.glob(f"{name}.[ch]pp")), name


@pytest.mark.parametrize("module", [module for module in MODULES if _is_game(module)])
def test_the_game_neither_prints_nor_asks(module: str) -> None:
    for node in ast.walk(tree_of(module)):
        match node:
            case ast.Call(func=ast.Name(id="open" | "print" | "input" | "exec" | "eval" as name)):
                raise AssertionError(f"{module}:{node.lineno} calls {name}")
            case _:
                pass


@pytest.mark.parametrize("module", MODULES)
def test_only_msgspec_comes_from_elsewhere(module: str) -> None:
    allowed = THIRD_PARTY.get(module.split(".")[0], {"msgspec"}) | {"rebelote"}
    for line, name in imports_of(module):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top in allowed, f"{module}:{line} imports {name}"


GAMES_ALONE = set(RULESET_IDS) - {"coinche"}
"""«Coinche» is a word of the table too."""


@pytest.mark.parametrize("module", [module for module in MODULES if _is_game(module)])
def test_no_game_is_known_by_its_name(module: str) -> None:
    """Code branches on a part, never on a ruleset's id; only the catalogue lists them."""
    if module == "ruleset.builtin":
        return
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Constant):
            assert node.value not in GAMES_ALONE, f"{module}:{node.lineno}"


@pytest.mark.parametrize(
    "module",
    [
        "server.view_messages",
        "server.event_messages",
        "server.moments",
        "server.broadcast",
        "server.messages.match_view",
    ],
)
def test_no_state_reaches_what_makes_messages(module: str) -> None:
    """They are handed Views and redacted events (server.redacted_match), and can't even name a State."""
    names = {name for _, name in imported_modules(module)}
    assert names.isdisjoint({"state", "match", "chance", "server.game"})


def test_no_test_is_imported_by_another() -> None:
    """What several tests need has a room of its own: tests/support, or a folder's conftest."""
    from_a_test = re.compile(r"^(?:from|import) (tests\.(?:\w+\.)*test_\w+)", re.MULTILINE)
    files = [file for folder in ("tests", "scripts", "bench") for file in (ROOT / folder).rglob("*.py")]
    assert {
        str(file): found for file in files if (found := from_a_test.findall(file.read_text("utf-8")))
    } == {}
