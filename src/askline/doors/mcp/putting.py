"""How a call puts an ask to its human, and what it comes back with: the same for every contract.

A contract says what is asked and how an ask reads in its own words (`Show`). Which way the call
waits is said by `policy`, and done here alone.
"""

from collections.abc import Callable
from functools import partial

from mcp_types import CallToolResult

from askline.asks.asked import Asked
from askline.asks.asking import NewAsk
from askline.asks.model import Ask
from askline.core.carrying import whole
from askline.doors.mcp import tasks
from askline.doors.mcp.callers import project_of
from askline.doors.mcp.elicitation import Elicitation, asked_before
from askline.doors.mcp.forms import BARE, WHOLE, Form
from askline.doors.mcp.policy import Facts, Way, draws_forms, takes_empty_texts, way_of
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.waiting import Hold

Show = Callable[[Visit, Ask], CallToolResult]
"""An ask as it stands, pending or settled, as a contract's result."""


async def opened(visit: Visit, asked: Asked, *, blocking: bool = True) -> Ask:
    """The ask, stored; or the one that this call repeats or comes back for."""
    if visit.returned:
        return await visit.desk.reading.read(visit.actor, asked_before(visit.returned))
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
        stream=visit.stream,
    )
    # A call that is cancelled meanwhile must know what it has to let go.
    return await whole(partial(visit.desk.asking.ask, visit.actor, new))


async def put(
    visit: Visit, ask: Ask, show: Show, *, blocking: bool = True, form: Form = WHOLE
) -> Reply:
    """Wait for the ask in the way this call can, and show it as it stands then."""
    way = way_of(_facts(visit, ask, blocking=blocking))
    if way is Way.AT_ONCE:
        as_task = tasks.are_declared(visit.session) and not ask.state.settled
        return tasks.handle_of(visit, ask) if as_task else show(visit, ask)
    elicitation = _elicitation(visit, ask, form, way)
    if elicitation is None or (ask.state.settled and visit.returned is None):
        [ask] = await Hold(visit, (ask,)).wait()
        return show(visit, ask)
    if visit.modern:
        return await _round_trip(elicitation, show)
    [ask] = await Hold(visit, (ask,), form=elicitation.race).wait()
    if elicitation.url and ask.state.settled:
        await elicitation.complete()
    return show(visit, ask)


async def _round_trip(elicitation: Elicitation, show: Show) -> Reply:
    """Ask in the result, or take what the client came back with and wait on, without a form."""
    visit, ask = elicitation.visit, elicitation.ask
    back = visit.returned
    asking = await elicitation.go_on(back) if back else elicitation.begin()
    hold = Hold(visit, (ask,))
    if asking is not None:
        hold.until_called_again()
        return asking
    [ask] = await hold.wait()
    return show(visit, ask)


def _elicitation(visit: Visit, ask: Ask, form: Form, way: Way) -> Elicitation | None:
    if visit.revision is None or way not in (Way.FORM, Way.LINK):
        return None
    url = visit.means.inbox_url(ask) if way is Way.LINK else None
    if form is WHOLE and not takes_empty_texts(visit.agent.name):
        form = BARE
    return Elicitation(visit, ask, form, visit.revision, url)


def _facts(visit: Visit, ask: Ask, *, blocking: bool) -> Facts:
    declared = visit.capabilities.elicitation
    return Facts(
        blocking=blocking,
        revision=visit.revision,
        form=draws_forms(declared) and visit.behalf.answers,
        link=declared is not None and declared.url is not None,
        reachable=visit.modern or visit.session.can_send_request,
        headless=visit.headless,
        sensitive=ask.matter.sensitive,
        address=visit.means.inbox_url(ask) is not None,
        first=visit.means.settings.first,
    )
