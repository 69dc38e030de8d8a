"""Waiting for one operation to come so far. Being cancelled loses nothing, and nothing is changed."""

from collections.abc import Callable
from functools import partial
from typing import Final

from askline.commands.looking import Looking
from askline.commands.operation import Operation, Status
from askline.commands.watching import Watching
from askline.core.ids import OperationId
from askline.core.people import Actor

NOT_STARTED: Final = (Status.AWAITING_APPROVAL, Status.PENDING)


class Waiting:
    def __init__(self, looking: Looking, watching: Watching) -> None:
        self._looking = looking
        self._watching = watching

    async def decided(self, actor: Actor, operation_id: OperationId) -> Operation:
        """Until it no longer awaits approval. Raises, as all of these: NotFound."""
        return await self._until(
            actor, operation_id, lambda status: status is not Status.AWAITING_APPROVAL
        )

    async def started(self, actor: Actor, operation_id: OperationId) -> Operation:
        """Until it runs, or has ended without."""
        return await self._until(actor, operation_id, lambda status: status not in NOT_STARTED)

    async def ended(self, actor: Actor, operation_id: OperationId) -> Operation:
        return await self._until(actor, operation_id, lambda status: status.ended)

    async def _until(
        self, actor: Actor, operation_id: OperationId, enough: Callable[[Status], bool]
    ) -> Operation:
        look = partial(self._looking.read, actor, operation_id)
        return await self._watching.until(operation_id, look, lambda each: enough(each.status))
