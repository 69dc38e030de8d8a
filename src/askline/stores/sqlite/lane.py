"""A thread with a connection of its own. All writing goes through one such lane.

While one batch is being committed everything that comes in waits and goes into the next, so under
load many callers share one fsync, and at rest a batch is one caller and costs no delay. Within a
batch all work of one kind is one call, because every statement is a chance for the busy event loop
to keep the interpreter's lock for milliseconds: few statements per batch, not few per caller.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

from askline.core.errors import StoreUnavailable
from askline.core.latch import Latch, new_latch, settle_from_thread
from askline.stores.sqlite.connection import connect, translated

Item = TypeVar("Item")
Result = TypeVar("Result")

AT_ONCE = 500

Work = Callable[[sqlite3.Connection, Sequence[Item]], Sequence[Result]]
"""Does the same for many callers; one result each, in their order.

May be run twice, alone for each caller, when its batch failed: so it must do all through its
connection, which is rolled back.
"""

Job = tuple[Work[Any, Any], Any, Latch[Any]]
Settled = tuple[Latch[Any], object, BaseException | None]


class Lane:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"askline-{path.name}", daemon=True)

    def __enter__(self) -> Self:
        self._db = connect(self._path)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    async def run(self, work: Work[Item, Result], item: Item) -> Result:
        """The result for `item`, once its batch is committed."""
        if self._closed:
            raise StoreUnavailable("The store is closed.", hint="Open it again.")
        latch: Latch[Result] = new_latch()
        self._jobs.put((work, item, latch))
        return await latch

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, more = self._batch(job)
            settle_from_thread(self._settled(batch))
            if not more:
                break
        self._db.close()

    def _batch(self, first: Job) -> tuple[list[Job], bool]:
        """Everything that waits by now, and whether more may come."""
        batch = [first]
        with suppress(Empty):
            while len(batch) < AT_ONCE:
                job = self._jobs.get_nowait()
                if job is None:
                    return batch, False
                batch.append(job)
        return batch, True

    def _settled(self, batch: list[Job]) -> list[Settled]:
        try:
            return self._together(batch)
        except Exception as error:  # noqa: BLE001 - it is told to whoever waits; the lane is everybody's
            if len(batch) == 1:
                return [(batch[0][2], None, translated(error, self._path))]
            # One of them spoils it for all: each alone finds out which.
            return [settled for job in batch for settled in self._settled([job])]

    def _together(self, batch: list[Job]) -> list[Settled]:
        kinds: dict[Work[Any, Any], list[Job]] = {}
        for job in batch:
            kinds.setdefault(job[0], []).append(job)
        settled: list[Settled] = []
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for work, jobs in kinds.items():
                results = work(self._db, [item for _, item, _ in jobs])
                settled.extend(
                    (latch, result, None)
                    for (_, _, latch), result in zip(jobs, results, strict=True)
                )
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # some errors have rolled back already
                self._db.execute("ROLLBACK")
            raise
        return settled
