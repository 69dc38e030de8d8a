"""Natural batching: no delay at rest, large batches under load, and one bad item fails alone."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import anyio
import pytest

from askline.core.errors import StoreUnavailable
from askline.stores.batching import Batcher


class Gate:
    """A flush that waits until the test lets it go, and remembers its batches."""

    def __init__(self) -> None:
        self.open = anyio.Event()
        self.batches: list[list[int]] = []

    async def flush(self, batch: list[int]) -> list[int]:
        self.batches.append(batch)
        await self.open.wait()
        if 13 in batch:
            raise LookupError
        if 99 in batch:
            raise StoreUnavailable("away", hint="wait")
        return [item * 2 for item in batch]


@asynccontextmanager
async def running(batcher: Batcher[int, int]) -> AsyncGenerator[Callable[[int], object]]:
    """Puts items in tasks of their own; what came of each is in `results`."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(batcher.run)
        await anyio.wait_all_tasks_blocked()
        yield lambda item: tasks.start_soon(_put, batcher, item)
        with anyio.fail_after(5):
            await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()


results: dict[int, int | str] = {}


async def _put(batcher: Batcher[int, int], item: int) -> None:
    try:
        results[item] = await batcher.put(item)
    except (LookupError, StoreUnavailable) as error:
        results[item] = type(error).__name__


@pytest.fixture(autouse=True)
def no_results() -> None:
    results.clear()


async def test_what_comes_during_a_flush_goes_into_the_next() -> None:
    gate = Gate()
    async with running(Batcher(gate.flush, workers=1, most=3)) as put:
        put(1)
        await anyio.wait_all_tasks_blocked()
        for item in range(2, 7):
            put(item)
        await anyio.wait_all_tasks_blocked()
        gate.open.set()

    assert gate.batches == [[1], [2, 3, 4], [5, 6]]
    assert results == {item: item * 2 for item in range(1, 7)}


async def test_workers_flush_beside_each_other() -> None:
    gate = Gate()
    async with running(Batcher(gate.flush, workers=2, most=3)) as put:
        put(1)
        await anyio.wait_all_tasks_blocked()
        put(2)
        await anyio.wait_all_tasks_blocked()
        assert gate.batches == [[1], [2]]
        gate.open.set()

    assert results == {1: 2, 2: 4}


async def test_a_bad_item_fails_alone() -> None:
    gate = Gate()
    gate.open.set()
    async with running(Batcher(gate.flush, workers=1, most=9)) as put:
        for item in (1, 2, 3, 13):
            put(item)

    assert gate.batches == [[1, 2, 3, 13], [1, 2], [3, 13], [3], [13]]
    assert results == {1: 2, 2: 4, 3: 6, 13: "LookupError"}


async def test_a_batch_is_full_when_its_items_are_heavy() -> None:
    gate = Gate()
    gate.open.set()
    async with running(Batcher(gate.flush, workers=1, most=9, weigh=abs)) as put:
        for item in (1, 7, 2, 50, 3):
            put(item)

    assert gate.batches == [[1, 7, 2], [50], [3]]


async def test_a_store_that_is_away_fails_its_batch_and_no_later_one() -> None:
    gate = Gate()
    gate.open.set()
    async with running(Batcher(gate.flush, workers=1, most=2)) as put:
        for item in (1, 99, 2):
            put(item)

    assert gate.batches == [[1, 99], [2]]
    assert results == {1: "StoreUnavailable", 99: "StoreUnavailable", 2: 4}


async def test_whoever_is_gone_before_the_flush_is_left_out() -> None:
    gate = Gate()
    batcher = Batcher(gate.flush, workers=1, most=9)
    async with running(batcher) as put:
        put(1)
        await anyio.wait_all_tasks_blocked()
        with anyio.move_on_after(0):
            await batcher.put(2)
        gate.open.set()

    assert gate.batches == [[1]]


async def test_closing_tells_who_is_in_flight_and_who_is_queued() -> None:
    gate = Gate()
    batcher = Batcher(gate.flush, workers=1, most=1)
    async with anyio.create_task_group() as callers, anyio.create_task_group() as tasks:
        tasks.start_soon(batcher.run)
        callers.start_soon(_put, batcher, 1)
        callers.start_soon(_put, batcher, 2)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()

    assert results == {1: "StoreUnavailable", 2: "StoreUnavailable"}
    with pytest.raises(StoreUnavailable):
        await batcher.put(3)
