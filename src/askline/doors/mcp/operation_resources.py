"""Operations as resources: how one stands, and what it wrote. Only for looking: nothing is delivered."""

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from askline.asks.spelling import text_of
from askline.commands.operation import Operation, Status
from askline.commands.ports import Operations
from askline.core.errors import NotFound
from askline.core.text import clean
from askline.doors.mcp.operation_results import facts_of, view_of
from askline.doors.mcp.problems import told_as_protocol
from askline.doors.mcp.visits import Visit

PLACE = "askline://operations/"
OUTPUT = "/output"
JSON = "application/json"
TEXT = "text/plain"

MOST = 100
LONGEST = 256 << 10
"""Bytes of output in one resource; a tool reads the rest, page by page."""

TEMPLATES = (
    ResourceTemplate(
        name="operation",
        title="An operation",
        uri_template=f"{PLACE}{{id}}",
        description="How an operation stands, as its call would return it.",
        mime_type=JSON,
    ),
    ResourceTemplate(
        name="operation-output",
        title="What an operation wrote",
        uri_template=f"{PLACE}{{id}}{OUTPUT}",
        description="The first 256 kB of it.",
        mime_type=TEXT,
    ),
)


async def operation_at(visit: Visit, uri: str) -> Operation:
    """Raises: MCPError, the same for what does not exist and what is somebody else's."""
    with told_as_protocol():
        try:
            return await visit.own_operation(uri.removeprefix(PLACE).removesuffix(OUTPUT))
        except NotFound:
            why = "There is no such resource."
            raise MCPError(INVALID_PARAMS, why, {"uri": uri}) from None


async def read(visit: Visit, uri: str) -> ReadResourceResult:
    operation = await operation_at(visit, uri)
    with told_as_protocol():
        of_output = uri.endswith(OUTPUT)
        text = await (_written(visit, operation) if of_output else _standing(visit, operation))
    kind = TEXT if of_output else JSON
    contents = TextResourceContents(uri=uri, mime_type=kind, text=text)
    return ReadResourceResult(contents=[contents])


async def unended(visit: Visit) -> list[Operation]:
    """Those that run or wait, for the list."""
    if visit.means.workshop is None:
        return []
    statuses = frozenset(each for each in Status if not each.ended)
    actor = visit.actor
    which = Operations(tenant=actor.tenant, principal=actor.id, statuses=statuses, limit=MOST)
    return await visit.means.workshop.looking.which(actor, which)


def resource_of(operation: Operation) -> Resource:
    return Resource(
        name=operation.short_id,
        title=operation.tool,
        uri=f"{PLACE}{operation.id}",
        mime_type=JSON,
    )


async def _standing(visit: Visit, operation: Operation) -> str:
    workshop = visit.means.workshop
    assert workshop is not None  # noqa: S101 - an operation was found there
    return text_of(facts_of(visit, operation, await view_of(visit, workshop, operation)))


async def _written(visit: Visit, operation: Operation) -> str:
    workshop = visit.means.workshop
    assert workshop is not None  # noqa: S101 - as above
    page = await workshop.looking.output(visit.actor, operation.id, limit=LONGEST)
    return clean(page.text)
