"""The extension `io.modelcontextprotocol/tasks`: an ask that nobody waits for, or an operation that
outlives its call, seen as a task.

A task is a view and has no row of its own: its id and state are the ask's, or the operation's. So it
is as old, as safe and as private as that, and no id opens anybody else's. Only a call that wants to
go on at once gets one (`putting`, `running`), and only where this very request declared the extension
in the era that has it: what a client said in a handshake does not count.
"""

from functools import partial
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY, RequestParams
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel

from askline.asks.model import Ask
from askline.asks.spelling import Json, time_text
from askline.asks.state import State
from askline.commands.operation import Operation
from askline.core.errors import AlreadySettled, NotFound
from askline.core.people import ActorKind
from askline.doors.mcp import operation_tasks, task_forms
from askline.doors.mcp.files import file_blocks
from askline.doors.mcp.present import as_it_stands
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.visits import Context, Means, Visit, visit

TASKS = "io.modelcontextprotocol/tasks"
POLL_MS = 5_000
"""How often a client without a subscription shall look: people take longer than that."""


class TaskParams(RequestParams):
    task_id: str


class UpdateParams(TaskParams):
    input_responses: dict[str, Any]


def serve(server: Server[Any], means: Means) -> None:
    server.extensions[TASKS] = {}
    server.add_request_handler("tasks/get", TaskParams, partial(_get, means))
    server.add_request_handler("tasks/update", UpdateParams, partial(_update, means))
    server.add_request_handler("tasks/cancel", TaskParams, partial(_cancel, means))


def are_declared(session: ServerSession) -> bool:
    declared = session.client_capabilities
    modern = session.protocol_version in MODERN_PROTOCOL_VERSIONS
    return modern and declared is not None and TASKS in (declared.extensions or {})


def must_be_declared(visit: Visit) -> None:
    if visit.session.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        raise MCPError(METHOD_NOT_FOUND, "Method not found")
    if not are_declared(visit.session):
        raise MCPError(
            MISSING_REQUIRED_CLIENT_CAPABILITY,
            f"This needs the extension {TASKS}, declared with the request.",
            {"requiredCapabilities": {"extensions": {TASKS: {}}}},
        )


def handle_of(visit: Visit, ask: Ask) -> Json:
    """What a call returns in the place of its result. A form, if any, is shown by `tasks/get`."""
    return {"resultType": "task", **_facts(ask), **_working(visit, ask)}


def task_of(visit: Visit, ask: Ask) -> Json:
    """The whole task as it stands, with what it came to or what it wants."""
    return {**_facts(ask), **_standing(visit, ask)}


async def found(visit: Visit, task_id: str) -> Ask | Operation:
    """Raises: NotFound."""
    try:
        return await visit.own(task_id)
    except NotFound:
        return await visit.own_operation(task_id)


async def _get(means: Means, context: Context, params: TaskParams) -> Json:
    came = visit(means, context)
    must_be_declared(came)
    with told_as_protocol():
        ask = await found(came, params.task_id)
        if isinstance(ask, Operation):
            return await operation_tasks.task_of(came, ask)
        if task_forms.fit(came, ask):
            ask = await task_forms.shown(came, ask)
    came.hands_over(ask)
    task = task_of(came, ask)
    if "result" in task:
        blocks = await file_blocks(came, [ask])
        task["result"]["content"] += [_dumped(block) for block in blocks]
    return task


async def _update(means: Means, context: Context, params: UpdateParams) -> Json:
    """What comes for a form that is not open any more is taken without a word."""
    came = visit(means, context)
    must_be_declared(came)
    with told_as_protocol():
        ask = await found(came, params.task_id)
        if isinstance(ask, Ask) and task_forms.fit(came, ask):
            await task_forms.take(came, ask, params.input_responses)
    return {}


async def _cancel(means: Means, context: Context, params: TaskParams) -> Json:
    came = visit(means, context)
    must_be_declared(came)
    with told_as_protocol():
        ask = await found(came, params.task_id)
        if isinstance(ask, Operation):
            await operation_tasks.cancel(came, ask)
            return {}
        try:
            ask = await came.desk.asking.cancel(came.actor, ask.id, receipt=came.receipt)
        except AlreadySettled:
            return {}
    # Its agent knows what became of it: the same asked again is a new ask.
    came.hands_over(ask)
    return {}


def _facts(ask: Ask) -> Json:
    return {
        "taskId": str(ask.id),
        "createdAt": time_text(ask.asked_at),
        "lastUpdatedAt": time_text(ask.last_said_by.at if ask.last_said_by else ask.asked_at),
        "ttlMs": None,
        "pollIntervalMs": POLL_MS,
    }


def _standing(visit: Visit, ask: Ask) -> Json:
    if ask.outcome is None:
        return _working(visit, ask) | (
            {"status": "input_required", "inputRequests": task_forms.requests_of(ask)}
            if task_forms.fit(visit, ask)
            else {}
        )
    if ask.state is State.CANCELLED and ask.outcome.settled_by.kind is ActorKind.AGENT:
        return {"status": "cancelled"}
    return {"status": "completed", "result": _dumped(as_it_stands(visit, ask))}


def _dumped(value: BaseModel) -> Json:
    return value.model_dump(by_alias=True, mode="json", exclude_none=True)


def _working(visit: Visit, ask: Ask) -> Json:
    url = visit.means.inbox_url(ask)
    where = f"at {url}" if url else "in the inbox"
    said = f"Ask {ask.short_id} waits for your human, who can answer {where}."
    return {"status": "working", "statusMessage": said}
