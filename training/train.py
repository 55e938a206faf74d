"""Learn to play by playing: every seat is the same network, and a critic with open hands judges every card.

The **critic** learns what the deals bring that the player plays. The **player** sees what its seat sees and
learns to play the cards after which the critic thinks better of the deal than before (proximal policy
optimisation, with the luck of the deal taken out by the open hands). The critic knows how the player goes on,
not how one would with open cards, so it teaches nobody to count on secrets.

    python -m training.train --minutes 9 --out DIR [--from DIR]

Needs PyTorch and, to get anywhere, a GPU. There the launches are recorded once and replayed, which more than
doubles the pace.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor

from training import net as nets
from training.calls import Callers
from training.net import Net
from training.table import Tables, bits, constant, observe, peek, unpack, utility

SCALE = 81.0
"""Utilities are learned in units of half a deal's points."""
LAMBDA = 0.8
CLIP = 0.2
CARELESS = 0.15
CARELESS_HEAT = 2.5
REPORT = 32768
"""Deals of a comparison."""
GENTLY = 200
"""Steps over which the rate rises when a run begins, while the optimiser has seen little."""


@dataclass
class Seen:
    """Decisions: what the seat knew, what it played and how likely that was, and how it turned out."""

    sets: Tensor
    numbers: Tensor
    hidden: Tensor
    card: Tensor
    log_chance: Tensor
    counts: Tensor  # a choice of the player's own: not forced, not careless
    gained: Tensor
    value: Tensor

    def __getitem__(self, rows: Tensor) -> Seen:
        return Seen(*(each[rows] for each in vars(self).values()))

    def __len__(self) -> int:
        return len(self.card)


def log_chances(net: Net, features: Tensor, legal: Tensor) -> Tensor:
    with torch.autocast(features.device.type, torch.bfloat16, cache_enabled=False):
        scores = net(features)
    return scores.float().masked_fill(bits(legal) == 0, -1e9).log_softmax(-1)


def judge(net: Net, features: Tensor, hidden: Tensor) -> Tensor:
    opened = torch.cat([features, bits(hidden).flatten(1).to(features.dtype)], 1)
    with torch.autocast(features.device.type, torch.bfloat16, cache_enabled=False):
        said = net(opened)
    return said.float()[:, 0]


def draw(chances: Tensor) -> Tensor:
    noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-9, 1 - 1e-7)))
    return (chances + noise).argmax(1)


@torch.no_grad()
def play(player: Net, critic: Net, callers: Callers, number: int) -> Seen:
    """Whole deals. At some tables one side plays carelessly, so that nobody counts on perfect company."""
    tables = Tables(*callers.tables(number))
    worth = utility(tables.contracts)
    careless = torch.rand(number, device=tables.device) < CARELESS
    careless_side = torch.randint(0, 2, (number,), device=tables.device)
    steps, judged, signs = [], [], []
    for _ in range(32):
        sets, numbers = observe(tables)
        legal = sets[:, 1]
        features = unpack(sets, numbers, torch.bfloat16)
        hidden = peek(tables)
        chances = log_chances(player, features, legal)
        warm = careless & (tables.turn % 2 == careless_side)
        card = draw(torch.where(warm[:, None], chances / CARELESS_HEAT, chances))
        sign = torch.where((tables.turn - tables.contracts.taker) % 2 == 0, 1.0, -1.0)
        judged.append(judge(critic, features, hidden) * sign)
        signs.append(sign)
        counts = ~warm & ((legal & (legal - 1)) != 0)
        steps.append((sets, numbers.half(), hidden, card, chances.gather(1, card[:, None])[:, 0], counts))
        tables.play(card)
    end = worth.gather(1, tables.outcome()[:, None])[:, 0] / SCALE
    gained, value = credit(torch.stack(judged), end)
    sign = torch.stack(signs)
    sets, numbers, hidden, card, log_chance, counts = (torch.cat(each) for each in zip(*steps, strict=True))
    gained, value = (gained * sign).flatten(), (value * sign).flatten()
    return Seen(sets, numbers, hidden, card, log_chance, counts, gained, value)


def credit(judged: Tensor, end: Tensor) -> tuple[Tensor, Tensor]:
    """To the takers: what each card gained by the critic's word, and what that should have been."""
    after = torch.cat([judged[1:], end[None]])
    gained = torch.zeros_like(judged)
    running = torch.zeros_like(end)
    for step in reversed(range(len(judged))):
        running = after[step] - judged[step] + LAMBDA * running
        gained[step] = running
    return gained, gained + judged


@torch.no_grad()
def duel(player: Net, other: Net | None, callers: Callers, number: int) -> tuple[float, float]:
    """Both sit on either side of the same deals and play for points: the mean difference a deal, and 95 %.

    Without another, the opponent plays any legal card.
    """
    hands, contracts, law = callers.tables(number)
    contracts.aims[:] = constant((0.0, 0.0, 40.0, 81.0), hands.device)
    gained = []
    for side in (0, 1):
        tables = Tables(hands, contracts, law)
        for _ in range(32):
            sets, numbers = observe(tables)
            features = unpack(sets, numbers, torch.bfloat16)
            one = log_chances(player, features, sets[:, 1])
            two = (
                (bits(sets[:, 1]) * torch.rand_like(one))
                if other is None
                else log_chances(other, features, sets[:, 1])
            )
            ours = (tables.turn % 2 == side)[:, None]
            tables.play(torch.where(ours, one, two).argmax(1))
        gained.append((tables.points[:, side] - tables.points[:, 1 - side]).float())
    pairs = (gained[0] + gained[1]) / 2
    return pairs.mean().item(), 1.96 * pairs.std().item() / math.sqrt(number)


Result = TypeVar("Result")


class Replay(Generic[Result]):
    """Work that is always the same to the machine: a GPU records it once, then needs no more telling."""

    def __init__(self, work: Callable[[], Result], device: torch.device) -> None:
        self.work = work
        self.graph = torch.cuda.CUDAGraph() if device.type == "cuda" else None
        self.result: Result | None = None

    def __call__(self) -> Result:
        if self.graph is None:
            return self.work()
        if self.result is None:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                self.work()
                self.work()
            torch.cuda.current_stream().wait_stream(aside)
            with torch.cuda.graph(self.graph):
                self.result = self.work()
        self.graph.replay()
        return self.result


class Pupil:
    """A network and its optimiser."""

    def __init__(self, net: Net, device: torch.device) -> None:
        self.net = net.to(device)
        on_gpu = device.type == "cuda"
        self.rate = torch.zeros((), device=device)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(),
            lr=self.rate,
            weight_decay=1e-4,
            betas=(0.9, 0.99),
            fused=on_gpu,
            capturable=on_gpu,
        )

    def step(self, loss: Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()


class Lesson:
    """Passes over what was seen, `size` decisions a step."""

    def __init__(self, player: Pupil, critic: Pupil, size: int, device: torch.device) -> None:
        self.player, self.critic, self.size = player, critic, size
        self.rows = torch.zeros(size, dtype=torch.long, device=device)
        self.spread = torch.ones((), device=device)
        self.curiosity = torch.zeros((), device=device)
        self.told = torch.zeros(2, device=device)
        self.steps_done = 0
        self._replay = Replay(self._step, device)

    def __call__(self, seen: Seen, rate: float, curiosity: float) -> tuple[float, float]:
        """One pass: the luck that the critic can't explain, and the player's doubts."""
        self.seen = seen
        order = torch.randperm(len(seen), device=seen.card.device)
        self.spread.copy_(seen.gained[seen.counts].std())
        self.curiosity.fill_(curiosity)
        self.told.zero_()
        steps = len(order) // self.size
        for step in range(steps):
            if step == 0 or self.steps_done <= GENTLY:
                for pupil in (self.player, self.critic):
                    pupil.rate.fill_(rate * min(1.0, self.steps_done / GENTLY))
            self.rows.copy_(order[step * self.size : (step + 1) * self.size])
            self._replay()
            self.steps_done += 1
        luck, doubt = (self.told / steps).tolist()
        return luck, doubt

    def _step(self) -> bool:
        player, critic, part = self.player, self.critic, self.seen[self.rows]
        features = unpack(part.sets, part.numbers, torch.bfloat16)
        off = judge(critic.net, features, part.hidden) - part.value
        critic.step((off * off).mean() * 10)
        chances = log_chances(player.net, features, part.sets[:, 1])
        ratio = (chances.gather(1, part.card[:, None])[:, 0] - part.log_chance).exp()
        gain = part.gained / self.spread
        clipped = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
        undecided = -(chances.exp() * chances.clamp(min=-50)).sum(1)
        weight = part.counts.float() / part.counts.sum().clamp(min=1)
        player.step(-((clipped + self.curiosity * undecided) * weight).sum())
        self.told[0] += (off.detach() ** 2).mean().sqrt() * SCALE
        self.told[1] += (undecided.detach() * weight).sum()
        return True


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--from", dest="start", type=Path)
    parser.add_argument("--against", type=Path, help="whom to be compared with, if not the start")
    parser.add_argument("--first", type=int, default=1024, help="units of the player's first layer")
    parser.add_argument("--tables", type=int, default=65536)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--last-rate", type=float, default=2e-5)
    parser.add_argument("--curiosity", type=float, default=0.02)
    parser.add_argument("--last-curiosity", type=float, default=0.002)
    parser.add_argument(
        "--share", type=float, nargs=2, default=(0.0, 1.0), help="of a course in several runs"
    )
    args = parser.parse_args()
    started, deals, told = time.monotonic(), 0, 0.0
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = nets.load(args.start / "player.pt") if args.start else nets.player(args.first)
    player = Pupil(nets.widen(net, args.first) if args.first > net.first.out_features else net, device)
    critic = Pupil(nets.load(args.start / "critic.pt") if args.start else nets.critic(), device)
    against = args.against or args.start
    rival = nets.load(against / "player.pt").to(device) if against else None
    callers = Callers(device)
    args.out.mkdir(parents=True, exist_ok=True)
    played = Replay(lambda: play(player.net, critic.net, callers, args.tables), device)
    lesson = Lesson(player, critic, args.batch, device)
    while (spent := (time.monotonic() - started) / 60) < args.minutes:
        part = args.share[0] + (args.share[1] - args.share[0]) * spent / args.minutes
        rate = args.last_rate + (args.rate - args.last_rate) * (1 + math.cos(math.pi * part)) / 2
        curiosity = args.curiosity * (args.last_curiosity / args.curiosity) ** part
        seen = played()
        losses = lesson(seen, rate, curiosity)
        deals += args.tables
        if spent >= told:
            report(spent, deals, losses, player.net, rival, callers)
            save(args.out, player, critic)
            told += args.minutes / 10
    save(args.out, player, critic)
    report(spent, deals, losses, player.net, rival, callers)


def report(
    spent: float, deals: int, losses: tuple[float, float], net: Net, rival: Net | None, callers: Callers
) -> None:
    line = f"{spent:5.1f} min {deals / 1e6:7.1f} M deals, luck {losses[0]:.2f}, doubt {losses[1]:.3f}"
    for name, other in (("any card", None), ("the start", rival)):
        if name == "any card" or other is not None:
            gain, margin = duel(net, other, callers, REPORT)
            line += f", against {name} {gain:+.2f} ± {margin:.2f}"
    print(line, flush=True)


def save(out: Path, player: Pupil, critic: Pupil) -> None:
    torch.save(player.net.state_dict(), out / "player.pt")
    torch.save(critic.net.state_dict(), out / "critic.pt")


if __name__ == "__main__":
    main()
