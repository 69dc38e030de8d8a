"""Which agent was told how its operation ended, and which still has to be."""

from askline.asks import repeats
from askline.commands import lifecycle
from askline.commands.looking import Looking
from askline.commands.moving import Moving
from askline.commands.operation import Operation
from askline.commands.ports import OperationStore
from askline.core.ids import OperationId
from askline.core.people import Actor, Agent, Project


class Delivering:
    def __init__(self, store: OperationStore, looking: Looking, moving: Moving) -> None:
        self._store = store
        self._looking = looking
        self._moving = moving

    async def delivered(self, actor: Actor, operation_id: OperationId) -> None:
        """Its agent was told how it ended. Raises: NotFound."""
        await self._looking.read(actor, operation_id)
        await self._moving.move(operation_id, lifecycle.delivered)

    async def owed(
        self, actor: Actor, agent: Agent, project: Project, *, connection: str | None, limit: int
    ) -> list[Operation]:
        """Ended ones that this agent was not told of yet."""
        key = repeats.told_key(actor, agent, project, connection)
        return [] if key is None else await self._store.owed(actor.tenant, key, limit)
