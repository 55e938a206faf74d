"""Looking at what moves on a page while it moves."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Page

WATCH = """
window.motions = {};
const described = new Set(['offset', 'computedOffset', 'easing', 'composite']);
function look() {
  for (const { effect } of document.getAnimations()) {
    const frames = effect.getKeyframes();
    const names = new Set(frames.flatMap((frame) => Object.keys(frame)));
    const key = [...names].filter((name) => !described.has(name)).sort().join(' ');
    window.motions[key] = Math.max(window.motions[key] ?? 0, effect.getComputedTiming().endTime);
  }
  requestAnimationFrame(look);
}
requestAnimationFrame(look);
"""
"""A script for the page: at every frame, which properties are being animated, and until when."""


def watched(page: Page) -> Mapping[str, float]:
    """Every set of properties that moved together since the page was loaded, with its longest time in ms."""
    found: dict[str, float] = page.evaluate("() => window.motions")
    return found
