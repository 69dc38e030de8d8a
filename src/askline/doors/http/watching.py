"""Operations as one listener of the events sees them: those that have not ended, and each that moves."""

from askline.asks.spelling import Json
from askline.commands.operation import Status
from askline.commands.ports import Operations
from askline.commands.shapes import operation_shape
from askline.commands.workshop import Workshop
from askline.core.clock import Clock
from askline.core.errors import NotFound
from askline.core.ids import OperationId
from askline.core.people import Actor, Right
from askline.doors.http.looking import AT_MOST

UNENDED = frozenset(status for status in Status if not status.ended)


class Watching:
    def __init__(self, workshop: Workshop, actor: Actor, clock: Clock) -> None:
        self._workshop = workshop
        self._actor = actor
        self._clock = clock

    async def unended(self) -> list[Json]:
        """Newest first."""
        which = Operations(tenant=self._actor.tenant, statuses=UNENDED, limit=AT_MOST)
        found = await self._workshop.looking.which(self._actor, which)
        now = self._clock.now()
        return [operation_shape(each, now) for each in found]

    async def one(self, operation_id: OperationId) -> Json | None:
        """None for what is not this listener's, or was forgotten."""
        try:
            operation = await self._workshop.looking.read(self._actor, operation_id)
        except NotFound:
            return None
        return operation_shape(operation, self._clock.now())


def watching(workshop: Workshop | None, actor: Actor, clock: Clock) -> Watching | None:
    """None for who may not look at operations, or where there are none."""
    if workshop is None or not actor.may(Right.OPERATE):
        return None
    return Watching(workshop, actor, clock)
