"""What else was settled meanwhile: told with the result of any other call of the same agent.

An answer may come when nobody waits for it, after `pending` was handed out or before a call came
back. The next result of that conversation, or of that connection where no conversation is named,
brings it along; once the client has that result it counts as delivered. Nothing is added to errors:
their text is all that a model reads of them, and the next result is not far.

What another call is about to hand over is left to it, see `_in_hand`. What is too long to come along
waits for `ask_await`.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from mcp_types import CallToolResult, TextContent

from askline.asks.model import Ask
from askline.core.errors import AsklineError
from askline.doors.mcp.callers import place_of
from askline.doors.mcp.present import facts_of
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.wording import words

AT_ONCE = 5
LOOKED_AT = 20
ROOM = 256 * 1024
"""Characters that all of it may have, so that the result itself is never in danger."""

GRACE = timedelta(minutes=1)
"""How long an outcome is left to whoever held the ask; without a report by then it was lost."""

ALSO = "Also settled since, and not told to you before:"


async def with_news(visit: Visit, reply: Reply) -> Reply:
    """The result, and what else its agent was not told yet."""
    if not isinstance(reply, CallToolResult) or reply.is_error or visit.call.number is None:
        return reply
    return await _with_owed(visit, reply)


async def _with_owed(visit: Visit, result: CallToolResult) -> CallToolResult:
    asks = _fitting([ask for ask in await _owed(visit) if not _in_hand(visit, ask)])
    if not asks:
        return result
    for ask in asks:
        visit.hands_over(ask)
    said = TextContent(type="text", text="\n\n".join([ALSO, *map(words, asks)]))
    facts = result.structured_content
    return result.model_copy(
        update={
            "content": [*result.content, said],
            "structured_content": facts and {**facts, "alsoSettled": [*map(facts_of, asks)]},
        }
    )


async def _owed(visit: Visit) -> list[Ask]:
    try:
        return await visit.desk.asking.owed(
            visit.actor,
            visit.agent,
            place_of(visit.caller),
            connection=visit.caller.lasting,
            limit=LOOKED_AT,
        )
    except AsklineError:
        return []  # the result is good without it


def _in_hand(visit: Visit, ask: Ask) -> bool:
    """Whether this result shows it already, or another call's will."""
    duties = visit.call.duties
    if ask.id in visit.shown or duties.awaited(ask.id):
        return True
    elsewhere = ask.holder is not None and not visit.caller.is_holder(ask.holder)
    young = visit.means.clock.now() - _told_at(ask) < GRACE
    return young and (elsewhere or duties.on_its_way(ask.id))


def _told_at(ask: Ask) -> datetime:
    """When the last thing happened that the agent must be told."""
    outcome = [ask.outcome.settled_by.at] if ask.outcome else []
    return max((*outcome, *(amendment.by.at for amendment in ask.amendments)))


def _fitting(asks: Sequence[Ask]) -> list[Ask]:
    fitting: list[Ask] = []
    left = ROOM
    for ask in asks:
        length = len(words(ask))
        if length <= left and len(fitting) < AT_ONCE:
            fitting.append(ask)
            left -= length
    return fitting
