"""The networks: what a seat knows to what it should play; all four hands to how the deal will end."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.table import FEATURES, HIDDEN

CARDS = 32


class Net(nn.Module):
    def __init__(self, inputs: int, outputs: int, first: int = 1024, width: int = 512) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, first)
        self.second = nn.Linear(first, width)
        self.third = nn.Linear(width, width)
        self.last = nn.Linear(width, outputs)
        nn.init.zeros_(self.last.bias)
        with torch.no_grad():
            self.last.weight.mul_(0.1)

    def forward(self, features: Tensor) -> Tensor:
        hidden = torch.relu(self.second(torch.relu(self.first(features))))
        hidden = hidden + torch.relu(self.third(hidden))
        out: Tensor = self.last(hidden)
        return out


def player() -> Net:
    """A number for each card: the larger, the likelier it is played."""
    return Net(FEATURES, CARDS)


def critic() -> Net:
    """What the deal will bring the seat in turn, all hands open."""
    return Net(FEATURES + HIDDEN, 1)
