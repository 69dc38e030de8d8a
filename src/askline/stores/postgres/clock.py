"""The database's time, which all replicas share: whose own clock is wrong settles nothing too early.

The time is looked up now and then and counted on in between. The machine's own clock is never read, so
it may jump. A database that is away is waited for, and the count goes on.
"""

import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import anyio

from askline.core.background import background
from askline.core.clock import whole_milliseconds
from askline.core.errors import StoreUnavailable
from askline.core.ids import EPOCH
from askline.stores.postgres.connections import Wires

LOOK_S = 10.0
NOW = "SELECT clock_timestamp()"

log = logging.getLogger(__name__)


class PostgresClock:
    """Tells no time before it has looked once."""

    def __init__(self, dsn: str, *, ticks: Callable[[], float] = time.monotonic) -> None:
        self._wires = Wires(dsn, 1)
        self._ticks = ticks
        self._start = EPOCH
        """What the time was when `ticks` counted nothing."""

    def now(self) -> datetime:
        return whole_milliseconds(self._start + timedelta(seconds=self._ticks()))

    async def look(self) -> None:
        """Take over the database's time as of the middle of the way there and back.

        Raises:
            StoreUnavailable: it is not known; this clock goes on as it went.
        """
        async with self._wires.use() as db:
            before = self._ticks()
            said: datetime = await db.fetchval(NOW)
            middle = (before + self._ticks()) / 2
        self._start = said - timedelta(seconds=middle)

    async def run(self, every: float = LOOK_S) -> None:
        """Look again and again, for as long as this is not cancelled."""
        try:
            while True:
                await anyio.sleep(every)
                try:
                    await self.look()
                except StoreUnavailable as error:
                    log.warning("the time is counted on: %s", error.message)
        finally:
            with anyio.CancelScope(shield=True):
                await self._wires.close()


@asynccontextmanager
async def open_clock(dsn: str) -> AsyncGenerator[PostgresClock]:
    """Raises: StoreUnavailable."""
    clock = PostgresClock(dsn)
    await clock.look()
    async with background(clock.run):
        yield clock
