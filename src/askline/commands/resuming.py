"""Takes up what a process left that lives no more: at the start, and then from time to time.

What ran has been interrupted, for every process of it ended with the one that ran it. What waits for its
approval is waited for here from now on, and whoever answered meanwhile has decided. The same is done with
what is this process's own and nobody in it is at: its call was cut off between two commits.
"""

import logging
from functools import partial

from askline.commands import lifecycle
from askline.commands.approving import Approving
from askline.commands.moving import Moving
from askline.commands.operation import Operation, Status
from askline.commands.ports import OperationStore, Owners
from askline.commands.running import Running
from askline.core.carrying import whole
from askline.core.errors import AsklineError
from askline.core.ids import OperationId

log = logging.getLogger(__name__)


class Resuming:
    def __init__(
        self,
        *,
        store: OperationStore,
        moving: Moving,
        approving: Approving,
        running: Running,
        owners: Owners,
        owner: str,
        tenant: str,
    ) -> None:
        self._store = store
        self._moving = moving
        self._approving = approving
        self._running = running
        self._owners = owners
        self._owner = owner
        self._tenant = tenant
        self._strays: set[OperationId] = set()
        """Of this process's own, those that nobody was at when it was last looked."""

    async def take_up(self) -> None:
        unended = await self._store.unended(self._tenant)
        strays = {each.id for each in unended if self._strays_here(each)}
        # Those of the last look too: what is being begun right now will be at work at the next.
        lost = strays & self._strays
        self._strays = strays - lost
        for operation in unended:
            left = operation.owner != self._owner and not self._owners.lives(operation.owner)
            if left or operation.id in lost:
                await self.resume(operation)

    def _strays_here(self, operation: Operation) -> bool:
        at_work = operation.id in self._approving or operation.id in self._running
        return operation.owner == self._owner and not at_work

    async def resume(self, operation: Operation) -> None:
        """Of several processes that come to it at once, one gets it."""
        try:
            if operation.status is not Status.AWAITING_APPROVAL:
                await self._moving.move(operation.id, lifecycle.interrupted)
                return
            taken = lifecycle.taken_over(operation, self._owner)
            await whole(partial(self._take_over, operation, taken))
        except AsklineError as error:
            # It has ended meanwhile, or the next look comes to it.
            log.info("operation %s was not taken up: %s", operation.id, error.code)

    async def _take_over(self, operation: Operation, taken: Operation) -> None:
        """In one piece: what is this process's is waited for here."""
        if taken is operation or await self._store.swap(operation, taken):
            await self._approving.take_over(taken)
