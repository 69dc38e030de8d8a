"""Whoever follows operations and offers over time, and is told what stands whenever that is another.

What had ended before somebody came is told at once, so that nothing is missed over a crash of the
service.
"""

from collections.abc import Awaitable, Callable, Collection

from askline.commands.operation import Operation
from askline.commands.workshop import Workshop
from askline.core.errors import AsklineError
from askline.core.ids import OperationId
from askline.doors.mcp.command_tools import offer_to
from askline.doors.mcp.profiles import PROFILES
from askline.doors.mcp.visits import Visit

Tell = Callable[[Operation], Awaitable[None]]


async def follow_operations(visit: Visit, ids: Collection[OperationId], tell: Tell) -> None:
    """Until cancelled; of no operations, nothing."""
    workshop = visit.means.workshop
    if workshop is None or not ids:
        return
    told: dict[OperationId, int] = {}

    async def look(some: Collection[OperationId], *, ended: bool) -> None:
        for operation_id in some:
            try:
                found = await workshop.looking.read(visit.actor, operation_id)
            except AsklineError:
                continue  # forgotten, or to be seen another time
            if told.get(found.id) != found.revision and (found.status.ended or not ended):
                told[found.id] = found.revision
                await tell(found)

    async with workshop.watching.changes() as changes:
        await look(ids, ended=True)
        async for moved in changes:
            await look([each for each in moved if each in ids], ended=False)


def offering(visit: Visit) -> Workshop | None:
    """The workshop by which its list of tools may change while it lasts, if that can be."""
    profile = PROFILES.get(visit.caller.profile)
    listed = profile is not None and profile.commands and not visit.caller.one_call
    return visit.means.workshop if listed else None


async def follow_offer(
    visit: Visit, workshop: Workshop, tell: Callable[[], Awaitable[None]]
) -> None:
    """Until cancelled: told when the tools of the caller's project are others than before."""
    profile = PROFILES.get(visit.caller.profile)
    async with workshop.offering.changed() as changes:
        before = (await offer_to(visit.means, visit.caller, profile)).tools
        async for _ in changes:
            now = (await offer_to(visit.means, visit.caller, profile)).tools
            if now != before:
                await tell()
            before = now
