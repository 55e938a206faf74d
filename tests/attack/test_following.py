"""A spectator follows a pack that is only cut: all of it where it was gathered exactly, else none of it."""

from __future__ import annotations

from tests.attack.following import played

DEALS = 150


def test_an_exactly_gathered_pack_can_be_followed() -> None:
    found = played("exact", DEALS)
    assert sum(each.hits for each in found) == sum(each.cards for each in found) == 21 * DEALS


def test_a_loosely_gathered_pack_is_followed_no_better_than_by_chance() -> None:
    """Hits of one deal depend on each other, so the spread is taken from the deals themselves."""
    found = played("loose", DEALS)
    gains = [each.hits - each.by_chance for each in found]
    mean = sum(gains) / DEALS
    spread = (sum((gain - mean) ** 2 for gain in gains) / (DEALS - 1) / DEALS) ** 0.5
    assert abs(mean) < 4 * spread
    assert spread < 0.5, "so small that one card in forty would be noticed"
