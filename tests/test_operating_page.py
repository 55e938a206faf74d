"""docs/operating.md says what there is: every setting, every metric, every event, every order."""

from __future__ import annotations

import re
from pathlib import Path

from rebelote.cli.admin import app as admin
from rebelote.server.app import services_of
from rebelote.server.metrics import Metrics, registry_of
from rebelote.server.settings import Settings
from scripts.settings_table import PAGE, table

TEXT = PAGE.read_text("utf-8")
SERVER = Path(__file__).parents[1] / "src" / "rebelote" / "server"


def test_the_settings() -> None:
    assert table() in TEXT, "python -m scripts.settings_table writes the table anew"


def test_the_metrics(tmp_path: Path) -> None:
    services = services_of(Settings(data=tmp_path))
    try:
        found = {family.name for family in registry_of(Metrics(services)).collect()}
    finally:
        services.registry.store.close()
    ours = {name for name in found if name.startswith("rebelote_")}
    told = set(re.findall(r"^\| `(rebelote_\w+?)(?:_total)?(?:\{[a-z,]*\})?` ", TEXT, re.MULTILINE))
    assert told == ours
    alerts = TEXT.partition("```yaml")[2].partition("```")[0]
    for name in re.findall(r"rebelote_[a-z_]+", alerts):
        assert re.sub("_(total|bucket)$", "", name) in ours


def test_the_events() -> None:
    code = "".join(path.read_text("utf-8") for path in SERVER.rglob("*.py"))
    events = set(re.findall(r"\bevent\(\s*\"(\w+)\"", code))
    told = TEXT.partition("- **Events**:")[2].partition("- **Never")[0]
    assert events == set(re.findall(r"`(\w+)`", told))


def test_the_orders() -> None:
    orders = {each.callback.__name__ for each in admin.registered_commands if each.callback}
    assert orders == set(re.findall(r"^rebelote admin (\w+)", TEXT, re.MULTILINE))
