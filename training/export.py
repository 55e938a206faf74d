"""A trained player as the file that the bots read: eight bits a weight, with a scale for each row.

python -m training.export DIR/player.pt src/rebelote/bots/expert/policy.bin
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import torch
from torch import Tensor

MAGIC = b"rebelote policy 1\n"
LAYERS = ("first", "second", "third", "last")


def in_steps(weights: Tensor) -> tuple[Tensor, Tensor]:
    """Whole steps from -127 to 127, and how long a step is in each row."""
    scales = weights.abs().amax(1).clamp(min=1e-8) / 127
    return (weights / scales[:, None]).round(), scales


def layer(weights: Tensor, bias: Tensor) -> bytes:
    steps, scales = in_steps(weights)
    outputs, inputs = weights.shape
    return b"".join(
        (
            struct.pack("<II", inputs, outputs),
            struct.pack(f"<{outputs}f", *scales.tolist()),
            bytes(value & 0xFF for value in steps.to(torch.int8).flatten().tolist()),
            struct.pack(f"<{outputs}f", *bias.tolist()),
        )
    )


def main() -> None:
    source, target = map(Path, sys.argv[1:3])
    state = torch.load(source, map_location="cpu")
    parts = (layer(state[f"{name}.weight"].float(), state[f"{name}.bias"].float()) for name in LAYERS)
    target.write_bytes(MAGIC + b"".join(parts))


if __name__ == "__main__":
    main()
