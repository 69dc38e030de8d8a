"""An operation as a task: a view, whose id and status are the operation's.

Only a command in the background is one, and only once its call went on. A command that ran completes
its task, whatever its exit code; one that was not let run completes it with an error. While a person
must approve, the task works: approvals are given in the inbox, so there is no form to fill in.
"""

from datetime import timedelta

from pydantic import BaseModel

from askline.asks.spelling import Json, time_text
from askline.commands.operation import Operation, Status
from askline.commands.workshop import Workshop
from askline.core.errors import CommandRefused
from askline.doors.mcp.operation_results import approval_url, elapsed, result_of
from askline.doors.mcp.operation_words import head_of
from askline.doors.mcp.problems import problem
from askline.doors.mcp.visits import Visit

POLL_MS = 2_000
"""How often a client without a subscription shall look."""


async def handle_of(visit: Visit, operation: Operation) -> Json:
    """What a call returns in the place of its result."""
    return {"resultType": "task", **_facts(visit, operation), **await _working(visit, operation)}


async def task_of(visit: Visit, operation: Operation) -> Json:
    """The whole task as it stands, with what it came to."""
    if not operation.status.ended:
        return {**_facts(visit, operation), **await _working(visit, operation)}
    if operation.status is Status.CANCELLED and not operation.refused:
        visit.tells_end(operation)
        said = head_of(operation, elapsed(visit, operation))
        return {**_facts(visit, operation), "status": "cancelled", "statusMessage": said}
    try:
        result = await result_of(visit, _workshop(visit), operation)
    except CommandRefused as error:
        result = problem(error)
    return {**_facts(visit, operation), "status": "completed", "result": _dumped(result)}


async def cancel(visit: Visit, operation: Operation) -> None:
    visit.tells_end(await _workshop(visit).cancelling.cancel(visit.actor, operation.id))


def _workshop(visit: Visit) -> Workshop:
    assert visit.means.workshop is not None  # noqa: S101 - the operation was found there
    return visit.means.workshop


def _facts(visit: Visit, operation: Operation) -> Json:
    moved = operation.ended_at or operation.started_at or operation.created_at
    return {
        "taskId": str(operation.id),
        "createdAt": time_text(operation.created_at),
        "lastUpdatedAt": time_text(moved),
        "ttlMs": _lasts_ms(visit, operation),
        "pollIntervalMs": POLL_MS,
    }


def _lasts_ms(visit: Visit, operation: Operation) -> int:
    """Counted from its beginning, as far as is known now: the days for which it is kept begin when it
    ends."""
    until = (operation.ended_at or visit.means.clock.now()) + _workshop(visit).retaining.keeps
    return (until - operation.created_at) // timedelta(milliseconds=1)


async def _working(visit: Visit, operation: Operation) -> Json:
    url = await approval_url(visit, operation)
    where = f" Your human can approve it at {url}." if url else ""
    said = head_of(operation, elapsed(visit, operation))
    return {"status": "working", "statusMessage": f"{said}{where}"}


def _dumped(value: BaseModel) -> Json:
    return value.model_dump(by_alias=True, mode="json", exclude_none=True)
