"""`rebelote serve` without luck: ids, packs and bots are the same at every start, to compare pictures.

Never for a server that people play on: who knows the seed knows all cards.
"""

from __future__ import annotations

import random
from types import SimpleNamespace

from rebelote.cli.app import app
from rebelote.server import bot_turns, game

SEED = 12


def main() -> None:
    luck = random.Random(SEED)
    vars(game)["secrets"] = SimpleNamespace(token_bytes=luck.randbytes, choice=luck.choice)
    vars(bot_turns)["random"] = SimpleNamespace(Random=lambda: random.Random(SEED))
    app()


if __name__ == "__main__":
    main()
