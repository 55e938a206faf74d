"""`rebelote admin`, typed beside a running server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from rebelote.cli import main


class Operator:
    """Types commands; what they print."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._capsys = folder, capsys

    async def __call__(self, *words: str, status: int = 0) -> str:
        def order() -> None:
            with pytest.raises(SystemExit) as end:
                main(["admin", *words, "--data", str(self._folder), "--lang", "en"])
            assert end.value.code == status

        await asyncio.to_thread(order)
        out, err = self._capsys.readouterr()
        return out or err

    async def lines(self, what: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(await self(what, "--json"))
        return found
