"""What else was settled, and which operations ended, meanwhile: told with the result of any other call
of the same agent.

An answer may come when nobody waits for it, after `pending` was handed out or before a call came
back. The next result of that conversation, or of that connection where no conversation is named,
brings it along; once the client has that result it counts as delivered. Nothing is added to errors:
their text is all that a model reads of them, and the next result is not far.

What another call is about to hand over is left to it, see `_in_hand`. What is too long to come along
waits for `ask_await`; of files it says where they are read. Of an operation only its end is told, in a line: its output can be read when it
is wanted.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol, TypeVar

from mcp_types import CallToolResult, TextContent

from askline.asks.model import Ask
from askline.asks.spelling import Json
from askline.commands.operation import Operation
from askline.core.clock import lately
from askline.core.errors import AsklineError
from askline.core.people import Actor, Agent, Project
from askline.doors.mcp.callers import place_of
from askline.doors.mcp.files import file_links
from askline.doors.mcp.operation_results import elapsed
from askline.doors.mcp.operation_results import facts_of as operation_facts
from askline.doors.mcp.operation_words import one_line
from askline.doors.mcp.present import facts_of
from askline.doors.mcp.visits import Reply, Visit
from askline.doors.mcp.wording import words

T = TypeVar("T")

AT_ONCE = 5
LOOKED_AT = 20
ROOM = 256 * 1024
"""Characters that all of it may have, so that the result itself is never in danger."""

GRACE = timedelta(minutes=1)
"""How long an outcome is left to whoever held the ask; without a report by then it was lost."""

ALSO = "Also settled since, and not told to you before:"
ENDED = "Operations that ended since; `operation_output` reads what they wrote:"


async def with_news(visit: Visit, reply: Reply) -> Reply:
    """The result, and what else its agent was not told yet."""
    if not isinstance(reply, CallToolResult) or reply.is_error or visit.call.number is None:
        return reply
    return await _with_owed(visit, reply)


async def _with_owed(visit: Visit, result: CallToolResult) -> CallToolResult:
    asks = _fitting(
        [ask for ask in await _owed(visit, visit.desk.asking) if not _in_hand(visit, ask)]
    )
    operations = [each for each in await _ended(visit) if not _end_in_hand(visit, each)]
    said: list[str] = []
    news: Json = {}
    if asks:
        said.append("\n\n".join([ALSO, *map(words, asks)]))
        news["alsoSettled"] = [facts_of(ask) for ask in asks]
    if operations:
        lines = [one_line(each, elapsed(visit, each)) for each in operations]
        said.append("\n".join([ENDED, *lines]))
        news["alsoEnded"] = [operation_facts(visit, each, None) for each in operations]
    for ask in asks:
        visit.hands_over(ask)
    for operation in operations:
        visit.tells_end(operation)
    facts = result.structured_content
    told = [TextContent(type="text", text=each) for each in said]
    content = [*result.content, *told, *file_links(visit, asks)]
    return result.model_copy(
        update={"content": content, "structured_content": facts and {**facts, **news}}
    )


class Owing(Protocol[T]):
    async def owed(
        self, actor: Actor, agent: Agent, project: Project, *, connection: str | None, limit: int
    ) -> list[T]: ...


async def _owed(visit: Visit, owing: Owing[T]) -> list[T]:
    who = (visit.actor, visit.agent, place_of(visit.caller))
    try:
        return await owing.owed(*who, connection=visit.caller.lasting, limit=LOOKED_AT)
    except AsklineError:
        return []  # the result is good without it


async def _ended(visit: Visit) -> list[Operation]:
    workshop = visit.means.workshop
    return [] if workshop is None else await _owed(visit, workshop.delivering)


def _end_in_hand(visit: Visit, operation: Operation) -> bool:
    duties = visit.call.duties
    if operation.id in visit.ended or duties.awaited(operation.id):
        return True
    young = lately(operation.ended_at, visit.means.clock.now(), GRACE)
    return young and duties.on_its_way(operation.id)


def _in_hand(visit: Visit, ask: Ask) -> bool:
    """Whether this result shows it already, or another call's will."""
    duties = visit.call.duties
    if ask.id in visit.shown or duties.awaited(ask.id) or _is_of_an_operation(ask):
        return True
    elsewhere = ask.holder is not None and not visit.caller.is_holder(ask.holder)
    last = ask.last_said_by
    young = lately(last and last.at, visit.means.clock.now(), GRACE)
    return young and (elsewhere or duties.on_its_way(ask.id))


def _is_of_an_operation(ask: Ask) -> bool:
    """What was decided about a command is told by its operation, which runs on or ends by it."""
    return ask.matter.command is not None


def _fitting(asks: Sequence[Ask]) -> list[Ask]:
    fitting: list[Ask] = []
    left = ROOM
    for ask in asks:
        length = len(words(ask))
        if length <= left and len(fitting) < AT_ONCE:
            fitting.append(ask)
            left -= length
    return fitting
