"""Takes up what a process left that lives no more: at the start, and then from time to time.

What ran has been interrupted, for every process of it ended with the one that ran it. What waits for its
approval is waited for here from now on, and whoever answered meanwhile has decided.
"""

import logging

from askline.commands import lifecycle
from askline.commands.approving import Approving
from askline.commands.moving import Moving
from askline.commands.operation import Operation, Status
from askline.commands.ports import OperationStore, Owners
from askline.core.errors import AsklineError

log = logging.getLogger(__name__)


class Resuming:
    def __init__(
        self,
        *,
        store: OperationStore,
        moving: Moving,
        approving: Approving,
        owners: Owners,
        owner: str,
        tenant: str,
    ) -> None:
        self._store = store
        self._moving = moving
        self._approving = approving
        self._owners = owners
        self._owner = owner
        self._tenant = tenant

    async def take_up(self) -> None:
        for operation in await self._store.unended(self._tenant):
            if operation.owner != self._owner and not self._owners.lives(operation.owner):
                await self.resume(operation)

    async def resume(self, operation: Operation) -> None:
        """Of several processes that come to it at once, one gets it."""
        try:
            if operation.status is not Status.AWAITING_APPROVAL:
                await self._moving.move(operation.id, lifecycle.interrupted)
                return
            taken = lifecycle.taken_over(operation, self._owner)
            if await self._store.swap(operation, taken):
                await self._approving.take_over(taken)
        except AsklineError as error:
            # It has ended meanwhile, or the next look comes to it.
            log.info("operation %s was not taken up: %s", operation.id, error.code)
