"""The networks: what a seat knows to what it should play; all four hands to how the deal will end."""

from __future__ import annotations

from pathlib import Path

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


def player(first: int = 1024) -> Net:
    """A number for each card: the larger, the likelier it is played."""
    return Net(FEATURES, CARDS, first)


def critic() -> Net:
    """What the deal will bring the seat in turn, all hands open."""
    return Net(FEATURES + HIDDEN, 1)


def load(source: Path) -> Net:
    """A network as it was saved, whatever its size."""
    state = torch.load(source, map_location="cpu")
    first, inputs = state["first.weight"].shape
    outputs, width = state["last.weight"].shape
    found = Net(inputs, outputs, first, width)
    found.load_state_dict(state)
    return found


def widen(net: Net, first: int) -> Net:
    """The same function with more units in the first layer, which nobody heeds as yet."""
    old = net.first.out_features
    wide = Net(net.first.in_features, net.last.out_features, first, net.second.out_features)
    with torch.no_grad():
        wide.first.weight[:old], wide.first.bias[:old] = net.first.weight, net.first.bias
        wide.second.weight[:, :old], wide.second.weight[:, old:] = net.second.weight, 0.0
    wide.second.bias, wide.third, wide.last = net.second.bias, net.third, net.last
    return wide
