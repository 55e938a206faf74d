"""When the server's process lets Python look for circles of objects."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from rebelote.server.circles import FULL_SECONDS, Circles
from rebelote.server.counts import COUNTS


@pytest.fixture
def circles() -> Iterator[Circles]:
    """Nothing is looked for but what a test asks for."""
    usual, actions, heard = gc.get_threshold(), COUNTS.actions, COUNTS.heard
    found = Circles(0.0)
    gc.disable()
    yield found
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*usual)
    COUNTS.actions, COUNTS.heard = actions, heard


class Knot:
    """It holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("kind", ["actions", "heard"])
def test_what_actions_have_made_is_put_aside(kind: str, circles: Circles) -> None:
    """Those of this node, and those that others tell it of."""
    circles.look(1.0)
    made: list[list[int]] = [[] for _ in range(150)]
    setattr(COUNTS, kind, getattr(COUNTS, kind) + 100)
    circles.look(2.0)
    assert not any(found is made for found in gc.get_objects())
    assert gc.get_count()[0] < len(made)


def test_what_requests_have_made_is_looked_through(circles: Circles) -> None:
    circles.look(1.0)
    made: list[list[int]] = [[] for _ in range(1000)]
    COUNTS.actions += 100
    circles.look(2.0)
    assert any(found is made for found in gc.get_objects(generation=0))


def test_a_second_of_requests_keeps_no_later_one_from_being_put_aside(circles: Circles) -> None:
    circles.look(1.0)
    made: list[list[int]] = [[] for _ in range(1000)]
    circles.look(2.0)
    COUNTS.actions += 100
    circles.look(3.0)
    assert not any(found is made for found in gc.get_objects())


def test_circles_that_were_put_aside_are_found_once_an_hour(circles: Circles) -> None:
    circles.look(1.0)
    knot = Knot()
    gone = weakref.ref(knot)
    COUNTS.actions += 100
    del knot
    circles.look(2.0)
    gc.collect()
    assert gone() is not None, "it was put aside"
    circles.look(FULL_SECONDS - 1)
    assert gone() is not None
    circles.look(FULL_SECONDS)
    assert gone() is None
