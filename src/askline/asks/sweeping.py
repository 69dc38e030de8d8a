"""Time's side of the desk: once a second, what is due is settled. That is the whole timer service.

Any number of processes may sweep the same store; each due ask is settled by one of them.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

import anyio

from askline.asks import lifecycle
from askline.asks.changes import Change
from askline.asks.model import Ask
from askline.asks.moving import Moving
from askline.asks.ports import AskStore
from askline.core.carrying import whole
from askline.core.clock import Clock, lately
from askline.core.errors import AsklineError

SWEEP_EVERY_S = 1.0
AT_ONCE = 1_000
TEND_EVERY = timedelta(hours=1)

log = logging.getLogger(__name__)


class Sweeping:
    def __init__(self, store: AskStore, clock: Clock, moving: Moving) -> None:
        self._store = store
        self._clock = clock
        self._moving = moving
        self._tended_at: datetime | None = None

    async def sweep(self) -> int:
        """Settle everything that is due now; how many that were."""
        now = self._clock.now()

        def expired(ask: Ask) -> Change:
            return lifecycle.expire(ask, now)

        total = 0
        while changes := await whole(partial(self._store.sweep, now, AT_ONCE, expired)):
            for change in changes:
                self._moving.tell(change)
            total += len(changes)
        await self._tend(now)
        return total

    async def run(self) -> None:
        """Sweep every second; a store that is away is swept when it is back."""
        while True:
            try:
                await self.sweep()
            except AsklineError as error:
                log.warning("nothing swept: %s", error.message)
            await anyio.sleep(SWEEP_EVERY_S)

    async def _tend(self, now: datetime) -> None:
        """After what is due: a store that cannot be tended stops no deadline, and the next sweep tries again."""
        if lately(self._tended_at, now, TEND_EVERY):
            return
        try:
            await self._store.tend(now)
        except AsklineError as error:
            log.warning("the store is not tended: %s", error.message)
        else:
            self._tended_at = now
