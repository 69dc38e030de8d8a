"""How an operation moves: read, decide, compare-and-set, and only then tell.

The one loop behind every verb that changes something; a lost race is decided again from what stands.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import anyio

from askline.commands.operation import Operation
from askline.commands.ports import OperationStore
from askline.commands.rights import unknown
from askline.commands.watching import Watching
from askline.core.carrying import whole
from askline.core.clock import Clock
from askline.core.errors import AlreadySettled, StoreUnavailable
from askline.core.ids import OperationId

ENOUGH_TRIES: Final = 1_000
"""Each failed try means that somebody else moved it; so many in a row mean a broken store."""

STORE_AWAY_S: Final = 0.5

log = logging.getLogger(__name__)

Step = Callable[[Operation, datetime], Operation]


class Moving:
    def __init__(self, store: OperationStore, clock: Clock, watching: Watching) -> None:
        self._store = store
        self._clock = clock
        self._watching = watching

    async def move(self, operation_id: OperationId, step: Step) -> Operation:
        """The operation after `step`, committed; or as it stood, where there was nothing to do.

        Raises: NotFound, and what `step` raises.
        """
        for _ in range(ENOUGH_TRIES):
            before = await self._store.get(operation_id)
            if before is None:
                raise unknown(str(operation_id))
            after = step(before, self._clock.now())
            if after is before:
                return before
            if await whole(partial(self._swapped, before, after)):
                return after
        raise StoreUnavailable(
            f"Operation {operation_id} could not be changed: the store never agreed.",
            hint="Try again; if it goes on, look at the store.",
        )

    async def _swapped(self, before: Operation, after: Operation) -> bool:
        """In one piece: what is committed is told, whoever hangs up meanwhile."""
        swapped = await self._store.swap(before, after)
        if swapped:
            self._watching.tell(after)
        return swapped

    async def surely(self, operation_id: OperationId, step: Step) -> Operation | None:
        """The same for who has no caller to tell: a store that is away delays it. None, if it is too late."""
        while True:
            try:
                return await self.move(operation_id, step)
            except StoreUnavailable as error:
                log.warning("operation %s waits for the store: %s", operation_id, error.message)
                await anyio.sleep(STORE_AWAY_S)
            except AlreadySettled:
                return None
