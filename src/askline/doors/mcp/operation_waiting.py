"""How a call waits for operations: until enough have ended, or its time is over.

Waiting moves nothing. A call that is cancelled, or whose client went away, leaves its operations as
they are; whoever comes back finds them.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import anyio

from askline.commands.operation import Operation
from askline.commands.workshop import Workshop
from askline.core.background import background
from askline.core.errors import NotFound, StoreUnavailable
from askline.core.latch import Happening
from askline.doors.mcp.caps import cap_of
from askline.doors.mcp.visits import Visit
from askline.doors.mcp.waiting import SMALLEST_STEP, Beats

log = logging.getLogger(__name__)


def patience(visit: Visit) -> float:
    """Seconds that this call may wait, for whatever."""
    cap = cap_of(visit.caller, visit.agent.name, visit.means.settings, beats=visit.beats)
    return cap - ((visit.call.age or 0.0) if visit.call.replayed else 0.0)


@dataclass(frozen=True, slots=True)
class Watch:
    """Some operations that one call waits for."""

    visit: Visit
    workshop: Workshop
    operations: tuple[Operation, ...]
    any_will_do: bool = False

    async def wait(self, longest: float, *, starts_s: float = 0.0) -> list[Operation]:
        """The operations as they stand when enough have ended, or after so many seconds.

        Whatever is the longest, each is given `starts_s` to start.
        """
        ids = [each.id for each in self.operations]
        end = anyio.current_time() + longest
        with self.visit.call.duties.awaiting(ids):
            if starts_s:
                await self._started(starts_s)
            if anyio.current_time() < end:
                await self._watched(end)
            return [await self._as_it_stands(each) for each in self.operations]

    async def _started(self, within_s: float) -> None:
        with anyio.move_on_after(within_s), suppress(StoreUnavailable, NotFound):
            for operation in self.operations:
                await self.workshop.waiting.started(self.visit.actor, operation.id)

    async def _watched(self, end: float) -> None:
        enough = Happening()
        groups = [(each,) for each in self.operations] if self.any_will_do else [self.operations]
        async with background(*(partial(self._watch, each, enough.happen) for each in groups)):
            await Beats(self).until(end, enough)

    async def _watch(self, group: tuple[Operation, ...], done: Callable[[], None]) -> None:
        try:
            for operation in group:
                await self.workshop.waiting.ended(self.visit.actor, operation.id)
        except (StoreUnavailable, NotFound) as error:
            log.warning("a call ends early, its operations go on: %s", error.message)
        done()

    async def beat(self, last: float) -> float:
        """Tell a client that its call is alive; how far it is now."""
        now = self.visit.means.clock.now()
        ages = [(now - each.created_at).total_seconds() for each in self.operations]
        last = max(*ages, last + SMALLEST_STEP)
        message = f"Running: {', '.join(each.tool for each in self.operations)}"
        await self.visit.session.report_progress(last, message=message)
        return last

    async def _as_it_stands(self, operation: Operation) -> Operation:
        """What was known of it, if the store cannot be read."""
        try:
            return await self.workshop.looking.read(self.visit.actor, operation.id)
        except (StoreUnavailable, NotFound):
            return operation
