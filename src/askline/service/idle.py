"""Ends a service that nobody needs: no line connected, no call, and no deadline soon.

What waits in the store waits as well without a process; the next line or command starts one.
"""

from collections.abc import Callable
from datetime import timedelta

import anyio

from askline.asks.desk import Desk
from askline.core.clock import Clock
from askline.core.errors import StoreUnavailable
from askline.core.people import Door, local_person

LOOKS = 6
"""How often the idle time is looked at while it runs."""


class Idle:
    def __init__(
        self, desk: Desk, clock: Clock, after_s: float | None, busy: Callable[[], bool]
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._after_s = after_s
        self._busy = busy

    async def wait(self) -> None:
        """Return when nobody has needed the service for its idle time; never, if it has none."""
        while self._after_s is None:
            await anyio.sleep_forever()
        quiet = 0
        while quiet < LOOKS:
            await anyio.sleep(self._after_s / LOOKS)
            quiet = 0 if self._busy() or await self._due(self._after_s) else quiet + 1

    async def _due(self, within_s: float) -> bool:
        """Whether time has something to do soon; the inbox has the soonest deadline first."""
        try:
            first = await self._desk.reading.inbox(local_person(Door.API), limit=1)
        except StoreUnavailable:
            return True  # nobody can tell
        soon = self._clock.now() + timedelta(seconds=within_s)
        return any(ask.due_at is not None and ask.due_at <= soon for ask in first)
