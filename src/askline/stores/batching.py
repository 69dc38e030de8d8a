"""Natural batching: while one flush is on its way, everything that comes goes into the next.

At rest a batch is one item and waits for nobody; under load batches grow by themselves, and many
callers share one commit.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import anyio

from askline.core.errors import StoreUnavailable
from askline.core.latch import Latch, fail, give, new_latch

Item = TypeVar("Item")
Result = TypeVar("Result")


def one(_item: object) -> int:
    return 1


class Batcher(Generic[Item, Result]):
    """Hands items to `flush`, in at most `workers` flushes at a time.

    A batch takes items until they weigh `most` together. `flush` returns one result per item, in
    order, and must be all or nothing: a batch that failed by its content is flushed again in
    halves, so that one bad item spoils it for no other.
    """

    def __init__(
        self,
        flush: Callable[[list[Item]], Awaitable[Sequence[Result]]],
        *,
        workers: int,
        most: int,
        weigh: Callable[[Item], int] = one,
    ) -> None:
        self._flush = flush
        self._workers = workers
        self._most = most
        self._weigh = weigh
        self._queue: deque[tuple[Item, Latch[Result]]] = deque()
        self._idle: list[Latch[None]] = []
        self._closed = False

    async def put(self, item: Item) -> Result:
        """The item's result, once its batch is flushed.

        Raises:
            StoreUnavailable: the batcher ended before it knew the result.
        """
        if self._closed:
            raise _closing()
        latch: Latch[Result] = new_latch()
        self._queue.append((item, latch))
        if self._idle:
            give(self._idle.pop(), None)
        return await latch

    async def run(self) -> None:
        """Flush for as long as this is not cancelled; then whoever still waits is told."""
        try:
            async with anyio.create_task_group() as tasks:
                for _ in range(self._workers):
                    tasks.start_soon(self._work)
        finally:
            self._closed = True
            while self._queue:
                fail(self._queue.popleft()[1], _closing())

    async def _work(self) -> None:
        while True:
            while not self._queue:
                called: Latch[None] = new_latch()
                self._idle.append(called)
                await called
            if batch := self._batch():
                await self._settle(batch)

    def _batch(self) -> list[tuple[Item, Latch[Result]]]:
        """The next in the queue, without those whose callers have gone."""
        batch: list[tuple[Item, Latch[Result]]] = []
        weight = 0
        while self._queue and weight < self._most:
            item, latch = self._queue.popleft()
            if not latch.done():
                batch.append((item, latch))
                weight += self._weigh(item)
        return batch

    async def _settle(self, batch: list[tuple[Item, Latch[Result]]]) -> None:
        try:
            results = await self._flush([item for item, _ in batch])
            for (_, latch), result in zip(batch, results, strict=True):
                give(latch, result)
        except StoreUnavailable as error:
            for _, latch in batch:
                fail(latch, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, its callers see it and the others go on
            if len(batch) == 1:
                fail(batch[0][1], error)
            else:
                half = len(batch) // 2
                await self._settle(batch[:half])
                await self._settle(batch[half:])
        finally:
            for _, latch in batch:
                fail(latch, _closing())


def _closing() -> StoreUnavailable:
    return StoreUnavailable(
        "The store was closed before this was known to be kept.",
        hint="Try again; a repeat of what was kept is recognised.",
    )
