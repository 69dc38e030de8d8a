"""How a call puts an ask to its human, and what it comes back with: the same for every contract.

A contract says what is asked and how an ask reads in its own words (`Show`). Which way the call
waits is decided here alone.
"""

from collections.abc import Callable

import anyio
from mcp_types import CallToolResult

from askline.asks.asked import Asked
from askline.asks.asking import NewAsk
from askline.asks.model import Ask
from askline.doors.mcp import tasks
from askline.doors.mcp.callers import project_of
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.waiting import Hold

Show = Callable[[Visit, Ask], CallToolResult]
"""An ask as it stands, pending or settled, as a contract's result."""


async def opened(visit: Visit, asked: Asked, *, blocking: bool = True) -> Ask:
    """The ask, stored; or the one that this call repeats."""
    now = visit.means.clock.now()
    new = NewAsk(
        matter=asked.matter,
        agent=visit.agent,
        project=await project_of(visit.caller),
        deadline=None if asked.timeout is None else now + asked.timeout,
        key=asked.key,
        request=visit.call.request,
        holder=visit.caller.holder if blocking else None,
        connection=visit.caller.lasting,
        profile=visit.caller.profile,
    )
    asks: list[Ask] = []
    # A call that is cancelled meanwhile must know what it has to let go.
    with anyio.CancelScope(shield=True):
        asks.append(await visit.desk.asking.ask(visit.actor, new))
    return asks[0]


async def put(visit: Visit, ask: Ask, show: Show, *, blocking: bool = True) -> Reply:
    """Wait for the ask in the way this call can, and show it as it stands then."""
    if blocking:
        [ask] = await Hold(visit, (ask,)).wait()
    elif tasks.are_declared(visit.session) and not ask.state.settled:
        return tasks.handle_of(visit, ask)
    return show(visit, ask)
