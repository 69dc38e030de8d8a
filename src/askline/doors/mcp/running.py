"""The call of a declared command: it is begun, approved where a person must, and given a moment to end.

A command in the background that goes on after that moment is an operation, or a task where the client
declared them; a synchronous one is waited for as long as the client bears. Whoever cancels the call of
a synchronous command cancels the command, because nobody would hear of it again; in the background it
goes on. An approval is never put into the client's own form: it is drawn by the program whose command
is to be approved.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import anyio

from askline.commands.operation import Operation, Status
from askline.commands.tools import Tool
from askline.commands.workshop import NewOperation, Workshop
from askline.core.carrying import whole
from askline.doors.mcp import operation_tasks, tasks
from askline.doors.mcp.callers import project_of
from askline.doors.mcp.duties import PATIENCE_S
from askline.doors.mcp.operation_results import result_of
from askline.doors.mcp.operation_waiting import Watch, patience
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.waiting import Hold

LONGEST_INLINE_S = 9.0
"""A call of a command in the background returns within ten seconds, whatever the settings say."""

DECIDES_S = 5.0
"""How long a call waits for its command to hear of its approval, before it tells what stands."""

STARTS_S = 1.0
"""How long a call waits for its command to start: its agent shall hear that it runs, where there is room.
Clients bear that much beyond their patience."""

GONE = "The call that waited for it was cancelled."


async def run(
    workshop: Workshop, tool: Tool, visit: Visit, said: Mapping[str, Any], *, inline: bool
) -> Reply:
    """`inline` gives a command in the background a moment to end."""
    begun = anyio.current_time()
    operation = await _begun(workshop, tool, visit, said)
    try:
        operation = await _approved(workshop, visit, operation)
        if not operation.status.ended and operation.status is not Status.AWAITING_APPROVAL:
            left = patience(visit) - (anyio.current_time() - begun)
            longest = left if tool.synchronous else min(left, _window(visit, inline=inline))
            watch = Watch(visit, workshop, (operation,))
            [operation] = await watch.wait(longest, starts_s=STARTS_S)
    except anyio.get_cancelled_exc_class():
        if tool.synchronous:
            with anyio.move_on_after(PATIENCE_S, shield=True):
                await workshop.cancelling.cancel(visit.actor, operation.id, GONE)
        raise
    as_task = not operation.status.ended and not tool.synchronous
    if as_task and tasks.are_declared(visit.session):
        return await operation_tasks.handle_of(visit, operation)
    return await result_of(visit, workshop, operation)


async def _begun(
    workshop: Workshop, tool: Tool, visit: Visit, said: Mapping[str, Any]
) -> Operation:
    """The operation, kept; or the one that this call repeats."""
    new = NewOperation(
        tool=tool.name,
        arguments=said,
        agent=visit.agent,
        project=await project_of(visit.caller),
        request=visit.call.request,
        connection=visit.caller.lasting,
        holder=visit.caller.holder,
        profile=visit.caller.profile,
        # Where nothing is kept no inbox shows it, and nobody could approve.
        channel=visit.means.notice is None,
    )
    # A call that is cancelled meanwhile must know what it began.
    return await whole(partial(workshop.beginning.begin, visit.actor, new))


async def _approved(workshop: Workshop, visit: Visit, operation: Operation) -> Operation:
    """The operation when somebody decided, or still awaiting approval at the client's patience."""
    if operation.status is not Status.AWAITING_APPROVAL or operation.approval is None:
        return operation
    ask = await visit.desk.reading.read(visit.actor, operation.approval)
    [ask] = await Hold(visit, (ask,)).wait()
    if not ask.state.settled:
        return await workshop.looking.read(visit.actor, operation.id)
    visit.hands_over(ask)
    with anyio.move_on_after(DECIDES_S):
        return await workshop.waiting.decided(visit.actor, operation.id)
    return await workshop.looking.read(visit.actor, operation.id)


def _window(visit: Visit, *, inline: bool) -> float:
    return min(visit.means.settings.inline_s, LONGEST_INLINE_S) if inline else 0.0
