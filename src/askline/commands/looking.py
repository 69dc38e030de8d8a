"""Looking at operations and at what they wrote. Changes nothing."""

from dataclasses import replace
from typing import Final

from askline.commands import rights
from askline.commands.operation import Operation, Page, View
from askline.commands.ports import Operations, OperationStore, Outputs
from askline.core.errors import AmbiguousId
from askline.core.ids import SHORT, OperationId, parse_id, short_id
from askline.core.people import Actor, Right

FARTHEST: Final = 1 << 62
"""Behind the end of every file."""
PAGE: Final = 16 << 10


class Looking:
    def __init__(self, store: OperationStore, outputs: Outputs) -> None:
        self._store = store
        self._outputs = outputs

    async def read(self, actor: Actor, operation_id: OperationId) -> Operation:
        """Raises: NotFound, for what is somebody else's too."""
        operation = await self._store.get(operation_id)
        if operation is None or not rights.may_see(actor, operation):
            raise rights.unknown(str(operation_id))
        return operation

    async def find(self, actor: Actor, said: str) -> Operation:
        """By its whole or short id. Raises: NotFound, AmbiguousId, InvalidArguments."""
        wanted = parse_id(said)
        if not isinstance(wanted, str):
            return await self.read(actor, OperationId(wanted))
        known = await self._store.find(actor.tenant, wanted[-SHORT:])
        fitting = [each for each in known if short_id(each, len(wanted)) == wanted]
        kept = [found for each in fitting if (found := await self._store.get(each))]
        seen = [each for each in kept if rights.may_see(actor, each)]
        if not seen:
            raise rights.unknown(said)
        going_on = [each for each in seen if not each.status.ended]
        candidates = going_on or seen
        if len(candidates) > 1:
            raise AmbiguousId(
                f"{said} could be any of {', '.join(sorted(str(each.id) for each in candidates))}.",
                hint="Give the whole id.",
            )
        return candidates[0]

    async def which(self, actor: Actor, which: Operations) -> list[Operation]:
        """Never more than the actor may see, whatever was asked for."""
        if actor.stream or not (actor.may(Right.ASK) or actor.may(Right.OPERATE)):
            return []
        mine = which.principal if actor.may(Right.OPERATE) else actor.id
        return await self._store.which(replace(which, tenant=actor.tenant, principal=mine))

    async def view(self, actor: Actor, operation_id: OperationId) -> View:
        await self.read(actor, operation_id)
        return await self._outputs.view(operation_id)

    async def output(
        self,
        actor: Actor,
        operation_id: OperationId,
        *,
        offset: int = 0,
        limit: int = PAGE,
        tail: int | None = None,
        grep: str | None = None,
    ) -> Page:
        await self.read(actor, operation_id)
        if tail is not None:
            # Where it ends is looked at first: what is written meanwhile is shown twice, not never.
            end = await self._outputs.page(operation_id, FARTHEST, 0)
            return replace(end, text=await self._outputs.last(operation_id, tail))
        if grep:
            return await self._outputs.search(operation_id, grep, offset)
        return await self._outputs.page(operation_id, offset, limit)
