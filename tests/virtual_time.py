"""An event loop whose time does not pass: when nothing else is to do, it is set to the next alarm.

For tests of minutes and hours that run in milliseconds. What waits for another thread or for a
socket is not known to such a loop, so nothing of the kind may be part of the test.
"""

import asyncio  # noqa: TID251 - a loop is what it is about
import selectors
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


class Impatient(selectors.DefaultSelector):
    """Looks, and instead of waiting says how long it would have waited."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.skipped += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._impatient = Impatient()
        super().__init__(self._impatient)

    def time(self) -> float:
        return self._impatient.skipped


class LoopClock:
    """The desk's clock, in step with the running loop."""

    def now(self) -> datetime:
        return NOON + timedelta(seconds=asyncio.get_running_loop().time())


BACKEND: tuple[str, Mapping[str, Any]] = ("asyncio", {"loop_factory": VirtualLoop})
