"""Ends an operation before its time, for its agent or a person."""

from datetime import datetime
from functools import partial

from askline.commands import lifecycle
from askline.commands.approving import Approving
from askline.commands.looking import Looking
from askline.commands.moving import Moving
from askline.commands.operation import Operation, Status
from askline.commands.ports import Owners
from askline.commands.resuming import Resuming
from askline.commands.running import Running
from askline.core.carrying import whole
from askline.core.errors import NotAllowed
from askline.core.ids import OperationId
from askline.core.people import Actor
from askline.core.text import clean


class Cancelling:
    def __init__(
        self,
        *,
        moving: Moving,
        looking: Looking,
        running: Running,
        approving: Approving,
        resuming: Resuming,
        owners: Owners,
        owner: str,
    ) -> None:
        self._moving = moving
        self._looking = looking
        self._running = running
        self._approving = approving
        self._resuming = resuming
        self._owners = owners
        self._owner = owner

    async def cancel(self, actor: Actor, operation_id: OperationId, reason: str = "") -> Operation:
        """Ask it to end; it is `cancelled` when every process of it is gone. An ended one stays.

        Raises: NotFound; NotAllowed, where another living process runs it.
        """
        await self._looking.read(actor, operation_id)
        words = clean(reason).strip()
        why = f"Cancelled by {actor.name}" + (f": {words}" if words else ".")
        moved = await whole(partial(self._cancelled, operation_id, why))
        if not moved.status.ended and not await self._running.cancel(operation_id, why):
            await self._not_run_here(moved, why)
        return await self._looking.read(actor, operation_id)

    async def _cancelled(self, operation_id: OperationId, why: str) -> Operation:
        """In one piece: what has ended leaves no approval that nobody waits for."""

        def unless_it_runs(operation: Operation, now: datetime) -> Operation:
            if operation.status is not Status.AWAITING_APPROVAL:
                return operation
            return lifecycle.cancelled(operation, why, now)

        moved = await self._moving.move(operation_id, unless_it_runs)
        if moved.status.ended:
            await self._approving.withdraw(moved, why)
        return moved

    async def _not_run_here(self, operation: Operation, why: str) -> None:
        if operation.owner == self._owner and operation.status is Status.PENDING:
            self._running.turn_away(operation.id, why)
        elif self._owners.lives(operation.owner):
            raise NotAllowed(
                f"Operation {operation.short_id} is run by another process.",
                hint="Cancel it where it was begun, or end that agent.",
            )
        else:
            await self._resuming.resume(operation)
