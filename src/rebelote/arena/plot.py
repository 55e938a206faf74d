"""How a result settled, as a small SVG: the mean after each pair and its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 40, 44
MOST_POINTS = 400


class Frame(NamedTuple):
    """The values at the edges of the drawing."""

    pairs: int
    low: float
    high: float

    def x(self, count: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * count / self.pairs

    def y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)


Point = tuple[int, float, float]


def svg(title: str, points: Sequence[Point], unit: str) -> str:
    """`points`: pairs so far, mean, half-width."""
    shown = _thinned(points)
    frame = _frame(shown)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{escape(title)}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text x="{LEFT}" y="24" font-size="15">{escape(title)}</text>',
            *_grid(frame),
            _band(frame, shown),
            _line(frame, shown),
            f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 10}" text-anchor="end">{escape(unit)}</text>',
            "</svg>",
            "",
        ]
    )


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    step = max(1, ceil(len(points) / MOST_POINTS))
    return [point for place, point in enumerate(points) if place % step == 0 or place == len(points) - 1]


def _frame(points: Sequence[Point]) -> Frame:
    """All but the wild start, and zero always."""
    settled = points[len(points) // 20 :] or [(1, 0.0, 1.0)]
    low = min(0.0, *(mean - half for _, mean, half in settled))
    high = max(0.0, *(mean + half for _, mean, half in settled))
    room = (high - low) * 0.05 or 1.0
    return Frame(settled[-1][0], low - room, high + room)


def _grid(frame: Frame) -> list[str]:
    lines = []
    for value in _ticks(frame.low, frame.high):
        y, colour = frame.y(value), "#444" if value == 0 else "#ddd"
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{colour}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for count in _ticks(0, frame.pairs):
        x = frame.x(count)
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{count:g}</text>')
    return lines


def _ticks(low: float, high: float) -> list[float]:
    """About five round values between two."""
    size = 10 ** floor(log10((high - low) / 4))
    step = next(size * factor for factor in (1, 2, 5, 10) if (high - low) / (size * factor) <= 6)
    return [round(n * step, 10) for n in range(ceil(low / step), floor(high / step) + 1)]


def _band(frame: Frame, points: Sequence[Point]) -> str:
    above = [(frame.x(count), frame.y(min(frame.high, mean + half))) for count, mean, half in points]
    below = [(frame.x(count), frame.y(max(frame.low, mean - half))) for count, mean, half in reversed(points)]
    return f'<path d="M{_path([*above, *below])}Z" fill="#1f6f54" fill-opacity="0.18"/>'


def _line(frame: Frame, points: Sequence[Point]) -> str:
    inside = [(frame.x(count), frame.y(min(frame.high, max(frame.low, mean)))) for count, mean, _ in points]
    return f'<path d="M{_path(inside)}" fill="none" stroke="#1f6f54" stroke-width="2"/>'


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
