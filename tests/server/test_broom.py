"""The broom: it sets aside what lives, sweeps what is young, and everything when nobody is here."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from stablehand.server.broom import AT_LAST, WHOLE, Broom

if TYPE_CHECKING:
    from collections.abc import Iterator


class Ring:
    """Something that only the collector can clear away."""

    def __init__(self) -> None:
        self.me = self


class House:
    """A server's clock, and whether anybody is there."""

    def __init__(self) -> None:
        self.now, self.is_quiet = 0.0, False
        self.broom = Broom(lambda: self.is_quiet, lambda: self.now)


@pytest.fixture
def house() -> Iterator[House]:
    """Return a house that is tidied up in the end."""
    yield House()
    gc.unfreeze()


def test_what_lives_is_set_aside(house: House) -> None:
    kept = [[number] for number in range(1000)]
    before = gc.get_freeze_count()
    house.broom.sweep()
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(thing is kept for thing in gc.get_objects())


def test_what_is_young_is_swept_whoever_is_here(house: House) -> None:
    ring = weakref.ref(Ring())
    house.broom.sweep()
    assert ring() is None


@pytest.mark.parametrize(
    ("is_quiet", "later", "is_gone"),
    [(True, WHOLE, True), (True, WHOLE - 1, False), (False, WHOLE, False), (False, AT_LAST, True)],
)
def test_what_was_set_aside_is_swept_when_nobody_is_here_or_at_last(
    house: House, *, is_quiet: bool, later: float, is_gone: bool
) -> None:
    held = Ring()
    ring = weakref.ref(held)
    house.broom.sweep()
    del held
    house.now, house.is_quiet = later, is_quiet
    house.broom.sweep()
    assert (ring() is None) is is_gone


def test_it_leaves_the_collector_as_it_was(house: House) -> None:
    async def run() -> int:
        task = asyncio.create_task(house.broom.run())
        await asyncio.sleep(0)
        frozen = gc.get_freeze_count()
        task.cancel()
        await asyncio.wait([task])
        return frozen

    assert asyncio.run(run()) > 0
    assert gc.get_freeze_count() == 0
