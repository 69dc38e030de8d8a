"""Which sealing key seals, which open, when the next is made and when one may go."""

from collections.abc import Sequence
from datetime import timedelta

import anyio
import pytest

from askline.core.background import background
from askline.core.errors import StoreUnavailable
from askline.doors.mcp.seal import Seal
from askline.service.hub.keys import (
    KEPT,
    LATE,
    ROTATED,
    USED_AFTER,
    Aged,
    Rotating,
    in_order,
    is_due,
    outlived,
)

MOMENT = timedelta(seconds=1)
FRESH = timedelta()


@pytest.mark.parametrize(
    ("ages", "order"),
    [
        pytest.param([FRESH], [0], id="the very first seals at once"),
        pytest.param([FRESH, MOMENT], [1, 0], id="of two that are new the first"),
        pytest.param([USED_AFTER - MOMENT, ROTATED], [1, 0], id="a new one only opens"),
        pytest.param([USED_AFTER, ROTATED], [0, 1], id="one that all know seals"),
        pytest.param([MOMENT, ROTATED, 2 * ROTATED], [1, 0, 2], id="older ones open"),
    ],
)
def test_the_newest_that_everybody_knows_seals_and_all_open(
    ages: list[timedelta], order: list[int]
) -> None:
    keys: list[Aged] = [(b"%d" % number, age) for number, age in enumerate(ages)]

    assert in_order(keys) == [b"%d" % number for number in order]


def test_the_next_is_made_when_there_is_none_or_the_newest_is_old() -> None:
    assert is_due([])
    assert not is_due([(b"k", ROTATED - MOMENT)])
    assert is_due([(b"k", ROTATED), (b"j", 2 * ROTATED)])


def test_a_key_goes_when_nothing_that_it_sealed_can_come_back() -> None:
    last = USED_AFTER + LATE + KEPT

    assert outlived([(b"only", 10 * last)]) == []
    assert outlived([(b"new", last - MOMENT), (b"old", 2 * last)]) == []
    assert outlived([(b"new", last), (b"old", 2 * last)]) == [b"old"]


class Kept:
    """Keys at hand."""

    def __init__(self, *ages: timedelta) -> None:
        self.held: list[Aged] = [(bytes([number]) * 32, age) for number, age in enumerate(ages)]
        self.away = False
        self.read = anyio.Event()

    async def keys(self) -> list[Aged]:
        self.read.set()
        if self.away:
            raise StoreUnavailable("It is away.", hint="Wait.")
        return list(self.held)

    async def make(self, key: bytes, younger: timedelta) -> None:
        assert younger == ROTATED
        self.held.insert(0, (key, FRESH))

    async def drop(self, keys: Sequence[bytes]) -> None:
        self.held = [each for each in self.held if each[0] not in keys]


async def test_who_finds_keys_too_old_makes_one_and_still_seals_with_those_that_all_know() -> None:
    kept, others = Kept(ROTATED), Seal(bytes([0]) * 32)
    seal = Seal()
    await Rotating(kept, seal).learn()

    assert len(kept.held) == 2
    assert others.unseal(seal.seal(b"state")) == b"state"


async def test_what_is_outlived_is_dropped() -> None:
    kept = Kept(timedelta(days=6), timedelta(days=13), timedelta(days=20), timedelta(days=27))
    await Rotating(kept, Seal()).learn()

    assert [age.days for _, age in kept.held] == [6, 13]


async def test_keys_are_read_again_and_again_also_after_a_store_was_away() -> None:
    kept, seal = Kept(timedelta(days=1)), Seal()
    kept.away = True
    with anyio.fail_after(10):
        async with background(lambda: Rotating(kept, seal).run(every_s=0)):
            await kept.read.wait()
            kept.away, kept.read = False, anyio.Event()
            await kept.read.wait()
            kept.read = anyio.Event()
            await kept.read.wait()

    assert Seal(bytes([0]) * 32).unseal(seal.seal(b"state")) == b"state"
